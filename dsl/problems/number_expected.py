"""Something else where a number belongs."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS133",
    name="Number expected",
    title="{found} is not a number",
    why="{place} takes a number",
    help="{hint}",
    bad="count rm = «two»\n",
    good="count rm = 2\n",
    page="Numbers are written in digits, without quotes.",
)

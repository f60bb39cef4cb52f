"""Something else where a regex must stand."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS135",
    title="{found} is not a regex",
    why="{place} takes a `/regex/`, which is looked for anywhere in the text",
    help="{hint}",
    bad='forbid bash result «"denied"»\n',
    good="forbid bash result /denied/\n",
    page="To hold a result against a whole value, use `output`.",
)

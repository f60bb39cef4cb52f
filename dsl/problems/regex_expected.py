"""Something else where a regex belongs."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS135",
    name="Regex expected",
    title="{found} is not a regex",
    why="{place} takes a `/regex/`, which may match anywhere in the text",
    help="{hint}",
    bad='forbid bash result «"denied"»\n',
    good="forbid bash result /denied/\n",
    page="To compare a result with a whole value, use `output`.",
    instead="To look for the text anywhere in the result, write:",
)

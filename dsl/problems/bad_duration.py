"""Something that is not a length of time."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS250",
    name="Bad duration",
    title="`{duration}` is not a length of time",
    why="a length of time is a number directly followed by its unit: `ms`, `s`, `m` or `h`",
    help="write it like `500ms`, `1.5s`, `2m` or `1h`",
    bad="forbid search took > «5»\n",
    good="forbid search took > 5s\n",
    page="One number and one unit, without a space: `90s`, not `1m30s`.",
)

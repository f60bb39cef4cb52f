"""A `min` of 0."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS219",
    name="`min 0`",
    title="`min` is at least 1",
    why="every trace has at least 0 calls, so the rule would require nothing",
    help="write 1 or more, or remove the rule",
    bad="require a «min 0»\n",
    good="require a min 1\n",
    page=(
        "For a tool that may be called or not, write no rule. For one that must not be called, "
        "use `forbid`."
    ),
    instead="If it must be called at least once, write:",
)

"""`must` in `args`."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS221",
    title="`must` says nothing in `args`",
    why="an entry of `args` already misses every call without its arguments, and none is at fault",
    help="write `{key}` without `must`, or use `require`, `forbid` or `sequence`",
    bad="args mail «<must to: ...>»\n",
    good="args mail <to: ...>\n",
    page=(
        "`must` makes a call without the argument an error, where the rule looks at every call of "
        "a tool. `args` looks for calls that fit, and leaves the others be."
    ),
)

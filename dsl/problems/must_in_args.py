"""`must` where no one looks at every call."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS221",
    name="`must` without effect",
    title="`must` has no effect in {where}",
    why="an entry of {where} looks for a call that fits, and ignores the others",
    help="write `{key}` without `must`, or use `require`, `forbid` or `sequence`",
    bad="args mail «<must to: ...>»\n",
    good="args mail <to: ...>\n",
    page=(
        "`must` makes a call without the argument an error, where the rule looks at every call "
        "of a tool: in `require`, `forbid` and the entries of `sequence`. Other rules, and groups, "
        "look for calls that fit; the others are ignored, so `must` has no effect."
    ),
    instead="If one call with this argument is enough, write:",
)

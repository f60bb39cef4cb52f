"""`<>` where every call has it."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS217",
    title="`<>` says nothing in `{keyword}`",
    why="other arguments are free here, so every call would match",
    help="leave `<>` out",
    bad="forbid rm «<>»\n",
    good="forbid rm\n",
    page=(
        "In `args`, `<>` says that a call has no arguments at all, and with `subset` that it "
        "may have any."
    ),
)

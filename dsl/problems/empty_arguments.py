"""`<>` where every call has it."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS217",
    name="Empty arguments",
    title="`<>` has no effect in `{keyword}`",
    why="other arguments are free here, so every call would match",
    help="remove `<>`",
    bad="forbid rm «<>»\n",
    good="forbid rm\n",
    page="In `args`, `<>` asks for a call without arguments; with `subset` it allows any.",
)

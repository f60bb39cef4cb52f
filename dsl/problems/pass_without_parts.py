"""The clause `pass` on a rule whose score is 1 or 0."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS209",
    name="`pass` without effect",
    title="`{keyword}` takes no `pass`",
    why="its score is either 1 or 0",
    help="remove the clause",
    bad="forbid rm «pass 0.5»\n",
    good="forbid rm\n",
    page=(
        "`pass` is for the kinds whose score can be between 0 and 1: `order`, `count`, `args` "
        "and `output`."
    ),
)

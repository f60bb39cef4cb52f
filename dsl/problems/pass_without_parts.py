"""The clause `pass` on a rule whose score is 1 or 0."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS209",
    title="`{keyword}` takes no `pass`",
    why="its score is 1 or 0, so there is nothing between to pass from",
    help="take the clause out",
    bad="forbid rm «pass 0.5»\n",
    good="forbid rm\n",
    page="`pass` is for the kinds that score in parts: `order`, `count`, `args` and `output`.",
)

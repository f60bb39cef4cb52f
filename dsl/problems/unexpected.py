"""Something stands where nothing of its sort can, and no other problem knows more about it."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS101",
    title="{found} cannot stand here",
    why="here may stand {expected}",
    help="{hint}",
    bad="forbid rm «=» 3\n",
    good="count rm = 3\n",
    page="The line begins well and goes on with something that no rule has in that place.",
)

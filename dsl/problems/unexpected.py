"""The fault that has no file of its own: something stands where nothing of its sort can."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS101",
    title="{found} cannot stand here",
    why="{place} may be followed by {expected}",
    help="write {expected}, or take {found} out",
    bad="forbid rm «=» 3\n",
    good="forbid rm\n",
    page="The line begins well and goes on with something that no rule has in that place.",
)

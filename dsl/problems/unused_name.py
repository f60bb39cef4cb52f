"""A `tool` line that nothing uses."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS301",
    name="Unused name",
    title="`{name}` is never used",
    why="an unused name is often a sign of a forgotten rule",
    help="use it in a rule, or remove the line",
    bad="tool «@writer» = write | edit\nforbid rm\n",
    good="forbid rm\n",
    page="A name used only by other unused names is unused too.",
    severity=WARNING,
)

"""A `tool` line that nothing uses."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS301",
    title="`{name}` is never used",
    why="a name that stands for nothing in any rule is often a rule forgotten",
    help="use it in a rule, or take the line out",
    bad="tool «@writer» = write | edit\nforbid rm\n",
    good="tool @writer = write | edit\nforbid @writer\n",
    page="A name used only by other unused names is unused too.",
    severity=WARNING,
)

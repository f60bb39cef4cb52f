"""An `@name` that no `tool` or `value` line defines."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS201",
    name="Undefined name",
    title="`{name}` is not defined",
    why="an `@name` stands for the pattern that a `tool` or `value` line of the same file gives it",
    help="{hint}",
    bad="forbid «@writer»\n",
    good="tool @writer = write | edit\nforbid @writer\n",
    page=("A name may be used above the line that defines it. Names of other files are not known."),
    instead="For example, write:",
)

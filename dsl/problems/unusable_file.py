"""File that cannot be used."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS285",
    name="File that cannot be used",
    title="`{file}` cannot be used: {reason}",
    why="a path is relative to the spec that names it",
    help="{hint}",
    bad='use «"missing.toolspec"»\nforbid rm\n',
    good="forbid rm\n",
    page="A `use` line names specs, a `tools` line lists of tools as JSON.",
)

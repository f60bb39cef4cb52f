"""Names made of names that stand for too much."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS224",
    title="with `{name}`, the names of this file repeat more than {limit} patterns of other names",
    why="names made of names grow quickly, and a rule looks at everything its names stand for",
    help="write a glob or a `/regex/` for the tools, or use fewer names inside other names",
    bad="",
    good="",
    page="Names made of other names are limited in what they stand for, all together.",
)

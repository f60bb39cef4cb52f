"""Names made of names that stand for too much."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS224",
    name="Names that repeat too many patterns",
    title="with `{name}`, the names of this file repeat more than {most} patterns of other names",
    why="names made of names grow quickly, and a rule looks at everything its names stand for",
    help="write a glob or a `/regex/` for the tools, or use fewer names inside other names",
    bad="",
    good="",
    page=(
        "A name stands for everything in its brackets, and a name made of names for all that those "
        "stand for. Eight levels of eight names are 16 million patterns, so the patterns that the "
        "names of one file repeat from other names are limited, all together. Write a glob or a "
        "regex for the tools, or use fewer names inside other names."
    ),
)

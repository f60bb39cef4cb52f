"""An `@name` defined twice."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS203",
    title="`{name}` is defined twice",
    why="line {line} defines it already, and a name means one thing",
    help="choose another name, or join the patterns with `|`",
    bad="tool @a = rm\ntool «@a» = del\nforbid @a\n",
    good="tool @a = rm | del\nforbid @a\n",
    page="Names hold in the whole file, wherever they are defined.",
)

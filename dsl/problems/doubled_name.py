"""An `@name` defined twice."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS203",
    name="Repeated name",
    title="`{name}` is defined twice",
    why="line {line} defines it already, and a name has one meaning",
    help="choose another name, or join the patterns with `|`",
    bad="tool @a = rm\ntool «@a» = del\nforbid @a\n",
    good="tool @a = rm | del\nforbid @a\n",
    page="A name is known in the whole file, also above the line that defines it.",
    instead="If the name should mean both, write:",
)

"""A `$name` where nothing gives it a value."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS245",
    name="Unbound name",
    title="nothing gives `{name}` a value",
    why="a `$name` stands for a value of the call that an `each` rule is about",
    help="write the value itself; for text that begins with `$`, put it in quotes",
    bad="forbid pay <id: «$order»>\n",
    good='forbid pay <id: "$order">\n',
    page="A name for a pattern is written `@name`, and defined by a line `value @name = ...`.",
)

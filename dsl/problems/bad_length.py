"""A length that nothing can have."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS241",
    name="Bad length",
    title="`{number}` is not a length",
    why="a length is a count of characters, items or keys: a whole number, 0 or more",
    help="write a whole number: `length 3`, `length >= 1`, `length 1..10`",
    bad="forbid post <text: length < «-1»>\n",
    good="forbid post <text: length < 1>\n",
    page="A text has as many characters as it has Unicode code points.",
)

"""A key without its colon."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS127",
    name="Missing colon after a key",
    title="a colon is missing after the key {key}",
    why="a colon separates a key from its value",
    help="write `{corrected}`",
    bad='forbid read <path «=» "a">\n',
    good='forbid read <path: "a">\n',
    page="Arguments are written as JSON writes objects, but plain keys need no quotes.",
)

"""A `tool` or `traces` line inside a case."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS207",
    name="Line that belongs outside cases",
    title="a `{word}` line belongs outside cases",
    why="it applies to the whole file, and inside a case would look as if it did not",
    help="move the line out of the case",
    bad='case "a" {\n  «tool» @x = rm\n  forbid @x\n}\n',
    good='tool @x = rm\ncase "a" {\n  forbid @x\n}\n',
    page="A case contains only rules. Names and traces belong to the file.",
)

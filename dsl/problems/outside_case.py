"""A `tool` or `traces` line inside a case."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS207",
    title="a `{word}` line stands outside cases",
    why="it holds for the whole file, and inside a case would look as if it did not",
    help="move the line out of the case",
    bad='case "a" {\n  «tool» @x = rm\n  forbid @x\n}\n',
    good='tool @x = rm\ncase "a" {\n  forbid @x\n}\n',
    page="A case holds rules only. Names and traces are the file's.",
)

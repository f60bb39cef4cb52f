"""A line inside a block that belongs outside it."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS266",
    name="Not inside a block",
    title="`{word}` lines cannot be inside a block",
    why="a block holds rules and further blocks; names and traces are for the whole file",
    help="put the line outside the block",
    bad="after login {\n  «tool» @reader = view | cat\n  forbid @reader\n}\n",
    good="tool @reader = view | cat\nafter login {\n  forbid @reader\n}\n",
    page="Names and `traces` lines hold for the whole file, wherever they stand in it.",
)

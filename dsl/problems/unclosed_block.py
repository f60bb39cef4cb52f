"""A block that is never closed."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS267",
    name="Block not closed",
    title="the block opened here is never closed",
    why="every rule below it, to the end of the file, would belong to it",
    help="close it with a `}` on a line of its own",
    bad="«after login {»\n  forbid delete\n",
    good="after login {\n  forbid delete\n}\n",
    page="A block ends at a line `}`, which closes the innermost block that is open.",
)

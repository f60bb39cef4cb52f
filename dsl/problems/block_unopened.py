"""A line of clauses without a block."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS151",
    name="Block not opened",
    title="`{word}` begins a line that is neither a rule nor the head of a block",
    why="a line of clauses alone opens a block with `{` at its end; a rule begins with its keyword",
    help="{hint}",
    bad="«after» login\n",
    good="after login {\n  forbid delete_user\n}\n",
    page="The clauses of a block hold for every rule up to the `}` that closes it.",
)

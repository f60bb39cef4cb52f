"""A line that begins with the sign that the line before should end in."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS132",
    name="Sign at the start of a line",
    title="a line cannot begin with `{sign}`",
    why="a rule continues on the next line only where its line ends in `:`, `->`, `,` or `|`",
    help="write `{sign}` at the end of the line before",
    bad="order: auth\n  «->» verify\n",
    good="order: auth ->\n  verify\n",
    page=(
        "The end of a line shows whether the rule continues. A broken rule therefore never "
        "swallows the next one."
    ),
)

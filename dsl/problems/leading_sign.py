"""A line that begins with the sign its forerunner should end in."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS132",
    title="a line cannot begin with `{sign}`",
    why="a rule continues on the next line only where its line ends in `:`, `->`, `,` or `|`",
    help="write `{sign}` at the end of the line before",
    bad="order: auth\n  «->» verify\n",
    good="order: auth ->\n  verify\n",
    page=(
        "Whoever reads a line sees from its end that the rule goes on, and a broken rule never "
        "swallows the next."
    ),
)

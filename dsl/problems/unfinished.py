"""A line that ends too early."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS122",
    title="the line ends where {expected} should follow",
    why="nothing stands behind {last}",
    help="write {expected}",
    bad="order: auth «->»\n",
    good="order: auth -> verify\n",
    page=(
        "A rule goes on in the next line after `->`, `,` or `|` and inside brackets, where "
        "that line is indented deeper than the first."
    ),
)

"""A line that ends too early."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS122",
    name="Unfinished line",
    title="the line ends where {expected} should follow",
    why="nothing follows {last}",
    help="write {expected}",
    bad="order: auth «->»\n",
    good="order: auth -> verify\n",
    page=(
        "A rule continues on the next line after its colon, after `->`, `,` or `|` and inside "
        "brackets, where that line is indented deeper than the first."
    ),
    instead="For example, write:",
)

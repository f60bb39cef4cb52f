"""A range that ends before it begins."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS240",
    name="Empty range",
    title="no number is in `{range}`",
    why="a range goes from the smaller number to the greater one, both included",
    help="write `{corrected}`",
    bad="forbid pay <amount: «10..1»>\n",
    good="forbid pay <amount: 1..10>\n",
    page="A range of one number, such as `5..5`, has that number in it.",
)

"""A range after `<`, `>` and the like."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS252",
    name="Range after a comparison",
    title="`{comparison}` does not take a range",
    why="a number can be in a range or not, but not less or greater than one",
    help="write `= {low}..{high}`, or a single number",
    bad="count fetch «>=» 2..4\n",
    good="count fetch = 2..4\n",
    page="`=` asks for a number of calls in the range, `!=` for any other.",
    instead="If the number must be in the range, write:",
)

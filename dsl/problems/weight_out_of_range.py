"""A weight of zero or less."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS211",
    title="a weight of {number} is out of range",
    why="the score is a weighted mean, and such a rule would not count or count against",
    help="write a number above 0",
    bad="forbid rm weight «0»\n",
    good="forbid rm weight 0.1\n",
    page=(
        "Weights change the score only; whether a trace passes depends on every rule alike. To "
        "leave a rule out, make it a comment."
    ),
)

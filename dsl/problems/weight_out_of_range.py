"""A weight of zero or less."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS211",
    name="`weight` out of range",
    title="a weight of {number} is out of range",
    why=(
        "the score is a weighted mean: a weight of 0 would have no effect, a negative one "
        "would reward failure"
    ),
    help="write a number above 0",
    bad="forbid rm weight «0»\n",
    good="forbid rm weight 0.1\n",
    page=(
        "Weights change only the score: whether a trace passes depends on every rule alike, "
        "whatever its weight. To leave a rule out, make it a comment."
    ),
    instead="To let the rule count little, write:",
)

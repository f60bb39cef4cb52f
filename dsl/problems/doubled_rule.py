"""A rule that stands twice."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS302",
    title="this rule stands in line {line} already",
    why="both say the same of every trace, and the score counts it twice",
    help="take one out; to count it more, give it a `weight`",
    bad="forbid rm\n«forbid rm»\n",
    good="forbid rm weight 2\n",
    page=(
        "Spaces, comments and clauses make no difference: the same rule with another weight is "
        "still the same rule."
    ),
    severity=WARNING,
)

"""A rule written twice."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS302",
    name="Repeated rule",
    title="this rule repeats line {line}",
    why="both require the same, and it counts twice in the score",
    help="remove one of them",
    bad="forbid rm\n«forbid rm»\n",
    good="forbid rm\n",
    page=(
        "Spaces, comments, clauses and the order of `require`'s words make no difference: the "
        "same rule with another weight is still the same rule."
    ),
    severity=WARNING,
)

"""A clause or word written twice."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS208",
    title="`{clause}` stands twice",
    why="which of the two should count cannot be known",
    help="take one of them out",
    bad="forbid rm weight 2 «weight 3»\n",
    good="forbid rm weight 2\n",
    page="Each clause and each word of a rule's own is written once.",
)

"""A clause or word written twice."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS208",
    name="Repeated word",
    title="`{clause}` is repeated",
    why="it is unclear which of the two should count",
    help="remove one of them",
    bad="forbid rm weight 2 «weight 3»\n",
    good="forbid rm weight 2\n",
    page="Each clause, and each of a rule's other words, is written once.",
    instead="If 2 is meant, write:",
)

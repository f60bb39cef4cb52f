"""A rule that lists nothing."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS123",
    title="`{keyword}` lists nothing",
    why="a rule that names no tool asks nothing",
    help="write `{form}`",
    bad="«order:»\n",
    good="order: auth -> verify\n",
    page="Take the line out, or make it a comment with `#`, until you know which tools it is for.",
)

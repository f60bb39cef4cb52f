"""A rule that lists nothing."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS123",
    name="Empty rule",
    title="`{keyword}` lists nothing",
    why="a rule that names no tool states no requirement",
    help="write for example `{form}`",
    bad="«order:»\n",
    good="order: auth -> verify\n",
    page=("Remove the line, or make it a comment with `#`, until you know which tools it is for."),
    instead="For example, write:",
)

"""A number of calls that is not whole, or below zero."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS212",
    name="Not a number of calls",
    title="`{number}` is not {what}",
    why="calls and steps are counted in whole numbers from 0",
    help="{hint}",
    bad="count rm = «1.5»\n",
    good="count rm = 1\n",
    page="This applies to `count`, `min`, `at step` and `before step`.",
    instead="For example, write:",
)

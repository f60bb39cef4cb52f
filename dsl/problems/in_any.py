"""What `any` cannot hold."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS283",
    name="What `any` cannot hold",
    title="`any` holds no {what}",
    why="it holds rules, each on its own line, and what counts is the best of them",
    help="{hint}",
    bad="any {\n  forbid a «weight 2»\n  forbid b\n}\n",
    good="any weight 2 {\n  forbid a\n  forbid b\n}\n",
    page="Write a block around `any`, not in it.",
)

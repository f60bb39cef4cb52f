"""A sign that is kept for later."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS117",
    title="`{sign}` is reserved",
    why="it means nothing yet and will mean something later",
    help="{hint}",
    bad="forbid rm «&» del\n",
    good="forbid rm | del\n",
    page=(
        "`( ) & $ ~ ..` are kept free so that the language can grow without changing what a "
        "spec says today."
    ),
)

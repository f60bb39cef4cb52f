"""A sign that is reserved for later."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS117",
    name="Reserved sign",
    title="`{sign}` is reserved",
    why="it has no meaning yet and will get one later",
    help="{hint}",
    bad="forbid rm «&» del\n",
    good="forbid rm | del\n",
    page=(
        "`( ) & $ ~ ..` are reserved so that the language can grow without changing what a "
        "spec says today."
    ),
    instead="To forbid both tools, write:",
)

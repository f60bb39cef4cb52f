"""A sign that is reserved for later."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS117",
    name="Reserved sign",
    title="`{sign}` has no meaning here",
    why="the sign is part of values, or reserved for later",
    help="{hint}",
    bad="forbid rm «&» del\n",
    good="forbid rm | del\n",
    page=(
        "`( )`, `&` and `$` belong to values, and `..` to a range such as `1..10`; `~` is reserved "
        "so that the language can grow without changing what a spec says today."
    ),
    instead="To forbid both tools, write:",
)

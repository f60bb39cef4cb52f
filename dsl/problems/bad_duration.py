"""A duration that cannot be read."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS258",
    name="Not a duration",
    title="`{duration}` is not a duration",
    why="a duration is a number directly followed by its unit",
    help="{hint}",
    bad="count send_message <= 2 per «60»\n",
    good="count send_message <= 2 per 60s\n",
    page="The units are `ms`, `s`, `m` (minutes) and `h`.",
    instead="If seconds are meant, write:",
)

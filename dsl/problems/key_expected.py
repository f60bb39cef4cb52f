"""Something else where a key belongs."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS137",
    name="Missing key",
    title="{found} is not a key",
    why="inside {bracket} each value has a key before it",
    help="{hint}",
    bad='forbid read <«"a"»>\n',
    good='forbid read <path: "a">\n',
    page=(
        "A bare key is a letter or `_`, then letters, digits, `_` and `-`. Every other key is "
        "put in quotes."
    ),
    instead="For example, write:",
)

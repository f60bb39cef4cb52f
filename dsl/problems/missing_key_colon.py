"""A key without the colon behind it."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS127",
    title="a colon is missing behind the key {key}",
    why="keys and values are parted by a colon",
    help="write `{mended}`",
    bad='forbid read <path «=» "a">\n',
    good='forbid read <path: "a">\n',
    page=(
        "The language writes arguments as JSON writes objects, with the quotes around plain "
        "keys left out."
    ),
)

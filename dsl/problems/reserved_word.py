"""`not`, `absent` or `length` before a value."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS118",
    title="`{word}` is reserved before a value",
    why="it means nothing yet and will mean something later",
    help="use a regex for what text must look like, or `forbid` for what must not be",
    bad='require read <path: «not» "a">\n',
    good='forbid read <path: "a">\n',
    page=(
        "`not`, `absent` and `length` are kept free so that the language can grow without "
        "changing what a spec says today."
    ),
)

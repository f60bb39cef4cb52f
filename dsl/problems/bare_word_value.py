"""A value that is a word without quotes."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS116",
    title="`{word}` is not a value",
    why=(
        "a value is text in quotes, a number, `true`, `false`, `null`, a list, an object, a "
        "`/regex/` or `...`"
    ),
    help="{hint}",
    bad="forbid read <path: «secret»>\n",
    good='forbid read <path: "secret">\n',
    page="Text is always quoted, so that a word can never be taken for text by accident.",
)

"""A value that is a word without quotes."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS116",
    name="Unquoted value",
    title="`{word}` is not a value",
    why=(
        "a value is text in quotes, a number, `true`, `false`, `null`, a list, an object or a "
        "`/regex/`{any_value}"
    ),
    help="{hint}",
    bad="forbid read <path: «secret»>\n",
    good='forbid read <path: "secret">\n',
    page=(
        "Text is always quoted, so that a word can never be taken for text by accident. `...` "
        "is any value of a key; it is not allowed in a list or as an `output`."
    ),
)

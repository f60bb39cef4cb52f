"""A backslash in a string with something after it that JSON does not know."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS111",
    name="Invalid string escape",
    title="`{escape}` is not a valid string escape",
    why=(
        "strings are JSON's: `\\\"` `\\\\` `\\/` `\\b` `\\f` `\\n` `\\r` `\\t` and `\\u` with "
        "four hexadecimal digits, surrogates in pairs"
    ),
    help="write `\\\\` for a backslash",
    bad='forbid read <path: "C:«\\d»ata">\n',
    good='forbid read <path: "C:\\\\data">\n',
    page=(
        "In a regex between slashes a backslash is written once: `/\\d+/`. Only strings need "
        "it twice."
    ),
)

"""A backslash in a string with something behind it that JSON does not know."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS111",
    title="`{escape}` is no escape that strings know",
    why=(
        "strings are JSON's: `\\\"` `\\\\` `\\/` `\\b` `\\f` `\\n` `\\r` `\\t` and `\\u` with "
        "four hexadecimal digits, surrogates in pairs"
    ),
    help="write `\\\\` for a backslash",
    bad='forbid read <path: "C:«\\d»ata">\n',
    good='forbid read <path: "C:\\\\data">\n',
    page=(
        "Regexes between slashes take their backslashes as they are: `/\\d+/`. Only strings "
        "need them doubled."
    ),
)

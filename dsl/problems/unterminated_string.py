"""A string without its closing quote."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS109",
    name="Unclosed string",
    title="this string is never closed",
    why="a string ends on the line it begins on",
    help='write the closing `"`; for a line end inside the text write `\\n`',
    bad='forbid «"web search»\n',
    good='forbid "web search"\n',
    page=(
        "Strings are JSON's: in double quotes, on one line, with `\\\"` for a quote and `\\\\` "
        "for a backslash inside."
    ),
)

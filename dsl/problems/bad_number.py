"""A number that JSON would not write so."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS115",
    name="Invalid number",
    title="`{number}` is not a valid number",
    why=(
        "numbers use JSON syntax: no leading zero, no leading `+`, digits on both sides of the "
        "point, no `_`, no hexadecimal"
    ),
    help="{hint}",
    bad="count rm = «01»\n",
    good="count rm = 1\n",
    page=(
        "Numbers are JSON's: `12`, `-0.5`, `1e6`. A tool whose name looks like a number is put "
        "in quotes."
    ),
)

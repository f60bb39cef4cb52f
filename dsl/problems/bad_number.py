"""A number that JSON would not write so."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS115",
    title="`{number}` is not a number as JSON writes it",
    why="no leading zeros or `+`, digits on both sides of the point, no `_`, no hexadecimal",
    help="{hint}",
    bad="count rm = «01»\n",
    good="count rm = 1\n",
    page=(
        "Numbers are JSON's: `12`, `-0.5`, `1e6`. Tool names may look like numbers only in quotes."
    ),
)

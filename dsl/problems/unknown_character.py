"""A character that means nothing in the language."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS114",
    title="`{char}` means nothing here",
    why="no word and no sign of the language has it",
    help="{hint}",
    bad="forbid get«%»data\n",
    good='forbid "get%data"\n',
    page=(
        "A bare name is a letter or `_`, then letters, digits and `_ . : / -`, with `*` for "
        "any characters. Every other name is put in quotes."
    ),
)

"""A character that has no meaning in the language."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS114",
    name="Unexpected character",
    title="unexpected character `{char}`",
    why="it has no meaning in this place",
    help="{hint}",
    bad="forbid get«%»data\n",
    good='forbid "get%data"\n',
    page=(
        "A bare name is a letter or `_`, then letters, digits and `_ . : / -`, with `*` for "
        "any characters. Every other name is put in quotes."
    ),
)

"""A line begins with a word that is no keyword."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS102",
    title="`{word}` is not a keyword",
    why="a line begins with {keywords}",
    help="{hint}",
    bad="«forbd» rm\n",
    good="forbid rm\n",
    page=(
        "Every rule begins with its kind. Keywords are written in small letters; other lines "
        "begin with `tool`, `traces` or `case`, or are comments, which begin with `#`."
    ),
)

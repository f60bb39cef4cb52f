"""A line begins with a word that is not a keyword."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS102",
    name="Unknown keyword",
    title="`{word}` is not a keyword",
    why="expected one of {keywords}",
    help="{hint}",
    bad="«forbd» rm\n",
    good="forbid rm\n",
    page=(
        "Every rule begins with the keyword of its kind, in lower case. Other lines begin with "
        "`tool`, `traces` or `case`, or are comments, which begin with `#`."
    ),
)

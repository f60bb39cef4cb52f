"""A character that cannot be seen."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS112",
    title="there is an invisible character here: {char}",
    why="what cannot be seen cannot be reviewed",
    help="take it out; inside a string write it as `{escape}`",
    bad="forbid rm«\x07»\n",
    good="forbid rm\n",
    page=(
        "Control characters, characters that turn the direction of text, and halves of a "
        "surrogate pair are refused wherever they stand outside comments; strings can say them "
        "with `\\u`."
    ),
)

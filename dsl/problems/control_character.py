"""A character that cannot be seen."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS112",
    name="Invisible character",
    title="there is an invisible character here: {char}",
    why="what cannot be seen cannot be reviewed",
    help="remove it; inside a string write it as `{escape}`",
    bad="forbid rm«\x07»\n",
    good="forbid rm\n",
    page=(
        "Control characters, characters that change the direction of text, and halves of a "
        "surrogate pair are refused everywhere but in comments; strings can contain them as "
        "`\\u` escapes."
    ),
)

"""A colon behind a keyword that takes none."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS131",
    title="`{keyword}` takes no colon",
    why="it names one tool, and has no modes",
    help="take the colon out",
    bad="forbid«:» rm\n",
    good="forbid rm\n",
    page=(
        "`require` and `forbid` are about one pattern each: write a rule for each tool, or "
        "join tools by `|`."
    ),
)

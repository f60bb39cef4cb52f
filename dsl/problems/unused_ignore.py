"""An ignore comment that silences nothing."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS307",
    title="there is no {code} here to ignore",
    why="a comment that silences nothing hides the next real warning",
    help="take the code out",
    bad="forbid rm  # toolspec: ignore «TS302»\n",
    good="forbid rm\n",
    page=(
        "Warnings that only traces can give (TS310) are left out: whoever reads the file alone "
        "cannot know them."
    ),
    severity=WARNING,
)

"""An ignore comment for a warning that is not there."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS307",
    name="Needless ignore comment",
    title="there is no {code} here to ignore",
    why="a comment that silences nothing now would hide a warning later",
    help="remove the code",
    bad="forbid rm  # toolspec: ignore «TS302»\n",
    good="forbid rm\n",
    page=(
        "TS310, TS312 and TS313 are never reported here: those warnings depend on the traces, and "
        "cannot be known from the file alone."
    ),
    severity=WARNING,
)

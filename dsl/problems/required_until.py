"""`require X until C`: asked even where C never comes."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS321",
    name="Required although nothing may follow",
    title="`require {call} until {until}` asks for `{call}` even where `{until}` never comes",
    why="without a `{until}` the window is the whole trace, and a call must still match in it",
    help="to keep `{until}` from coming first, write `forbid {until} until {call}`; to ask only "
    "where it comes, add `if {until}`",
    bad="require «notify until charge»\n",
    good="forbid charge until notify\n",
    page="`forbid C until X` says that no C comes before an X, and passes where neither comes.",
    severity=WARNING,
    instead="If no charge may come before a notification, write:",
)

"""A closing bracket that closes nothing."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS108",
    name="Unmatched bracket",
    title="unmatched `{bracket}`",
    why="{why_not}",
    help="{hint}",
    bad="forbid rm\n«}»\n",
    good="forbid rm\n",
    page=(
        "Each `>`, `]` and `}` closes the last bracket that was opened; a `}` at the start of "
        "a line also ends a `case`."
    ),
)

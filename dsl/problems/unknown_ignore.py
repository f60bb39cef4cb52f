"""An ignore comment that names no warning."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS306",
    name="Unknown warning in a comment",
    title="{found}",
    why=(
        "`# toolspec: ignore` silences warnings by their codes, TS301 and up; errors cannot be "
        "silenced"
    ),
    help="{hint}",
    bad="forbid rm  # toolspec: ignore «TS999»\n",
    good="forbid rm\n",
    page=(
        "Write the codes after the word, separated by commas, on the rule's line or alone above it."
    ),
    severity=WARNING,
)

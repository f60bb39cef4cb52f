"""A rule that every trace passes."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS304",
    title="this always holds",
    why="{reason}",
    help="{hint}",
    bad="count «read >= 0»\n",
    good="count read >= 1\n",
    page=(
        "The rule stands and adds a full score to every trace. A tool that is never called "
        "counts 0."
    ),
    severity=WARNING,
)

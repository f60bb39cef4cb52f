"""A rule that no trace can pass."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS303",
    title="this can never hold",
    why="{reason}",
    help="{hint}",
    bad="count «read < 0»\n",
    good="count read = 0\n",
    page=(
        "The rule stands and fails every trace. A tool that is never called counts 0, and no "
        "count is below that."
    ),
    severity=WARNING,
)

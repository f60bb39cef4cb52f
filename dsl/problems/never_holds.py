"""A rule that no trace can pass."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS303",
    name="Rule that never holds",
    title="this can never hold",
    why="{reason}",
    help="{hint}",
    bad="count «read < 0»\n",
    good="count read = 0\n",
    page=(
        "The rule counts, and every trace fails it. A tool that is never called counts 0, and "
        "no count is below that."
    ),
    instead="If `read` must never be called, write:",
    severity=WARNING,
)

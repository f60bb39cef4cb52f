"""A window or condition that waits for a call which another rule forbids."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS356",
    name="Clause that waits for a forbidden call",
    title="`{clause}` waits for a call that line {line} forbids",
    why="{reason}",
    help="remove the clause, or change one of the two rules",
    bad="forbid login\nrequire search «after first login»\n",
    good="forbid login\nrequire search\n",
    page=(
        "In a trace that keeps the other rule there is no such call: a window that it would open "
        "never opens, and one that it would close goes on to the end."
    ),
    instead="If `search` must be called anywhere, write:",
    severity=WARNING,
)

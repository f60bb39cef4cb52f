"""Find rules that contradict each other: pairs that no trace can pass both, and what follows."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.checks import Context
from toolspec.dsl.checks.conflicts import (
    answers,
    calls,
    counts,
    cycles,
    demands,
    limits,
    orders,
    windows,
)
from toolspec.dsl.checks.shared.claims_of import Index
from toolspec.dsl.problem import LineDiagnostic, Related


def check(context: Context) -> Iterator[LineDiagnostic]:
    """Yield a problem at the later rule of each pair, one for each rule at most."""
    index = Index(context)
    reported: set[int] = set()
    for way in (counts, calls, orders, cycles, limits, answers):
        for one, other, reason in way.pairs(index):
            later, earlier = (one, other) if one.line.row > other.line.row else (other, one)
            if later.line.row in reported:
                continue
            reported.add(later.line.row)
            fields = {"line": str(earlier.line.row), "reason": reason()}
            yield LineDiagnostic(
                "conflicting_rules", *context.own(later), fields,
                related=(Related(*context.own(earlier), "this rule"),),
            )  # fmt: skip
    yield from demands.found(index)
    yield from windows.found(index)

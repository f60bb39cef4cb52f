"""Find orders of calls that one rule needs and another forbids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

from toolspec.dsl.checks.shared.call_logic import call_implies
from toolspec.dsl.checks.shared.claims_of import PAIRS_MAX, ByTool, Index, Pair
from toolspec.dsl.problem import shown
from toolspec.engine.match.call_pattern import CallPattern


def pairs(index: Index) -> Iterator[Pair]:
    """Yield pairs of rules of which one needs calls in an order that the other forbids."""
    forbidding = ByTool[Sequence[CallPattern]]()
    for entry, claims in index.rules:
        if claims.not_in_order:
            forbidding.add(claims.not_in_order[0].tool, entry, claims.not_in_order)
    if not forbidding:
        return
    left = PAIRS_MAX
    for entry, claims in index.rules:
        tried: set[int] = set()
        for call in chain.from_iterable(claims.in_order):
            for other, forbidden in forbidding.of(call.tool, entry):
                left -= len(claims.in_order)
                if left < 0:
                    return
                if other.at in tried:
                    continue
                tried.add(other.at)
                if _has_order(claims.in_order, forbidden):
                    yield Pair(entry, other, partial(_reason, forbidden))


def _reason(forbidden: Sequence[CallPattern]) -> str:
    way = " -> ".join([str(call) for call in forbidden])
    return f"`{shown(way)}` must come in this order, and must not"


def _has_order(groups: Sequence[Sequence[CallPattern]], wanted: Sequence[CallPattern]) -> bool:
    """Tell whether calls for the groups, one after the other, have calls in the wanted order."""
    reached = 0
    for group in groups:
        if any(call_implies(call, wanted[reached]) for call in group):
            reached += 1
            if reached == len(wanted):
                return True
    return False

"""Find limits that exclude each other, or calls that other rules need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from toolspec.dsl.checks.shared.call_logic import calls_apart
from toolspec.dsl.checks.shared.claims_of import Claimed, Index, Pair, meet
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import shown
from toolspec.engine.kinds.claims import Bound, Need
from toolspec.engine.match.qualifiers.status import CallStatus
from toolspec.engine.match.value_logic import Interval, numbers_compared
from toolspec.engine.measures.calls import CallsOf
from toolspec.engine.measures.failures import Failures

COMPARED_MAX = 500
"""Limits of one measure that are compared with each other."""


class Limited(NamedTuple):
    """An entry of a `limit`, with the numbers that it allows."""

    entry: SpecLine
    bound: Bound
    allowed: Interval


def pairs(index: Index) -> Iterator[Pair]:
    """Yield pairs of rules that leave no number in common."""
    rules = index.needing
    limited = [limit for rule in index.rules if rule.claims.bounds for limit in _limits(rule)]
    if not limited:
        return
    by_measure: dict[str, list[Limited]] = {}
    for bounded in limited:
        by_measure.setdefault(bounded.bound.of, []).append(bounded)
    for same in by_measure.values():
        to_compare = same[:COMPARED_MAX]
        for at, bounded in enumerate(to_compare):
            for other in to_compare[:at]:
                if meet(bounded.entry, other.entry) and bounded.allowed.apart(other.allowed):
                    yield Pair(
                        bounded.entry,
                        other.entry,
                        partial(_neither, bounded.bound, other.bound),
                    )
                    break
    for word, count in ((CallsOf.word, calls_needed), (Failures.word, failures_needed)):
        for bounded in by_measure.get(word, [])[:COMPARED_MAX]:
            yield from _too_few(bounded, rules, count(rules), word)


def _too_few(
    limited: Limited, rules: Sequence[Claimed], needed: Sequence[int], word: str
) -> Iterator[Pair]:
    for rule, number in zip(rules, needed, strict=True):
        if number and meet(limited.entry, rule.entry) and limited.allowed.apart(Interval(number)):
            yield Pair(limited.entry, rule.entry, partial(_at_least, number, word, limited.bound))


def _neither(bound: Bound, other: Bound) -> str:
    return f"nothing is both `{shown(bound.source)}` and `{shown(other.source)}`"


def _at_least(number: int, word: str, bound: Bound) -> str:
    calls = "1 call" if number == 1 else f"{number} calls"
    must = "must fail" if word == Failures.word else "must be made"
    return f"at least {calls} {must}, and `{shown(bound.source)}`"


def _limits(rule: Claimed) -> Iterator[Limited]:
    for bound in rule.claims.bounds:
        allowed = allowed_numbers(bound)
        if allowed is not None:
            yield Limited(rule.entry, bound, allowed)


def allowed_numbers(bound: Bound) -> Interval | None:
    """Return the numbers that an entry allows; None for `!=`."""
    if bound.highest is not None:
        return Interval(bound.number, bound.highest) if bound.comparison == "=" else None
    interval = numbers_compared(bound.comparison, bound.number)
    if interval is None or bound.of.startswith("sum"):
        return interval
    return interval if "duration" in bound.of else interval.whole


def calls_needed(rules: Sequence[Claimed]) -> list[int]:
    """Return how many calls each rule needs at least."""
    return [_needed(rule.claims.needs, rule.claims.apart) for rule in rules]


def failures_needed(rules: Sequence[Claimed]) -> list[int]:
    """Return how many failed calls each rule needs at least."""
    return [
        _needed([need for need in rule.claims.needs if _fails(need)], rule.claims.apart)
        for rule in rules
    ]


def _fails(need: Need) -> bool:
    ended = [
        qualifier.status for qualifier in need.call.qualifiers if isinstance(qualifier, CallStatus)
    ]
    return "failed" in ended


def _needed(needs: Sequence[Need], apart: bool) -> int:
    if apart:
        return sum(need.times for need in needs)
    kept: list[Need] = []
    for need in sorted(needs, key=lambda need: -need.times):
        if len(kept) < 50 and all(calls_apart(need.call, other.call) for other in kept):
            kept.append(need)
    return sum(need.times for need in kept)

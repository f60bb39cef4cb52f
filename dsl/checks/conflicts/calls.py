"""Find calls that one rule needs, and another forbids, does not allow, or asks too much of."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from toolspec.dsl.checks.shared.call_logic import (
    call_implies,
    calls_apart,
    is_of_subject,
    rule_out,
)
from toolspec.dsl.checks.shared.claims_of import (
    PAIRS_MAX,
    Ban,
    Claimed,
    Index,
    Pair,
    meet,
    quoted_phrase,
)
from toolspec.dsl.problem import shown
from toolspec.engine.kinds.claims import Cap, Need
from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.relations.demand import OneOf

LASTS_MAX: Final = 100
"""Rules about the last call that are compared with each other."""


def pairs(index: Index) -> Iterator[Pair]:
    """Yield pairs of rules of which one needs a call that the other rules out."""
    banned, capped, asked = index.banned, index.capped, index.asked
    left = PAIRS_MAX
    for rule in index.needing if banned or capped or asked else ():
        for need in rule.claims.needs:
            by = banned.by(need.call, rule.entry) if banned else None
            if by is not None:
                yield Pair(rule.entry, by.entry, partial(_not_allowed, need, by))
            for other, cap in capped.of(need.call.tool, rule.entry) if capped else ():
                left -= 1
                if left < 0:
                    return
                if _exceeds(need, cap):
                    yield Pair(rule.entry, other, partial(_too_many, need, cap))
            if not asked or not need.call.qualifiers:
                continue
            for other, (subject, demand) in asked.of(need.call.tool, rule.entry):
                left -= 1
                if left < 0:
                    return
                if _unmet(need.call, subject, demand):
                    yield Pair(rule.entry, other, partial(_not_so, need, demand))
    yield from _lasts([entry for entry in index.rules if entry.claims.last is not None][:LASTS_MAX])


def _lasts(rules: list[Claimed]) -> Iterator[Pair]:
    """Yield pairs of rules that need different calls to be the last one."""
    for at, rule in enumerate(rules):
        for other in rules[:at]:
            one, two = rule.claims.last, other.claims.last
            assert one is not None
            assert two is not None
            if meet(rule.entry, other.entry) and calls_apart(one, two):
                yield Pair(rule.entry, other.entry, partial(_not_both, one, two))
                break


def _not_allowed(need: Need, by: Ban) -> str:
    return f"{quoted_phrase(need.call)} must be called, and {by.so}"


def _not_so(need: Need, demand: OneOf) -> str:
    words = f"{quoted_phrase(need.call)} must be called, and cannot be as `each` demands"
    return f"{words}: `{shown(str(demand))}`"


def _not_both(pattern: CallPattern, two: CallPattern) -> str:
    return f"the last call cannot be both {quoted_phrase(pattern)} and {quoted_phrase(two)}"


def _exceeds(need: Need, cap: Cap) -> bool:
    return need.times > cap.most and call_implies(need.call, cap.call)


def _too_many(need: Need, cap: Cap) -> str:
    most = "once" if cap.most == 1 else f"{cap.most} times"
    return (
        f"{quoted_phrase(need.call)} must be called {need.times} times, "
        f"and {quoted_phrase(cap.call)} may be at most {most}"
    )


def _unmet(call: CallPattern, subject: CallPattern, demand: OneOf) -> bool:
    """Tell whether no call of the pattern meets a demand on the subject, which it is."""
    if not is_of_subject(call, subject):
        return False
    return all(rule_out(call.qualifiers, alternative) for alternative in demand.demands)

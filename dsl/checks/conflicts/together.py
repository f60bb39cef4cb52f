"""Find three rules and more that exclude each other, though no two of them do.

Several rules need more calls than a `limit` allows, or all calls that an `only` leaves of what
another rule needs are forbidden by further rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from toolspec.dsl.checks.conflicts.limits import allowed_numbers, calls_needed
from toolspec.dsl.checks.shared.call_logic import call_implies, calls_apart
from toolspec.dsl.checks.shared.claims_of import Claimed, Index, meet, quoted_phrase
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import shown
from toolspec.engine.kinds.claims import Bound, Need
from toolspec.engine.match.value_logic import Interval
from toolspec.engine.measures.calls import CallsOf

RULES_MAX: Final = 50
"""Rules that need calls, or list what is allowed, that are looked at for each other rule."""


class Excluding(NamedTuple):
    """Rules that no trace can pass all; no two of them exclude each other."""

    rules: tuple[SpecLine, ...]
    reason: str


def groups(index: Index) -> Iterator[Excluding]:
    """Yield groups of three rules or more that no trace can pass all."""
    yield from _too_many_calls(index)
    yield from _nothing_left(index)


# ------------------------------------------------------------------- more calls than a limit allows


def _too_many_calls(index: Index) -> Iterator[Excluding]:
    for rule in index.rules:
        for bound in rule.claims.bounds:
            if bound.of == CallsOf.word:
                conflict = _exceeding(index, rule, bound)
                if conflict is not None:
                    yield conflict


def _exceeding(index: Index, rule: Claimed, bound: Bound) -> Excluding | None:
    """Return the rules that together need more calls than a bound allows, as few as possible."""
    allowed = allowed_numbers(bound)
    if allowed is None:
        return None
    taken: list[SpecLine] = [rule.entry]
    needs: list[Need] = []
    needing = index.needing[:RULES_MAX]
    sizes = calls_needed(needing)
    for other, size in sorted(zip(needing, sizes, strict=True), key=lambda pair: -pair[1]):
        if allowed.apart(Interval(size)):
            return None  # these two exclude each other
        own = _apart_from(other, needs)
        if own and all(meet(other.entry, entry) for entry in taken):
            taken.append(other.entry)
            needs += own
            number = sum(need.times for need in needs)
            if allowed.apart(Interval(number)):
                phrases = ", ".join(dict.fromkeys(quoted_phrase(need.call) for need in needs))
                reason = f"at least {number} calls must be made ({phrases}), and "
                return Excluding(tuple(taken), f"{reason}`{shown(bound.source)}`")
    return None


def _apart_from(rule: Claimed, others: list[Need]) -> list[Need]:
    """Return needs of a rule that take calls of their own, beside those of other rules."""
    own = [
        need
        for need in rule.claims.needs
        if all(calls_apart(need.call, other.call) for other in others)
    ]
    if rule.claims.apart:
        return own if len(own) == len(rule.claims.needs) else []
    return sorted(own, key=lambda need: -need.times)[:1]


# -------------------------------------------------------------- nothing is left of what is needed


def _nothing_left(index: Index) -> Iterator[Excluding]:
    listing = [entry for entry in index.rules if entry.claims.only is not None][:RULES_MAX]
    for rule in index.needing[:RULES_MAX] if listing else ():
        for only in listing:
            if meet(rule.entry, only.entry):
                for need in rule.claims.needs:
                    conflict = _forbidden(index, rule, need, only)
                    if conflict is not None:
                        yield conflict


def _forbidden(index: Index, rule: Claimed, need: Need, only: Claimed) -> Excluding | None:
    """Return the rules that together leave no call of those that a rule needs."""
    assert only.claims.only is not None
    left = [phrase for phrase in only.claims.only if not calls_apart(need.call, phrase)]
    banning: dict[SpecLine, None] = {}
    for allowed in left:
        ban = next(
            (
                other.entry
                for other in index.rules
                if meet(other.entry, rule.entry) and meet(other.entry, only.entry)
                for cap in other.claims.caps
                if not cap.most and call_implies(allowed, cap.call)
            ),
            None,
        )
        if ban is None:
            return None
        banning[ban] = None
    if not left or index.banned.by(need.call, rule.entry) is not None:
        return None  # two rules alone exclude each other
    phrases = ", ".join(map(quoted_phrase, left))
    reason = (
        f"{quoted_phrase(need.call)} must be called, `only` allows {phrases}, and that is forbidden"
    )
    return Excluding((rule.entry, only.entry, *banning), reason)

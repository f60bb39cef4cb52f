"""Find demands that wait for each other: every a after a b, and every b after an a."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from toolspec.dsl.checks.shared.call_logic import is_of_subject
from toolspec.dsl.checks.shared.claims_of import PAIRS_MAX, ByTool, Index, Pair, quoted
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.engine.match.call_pattern import CallPattern


class Waits(NamedTuple):
    """Every call of `subject` has another one, `way` of it: `after` or `before`."""

    entry: SpecLine
    subject: CallPattern
    way: str
    other: CallPattern


def pairs(index: Index) -> Iterator[Pair]:
    """Yield pairs of rules whose demands wait for each other."""
    by_subject = ByTool[Waits]()
    waits = list(_waiting(index))
    left = PAIRS_MAX
    for one in waits:
        by_subject.add(one.subject.tool, one.entry, one)
    for one in waits:
        for _, two in by_subject.of(one.other.tool, one.entry):
            left -= 1
            if left < 0:
                return
            if one.entry.at < two.entry.at and _circular(one, two):
                yield Pair(one.entry, two.entry, partial(_reason, one, two))


def _reason(one: Waits, two: Waits) -> str:
    end, side = ("first", "before") if one.way == "after" else ("last", "after")
    return f"the {end} call of {quoted(one.subject)} and {quoted(two.subject)} has none {side} it"


def _waiting(index: Index) -> Iterator[Waits]:
    for entry, claims in index.asking:
        assert claims.subject is not None
        for demand in claims.demands:
            (one, *others) = demand.demands
            if others or one.negated or one.relation is None or one.pattern is None:
                continue
            yield Waits(entry, claims.subject, one.relation.way, one.pattern)


def _circular(one: Waits, two: Waits) -> bool:
    if one.way != two.way:
        return False
    return is_of_subject(one.other, two.subject) and is_of_subject(two.other, one.subject)

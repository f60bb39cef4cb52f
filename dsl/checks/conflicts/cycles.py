"""Find demands that wait for each other: every a after a b, and every b after an a."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from toolspec.dsl.checks.shared.call_logic import is_of_subject
from toolspec.dsl.checks.shared.claims_of import PAIRS_MAX, ByTool, Index, Pair, quoted_phrase
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
    for wait in waits:
        by_subject.add(wait.subject.tool, wait.entry, wait)
    for wait in waits:
        for _, two in by_subject.of(wait.other.tool, wait.entry):
            left -= 1
            if left < 0:
                return
            if wait.entry.at < two.entry.at and _circular(wait, two):
                yield Pair(wait.entry, two.entry, partial(_reason, wait, two))


def _reason(waits: Waits, two: Waits) -> str:
    end, side = ("first", "before") if waits.way == "after" else ("last", "after")
    subjects = f"{quoted_phrase(waits.subject)} and {quoted_phrase(two.subject)}"
    return f"the {end} call of {subjects} has none {side} it"


def _waiting(index: Index) -> Iterator[Waits]:
    for entry, claims in index.asking:
        assert claims.subject is not None
        for demand in claims.demands:
            (first, *others) = demand.demands
            if others or first.negated or first.relation is None or first.pattern is None:
                continue
            yield Waits(entry, claims.subject, first.relation.way, first.pattern)


def _circular(waits: Waits, two: Waits) -> bool:
    if waits.way != two.way:
        return False
    return is_of_subject(waits.other, two.subject) and is_of_subject(two.other, waits.subject)

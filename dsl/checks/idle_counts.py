"""Find `count` entries that never hold, or always do, whatever the trace."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.checks import Context, fact, moved
from toolspec.dsl.checks.bounds import Bounds, must_all_hold
from toolspec.dsl.checks.shared.call_logic import call_implies
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import LineDiagnostic, Related, shown
from toolspec.engine.rules.count import Count
from toolspec.engine.rules.shared.times import Times
from toolspec.engine.syntax import Part

PAIRS_MAX = 5_000
"""Pairs of entries of one rule that are compared at most."""


def check(context: Context) -> Iterator[LineDiagnostic]:
    """Yield a problem for each such entry, and for those of one rule that contradict another."""
    for entry, problems in zip(context.rules, context.each(_found), strict=True):
        if problems:
            yield from moved(entry, problems)


def _found(entry: SpecLine) -> tuple[LineDiagnostic, ...]:
    rule = entry.rule
    return fact(entry, _idle) if rule is not None and isinstance(rule.kind, Count) else ()


def _idle(entry: SpecLine) -> tuple[LineDiagnostic, ...]:
    together = _together(entry) if must_all_hold(entry) else ()
    return (*_alone(entry), *together)


def _alone(entry: SpecLine) -> Iterator[LineDiagnostic]:
    for part in entry.parts[0].all("count_entry"):
        bounds = Bounds.of(part)
        if bounds is None:
            continue
        if bounds.high is not None and bounds.high < 0:
            fields = {
                "reason": "no tool is called fewer than 0 times",
                "hint": "write `= 0` for a tool that must not be called",
            }
            yield LineDiagnostic("never_holds", *part.span, fields)
        elif bounds.low <= 0 and bounds.high is None:
            fields = {
                "reason": "a tool that is never called counts 0, and that is enough",
                "hint": "write `>= 1` for a tool that must be called",
            }
            yield LineDiagnostic("always_holds", *part.span, fields)


def _together(entry: SpecLine) -> Iterator[LineDiagnostic]:
    """Yield a problem for each entry that contradicts one before it, the narrowest of those."""
    assert entry.rule is not None
    kind = entry.rule.kind
    assert isinstance(kind, Count)
    known: list[tuple[Part, Times]] = []
    left = PAIRS_MAX
    for part, times in zip(entry.parts[0].all("count_entry"), kind.entries, strict=True):
        excluding: list[tuple[Part, Times]] = []
        for other in known if left > 0 else ():
            left -= 1
            if _exclude(times, other[1]) or _exclude(other[1], times):
                excluding.append(other)
        if not excluding:
            known.append((part, times))
            continue
        narrowest = min(excluding, key=lambda other: _narrow(other[1], times))[0]
        fields = {
            "reason": f"`{shown(narrowest.source)}` in the same rule contradicts it",
            "hint": "remove one of the two",
        }
        related = (Related(*narrowest.span, "and this"),)
        yield LineDiagnostic("never_holds", *part.span, fields, related=related)


def _exclude(times: Times, other: Times) -> bool:
    """Tell whether the one needs more calls than the other allows of them."""
    most = other.most
    return most is not None and times.least > most and call_implies(times.call, other.call)


def _narrow(times: Times, than: Times) -> float:
    """Return what orders entries that contradict another, the narrowest first."""
    if times.most is not None and than.least > times.most:
        return times.most
    return -times.least

"""Calls that meet a demand under `not` only because a value has another type than it compares."""

from __future__ import annotations

from collections.abc import Sequence

from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.near_misses import (
    OffType,
    compares,
    grouped_calls,
    no_numbers,
    off_types,
)
from toolspec.engine.match.qualifier import Qualifier
from toolspec.engine.relations.demand import Demand
from toolspec.engine.rules.shared.each_judge import AskedCall, EachJudge
from toolspec.engine.trace import Trace
from toolspec.engine.verdict import EVIDENCE_MAX, Shown


def under_not(judge: EachJudge, rows: Sequence[AskedCall], shown: Shown) -> str:
    """Name them, and the calls of which a name is compared that stands for no number.

    A demand with names is tried for the first calls that were asked, each time on all others.
    """
    near: dict[int, OffType] = {}
    without: dict[int, OffType] = {}
    trace = judge.trace
    for demand in [
        demand for any_of in judge.demands for demand in any_of.demands if demand.negated
    ]:
        phrase = _phrase(demand, judge.subject)
        if phrase is None or not compares(phrase):
            continue
        for row in rows[:EVIDENCE_MAX] if phrase.names else [None]:
            if row is not None and not phrase.names <= row.bindings.keys():
                continue
            none = None if row is None else next(no_numbers(phrase, row.bindings), None)
            others = _others(demand, phrase, trace, rows if row is None else [row])
            if row is not None and none is not None:
                if others:
                    without[row.at] = none
                continue
            bound = phrase if row is None else phrase.bound(row.bindings, negated=True)
            near.update(off_types(trace, bound, others))
    named_near = grouped_calls([near[at] for at in sorted(near)], shown, "matched")
    return named_near + grouped_calls([without[at] for at in sorted(without)], shown, "compared")


def _phrase(demand: Demand, subject: CallPattern) -> CallPattern | None:
    """Return the phrase that a demand asks for: of the call itself, or of another."""
    if isinstance(demand.asked, Qualifier):
        return CallPattern(subject.tool, (demand.asked,))
    return demand.pattern


def _others(
    demand: Demand, phrase: CallPattern, trace: Trace, rows: Sequence[AskedCall]
) -> list[int]:
    """Return the calls that may break a demand of one of these calls."""
    relation = demand.relation
    if relation is None:
        return [row.at for row in rows]
    calls = phrase.tool.calls_in(trace)
    if not rows:
        return []
    if relation.way == "after":
        return [at for at in calls if at < rows[-1].at]
    return [at for at in calls if at > rows[0].at]

"""Why `require` found too few calls: which came nearest, and what each of them lacked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.match.arguments import Fit
from toolspec.engine.match.call_pattern import Placed
from toolspec.engine.match.sorted_calls import LOOKED_AT_MAX, SortedCalls, call_phrase
from toolspec.engine.rules.shared.entries import not_called
from toolspec.engine.text.plural import plural
from toolspec.engine.trace import Trace
from toolspec.engine.verdict import Evidence, Explanation, Shown, evidence

NEAREST_MAX: Final = 5
"""Near misses that are listed."""


def shortfall(trace: Trace, considered: SortedCalls, least: int, shown: Shown) -> Explanation:
    """Say how many calls match, how many should, and what the nearest of the others lacked.

    Among those are the calls that step and turn words leave out.
    """
    counted = None
    if trace.wide is not trace:
        counted = trace.wide
        trace, considered = counted, _widened(trace, considered)
    tool, matches = considered.pattern.tool, considered.matches
    calls = tool.calls_in(trace)
    matching = set(matches)
    others = (at for at in calls if at not in matching)
    near = [
        Evidence(at, "nearest", _lacks(considered, trace, at, shown))
        for at in _nearest(considered, trace, others)
    ]
    phrases = [f"{call_phrase(trace, item.call, shown)}: {item.lacks}" for item in near]
    fields: dict[str, Json] = {
        "matching_calls": [call_phrase(trace, at, shown) for at in considered.listed_matches],
        "nearest_calls": phrases,
    }
    count = len(matches)
    if not calls:
        short = not_called(trace, tool)
        summary = f"{tool} was {short}"
    elif count >= least:
        last = len(trace) - 1
        why = "it is a call of another tool"
        if tool.means(trace.calls[last].name):
            why = _lacks(considered, trace, last, shown)
        summary = f"the last call, {call_phrase(trace, last, shown)}, does not match: {why}"
        short = "the last call does not match"
        near = [item for item in near if item.call != last]
        near.insert(0, Evidence(last, "offender", f"it is the last call: {why}"))
    else:
        match = "no call matches" if not count else plural(count, "call matches", "calls match")
        summary = match if least == 1 else f"{match}, {least} are required"
        summary += f"; nearest: {phrases[0]}" if phrases else ""
        short = f"{count} matched, {least} required" if count else "no call matches"
    listed = (*near, *evidence(matches, "match"))
    return Explanation(summary, fields, listed, short, counted)


def _widened(trace: Trace, considered: SortedCalls) -> SortedCalls:
    """Return the same calls by their places in the part without its step and turn words."""
    places = {index: at for at, index in enumerate(trace.wide.indexes)}
    wide = [places[at] for at in trace.indexes]
    placed = considered.placed
    if placed is not None:
        certain = wide[placed.certain] if placed.certain >= 0 else -1
        placed = Placed(certain, frozenset(wide[at] for at in placed.possible))
    matches = [wide[at] for at in considered.matches]
    return considered._replace(matches=matches, placed=placed)


def _nearest(considered: SortedCalls, trace: Trace, calls: Iterable[int]) -> list[int]:
    """Return the calls that fit most of what is asked for, the best first, then the earliest."""
    compared = [at for at, _ in zip(calls, range(LOOKED_AT_MAX), strict=False)]
    pattern = considered.pattern

    def distance(at: int) -> tuple[int, int, int]:
        call = trace.calls[at]
        alike = pattern.closeness(call)[0]
        fitting = alike + (call.completed is not False) + (not trace.left_out(trace.indexes[at]))
        fitting += not considered.is_out_of_place(at)
        others = sum([qualifier.test(call) is not Fit.NO for qualifier in pattern.others])
        return -fitting, others - alike, at

    return sorted(compared, key=distance)[:NEAREST_MAX]


def _lacks(considered: SortedCalls, trace: Trace, at: int, shown: Shown) -> str:
    call = trace.calls[at]
    reasons: list[str] = []
    if call.completed is False:
        reasons.append("it never completed")
    left_out = trace.left_out(trace.indexes[at])
    reasons.append(left_out)
    out_of_place = bool(left_out) and considered.is_out_of_place(at)
    reasons.append(
        considered.pattern.lacks(call, shown)
        if out_of_place
        else considered.lacks(trace, at, shown)
    )
    return "; ".join([part for part in reasons if part]) or "it is not the last call"

"""Calls sorted by how they fit a call pattern, and what is said of them: `require` and `forbid`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from toolspec.engine.json_value import Json
from toolspec.engine.match.call_pattern import CallPattern, Placed
from toolspec.engine.match.qualifier import FAULT, MATCH, MISS
from toolspec.engine.match.qualifiers.arguments import CallArguments
from toolspec.engine.match.qualifiers.result import CallResult
from toolspec.engine.trace import UNRECORDED, Trace, Unrecorded
from toolspec.engine.verdict import (
    EVIDENCE_MAX,
    Evidence,
    Explanation,
    Shown,
    brief,
    more_than_listed,
)

LOOKED_AT_MAX: Final = 1000
"""Calls that are compared for the nearest one; a longer list is compared from its start."""


class SortedCalls(NamedTuple):
    """The calls considered, by how they fit: their indexes in the trace, in order.

    `open` holds, by call, the bits of what it could be with one content or another of what is not
    recorded; a `faults` call lacks a key the rule says it must have. Whether the `unsure` calls are
    to be considered is not recorded: their step, or whether they completed.
    """

    pattern: CallPattern
    matches: list[int]
    open: dict[int, int]
    faults: list[int]
    missed: list[int]
    unsure: Collection[int] = ()
    placed: Placed | None = None

    @property
    def could_match(self) -> list[int]:
        """The calls not known to match that would with some content."""
        return [at for at, can_be in self.open.items() if can_be & MATCH]

    @property
    def listed_matches(self) -> list[int]:
        """The matches, as many as an explanation lists."""
        return self.matches[:EVIDENCE_MAX]

    def is_out_of_place(self, at: int) -> bool:
        """Tell whether the call has not the pattern's position."""
        placed = self.placed
        return placed is not None and at != placed.certain and at not in placed.possible

    def lacks(self, trace: Trace, at: int, shown: Shown) -> str:
        """Say what keeps a call of the tool from matching."""
        missed = self.pattern.not_placed if self.is_out_of_place(at) else ""
        return self.pattern.lacks(trace.calls[at], shown, missed)

    def fault_explanation(
        self, trace: Trace, shown: Shown, fields: Mapping[str, Json]
    ) -> Explanation:
        """Say which call lacks a `must` key."""
        pattern, calls = self.pattern, trace.calls
        at = self.faults[0]
        lacks = pattern.missing_must(calls[at])
        summary = f"{call_phrase(trace, at, shown)} must have {lacks}, and does not"
        listed = [
            Evidence(call, "fault", pattern.missing_must(calls[call]))
            for call in self.faults[:EVIDENCE_MAX]
        ]
        short = pattern.brief_of_fault(calls[at])
        return Explanation(
            summary, {**fields, **more_than_listed(self.faults)}, tuple(listed), short
        )

    def open_explanation(
        self, trace: Trace, shown: Shown, fields: Mapping[str, Json]
    ) -> Explanation:
        """Say of which calls the trace records too little."""
        calls = list(self.open)
        missing = [self.not_recorded(trace, at) for at in calls[:EVIDENCE_MAX]]
        fields = {**fields, **more_than_listed(calls)}
        return too_little_recorded(trace, calls, missing, shown, fields)

    def not_recorded(self, trace: Trace, at: int) -> str:
        """Name what the trace does not record of a call and the rule asks for."""
        call = trace.calls[at]
        names = self.pattern.not_recorded(call)
        if at in self.unsure:
            names += [trace.unsure[at]] if at in trace.unsure else []
            names += ["completion"] if call.completed is None else []
        return " and ".join(names) or f"place among the calls of {self.pattern.tool}"


def sort_calls(
    trace: Trace,
    pattern: CallPattern,
    calls: Sequence[int],
    unsure: Collection[int] = (),
    placed: Placed | None = None,
) -> SortedCalls:
    """Sort calls of the pattern's tool by how they fit it."""
    sorted_calls = SortedCalls(pattern, [], {}, [], [], unsure, placed)
    if not unsure and placed is None:
        if not pattern.qualifiers:
            sorted_calls.matches.extend(calls)
            return sorted_calls
        if len(pattern.qualifiers) == 1 and _sort_quickly(trace, calls, sorted_calls):
            return sorted_calls
    all_calls, outcomes = trace.calls, pattern.outcomes
    for at in calls:
        can_be = outcomes(all_calls[at])
        if placed is not None and at != placed.certain and can_be & MATCH:
            can_be = can_be | MISS if at in placed.possible else can_be & ~MATCH | MISS
        if at in unsure:
            can_be |= MISS
        if can_be == MATCH:
            sorted_calls.matches.append(at)
        elif can_be == MISS:
            sorted_calls.missed.append(at)
        elif can_be == FAULT:
            sorted_calls.faults.append(at)
        else:
            sorted_calls.open[at] = can_be
    return sorted_calls


def _sort_quickly(trace: Trace, calls: Sequence[int], sorted_calls: SortedCalls) -> bool:
    """Sort by arguments or by results alone: most rules are so. Return whether that was done."""
    (only,) = sorted_calls.pattern.qualifiers
    if isinstance(only, CallArguments):
        if only.arguments.has_must:
            return False
        parts, fits = trace.arguments, only.arguments.test
        for at in calls:
            if parts[at] is UNRECORDED:
                sorted_calls.open[at] = only.outcomes(trace.calls[at])
            elif fits(parts[at]):
                sorted_calls.matches.append(at)
            else:
                sorted_calls.missed.append(at)
        return True
    if isinstance(only, CallResult):
        results, pattern = trace.results, only.pattern
        fits, certain = pattern.test, pattern.certain
        for at in calls:
            if results[at] is UNRECORDED:
                if certain is None:
                    sorted_calls.open[at] = MATCH | MISS
                else:
                    (sorted_calls.matches if certain else sorted_calls.missed).append(at)
            elif fits(results[at]):
                sorted_calls.matches.append(at)
            else:
                sorted_calls.missed.append(at)
        return True
    return False


def too_little_recorded(
    trace: Trace,
    calls: Sequence[int],
    missing: Sequence[str],
    shown: Shown,
    fields: Mapping[str, Json],
) -> Explanation:
    """Say of which calls the trace records too little: `missing` of each that is listed."""
    verb = "are" if missing[0].startswith("arguments") else "is"
    summary = f"the {missing[0]} of {call_phrase(trace, calls[0], shown)} {verb} not recorded"
    if len(calls) > 1:
        summary += f", nor of {len(calls) - 1} more"
    listed = tuple(
        Evidence(at, "open", f"{what} not recorded")
        for at, what in zip(calls, missing, strict=False)
    )
    short = brief(f"{missing[0]} not recorded", "too little recorded")
    return Explanation(summary, {**fields}, listed, short)


def nearest(trace: Trace, calls: Sequence[int], pattern: CallPattern) -> int | None:
    """Return the call that fits most of what is asked for; of several the first.

    None where there are no calls.
    """
    best: tuple[int, int] | None = None
    nearest_at = None
    for at in calls[:LOOKED_AT_MAX]:
        near = pattern.closeness(trace.calls[at])
        if best is None or near > best:
            best, nearest_at = near, at
    return nearest_at


def call_phrase(trace: Trace, at: int, shown: Shown) -> str:
    """Name a call for a sentence: `call 3, view <path: "a.env">`."""
    call = trace.calls[at]
    if isinstance(call.arguments, Unrecorded) or not call.arguments or not shown.values:
        return f"call {trace.number(at)}, {call.name}"
    listed = ", ".join([f"{key}: {shown.short(value)}" for key, value in call.arguments.items()])
    return f"call {trace.number(at)}, {call.name} <{listed}>"

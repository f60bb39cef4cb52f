"""Look through calls for those that fit arguments and a result: what `require` and `forbid` share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from toolspec.engine.json_value import Json
from toolspec.engine.matcher import Arguments, Fit, ResultText
from toolspec.engine.trace import Trace, Unrecorded
from toolspec.engine.verdict import Evidence, Explanation, Shown


class Looked(NamedTuple):
    """The calls looked at, by how they fit: their indexes in the trace, in order.

    `open` calls would match with some content of what is not recorded; a `faults` call lacks a key
    the rule says it must have.
    """

    matches: list[int]
    open: list[int]
    faults: list[int]
    missed: list[int]
    arguments: Arguments
    result: ResultText | None

    def fault_explanation(
        self, trace: Trace, shown: Shown, fields: Mapping[str, Json]
    ) -> Explanation:
        """Say which call lacks a `must` key."""
        at = self.faults[0]
        lacks = missing_must(trace, at, self.arguments)
        summary = f"{call_phrase(trace, at, shown)} must have {lacks}, and does not"
        return Explanation(
            summary, fields, tuple(Evidence(call, "fault", lacks) for call in self.faults)
        )

    def open_explanation(
        self, trace: Trace, shown: Shown, fields: Mapping[str, Json]
    ) -> Explanation:
        """Say of which calls the trace records too little."""
        at = self.open[0]
        summary = f"{unrecorded(trace, at)} of {call_phrase(trace, at, shown)} not recorded"
        more = len(self.open) - 1
        if more:
            summary += f", nor of {more} more calls"
        evidence = (Evidence(call, "open", unrecorded(trace, call)) for call in self.open)
        return Explanation(summary, fields, tuple(evidence))


def look(
    trace: Trace, calls: Iterable[int], arguments: Arguments, result: ResultText | None
) -> Looked:
    """Sort the calls by how they fit the arguments and the result."""
    looked = Looked([], [], [], [], arguments, result)
    by_fit = {
        Fit.YES: looked.matches,
        Fit.OPEN: looked.open,
        Fit.FAULT: looked.faults,
        Fit.NO: looked.missed,
    }
    for at in calls:
        call = trace.calls[at]
        fit = arguments.fits(call.arguments) if arguments.entries else Fit.YES
        if result is not None and fit in (Fit.YES, Fit.OPEN):
            returned = result.fits(call.result)
            # A `NO` is final whatever the other half says; `OPEN` beats `YES`.
            if returned is Fit.NO or fit is Fit.YES:
                fit = returned
        by_fit[fit].append(at)
    return looked


def could_fault(arguments: Arguments) -> bool:
    """Tell whether some content of a call's arguments would make the rule an error."""
    return any(entry.must for entry in arguments.entries)


def missing_must(trace: Trace, at: int, arguments: Arguments) -> str:
    """Name the `must` keys that the call lacks: `the argument "path"`."""
    given = trace.calls[at].arguments
    assert not isinstance(given, Unrecorded)
    lacking = [entry for entry in arguments.entries if entry.fits(given) is Fit.FAULT]
    return " and ".join(
        f"the argument `{entry.key}`" + (" as text" if entry.key in given else "")
        for entry in lacking
    )


def unrecorded(trace: Trace, at: int) -> str:
    """Name what the trace does not record of a call: its arguments, its result, or both."""
    call = trace.calls[at]
    parts = [
        name
        for name, value in (("arguments", call.arguments), ("result", call.result))
        if isinstance(value, Unrecorded)
    ]
    return " and ".join(parts) or "nothing"


def call_phrase(trace: Trace, at: int, shown: Shown) -> str:
    """Name a call for a sentence: `call 3, view <path: "a.env">`."""
    call = trace.calls[at]
    if isinstance(call.arguments, Unrecorded) or not call.arguments:
        return f"call {at + 1}, {call.name}"
    listed = ", ".join(f"{key}: {shown.short(value)}" for key, value in call.arguments.items())
    return f"call {at + 1}, {call.name} <{listed}>"

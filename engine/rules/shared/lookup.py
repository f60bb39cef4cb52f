"""Look through calls for those that fit arguments and a result: for `require` and `forbid`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final, NamedTuple

from toolspec.engine.json_value import Json
from toolspec.engine.kind import Misuse, Part
from toolspec.engine.match.tool_pattern import quoted
from toolspec.engine.matcher import Argument, Arguments, Fit, ResultPattern
from toolspec.engine.named import make
from toolspec.engine.trace import UNRECORDED, Call, Trace, Unrecorded
from toolspec.engine.verdict import (
    EVIDENCE_MAX,
    Evidence,
    Explanation,
    Shown,
    brief,
    more_than_listed,
)

MATCH: Final = 1
MISS: Final = 2
FAULT: Final = 4
"""What a call can turn out to be, as bits: several where what is not recorded decides."""

ANY_ARGUMENTS: Final = Arguments(())

_CERTAIN: Final = {Fit.YES: MATCH, Fit.NO: MISS, Fit.FAULT: FAULT}


class Looked(NamedTuple):
    """The calls looked at, by how they fit: their indexes in the trace, in order.

    `open` holds, by call, the bits of what it could be with one content or another of what is not
    recorded; a `faults` call lacks a key the rule says it must have. Whether the `unsure` calls are
    to be looked at is not recorded: their step, or whether they completed.
    """

    matches: list[int]
    open: dict[int, int]
    faults: list[int]
    missed: list[int]
    arguments: Arguments
    result: ResultPattern | None
    unsure: Collection[int]

    @property
    def could_match(self) -> list[int]:
        """The calls not known to match that would with some content."""
        return [at for at, can_be in self.open.items() if can_be & MATCH]

    @property
    def listed_matches(self) -> list[int]:
        """The matches, as many as an explanation lists."""
        return self.matches[:EVIDENCE_MAX]

    def fault_explanation(
        self, trace: Trace, shown: Shown, fields: Mapping[str, Json]
    ) -> Explanation:
        """Say which call lacks a `must` key."""
        at = self.faults[0]
        lacks = missing_must(trace.calls[at], self.arguments)
        summary = f"{call_phrase(trace, at, shown)} must have {lacks}, and does not"
        listed = [
            Evidence(call, "fault", missing_must(trace.calls[call], self.arguments))
            for call in self.faults[:EVIDENCE_MAX]
        ]
        few = brief_of_fault(trace.calls[at], self.arguments)
        return Explanation(summary, {**fields, **more_than_listed(self.faults)}, tuple(listed), few)

    def open_explanation(
        self, trace: Trace, shown: Shown, fields: Mapping[str, Json]
    ) -> Explanation:
        """Say of which calls the trace records too little."""
        calls = list(self.open)
        first = self.missing(trace, calls[0])
        verb = "are" if first.startswith("arguments") else "is"
        summary = f"the {first} of {call_phrase(trace, calls[0], shown)} {verb} not recorded"
        if len(calls) > 1:
            summary += f", nor of {len(calls) - 1} more"
        listed = tuple(
            Evidence(at, "open", self.missing(trace, at) + " not recorded")
            for at in calls[:EVIDENCE_MAX]
        )
        few = brief(f"{first} not recorded", "too little recorded")
        return Explanation(summary, {**fields, **more_than_listed(calls)}, listed, few)

    def missing(self, trace: Trace, at: int) -> str:
        """Name what the trace does not record of a call and the rule asks for."""
        call = trace.calls[at]
        names = [
            name
            for name, value, asked in (
                ("arguments", call.arguments, self.arguments.asks),
                ("result", call.result, self.result is not None),
            )
            if asked and isinstance(value, Unrecorded)
        ]
        if at in self.unsure:
            names += ["step"] if call.step is None else []
            names += ["completion"] if call.completed is None else []
        return " and ".join(names)


def look(
    trace: Trace,
    calls: Iterable[int],
    arguments: Arguments,
    result: ResultPattern | None,
    unsure: Collection[int] = (),
) -> Looked:
    """Sort the calls by how they fit the arguments and the result; see `Looked`."""
    looked = make(Looked, ([], {}, [], [], arguments, result, unsure))
    if result is None and not unsure:
        if not arguments.asks:
            looked.matches.extend(calls)
            return looked
        if not arguments.has_must:
            _look_at_arguments(trace, calls, looked)
            return looked
    if result is not None and not unsure and not arguments.asks:
        _look_at_results(trace, calls, looked, result)
        return looked
    all_calls = trace.calls
    for at in calls:
        call = all_calls[at]
        can_be = outcomes(arguments, call)
        if result is not None and can_be & MATCH:
            returned = result.fits(call.result)
            if returned is Fit.NO:
                can_be = can_be & ~MATCH | MISS
            elif returned is Fit.OPEN:
                can_be |= MISS
        if at in unsure:
            can_be |= MISS
        if can_be == MATCH:
            looked.matches.append(at)
        elif can_be == MISS:
            looked.missed.append(at)
        elif can_be == FAULT:
            looked.faults.append(at)
        else:
            looked.open[at] = can_be
    return looked


def _look_at_arguments(trace: Trace, calls: Iterable[int], looked: Looked) -> None:
    """Sort the calls by arguments of which none must be there: most rules are so."""
    given, fits = trace.arguments, looked.arguments.test
    for at in calls:
        if given[at] is UNRECORDED:
            looked.open[at] = outcomes(looked.arguments, trace.calls[at])
        elif fits(given[at]):
            looked.matches.append(at)
        else:
            looked.missed.append(at)


def _look_at_results(
    trace: Trace, calls: Iterable[int], looked: Looked, result: ResultPattern
) -> None:
    """Sort the calls by their results alone."""
    given, fits = trace.results, result.test
    for at in calls:
        if given[at] is UNRECORDED:
            if result.certain is None:
                looked.open[at] = MATCH | MISS
            else:
                (looked.matches if result.certain else looked.missed).append(at)
        elif fits(given[at]):
            looked.matches.append(at)
        else:
            looked.missed.append(at)


def outcomes(arguments: Arguments, call: Call) -> int:
    """Return the bits of what a call can be by its arguments, over all contents not recorded."""
    fit = arguments.fits(call.arguments)
    if fit is not Fit.OPEN:
        return _CERTAIN[fit]
    can_be = MATCH
    if arguments.has:
        can_be |= MISS
    for entry in arguments.entries:
        if entry.must:
            can_be |= FAULT
        if entry.can_miss:
            can_be |= MISS
    return can_be


def arguments_of(rule: Part) -> Arguments:
    """Return the `<...>` of a rule or entry, open for other keys. Raises Misuse on `<>`."""
    part = rule.get("arguments")
    if part is None:
        return ANY_ARGUMENTS
    if not part.value.asks:
        raise Misuse("empty-arguments", part)
    return part.value


def brief_of_fault(call: Call, arguments: Arguments) -> str:
    """Say in a few words which `must` key the call lacks, the first where there are several.

    >>> from toolspec.engine.matcher import Argument, Present
    >>> from toolspec.engine.trace import called
    >>> brief_of_fault(called("view", {}), Arguments((Argument("path", Present(), must=True),)))
    'no argument "path"'
    """
    given, (entry, *_) = _at_fault(call, arguments)
    key = quoted(entry.key)
    if entry.key in given:
        return brief(f"argument {key} is not text", "an argument is not text")
    return brief(f"no argument {key}", "an argument is missing")


def missing_must(call: Call, arguments: Arguments) -> str:
    """Name the `must` keys that the call lacks: `the argument "path"`."""
    given, lacking = _at_fault(call, arguments)
    return " and ".join(
        f"the argument `{entry.key}`" + (" as text" if entry.key in given else "")
        for entry in lacking
    )


def _at_fault(call: Call, arguments: Arguments) -> tuple[Mapping[str, Json], list[Argument]]:
    """Return the arguments of a call known to be at fault, and the `must` keys it lacks."""
    given = call.arguments
    assert not isinstance(given, Unrecorded)
    return given, [entry for entry in arguments.entries if entry.fits(given) is Fit.FAULT]


def call_phrase(trace: Trace, at: int, shown: Shown) -> str:
    """Name a call for a sentence: `call 3, view <path: "a.env">`."""
    call = trace.calls[at]
    if isinstance(call.arguments, Unrecorded) or not call.arguments or not shown.values:
        return f"call {at + 1}, {call.name}"
    listed = ", ".join([f"{key}: {shown.short(value)}" for key, value in call.arguments.items()])
    return f"call {at + 1}, {call.name} <{listed}>"

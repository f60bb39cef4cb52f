"""What is said of a number of calls that a whole phrase is about, not a tool alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

from toolspec.engine.json_value import Json
from toolspec.engine.kinds.drawing import Drawing
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.match.call_pattern import is_tool_alone
from toolspec.engine.match.near_misses import near_misses
from toolspec.engine.match.sorted_calls import SortedCalls, call_phrase, nearest
from toolspec.engine.rules.shared.drawings import of_times
from toolspec.engine.rules.shared.times import Times
from toolspec.engine.syntax import Part
from toolspec.engine.text.plural import plural
from toolspec.engine.trace import Trace
from toolspec.engine.verdict import PASS, Evidence, Explanation, Shown, Status, brief

LISTED_MAX: Final = 5
"""Entries that do not hold of which a call is listed."""

NAMED_MAX: Final = 3
"""Entries that the summary names, of those that do not hold."""


class Missed(NamedTuple):
    """Why an entry does not hold: a sentence, a few words, and the call that shows it."""

    phrase: str
    short: str
    evidence: Evidence | None = None


class CountWords(Kind):
    """What `count` says of itself in words, and how it is written otherwise."""

    entries: tuple[Times, ...]

    offender_part = None

    def drawing(self, trace: Trace, reason: Explanation) -> Drawing:
        """Return the calls that each entry counts."""
        del reason
        return of_times(self.entries, trace)

    def in_words(self) -> str:
        """Return what the rule asks, as one plain sentence."""
        return f"The agent makes {', '.join([entry.in_words() for entry in self.entries])}."

    @classmethod
    def written_otherwise(cls, rule: Part) -> tuple[str, Part] | None:
        """Return `forbid X` for `count X = 0`."""
        return as_forbidden(list(rule.all(cls.syntax.entry)))

    def deciding_entry(self, reason: Explanation) -> int | None:
        """Return the first entry that does not hold."""
        return first_off(reason)


def called_times(count: int) -> str:
    """Return how often a tool was called: `never called`, `called 3 times`."""
    if count == 0:
        return "never called"
    return "called once" if count == 1 else f"called {count} times"


def as_forbidden(entries: Sequence[Part]) -> tuple[str, Part] | None:
    """Return what forbids the calls of the only entry, and the entry; None if it counts some."""
    if len(entries) != 1 or not is_tool_alone(entries[0]):
        return None
    entry = entries[0]
    if entry.value_of("comparison") not in ("=", "==") or entry.value_of("number") != 0:
        return None
    return f"forbid {entry.one('pattern').source}", entry


def first_off(reason: Explanation) -> int | None:
    """Return the first entry that does not hold, by what the justification says of each."""
    counted: Any = reason.justification.get("explained_tool_calls_count") or {}
    return next((at for at, name in enumerate(counted.values()) if not name.endswith("1.0")), None)


def open_count(count: int, calls: SortedCalls, expected: str, holds: bool) -> str:
    """Return what the justification says where it is open how many calls there are."""
    most = count + len(calls.open)
    return f"Actual: {count} to {most}, Expected: {expected}, Score: {1.0 if holds else 0.0}"


def entry_miss(
    trace: Trace,
    calls: SortedCalls,
    key: str,
    expected: str,
    phrase: str,
    short: str,
    shown: Shown,
) -> Missed:
    """Say why an entry does not hold: which call is open, too many, or came nearest."""
    count = len(calls.matches)
    if calls.open:
        first = next(iter(calls.open))
        missing = calls.not_recorded(trace, first)
        verb = "are" if missing.startswith("arguments") else "is"
        phrase = (
            f"{key} was called {count} to {count + len(calls.open)} times, {expected} expected: "
            f"the {missing} of {call_phrase(trace, first, shown)} {verb} not recorded"
        )
        short = brief(f"{missing} not recorded", "too little recorded")
        return Missed(phrase, short, Evidence(first, "open", f"{missing} not recorded"))
    if calls.matches:
        return Missed(phrase, short, Evidence(calls.matches[-1], "offender", phrase))
    near = nearest(trace, calls.missed, calls.pattern)
    if near is None:
        return Missed(phrase, short)
    lacks = calls.lacks(trace, near, shown)
    phrase = f"{phrase}; nearest: {call_phrase(trace, near, shown)}: {lacks}"
    return Missed(phrase, short, Evidence(near, "nearest", lacks))


def near_misses_of(
    trace: Trace, sorted_calls: Sequence[SortedCalls], off: Collection[int], shown: Shown
) -> str:
    """Name the calls that were nearly counted, but for entries that name their nearest call."""
    return "".join(
        [
            near_misses(trace, calls.pattern, calls.missed, shown, "counted")
            for at, calls in enumerate(sorted_calls)
            if at not in off or calls.matches
        ]
    )


def explained(
    missed: Sequence[Missed], fields: dict[str, Json], status: Status, near: str
) -> Explanation:
    """Put the reasons of all entries that do not hold into one explanation; `near` ends it."""
    summary = "; ".join([item.phrase for item in missed[:NAMED_MAX]])
    more = len(missed) - NAMED_MAX
    if more > 0:
        summary += f", and {plural(more, 'more entry does', 'more entries do')} not hold"
    listed = [item.evidence for item in missed if item.evidence is not None][:LISTED_MAX]
    return Explanation(
        summary + near, fields, tuple(listed), "" if status is PASS else missed[0].short
    )

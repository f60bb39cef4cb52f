"""The phrases in clauses: which calls, or which messages, open and close a part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.near_misses import OffType, compares, grouped_calls, off_types
from toolspec.engine.match.sorted_calls import sort_calls
from toolspec.engine.parts.part import Cut, PhraseMatch, TracePart
from toolspec.engine.relations.messages import MessagePattern
from toolspec.engine.syntax import Part
from toolspec.engine.trace import Call, Trace
from toolspec.engine.verdict import Shown

Phrase: TypeAlias = CallPattern | MessagePattern
"""What a clause is about: calls, or messages."""


class Matching(NamedTuple):
    """The calls of a view that match, in order, and those that could, with what is missing."""

    calls: list[int]
    open: Mapping[int, str]


class Events(NamedTuple):
    """The events of a part that match a phrase, and those that could, in order.

    `missing` has the word for what is not recorded of each call in `open`. With `anywhere` nothing
    is recorded of such events: there may be any number of them.
    """

    certain: list[PhraseMatch]
    open: list[PhraseMatch]
    missing: Mapping[int, str]
    anywhere: str = ""


def phrase_of(written: Part) -> Phrase:
    """Return the phrase that a written clause holds. Raises Misuse where it is not allowed."""
    message = written.get("message")
    if message is not None:
        pattern: MessagePattern = message.value
        return pattern
    return call_phrase_of(written)


def call_phrase_of(written: Part) -> CallPattern:
    """Return the call phrase that a written clause holds. Raises Misuse where it is not allowed."""
    return CallPattern.of(written.one("call"), must=False)


def matching(phrase: CallPattern, view: Trace) -> Matching:
    """Return which calls of a view match the phrase."""
    calls = phrase.tool.calls_in(view)
    placed = phrase.placed(calls, view.unsure)
    sorted_calls = sort_calls(view, phrase, calls, (), placed)
    missing: dict[int, str] = {}
    for at in sorted_calls.open:
        missing[at] = sorted_calls.not_recorded(view, at)
    certain = sorted_calls.matches
    if view.unsure:
        missing.update((at, view.unsure[at]) for at in certain if at in view.unsure)
        certain = [at for at in certain if at not in view.unsure]
    return Matching(certain, missing)


def events(phrase: Phrase, part: TracePart) -> Events:
    """Return the events of a part that match the phrase; of a run once for all its rules."""
    shared = part.trace.shared
    if shared is None or not part.is_whole:
        return _events(phrase, part)
    about = events, phrase, bool(part.messages)
    known = shared.get(about)
    if known is None:
        known = shared[about] = _events(phrase, part)
    return known


def _events(phrase: Phrase, part: TracePart) -> Events:
    if isinstance(phrase, MessagePattern):
        return _messages(phrase, part)
    matches = matching(phrase, part.view)
    certain = [part.event(at) for at in matches.calls]
    could = [part.event(at) for at in sorted(matches.open)]
    missing = {part.calls[at]: why for at, why in matches.open.items()}
    return Events(certain, could, missing)


def _messages(phrase: MessagePattern, part: TracePart) -> Events:
    if not phrase.is_recorded(part.trace):
        return Events([], [], {}, phrase.missing)
    spoken = part.trace.messages
    certain: list[PhraseMatch] = []
    could: list[PhraseMatch] = []
    for at in part.messages:
        fits = phrase.fits(spoken[at])
        if fits is not False:
            before = spoken[at].before
            event = PhraseMatch(Cut(before, at), Cut(before, at + 1))
            (certain if fits else could).append(event)
    return Events(certain, could, {-1: "text"} if could else {})


def nearly_before(
    part: TracePart, phrase: Phrase, matches: Sequence[PhraseMatch]
) -> dict[int, OffType]:
    """Return the calls before all that match that miss the phrase by the type of a value alone."""
    end = matches[0].before.calls if matches else len(part.trace.calls)
    return {at: off for at, off in nearly(part, phrase).items() if at < end}


def may_nearly_match(phrase: Phrase) -> bool:
    """Tell whether a call can miss a phrase by the type of a value alone."""
    return not isinstance(phrase, MessagePattern) and compares(phrase)


def nearly(part: TracePart, phrase: Phrase) -> dict[int, OffType]:
    """Return the calls of a part that miss a phrase by the type of a value alone."""
    if isinstance(phrase, MessagePattern):
        return {}
    view, calls = part.view, part.calls
    off = off_types(view, phrase, phrase.tool.calls_in(view))
    return {calls[at]: value for at, value in off.items()}


def is_about_messages(phrase: Any) -> bool:
    """Tell whether a phrase is about messages: `user says V`."""
    return not hasattr(phrase, "tool")


def could_be(phrase: Any, call: Call) -> bool:
    """Tell whether a call, as far as it is known, could match the phrase."""
    could: bool = not is_about_messages(phrase) and phrase.may_mean(call)
    return could


def nothing(part: TracePart, phrase: Phrase) -> TracePart:
    """Return the part with nothing to judge in it, because nothing matches a phrase."""
    return part.nothing(none_of(phrase), partial(_nearly, part, phrase))


def _nearly(part: TracePart, phrase: Phrase, shown: Shown) -> str:
    return grouped_calls(nearly(part, phrase).values(), shown, "matched")


def none_of(phrase: Any) -> str:
    """Say that nothing matches a phrase: `no call of issue_refund`."""
    bare = not is_about_messages(phrase) and phrase.is_bare
    return f"no call of {phrase}" if bare else f"no call matches {phrase}"

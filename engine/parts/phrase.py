"""The phrases in clauses: which calls, or which messages, open and close a part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from toolspec.engine.kind import Part as Written
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.engine.matcher import Arguments
from toolspec.engine.parts.part import Event, Part
from toolspec.engine.rules.shared.lookup import ANY_ARGUMENTS, MISS, arguments_of, look, outcomes
from toolspec.engine.trace import Call, Trace
from toolspec.engine.values import Value


class Phrase(Value):
    """A call phrase in a clause; `source` is how it was written."""

    tool: ToolPattern
    arguments: Arguments = ANY_ARGUMENTS
    source: str = ""

    def __str__(self) -> str:
        return self.source or str(self.tool)


class Matching(NamedTuple):
    """The calls of a view that match, in order, and those that could, with what is missing."""

    calls: list[int]
    open: Mapping[int, str]


class Events(NamedTuple):
    """The events of a part that match a phrase, and those that could, in order.

    `missing` has the word for what is not recorded of each call in `open`.
    """

    certain: list[Event]
    open: list[Event]
    missing: Mapping[int, str]


def phrase_of(written: Written) -> Phrase:
    """Return the phrase that a written clause holds. Raises Misuse where it cannot stand."""
    inside = written.get("call") or written
    source = " ".join(inside.source.split())
    return Phrase(inside.value_of("pattern"), arguments_of(inside), source)


def matching(phrase: Phrase, view: Trace) -> Matching:
    """Return which calls of a view match the phrase."""
    looked = look(view, phrase.tool.calls_in(view), phrase.arguments, None)
    faulty = looked.open.keys()
    missing = dict.fromkeys(sorted(faulty), "arguments")
    certain = looked.matches
    if view.unsure:
        missing.update((at, view.unsure[at]) for at in certain if at in view.unsure)
        certain = [at for at in certain if at not in view.unsure]
    return Matching(certain, missing)


def events(phrase: Phrase, part: Part) -> Events:
    """Return the events of a part that match the phrase."""
    found = matching(phrase, part.view)
    certain = [part.event(at) for at in found.calls]
    could = [part.event(at) for at in sorted(found.open)]
    missing = {part.calls[at]: why for at, why in found.open.items()}
    return Events(certain, could, missing)


def is_message(phrase: Any) -> bool:
    """Tell whether a phrase is about messages: `user says V`."""
    return not hasattr(phrase, "tool")


def could_be(phrase: Phrase, call: Call) -> bool:
    """Tell whether a call, as far as it is known, could match the phrase."""
    if not call.name:
        return True
    return phrase.tool.means(call.name) and outcomes(phrase.arguments, call) != MISS


def none_of(phrase: Any) -> str:
    """Say that nothing matches a phrase: `no call of issue_refund`."""
    bare = str(phrase) == str(phrase.tool)
    return f"no call of {phrase}" if bare else f"no call matches {phrase}"

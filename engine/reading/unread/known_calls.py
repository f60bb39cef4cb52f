"""The calls that were read, to be asked whether something that looks like a call is one of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from functools import cached_property
from typing import Final, NamedTuple

from toolspec.engine.json_value import Json, identity, read_json
from toolspec.engine.reading.payloads.payload import read_arguments
from toolspec.engine.reading.unread.sightings import (
    Sighting,
)
from toolspec.engine.trace import UNRECORDED, Call, Gap, Unrecorded

_UNKNOWN: Final = object()


class _Told(NamedTuple):
    """What the calls of one tool tell: ids, arguments, both, and how many record no arguments."""

    ids: set[str | None]
    arguments: set[Hashable]
    whole: set[tuple[str | None, Hashable]]
    unrecorded: int


def _told_by(calls: Iterable[Call]) -> _Told:
    pairs = [(call.id, comparable_arguments(call.arguments)) for call in calls]
    given = [arguments for _, arguments in pairs]
    unrecorded = sum(arguments is _UNKNOWN for arguments in given)
    return _Told({id for id, _ in pairs}, set(given), set(pairs), unrecorded)


class KnownCalls:
    """Some calls, looked up by what a sighting tells: a tool, and an id or arguments.

    Two records are of one call only where tool and arguments agree, and the ids too. What one of
    them does not record cannot differ, but something must tell that they are one: the id, or the
    arguments, or that neither records any.
    """

    def __init__(self, calls: Iterable[Call], also: Callable[[str], str] | None = None) -> None:
        """Take the calls; `also` returns another name by which each is known."""
        self._all, self._also = tuple(calls), also
        self._told: dict[str, _Told] = {}
        self._taken: dict[str, set[Hashable]] = {}

    @cached_property
    def _calls(self) -> dict[str, list[Call]]:
        """The calls by each name; most often nobody asks."""
        calls: dict[str, list[Call]] = {}
        for call in self._all:
            calls.setdefault(call.name, []).append(call)
        for name, of_tool in list(calls.items()):
            other = name if self._also is None else self._also(name)
            if other != name:
                calls[other] = [*calls.get(other, ()), *of_tool]
        return calls

    @cached_property
    def _named(self) -> set[tuple[str, str | None]]:
        return {(name, call.id) for name, of_tool in self._calls.items() for call in of_tool}

    @cached_property
    def _ids(self) -> set[str | None]:
        return {call.id for call in self._all}

    def _of(self, name: str) -> _Told:
        """Return what the calls of a tool tell; few tools are ever asked about."""
        of_tool = self._told.get(name)
        if of_tool is None:
            of_tool = self._told[name] = _told_by(self._calls.get(name, ()))
        return of_tool

    def holds(self, sighting: Sighting, spelling: str | None = None) -> bool:
        """Tell whether the sighting, its name spelt so, is one of the calls, written once more."""
        name, id = spelling or sighting.name, sighting.id
        if name is None or name not in self._calls:
            return False
        arguments, known = comparable_arguments(sighting.arguments), self._of(name)
        if id is None:
            return arguments in known.arguments or self._may_be_unrecorded(name, arguments)
        if arguments is _UNKNOWN:
            return id in known.ids or (None, arguments) in known.whole
        return not known.whole.isdisjoint(((id, arguments), (None, arguments), (id, _UNKNOWN)))

    def _may_be_unrecorded(self, name: str, arguments: Hashable) -> bool:
        """Tell whether a call of which no arguments are recorded may be one with these.

        Each such call can be only one of those that are asked about.
        """
        taken = self._taken.setdefault(name, set())
        if arguments not in taken and len(taken) >= self._of(name).unrecorded:
            return False
        taken.add(arguments)
        return True

    def answered_by(self, sighting: Sighting) -> bool:
        """Tell whether the sighting looks like a result, and names one of the calls by its id."""
        return sighting.is_result and sighting.id is not None and sighting.id in self._ids

    def answers(self, name: str, id: str | None) -> bool:
        """Tell whether a result may be of one of the calls: of its tool, and by no other's id."""
        if id in self._ids:
            return (name, id) in self._named
        return name in self._calls or name in self._ids


def known_call(sighting: Sighting) -> Call:
    """Return what is known of the call that a sighting is."""
    given: Json | Unrecorded = UNRECORDED if sighting.arguments is None else sighting.arguments
    return Call(sighting.name or "", read_arguments(given).value, id=sighting.id)


def add_gap(gaps: dict[str, Gap], gap: Gap) -> None:
    """Add a gap to those by tool: one for calls of other arguments is for any call of the tool."""
    known = gaps.setdefault(gap.call.name, gap)
    if known.call.arguments != gap.call.arguments:
        gaps[gap.call.name] = known._replace(call=Call(gap.call.name))


def comparable_arguments(arguments: Json | Unrecorded) -> Hashable:
    """Return something to compare arguments by, the same for all that are not recorded."""
    if arguments is None or isinstance(arguments, Unrecorded):
        return _UNKNOWN
    given: Json = arguments
    if isinstance(given, str):
        with suppress(ValueError, RecursionError):
            given = read_json(given)
    return _hashable(given)


def _hashable(arguments: Json) -> Hashable:
    try:
        return identity(arguments)
    except RecursionError:  # nested so deep that it is taken for no other
        return object()

"""Calls that several records of one response ask for: each counts once, however many there are."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from toolspec.engine.json_value import same
from toolspec.engine.reading.unread.known_calls import comparable_arguments
from toolspec.engine.trace import Call, Unrecorded


class Asked(NamedTuple):
    """A call that a response asked for; `turn` is the response's number over all agents.

    None for one out of a conversation that an agent's span holds.
    """

    call: Call
    turn: int | None


def agree(a: Call, b: Call) -> bool:
    """Tell whether two records can be of one call: tool, id and arguments, as far as recorded."""
    if a.name != b.name or (a.id is not None and b.id is not None and a.id != b.id):
        return False
    if isinstance(a.arguments, Unrecorded) or isinstance(b.arguments, Unrecorded):
        return True
    return same(a.arguments, b.arguments)


_Key: TypeAlias = "tuple[str, Hashable, str | None]"
_ANY: Final = "any"
_NONE: Final = "none"


class JoinedRequests:
    """The calls of one response, found by what is recorded of them, without trying all."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self._places: dict[_Key, list[int]] = {}

    def join(self, more: Sequence[Asked]) -> None:
        """Add what another record of the response asks for; a call that it repeats counts once."""
        before = _Open(len(self.asked))
        for request in more:
            at = min(self._like(request.call, before), default=None)
            if at is None:
                self.add(request)
                continue
            before.take(at)
            call = self.asked[at].call
            filled = call if not isinstance(call.arguments, Unrecorded) else request.call
            joined = call._replace(arguments=filled.arguments, id=call.id or request.call.id)
            if joined != call:
                self.asked[at] = self.asked[at]._replace(call=joined)
                self._put(at, joined)

    def has(self, call: Call) -> bool:
        """Tell whether one of the calls may be this one."""
        return any(True for _ in self._like(call, _Open(len(self.asked))))

    def add(self, request: Asked) -> None:
        """Add a call that is none of those before."""
        self._put(len(self.asked), request.call)
        self.asked.append(request)

    def _put(self, at: int, call: Call) -> None:
        for key in _keys(call):
            self._places.setdefault(key, []).append(at)

    def _like(self, call: Call, before: _Open) -> Iterator[int]:
        """Yield the first place under each key where a call is that was there before."""
        known = not isinstance(call.arguments, Unrecorded)
        given = (comparable_arguments(call.arguments), _NONE) if known else (_ANY,)
        ids = (_ANY,) if call.id is None else (call.id, None)
        for arguments in given:
            for id in ids:
                key = call.name, arguments, id
                for at in before.places(key, self._places.get(key, ())):
                    if agree(self.asked[at].call, call):
                        yield at
                        break


class _Open:
    """The calls that were there before another record, without those that it repeats."""

    def __init__(self, before: int) -> None:
        self._before = before
        self._taken: set[int] = set()
        self._starts: dict[_Key, int] = {}

    def take(self, at: int) -> None:
        """Leave out a call: one record repeats it once."""
        self._taken.add(at)

    def places(self, key: _Key, places: Sequence[int]) -> Iterator[int]:
        """Yield the places of a key whose call is not taken yet."""
        start = self._starts.get(key, 0)
        while start < len(places) and places[start] in self._taken:
            start += 1
        self._starts[key] = start
        for at in islice(places, start, None):
            if at < self._before and at not in self._taken:
                yield at


def _keys(call: Call) -> Iterator[_Key]:
    """Yield what a call is found by: its arguments or any, each with its id or any."""
    known = not isinstance(call.arguments, Unrecorded)
    for arguments in (comparable_arguments(call.arguments) if known else _NONE, _ANY):
        for id in (call.id, _ANY):
            yield call.name, arguments, id

"""The calls of one conversation, paired with the results that come after them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from itertools import islice
from typing import Final

from toolspec.engine.json_value import compact
from toolspec.engine.reading.formats.messages import Status, not_understood
from toolspec.engine.reading.payloads.marks import marked_status
from toolspec.engine.reading.unread.doubtful import seen_name
from toolspec.engine.reading.unread.known_calls import KnownCalls
from toolspec.engine.reading.unread.read_calls import bare_name
from toolspec.engine.reading.unread.sightings import (
    Sighting,
)
from toolspec.engine.trace import UNRECORDED, Call, Gap, Note, Place, Result, Unrecorded

_NOWHERE: Final = Place()


class _Draft:
    """A call that still waits for its result."""

    __slots__ = ("completed", "end_ns", "known", "repeats", "result", "status")

    def __init__(self, known: Call, *, repeats: bool = False) -> None:
        self.known, self.repeats = known, repeats
        self.result: Result | Unrecorded = UNRECORDED
        self.status: Status = None
        self.end_ns: int | None = None
        self.completed: bool | None = False

    def call(self, *, over: bool) -> Call:
        """Return the call; whether it came to an end is not known where results are not `over`."""
        known = self.known
        return Call(
            known.name,
            known.arguments,
            self.result,
            known.step,
            self.completed if over else None,
            self.status,
            known.id,
            known.span_id,
            known.agent,
            known.start_ns,
            self.end_ns,
            known.place,
        )


class _Arrived:
    """A result as it came."""

    __slots__ = ("end_ns", "id", "name", "place", "result", "status")

    def __init__(
        self,
        result: Result | Unrecorded,
        id: str | None,
        name: str | None,
        status: Status,
        end_ns: int | None,
        place: Place,
    ) -> None:
        self.result, self.id, self.name = result, id, name
        self.status: Status = status
        self.end_ns, self.place = end_ns, place


class CallLog:
    """The calls of one conversation, each with the result that names it.

    A result finds its call by id. Without an id it goes to the oldest waiting call of its name,
    and without a name to the oldest waiting call of the latest turn that called anything.
    With `once`, a call written again under the same id with the same name and arguments is history
    repeated and counts once; the same id with others is a call of its own.
    """

    def __init__(self, notes: list[Note], *, once: bool = True) -> None:
        self.notes = notes
        self.turns = 0
        self._once = once
        self._drafts: list[_Draft] = []
        self._by_id: dict[str, deque[_Draft]] = {}
        self._first: dict[str, _Draft] = {}
        self._written: dict[str, dict[tuple[str, str | None], _Draft]] = {}
        self._by_name: dict[str, deque[_Draft]] = {}
        self._latest: deque[_Draft] = deque()
        self._early: list[_Arrived] = []
        self._sightings: list[Sighting] = []
        self._again: dict[str, deque[_Draft]] = {}
        self._answered: dict[str, list[_Draft]] = {}
        self._told: dict[str, set[str]] = {}
        self._unclear: set[str] = set()
        self._gaps: list[Gap] = []
        self._settled = False
        self._followed = 0
        self.passed_over = 0
        """Records that no reader understood, and that hold nothing like a call."""

    def turn(self) -> int:
        """Begin a turn and return its number, from 0."""
        self.turns += 1
        return self.turns - 1

    def call(self, call: Call) -> None:
        """Take a call as it was asked for; its result comes later, if at all."""
        if not call.name:
            self.sighted(Sighting("a call that names no tool", call.place))
            return
        if self._once and call.id is not None and self._repeats(call, call.id):
            return
        draft = _Draft(call)
        if self._drafts and self._drafts[-1].known.step != call.step:
            self._latest = deque()
        self._drafts.append(draft)
        self._latest.append(draft)
        self._by_name.setdefault(call.name, deque()).append(draft)
        if call.id is not None:
            self._by_id.setdefault(call.id, deque()).append(draft)
            self._first.setdefault(call.id, draft)
            if call.id in self._written:
                self._written[call.id][_signature(call)] = draft

    def _repeats(self, call: Call, id: str) -> bool:
        """Tell whether the call was written before: the same tool, with the same arguments."""
        first = self._first.get(id)
        if first is None:
            return False
        # Signatures cost time, so only calls whose id comes again get one.
        if id not in self._written:
            self._written[id] = {_signature(first.known): first}
        draft = self._written[id].get(_signature(call))
        if draft is None:
            self.notes.append(Note(f"the call id {id!r} stands for several calls", call.place))
            if not first.completed:
                whole = Call(first.known.name + call.name)
                text = "two calls of one id may be pieces of one"
                self._gaps.append(Gap(text, call.place, call=whole, helps=False))
            return False
        if draft.completed:
            # History, unless another result follows: some models number the calls of each turn.
            again = _Draft(call, repeats=True)
            self._drafts.append(again)
            self._again.setdefault(id, deque()).append(again)
        return True

    def result(
        self,
        result: Result | Unrecorded,
        *,
        id: str | None = None,
        name: str | None = None,
        status: Status = None,
        end_ns: int | None = None,
        place: Place = _NOWHERE,
    ) -> None:
        """Give a result to its call; one that comes before its call is kept until `calls`."""
        arrived = _Arrived(result, id, name, marked_status(result, status), end_ns, place)
        if id is None or id in self._by_id:
            self._settle(arrived)
        else:
            self._early.append(arrived)

    def _settle(self, arrived: _Arrived) -> None:
        self._settled = True
        draft = self._waiting(arrived)
        again = self._again.get(arrived.id) if arrived.id is not None else None
        if draft is None and again:
            draft = self._asked_again(again.popleft(), arrived)
            if draft is None:
                return
        if draft is not None:
            self._compare_names(draft, arrived)
            draft.result, draft.status, draft.end_ns = (
                arrived.result,
                arrived.status,
                arrived.end_ns,
            )
            draft.completed = True
            if arrived.id is not None:
                self._answered.setdefault(arrived.id, []).append(draft)
                if arrived.id in self._told:
                    self._told[arrived.id].add(_written(arrived.result))
        elif arrived.id is not None and arrived.id in self._answered:
            self._compare_names(self._answered[arrived.id][-1], arrived)
            self._answered_again(arrived, arrived.id)
        else:
            self.notes.append(Note("a result of no known call", arrived.place))
            text = "a result of a call that is not there"
            hint = "export the conversation from its beginning"
            call = Call(arrived.name or "")
            # That it was made is not told: only rules that a call may break are left open.
            self._gaps.append(Gap(text, arrived.place, hint, call, helps=False))

    def _compare_names(self, draft: _Draft, arrived: _Arrived) -> None:
        """Leave open the calls of another tool that a result names, beside the id of its call."""
        name, known = arrived.name, draft.known.name
        if name and name != known and bare_name(seen_name(name)) != bare_name(seen_name(known)):
            text = "a result names another tool than the call of its id"
            self._gaps.append(Gap(text, arrived.place, call=Call(name), helps=False))

    def _answered_again(self, arrived: _Arrived, id: str) -> None:
        """Take one more result under an id: where it differs, which one counts is not known."""
        if id not in self._told:
            self._told[id] = {_written(draft.result) for draft in self._answered[id]}
        if _written(arrived.result) not in self._told[id] and id not in self._unclear:
            self._unclear.add(id)
            self.notes.append(Note(f"the call id {id!r} has several results", arrived.place))

    def _asked_again(self, draft: _Draft, arrived: _Arrived) -> _Draft | None:
        """Return the call of an id that was written again, where its result is another one."""
        first = self._first[arrived.id or ""]
        if first.result == arrived.result and first.status == arrived.status:
            return None
        place = draft.known.place
        self.notes.append(Note(f"the call id {arrived.id!r} stands for several calls", place))
        draft.repeats = False
        return draft

    def _waiting(self, arrived: _Arrived) -> _Draft | None:
        if arrived.id is not None and arrived.id in self._by_id:
            return _waiting_for(arrived, self._by_id[arrived.id])
        queue = self._by_name.get(arrived.name) if arrived.name is not None else self._latest
        draft = _first_waiting(queue) if queue else None
        # An id that no call has may only name a call whose own id was not recorded.
        return None if draft and arrived.id is not None and draft.known.id is not None else draft

    def sighted(self, sighting: Sighting) -> None:
        """Take something that looks like a call, or like a result, and was not understood."""
        self._sightings.append(sighting)
        if len(self._sightings) > SIGHTINGS_MAX:
            raise not_understood(self._sightings)

    def _open_results(self) -> None:
        """Leave open what became of calls whose result was there and not understood."""
        left: list[Sighting] = []
        opened: set[tuple[str | None, str | None]] = set()
        for sighting in self._sightings:
            names = (sighting.id, sighting.name)
            known = [] if names in opened or not sighting.is_result else self._asked_for(*names)
            if known:
                opened.add(names)
                self.notes.append(Note(f"{sighting.what} was not understood", sighting.place))
            elif names not in opened or not sighting.is_result:
                left.append(sighting)
            for draft in known:
                draft.completed = draft.completed or None
        self._sightings = left

    def _asked_for(self, id: str | None, name: str | None) -> list[_Draft]:
        """Return the calls that something like a result names."""
        known = self._by_id.get(id or "", ())
        return [draft for draft in known if name is None or name == draft.known.name]

    @property
    def gaps(self) -> list[Gap]:
        """What the results say of calls that are not there, after `settled`; each tool once."""
        return list({gap.call.name: gap for gap in reversed(self._gaps)}.values())[::-1]

    def pass_over(self, what: str, place: Place) -> None:
        """Count a record that was not understood; the first of each kind gets a note."""
        self.passed_over += 1
        note = Note(f"{what} was not understood", place)
        if all(earlier.text != note.text for earlier in self.notes[:NOTES_COMPARED_MAX]):
            self.notes.append(note)

    def goes_on(self) -> None:
        """Take note that the conversation goes on after the calls so far."""
        self._followed = len(self._drafts)

    def settled(self) -> list[Call | None]:
        """Return the calls as they were logged, None for those that repeat another.

        Results that came before their calls are paired first. Where there is no result at all, and
        the conversation went on, results are not recorded: whether those calls completed is not
        known.
        """
        for arrived in self._early:
            self._settle(arrived)
        self._early = []
        for id in self._unclear:
            for draft in self._answered[id]:
                draft.result, draft.status = UNRECORDED, None
        self._open_results()
        followed = 0 if self._settled else self._followed
        return [
            None if draft.repeats else draft.call(over=at >= followed)
            for at, draft in enumerate(self._drafts)
        ]

    def __len__(self) -> int:
        return len(self._drafts)

    def unread(self, calls: Iterable[Call]) -> list[Sighting]:
        """Return the sightings that are none of these calls written once more."""
        if not self._sightings:
            return []
        known = KnownCalls(calls)
        return [sighting for sighting in self._sightings if not known.holds(sighting)]


NOTES_COMPARED_MAX: Final = 50
SIGHTINGS_MAX: Final = 1000
"""A conversation with more than this that looks like calls and is none of them is of no format."""

NEAR: Final = 64
"""Calls of one id among which a result looks for its tool: more would let a file take for ever."""


def _written(result: Result | Unrecorded) -> str:
    return "" if isinstance(result, Unrecorded) else compact(result.recorded)


def _signature(call: Call) -> tuple[str, str | None]:
    if isinstance(call.arguments, Unrecorded):
        return call.name, None
    try:
        return call.name, compact(call.arguments)
    except (RecursionError, ValueError):  # too deep or too long a number: equal to nothing else
        return call.name, f"at {call.place}"


def _first_waiting(queue: deque[_Draft]) -> _Draft | None:
    while queue and queue[0].completed:
        queue.popleft()
    return queue[0] if queue else None


def _waiting_for(arrived: _Arrived, queue: deque[_Draft]) -> _Draft | None:
    """Return the call a result is for: of several with its id, the one of its tool."""
    first = _first_waiting(queue)
    if first is None or arrived.name is None or first.known.name == arrived.name:
        return first
    near = (draft for draft in islice(queue, NEAR) if not draft.completed)
    return next((draft for draft in near if draft.known.name == arrived.name), first)

"""What formats made of messages or events share: calls asked for, and the results that come later."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, TypeGuard

from toolspec.engine.json_value import Json, compact
from toolspec.engine.trace import UNRECORDED, Call, Note, Place, Result, Unrecorded

Status = Literal["ok", "error"] | None

_TEXT_PARTS: Final = frozenset({"text", "input_text", "output_text"})
_LITERAL_CHARACTERS_MAX: Final = 1_000_000
"""Python's parser takes some hundred times a text's size in memory; longer literals stay unread."""


def is_object(value: object) -> TypeGuard[Mapping[str, Json]]:
    """Tell whether the value is a JSON object."""
    return isinstance(value, Mapping)


def is_list(value: object) -> TypeGuard[Sequence[Json]]:
    """Tell whether the value is a JSON list; text is none."""
    return isinstance(value, list | tuple)


def objects(value: Json) -> list[Mapping[str, Json]]:
    """Return the objects of a list, and nothing for what is no list."""
    return [item for item in value if is_object(item)] if is_list(value) else []


def text_of(value: Json) -> str | None:
    """Return text that says something, else None."""
    return value if isinstance(value, str) and value else None


def id_of(value: Json) -> str | None:
    """Return an identifier as text: some writers number their calls. Empty ones identify nothing."""
    if isinstance(value, int) and not isinstance(value, bool):
        return format(value, "x" if value.bit_length() > 10_000 else "d")
    return text_of(value)


def arguments_of(
    recorded: Json, notes: list[Note], place: Place
) -> Mapping[str, Json] | Unrecorded:
    """Return a call's arguments: an object as it is, or the text of one in JSON or plain Python.

    What cannot be read is not recorded, and a note says so; an empty object would hide a violation.
    """
    if is_object(recorded):
        return recorded
    if recorded is None:
        return UNRECORDED
    if isinstance(recorded, str):
        value = _object_in(recorded)
        if value is not None:
            return value
    notes.append(Note("arguments that are no object; read as not recorded", place))
    return UNRECORDED


def _object_in(text: str) -> Mapping[str, Json] | None:
    try:
        value: Json = json.loads(text)
    except (ValueError, RecursionError):
        value = _python_object(text)
    return value if is_object(value) else None


def _python_object(text: str) -> Json:
    """Return the dict a Python literal writes, or None where it is none or holds more than JSON can."""
    if not text.lstrip().startswith("{") or len(text) > _LITERAL_CHARACTERS_MAX:
        return None
    # Imported here: few traces hold Python text, and every run would pay for the two modules.
    import ast
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # "\d" in a text is no business of ours
            return _plain(ast.literal_eval(text.strip()))
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None


def _plain(value: object) -> Json:
    """Return a Python literal as JSON, tuples as lists. Raises ValueError for what JSON has no word for."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):  # pyright: ignore[reportUnknownVariableType]
            raise ValueError("a key that is no text")
        return {str(key): _plain(item) for key, item in value.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]  # pyright: ignore[reportUnknownVariableType]
    raise ValueError("no JSON value")


def content_of(content: Json) -> Json:
    """Return what a message's content says: the text of a list of one text part, else the JSON itself."""
    if is_list(content) and len(content) == 1 and is_object(content[0]):
        part = content[0]
        text = part.get("text")
        if isinstance(text, str) and part.get("type") in _TEXT_PARTS:
            return text
    return content


class _Draft:
    """A call that still waits for its result."""

    __slots__ = ("completed", "end_ns", "known", "result", "status")

    def __init__(self, known: Call) -> None:
        self.known = known
        self.result: Result | Unrecorded = UNRECORDED
        self.status: Status = None
        self.end_ns: int | None = None
        self.completed = False

    def call(self) -> Call:
        return self.known._replace(
            result=self.result, status=self.status, end_ns=self.end_ns, completed=self.completed
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
        self.status, self.end_ns, self.place = status, end_ns, place


class Ledger:
    """The calls of one conversation, each with the result that names it.

    A result finds its call by id. Without an id it goes to the oldest waiting call of its name, and
    without a name to the oldest waiting call of the latest turn that called anything.
    With `once`, a call written again under the same id with the same name and arguments is a history
    repeated and counts once; the same id with others is a call of its own.
    """

    def __init__(self, notes: list[Note], *, once: bool = True) -> None:
        self.notes = notes
        self.turns = 0
        self._once = once
        self._drafts: list[_Draft] = []
        self._by_id: dict[str, deque[_Draft]] = {}
        self._known: dict[str, dict[tuple[str, str | None], _Draft]] = {}
        self._by_name: dict[str, deque[_Draft]] = {}
        self._latest: deque[_Draft] = deque()
        self._early: list[_Arrived] = []

    def turn(self) -> int:
        """Begin a turn and return its number, from 0."""
        self.turns += 1
        return self.turns - 1

    def call(self, call: Call) -> None:
        """Take a call as it was asked for; its result comes later, if at all."""
        if not call.name:
            self.notes.append(Note("a call that names no tool", call.place))
        if call.id is not None and self._once and self._repeats(call, call.id):
            return
        draft = _Draft(call)
        if self._drafts and self._drafts[-1].known.step != call.step:
            self._latest = deque()
        self._drafts.append(draft)
        self._latest.append(draft)
        self._by_name.setdefault(call.name, deque()).append(draft)
        if call.id is not None:
            self._by_id.setdefault(call.id, deque()).append(draft)
            if self._once:
                self._known.setdefault(call.id, {})[_signature(call)] = draft

    def _repeats(self, call: Call, id: str) -> bool:
        known = self._known.get(id)
        if known is None:
            return False
        draft = known.get(_signature(call)) or known.get((call.name, None))
        if draft is None and call.arguments is UNRECORDED:
            draft = next((other for (name, _), other in known.items() if name == call.name), None)
        if draft is None:
            self.notes.append(Note(f"the call id {id!r} names several calls", call.place))
            return False
        if draft.known.arguments is UNRECORDED:
            draft.known = draft.known._replace(arguments=call.arguments)
        return True

    def result(
        self,
        result: Result | Unrecorded,
        *,
        id: str | None = None,
        name: str | None = None,
        status: Status = None,
        end_ns: int | None = None,
        place: Place = Place(),
    ) -> None:
        """Give a result to its call; one that comes before its call is kept until `calls`."""
        arrived = _Arrived(result, id, name, status, end_ns, place)
        if id is None or id in self._by_id:
            self._settle(arrived)
        else:
            self._early.append(arrived)

    def _settle(self, arrived: _Arrived) -> None:
        draft = self._waiting(arrived)
        if draft is not None:
            draft.result, draft.status, draft.end_ns = (
                arrived.result,
                arrived.status,
                arrived.end_ns,
            )
            draft.completed = True
        elif arrived.id not in self._by_id:
            self.notes.append(Note("a result of no known call", arrived.place))

    def _waiting(self, arrived: _Arrived) -> _Draft | None:
        if arrived.id is not None and arrived.id in self._by_id:
            return _first_waiting(self._by_id[arrived.id])
        queue = self._by_name.get(arrived.name) if arrived.name is not None else self._latest
        draft = _first_waiting(queue) if queue else None
        # An id that no call has may only name a call whose own id was not recorded.
        return None if draft and arrived.id is not None and draft.known.id is not None else draft

    def calls(self) -> list[Call]:
        """Return the calls in order, after pairing the results that came before their calls."""
        for arrived in self._early:
            self._settle(arrived)
        self._early = []
        return in_order(draft.call() for draft in self._drafts)


def _signature(call: Call) -> tuple[str, str | None]:
    return call.name, None if isinstance(call.arguments, Unrecorded) else compact(call.arguments)


def _first_waiting(queue: deque[_Draft]) -> _Draft | None:
    while queue and queue[0].completed:
        queue.popleft()
    return queue[0] if queue else None


def in_order(calls: Iterable[Call]) -> list[Call]:
    """Return the calls by start, then by their place in the file.

    A call without a start keeps its place behind the call recorded before it.
    """
    latest = 0
    keyed: list[tuple[int, Call]] = []
    for call in calls:
        latest = call.start_ns if call.start_ns is not None else latest
        keyed.append((latest, call))
    return [call for _, call in sorted(keyed, key=lambda pair: pair[0])]

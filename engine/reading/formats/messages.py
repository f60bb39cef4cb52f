"""What formats made of messages or events share: how they write arguments, ids and contents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Final, Literal, TypeAlias, TypeGuard

from toolspec.engine.json_value import LISTS, Json
from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.limits import DEFAULT
from toolspec.engine.reading.payloads.payload import deeper_than, doubted, read_arguments
from toolspec.engine.reading.times import nanoseconds
from toolspec.engine.reading.unread.sightings import (
    Sighting,
)
from toolspec.engine.text.plural import plural
from toolspec.engine.trace import UNRECORDED, Note, Place, Result, Unrecorded

Status: TypeAlias = Literal["ok", "error"] | None
Outcome: TypeAlias = Result | Unrecorded

_TEXT_PARTS: Final = frozenset({"text", "input_text", "output_text"})
_NO_OBJECTS: Final = frozenset({str, list, int, float, bool, type(None)})
"""All else that JSON has: to ask for a Mapping takes longer."""

_GOOD: Final = frozenset({"ok", "success", "completed"})
_BAD: Final = frozenset({"error", "failure", "failed"})


def is_object(value: object) -> TypeGuard[Mapping[str, Json]]:
    """Tell whether the value is a JSON object."""
    kind = type(value)
    return kind is dict or (kind not in _NO_OBJECTS and isinstance(value, Mapping))


def present(record: Mapping[str, Json]) -> Set[str]:
    """Return the keys of a record that have a value: tables write null under all the others.

    >>> sorted(present({"id": "1", "args": None, "content": ""}))
    ['content', 'id']
    """
    return {key for key, value in record.items() if value is not None}


def fields(value: Json) -> Mapping[str, Json]:
    """Return the object itself, and an empty one for any other value."""
    if isinstance(value, dict):  # nearly always, and one call less
        return value
    return value if is_object(value) else {}


def is_list(value: object) -> TypeGuard[Sequence[Json]]:
    """Tell whether the value is a JSON list; text is none."""
    return isinstance(value, LISTS)


def items(value: Json, place: Place, *keys: str | int) -> Iterator[tuple[Json, Place]]:
    """Yield each item of a list with its place; `keys` lead from `place` to the list.

    What is not a list has no items.
    """
    if is_list(value):
        line, pointer, file = place
        pointer = (*pointer, *keys)
        for at, item in enumerate(value):
            yield item, Place(line, (*pointer, at), file)


def one_or_items(value: Json, place: Place) -> Iterator[tuple[Json, Place]]:
    """Yield each item of a list with its place, or what is not a list as the only one."""
    return items(value, place) if is_list(value) else iter([(value, place)])


def text_of(value: Json) -> str | None:
    """Return text that says something, else None."""
    return value if isinstance(value, str) and value else None


def id_of(value: Json) -> str | None:
    """Return an identifier as text, as some writers number their calls; an empty one is none."""
    if isinstance(value, int) and not isinstance(value, bool):
        return format(value, "x" if value.bit_length() > 10_000 else "d")
    return text_of(value)


def case_of(head: Mapping[str, Json]) -> str | None:
    """Return the case a record says it is for: `test.case.name`, at its top or in its metadata."""
    for source in (head, fields(head.get("metadata")), fields(head.get("extra"))):
        name = text_of(source.get("test.case.name"))
        if name is not None:
            return name
    return None


def call_status(value: Json) -> Status:
    """Return what a word such as `completed` or `failed` says of a call; None for any other."""
    word = text_of(value)
    return "ok" if word in _GOOD else "error" if word in _BAD else None


def instant_ns(recorded: Json) -> int | None:
    """Return the instant of a timestamp in nanoseconds since 1970 UTC, None where it names none.

    Text is read as `times` reads it. A number counts from 1970 in the unit its size tells: seconds
    up to the year 5138, above that milliseconds, microseconds, nanoseconds.

    >>> instant_ns("1970-01-01T00:00:01.5Z"), instant_ns(1767571203.5), instant_ns("soon")
    (1500000000, 1767571203500000000, None)
    """
    if isinstance(recorded, str):
        return nanoseconds(recorded)
    if isinstance(recorded, bool) or not isinstance(recorded, int | float):
        return None
    if not 0 <= recorded < 2**63:
        return None
    if isinstance(recorded, float) and recorded.is_integer():
        recorded = int(recorded)
    for below, unit_ns in ((10**11, 10**9), (10**14, 10**6), (10**17, 10**3)):
        if recorded < below:
            return round(recorded * unit_ns)
    return int(recorded)


def arguments_of(
    recorded: Json, notes: list[Note], place: Place
) -> Mapping[str, Json] | Unrecorded:
    """Return a call's arguments: an object as it is, or the text of one in JSON or plain Python.

    What cannot be read is not recorded, and a note says so; an empty object would hide a violation.
    """
    if recorded is None:
        return UNRECORDED
    arguments, doubt, bare = read_arguments(recorded)
    if doubt:
        notes.append(doubted("arguments", doubt, bare, place))
    return arguments


def result_of(block: Mapping[str, Json], key: str, notes: list[Note], place: Place) -> Outcome:
    """Return the result an object holds under a key; not recorded where there is no such key.

    A list of one text part is that text, as APIs write plain text in two ways.
    """
    if key not in block:
        return UNRECORDED
    return bounded_result(content_of(block[key]), notes, place)


def bounded_result(content: Json | Result, notes: list[Note], place: Place) -> Outcome:
    """Return a result as it is; not recorded, with a note, where it nests too deep."""
    if isinstance(content, Result):  # out of its envelope already
        return content
    if not isinstance(content, str) and deeper_than(content, DEFAULT.depth_max):
        notes.append(Note(f"a result nested deeper than {DEFAULT.depth_max} levels", place))
        return UNRECORDED
    return Result(content)


def content_of(content: Json) -> Json:
    """Return a message's content: the text of a list of one text part, else the JSON itself."""
    if is_list(content) and len(content) == 1 and is_object(content[0]):
        part = content[0]
        text = part.get("text")
        if isinstance(text, str) and text_of(part.get("type")) in _TEXT_PARTS:
            return text
    return content


def not_understood(unread: list[Sighting]) -> TraceError:
    """Return that a trace cannot be judged, as something like a call in it is not understood."""
    first = unread[0]
    more = f", and {plural(len(unread) - 1, 'more like it', 'more like it')}" if unread[1:] else ""
    return TraceError(
        first.told("looks like a tool call and is not understood") + more,
        line=first.place.line or None,
        hint="what cannot be read cannot be judged",
    )


_ASKING: Final = ("developer", "system", "user")


def without_words(content: Json) -> Json:
    """Return what a content holds beside the text that somebody said.

    >>> without_words("Hi"), without_words([{"type": "text", "text": "Hi"}])
    (None, [{'type': 'text'}])
    """
    if isinstance(content, str):
        return None
    if is_list(content):
        return [without_words(part) for part in content]
    if is_object(content) and isinstance(content.get("text"), str):
        return {key: value for key, value in content.items() if key != "text"}
    return content


def unsaid(value: Json) -> Json:
    """Return messages, or what holds some, without what users and systems said in them.

    >>> unsaid([{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hi"}])
    [{'role': 'user', 'content': None}, {'role': 'assistant', 'content': 'Hi'}]
    """
    if is_list(value):
        return [unsaid(item) if is_object(item) else item for item in value]
    if is_object(value) and value.get("role") in _ASKING and "content" in value:
        return {**value, "content": without_words(value["content"])}
    if is_object(value) and is_list(value.get("messages")):
        return {**value, "messages": unsaid(value["messages"])}
    return value

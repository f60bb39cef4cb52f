"""Conversations: messages in a list, one a line, or inside what an API was sent and sent back.

The three message formats differ in how one message says that a tool was called. How messages come
to stand in a file is the same for all, and lives here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple, Protocol

from toolspec.engine.formats.format import Document, TraceError
from toolspec.engine.formats.ledger import Ledger
from toolspec.engine.formats.messages import (
    case_of,
    fields,
    id_of,
    is_list,
    is_object,
    items,
    text_of,
)
from toolspec.engine.json_value import Json
from toolspec.engine.trace import Note, Place, Trace

ROLES: Final = frozenset({"assistant", "developer", "function", "system", "tool", "user"})
_SAYING: Final = ("content", "tool_calls", "function_call")

_ENVELOPES: Final = (
    (),
    ("body",),
    ("request",),
    ("request", "body"),
    ("params",),
    ("response",),
    ("response", "body"),
    ("result", "message"),
)
"""Where the body of a request or a response stands in a record of it, requests first."""

_REQUEST_KEYS: Final = frozenset({"id", "input", "instructions", "metadata", "tools"})
_START: Final = Place()


class Taker(Protocol):
    """Reads one message after the other into a ledger."""

    def take(self, message: Mapping[str, Json], place: Place, /) -> None:
        """Take the next message of the conversation."""
        ...

    def respond(self, output: Iterable[tuple[Json, Place]], /) -> None:
        """Take the items of one model response."""
        ...


class Part(NamedTuple):
    """Some messages of a conversation, and whether they are together one model response."""

    messages: list[tuple[Json, Place]]
    one_response: bool = False


def is_message(value: Json) -> bool:
    """Tell whether the value is a message: a known role, and something said or called.

    Its content is text, nothing, or parts that name their `type`; Bedrock's and Gemini's do not.
    What a tool gave back may be of any kind.
    """
    role = text_of(fields(value).get("role"))
    if not is_object(value) or role not in ROLES:
        return False
    if role in ("tool", "function"):
        return "content" in value
    content = value.get("content")
    if is_list(content):
        return all(isinstance(part, str) or text_of(fields(part).get("type")) for part in content)
    return any(key in value for key in _SAYING) and not is_object(content)


def parts(head: Mapping[str, Json], place: Place) -> list[Part]:
    """Return the messages a request, a response or a record of both holds, in order."""
    found: list[Part] = []
    if text_of(head.get("type")) and "messages" not in head:
        return found  # an item: its `output` is a tool's
    for path in _ENVELOPES:
        body: Json = head
        for key in path:
            body = fields(body).get(key)
        if not is_object(body):
            continue
        for key in ("messages", "input"):
            if is_list(body.get(key)) and (key == "messages" or _is_request(body)):
                found.append(Part(list(items(body[key], place, *path, key))))
        # A request for several choices gets alternatives: the first is the one that was made.
        for choice, at in items(body.get("choices"), place, *path, "choices"):
            if is_object(fields(choice).get("message")):
                pointer = Place(at.line, (*at.pointer, "message"))
                found.append(Part([(fields(choice)["message"], pointer)], one_response=True))
                break
        if is_list(body.get("output")):
            found.append(
                Part(list(items(body["output"], place, *path, "output")), one_response=True)
            )
        elif path and is_message(body):
            found.append(
                Part([(body, Place(place.line, (*place.pointer, *path)))], one_response=True)
            )
    return found


def _is_request(body: Mapping[str, Json]) -> bool:
    """Tell whether an object with `input` is a Responses request; many others have an input."""
    return "model" in body or is_list(body.get("output")) or body.keys() <= _REQUEST_KEYS


def conversations(
    value: Json, place: Place = _START, *, inside: bool = False
) -> Iterator[tuple[Mapping[str, Json], list[Part]]]:
    """Yield the conversations one document holds, each with the object around it.

    A lone message yields nothing: it belongs to a conversation that goes on in other documents.
    """
    if is_object(value):
        if not is_message(value):
            yield value, parts(value, place)
    elif is_list(value):
        several = not inside and all(is_list(item) or parts(fields(item), place) for item in value)
        if value and several:
            for item, at in items(value, place):
                yield from conversations(item, at, inside=True)
        else:
            yield {}, [Part(list(items(value, place)))]


def _is_remark(value: Json) -> bool:
    """Tell whether the value may stand among messages though it says nothing: it has a role."""
    return text_of(fields(value).get("role")) is not None and "content" not in fields(value)


def every_message(document: Json, tells: Callable[[Json], bool]) -> list[Json] | None:
    """Return all messages of a document that is made of conversations, else None.

    `tells` says of what is no message whether a format knows it all the same.
    """
    if is_message(document) or (is_object(document) and tells(document)):
        return [document]
    found: list[Json] = []
    for _, held in conversations(document):
        if not held:
            return None
        for part in held:
            for message, _ in part.messages:
                if not (is_message(message) or tells(message) or _is_remark(message)):
                    return None
                found.append(message)
    return found


def read(
    documents: Iterable[Document], name: str, taker: Callable[[Ledger], Taker]
) -> Iterator[Trace]:
    """Yield the conversations of a file; messages that stand alone make one together."""
    loose: list[tuple[Json, Place]] = []
    for value, place in documents:
        held = (
            list(conversations(value, place))
            if is_list(value) or parts(fields(value), place)
            else []
        )
        if not held:
            loose.append((value, place))
            continue
        if loose:
            yield _trace({}, [_loose(loose)], name, taker)
            loose = []
        for head, found in held:
            yield _trace(head, found, name, taker)
    if loose:
        yield _trace({}, [_loose(loose)], name, taker)


def _loose(documents: list[tuple[Json, Place]]) -> Part:
    """Return documents that stand alone as messages. Raises TraceError where most are none.

    Many a log has a line here and there that looks like a message; read as a conversation, it
    would be an agent that called nothing.
    """
    strange = [place for value, place in documents if not _is_known(value)]
    if len(strange) * 2 > len(documents):
        raise TraceError(
            "a log in which most lines are no messages",
            line=strange[0].line or None,
            hint="its format is not known",
        )
    return Part(documents)


def _is_known(value: Json) -> bool:
    """Tell whether the value is a message, or an item of the Responses API."""
    held = fields(value)
    if is_message(value) or "call_id" in held:
        return True
    role = text_of(held.get("role"))
    return role not in ROLES if role else "type" in held and "id" in held


def _trace(
    head: Mapping[str, Json], held: list[Part], name: str, taker: Callable[[Ledger], Taker]
) -> Trace:
    notes: list[Note] = []
    ledger = Ledger(notes)
    reading = taker(ledger)
    for part in held:
        if part.one_response:
            reading.respond(part.messages)
            continue
        for message, place in part.messages:
            if is_object(message):
                reading.take(message, place)
            else:
                notes.append(Note("no message; skipped", place))
    return Trace(
        ledger.calls(),
        id=id_of(head.get("id")) or id_of(head.get("session_id")),
        name=case_of(head) or text_of(head.get("custom_id")),
        format=name,
        steps=ledger.turns,
        notes=notes,
    )

"""The calls that the requests on models' spans hold: what was called before, as models are told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from toolspec.engine.json_value import Json, compact
from toolspec.engine.reading.dialects.spoken import requests_of
from toolspec.engine.reading.dialects.told import json_in
from toolspec.engine.reading.spans.classified_span import ClassifiedSpan
from toolspec.engine.reading.unread.call_words import (
    plain_word,
)
from toolspec.engine.reading.unread.json_texts import has_word_of_calls
from toolspec.engine.reading.unread.nested import nested
from toolspec.engine.reading.unread.sightings import (
    Sighting,
    sightings,
)

_FLAT: Final = (
    ("llm.input_messages.", "llm", "input_messages"),
    ("gen_ai.prompt.", "gen_ai", "prompt"),
)
_WHOLE: Final = (
    "gen_ai.input.messages",
    "gen_ai.prompt",
    "ai.prompt",
    "gcp.vertex.agent.llm_request",
)
_BEGINNINGS: Final = ("llm.input_messages.", *_WHOLE)
_REQUESTS: Final = (
    "ai.prompt",
    "gcp.vertex.",
    "gen_ai.input",
    "gen_ai.prompt",
    "llm.input_",
    "pydantic_ai.",
)
"""How the names of the attributes that `requests_of` and `_messages` look into begin."""

_EVENTS: Final = {
    "gen_ai.assistant.message": "assistant",
    "gen_ai.client.inference.operation.details": "",
    "gen_ai.tool.message": "tool",
    "gen_ai.user.message": "user",
}
_GIVEN: Final = frozenset({"developer", "human", "humanmessage", "system", "systemmessage", "user"})
_INSTRUCTIONS: Final = frozenset({"developer", "system", "systemmessage"})


class Sent(NamedTuple):
    """What a request holds: its messages, to be compared, and the calls and results in them."""

    messages: frozenset[str]
    sightings: tuple[Sighting, ...]


_HEAD: Final = 200
_NOTHING: Final = ("", "{}", "[]", "null")


def size_of(classified: ClassifiedSpan) -> tuple[int, str]:
    """Return how much a request holds, and how it begins.

    One that goes on after another holds more, and begins alike.
    """
    size, head = 0, ""
    for key, value in classified.span.attributes.items():
        if key.startswith(_BEGINNINGS) and value not in _NOTHING:
            size += len(value) if isinstance(value, str | list) else 1
            if isinstance(value, str) and not head:
                head = value[:_HEAD]
    for event in classified.span.events:
        if event.name in _EVENTS:
            size += sum(len(str(value)) for value in event.attributes.values()) + 1
    return size, head


def any_may_tell(requests: Iterable[ClassifiedSpan]) -> bool:
    """Tell whether the request of any of these models' spans may hold calls, which few do.

    Looks for words only, which is quick: each call and result has one of them. A request mostly
    begins with the whole of the one before it, which is not looked through again.
    """
    latest: dict[str, str] = {}
    for classified in requests:
        if classified.span.events:
            return True
        attributes = classified.span.attributes
        for key, by_name in classified.names.by(_of_requests):
            value = attributes[key]
            if by_name or not isinstance(value, str):
                return True
            before = latest.get(key, "")
            latest[key] = value
            if before and value.startswith(before[:-1]):
                value = value[max(len(before) - _WORD_MAX, 0) :]
            if has_word_of_calls(value):
                return True
    return False


_WORD_MAX: Final = 16
"""No word of calls has more characters."""


def _of_requests(keys: tuple[str, ...]) -> tuple[tuple[str, bool], ...]:
    """Return the attributes of a request, and whether their names say that they are of calls."""
    attributes: list[tuple[str, bool]] = []
    for key in keys:
        if key.startswith(_REQUESTS):
            prefix = next((flat for flat, *_ in _FLAT if key.startswith(flat)), key)
            attributes.append((key, has_word_of_calls(key[len(prefix) :])))
    return tuple(attributes)


def sent_in(classified: ClassifiedSpan) -> Sent:
    """Return what the request of a model's span holds."""
    messages: set[str] = set()
    calls: list[Sighting] = []
    for message in _messages(classified):
        role = _role(message)
        if role not in _INSTRUCTIONS:
            messages.add(_written(message))
        calls += _calls_in(message, role, classified)
    return Sent(frozenset(messages), tuple(calls))


def _written(message: Mapping[str, Json]) -> str:
    try:
        return compact(message)
    except (RecursionError, ValueError):
        return ""


def _messages(classified: ClassifiedSpan) -> Iterator[Mapping[str, Json]]:
    span = classified.span
    for source in requests_of(span):
        read = json_in(source)
        items = read if isinstance(read, list | tuple) else [read]
        yield from (item for item in map(json_in, items) if isinstance(item, Mapping))
    for prefix, *path in _FLAT:
        flat = {key: value for key, value in span.attributes.items() if key.startswith(prefix)}
        listed: Json = nested(flat)
        for key in path:
            listed = listed.get(key) if isinstance(listed, Mapping) else None
        for item in listed.values() if isinstance(listed, Mapping) else ():
            if isinstance(item, Mapping):
                inner = item.get("message")
                yield inner if isinstance(inner, Mapping) else item
    for event in span.events:
        role = _EVENTS.get(event.name)
        if role:
            yield {"role": role, **nested(event.attributes)}


def _role(message: Mapping[str, Json]) -> str:
    inner = message.get("kwargs", message.get("data"))
    if isinstance(inner, Mapping) and "role" not in message:
        message = {**message, **inner}
    return plain_word(message.get("role", message.get("type")))


def _calls_in(
    message: Mapping[str, Json], role: str, classified: ClassifiedSpan
) -> Iterator[Sighting]:
    """Yield the calls and results in a message; in what a user says only results are looked for."""
    for key, value in message.items():
        if plain_word(key) in ("toolcallid", "tooluseid") and isinstance(value, str) and value:
            name = message.get("name")
            named = name if isinstance(name, str) and name else None
            yield Sighting("a result", classified.place, named, value, None, is_result=True)
            return
    fields = {key: _parts(value) for key, value in message.items() if key != "role"}
    for sighting in sightings(fields, classified.place, texts=False):
        if sighting.is_result or role not in _GIVEN:
            yield sighting


def _parts(value: Json) -> Json:
    """Return the parts that a text is, where it is not text."""
    if not isinstance(value, str):
        return value
    read = json_in(value) if value.lstrip()[:2] == "[{" else None
    return read if isinstance(read, list) else None

"""Find what looks like a call on a span and was read by no dialect.

A dialect reads the attributes it knows. Everything else on a model's span, or on a span of an
unknown kind, is searched here: unknown parts of messages, other records of the same response,
events, attributes that name a tool.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from toolspec.engine.json_value import HOLDING, Json
from toolspec.engine.reading.dialects.dialect import Role, Unreadable
from toolspec.engine.reading.dialects.told import objects
from toolspec.engine.reading.span import UNREAD, Event, Span
from toolspec.engine.reading.spans.classified_span import ClassifiedSpan
from toolspec.engine.reading.spans.spoken_calls import GIVEN
from toolspec.engine.reading.spans.whole_records import (
    beside_call,
    may_hold_spans,
    spans_inside,
)
from toolspec.engine.reading.unread.call_texts import attributes_in_text
from toolspec.engine.reading.unread.call_words import may_be_in_call, plain_word
from toolspec.engine.reading.unread.encoded import may_open
from toolspec.engine.reading.unread.foreign import (
    GIVEN_EVENTS,
    SAID,
    events_tell,
    is_of_tool,
    is_tools_kind,
    kind_keys,
    named_like_tool,
)
from toolspec.engine.reading.unread.json_texts import may_hold_call
from toolspec.engine.reading.unread.known_calls import KnownCalls, known_call
from toolspec.engine.reading.unread.nested import is_encoded, nested, opened
from toolspec.engine.reading.unread.sightings import (
    Sighting,
    sightings,
    written_calls,
)
from toolspec.engine.trace import Call, Gap, Place

_SENT: Final = ("gen_ai.input.messages", "gen_ai.tool.definitions")  # looked through as requests


def overlooked(
    spans: Iterable[ClassifiedSpan], calls: Sequence[Call], asked: Sequence[Call]
) -> Iterator[Gap]:
    """Yield a gap for what looks like a call in a span and is none of those that were read.

    `asked` are the calls that messages on spans ask for, `calls` all others.
    """
    return _unknown(((classified, _looks(classified)) for classified in spans), calls, asked, tuple)


def overlooked_beside(
    spans: Iterable[ClassifiedSpan],
    calls: Sequence[Call],
    asked: Sequence[Call],
    before: Callable[[], Sequence[Call]],
) -> Iterator[Gap]:
    """Yield a gap for what looks like a call in spans that are neither call nor response.

    Chains are such spans: their outputs also repeat calls made `before` the run.
    """
    looks = (
        (classified, _looks_beside(classified))
        for classified in spans
        if classified.role in _BESIDE
        or (classified.role is _PHANTOM and _is_part_of_call(classified))
    )
    return _unknown(looks, calls, asked, before)


def _is_part_of_call(classified: ClassifiedSpan) -> bool:
    return classified.dialect is not None and classified.dialect.ends_inside


def _unknown(
    looks: Iterable[tuple[ClassifiedSpan, Iterator[Sighting]]],
    calls: Sequence[Call],
    asked: Sequence[Call],
    before: Callable[[], Sequence[Call]],
) -> Iterator[Gap]:
    known: KnownCalls | None = None
    asked_by_span: Counter[str | None] | None = None
    counts: Counter[str] = Counter()
    for classified, sighted in looks:
        for sighting in sighted:
            if known is None or asked_by_span is None:
                known = KnownCalls((*calls, *asked, *before()))
                asked_by_span = Counter(call.span_id for call in asked)
                counts = Counter(call.name for call in (calls or asked))
            if known.holds(sighting) or known.answered_by(sighting):
                continue
            if sighting[2:5] == (None, None, None) and asked_by_span[classified.span_id] > 0:
                # A mark that a call is there, which is read beside it.
                asked_by_span[classified.span_id] -= 1
                continue
            if sighting[3:5] == (None, None) and counts[sighting.name or ""] > 0:
                counts[sighting.name or ""] -= 1  # of a call that is read, only its tool's name
                continue
            text = sighting.told("on a span looks like a tool call")
            yield Gap(text, classified.place, call=known_call(sighting))


class _Names(NamedTuple):
    """The attributes of a span by what their names tell.

    `metadata` are said about the span, `naming` name its tool, `answers` hold what was answered.
    `outputs` hold anything but what a model was given, those `beside_call` also neither arguments
    nor a result; `telling` may be part of a call, some of them whatever their values.
    """

    metadata: tuple[str, ...]
    naming: tuple[str, ...]
    answers: tuple[str, ...]
    outputs: tuple[str, ...]
    beside_call: tuple[str, ...]
    telling: tuple[tuple[str, bool], ...]


def _by_name(keys: tuple[str, ...]) -> _Names:
    outputs = tuple(key for key in keys if key.startswith(_BODIES) or not key.startswith(GIVEN))
    return _Names(
        tuple(key for key in keys if key.startswith("metadata")),
        _naming(keys),
        tuple(key for key in keys if key.startswith(SAID)),
        outputs,
        beside_call(outputs),
        tuple(
            (key, any(map(may_be_in_call, key.split("."))))
            for key in keys
            if not key.startswith(GIVEN)
        ),
    )


def _in_metadata(classified: ClassifiedSpan, keys: Sequence[str]) -> Iterator[Sighting]:
    """Yield the calls beyond doubt in what is said about a span."""
    for key in keys:
        read = opened(classified.span.attributes[key])
        if read is not None:
            yield from written_calls(read, classified.place)


def _looks(classified: ClassifiedSpan) -> Iterator[Sighting]:
    span, role, names = classified.span, classified.role, classified.names.by(_by_name)
    if names.metadata:
        yield from _in_metadata(classified, names.metadata)
    holding = _that_may_hold(span.attributes, names.outputs)
    if role is _AGENT:
        attributes = {key: span.attributes[key] for key in names.answers}
    else:
        attributes = {
            key: span.attributes[key]
            for key, whatever_value in names.telling
            if whatever_value or key in holding
        }
    if role is _STRANGE:
        yield from _tool_itself(span)
    else:
        for key, named in _named_by(span.attributes, names.naming):
            yield Sighting(f"the attribute `{key}`", Place(), named)
    if attributes:
        yield from sightings(nested(attributes), classified.place, texts=False)
    if _OUTPUT in span.attributes:
        yield from _strange_parts(span.attributes, classified.place)
    if holding:
        yield from _whole_records(classified, holding)
    for event in span.events:
        yield from _strange_parts(event.attributes, classified.place)
        yield from _event(event, classified)


_OUTPUT: Final = "gen_ai.output.messages"
_TYPE: Final = re.compile(r'\s*:\s*"([^"]*)"').match
_PLAIN: Final = (
    *("audio", "blob", "citation", "document", "file", "image", "input_", "json", "output_"),
    *("reasoning", "redacted", "refusal", "summary", "text", "think", "tool_call", "uri", "url"),
    "video",
)
"""Prefixes of the types of message parts that are read, or hold no call."""


def _strange_parts(attributes: Mapping[str, Json], place: Place) -> Iterator[Sighting]:
    """Yield the parts of a response that have an unknown type and may be calls."""
    output = attributes.get(_OUTPUT)
    if isinstance(output, str):
        kinds = map(_TYPE, output.split('"type"')[1:])
        if all(kind is None or kind[1].startswith(_PLAIN) for kind in kinds):
            return
    messages = objects(attributes, _OUTPUT)
    for message in () if isinstance(messages, Unreadable) else messages:
        parts = objects(message, "parts", prose=True)
        for part in () if isinstance(parts, Unreadable) else parts:
            kind = part.get("type")
            if isinstance(kind, str) and not kind.startswith(_PLAIN):
                name = next((part[key] for key in ("name", "tool") if part.get(key)), None)
                named = name if isinstance(name, str) else None
                yield Sighting("a part of an unknown type", place, named)


def tells_beside(classified: ClassifiedSpan) -> bool:
    """Tell whether a span that is neither call nor response holds what looks like a call."""
    return classified.dialect is not None and any(True for _ in _looks_beside(classified))


# An enum's members are looked up again each time they are named by their class.
_AGENT: Final = Role.AGENT
_STRANGE: Final = Role.STRANGE
_TOOL: Final = Role.TOOL
_PHANTOM: Final = Role.PHANTOM
_BESIDE: Final = (Role.OTHER, _AGENT, _TOOL)
_OF_AGENTS: Final = ("ai.toolCall.", "gen_ai.", "openinference.", "tool.name", "traceloop.")
"""Prefixes of attributes that say what a span is; inside another attribute they mean a span."""

_BODIES: Final = ("http.request.body", "http.response.body")


def _looks_beside(classified: ClassifiedSpan) -> Iterator[Sighting]:
    span, names = classified.span, classified.names.by(_by_name)
    if names.metadata:
        yield from _in_metadata(classified, names.metadata)
    for event in span.events:
        yield from _event(event, classified)
    if classified.role is _TOOL:
        for key in names.naming:  # a second tool, in an attribute that is not read
            if key not in _READ or not isinstance(span.attributes[key], str):
                for _, named in _named_by(span.attributes, (key,)):
                    yield Sighting(f"the attribute `{key}`", Place(), named)
        holding = _that_may_hold(span.attributes, names.beside_call)
        if holding:
            inside = {key: read for key in holding if (read := opened(holding[key])) is not None}
            if inside:
                yield from _of_some_call(sightings(nested(inside), classified.place, texts=False))
            yield from _whole_records(classified, holding)
        return
    holding = _that_may_hold(span.attributes, names.outputs)
    for key, value in holding.items():
        if isinstance(value, Mapping) and any(part.startswith(_OF_AGENTS) for part in value):
            named = (value[part] for part in value if part.endswith("tool.name"))
            name = next((value for value in named if isinstance(value, str)), None)
            yield Sighting(f"the attribute `{key}`", classified.place, name)
        elif isinstance(value, str):
            inside = attributes_in_text(value)
            if inside is not None:
                yield Sighting(f"`{inside}` in the attribute `{key}`", classified.place)
    if holding:
        yield from _of_some_call(sightings(nested(holding), classified.place, texts=False))
    yield from _whole_records(classified, holding)


def _that_may_hold(attributes: Mapping[str, Json], keys: Iterable[str]) -> dict[str, Json]:
    """Return those of these attributes that may hold a call: most are words that hold nothing."""
    holding: dict[str, Json] = {}
    for key in keys:
        value = attributes[key]
        if isinstance(value, str):
            if may_open(value) and (may_hold_call(value) or is_encoded(value)):
                holding[key] = value
        elif isinstance(value, HOLDING):
            holding[key] = value
    return holding


def _whole_records(
    classified: ClassifiedSpan, attributes: Mapping[str, Json]
) -> Iterator[Sighting]:
    """Yield the calls that an attribute tells of which is JSON of spans."""
    for key, value in attributes.items():
        if may_hold_spans(value) and not key.endswith("schema"):
            yield from spans_inside(value, classified.place)


def _of_some_call(sighted: Iterator[Sighting]) -> Iterator[Sighting]:
    """Yield those that name their call: chains also hold results that name none."""
    return (sighting for sighting in sighted if sighting[2:5] != (None, None, None))


def _event(event: Event, classified: ClassifiedSpan) -> Iterator[Sighting]:
    """Yield the calls in an event, or else the one that it is."""
    if UNREAD in event.attributes:
        yield Sighting("an event that cannot be read", classified.place, "")
        return
    if event.name in GIVEN_EVENTS:
        return
    if classified.role is _TOOL and plain_word(event.name).endswith(("output", "result")):
        keys = beside_call(tuple(event.attributes))
        event = event._replace(attributes={key: event.attributes[key] for key in keys})
    for key, named in _named_by(event.attributes, _naming(tuple(event.attributes))):
        yield Sighting(f"the attribute `{key}` of an event", classified.place, named)
    for key, value in event.attributes.items():
        inner = attributes_in_text(value) if isinstance(value, str) else None
        if inner is not None:
            yield Sighting(f"`{inner}` in the attribute `{key}` of an event", classified.place)
        if may_hold_spans(value):
            yield from spans_inside(value, classified.place)
    given = _SENT if classified.role is Role.LLM else _SENT[1:]
    attributes = nested({key: of for key, of in event.attributes.items() if key not in given})
    inside = list(sightings(attributes, classified.place, texts=False))
    yield from inside
    if classified.dialect is not None and event.name in classified.dialect.events:
        return
    if not inside and (classified.role is not _AGENT or events_tell((event.name,))):
        yield from sightings({"type": event.name, **attributes}, classified.place, texts=False)


_NUMBER: Final = re.compile(r"\.\d")


def _tool_itself(span: Span) -> Iterator[Sighting]:
    """Yield the call that a span of no known kind seems to be, and those that it was given."""
    telling = [key for key, value in span.attributes.items() if value and is_of_tool(key)]
    given = tuple({_NUMBER.split(key)[0] for key in telling if key.startswith(GIVEN)})
    keys = [key for key in telling if not key.startswith(GIVEN)]
    if given:
        attributes = {key: value for key, value in span.attributes.items() if key.startswith(given)}
        yield from _of_some_call(sightings(nested(attributes), Place(), texts=False))
    if keys:
        names = [span.attributes[key] for key in keys if key.lower().endswith("name")]
        name = next((name for name in names if isinstance(name, str)), None)
        yield Sighting(f"the attribute `{keys[0]}`", Place(), name)
        return
    kinds = [key for key in kind_keys(span.attributes) if is_tools_kind(span.attributes[key])]
    named = named_like_tool(span.name)
    if kinds:
        yield Sighting(f"the attribute `{kinds[0]}`", Place(), named)
    elif named is not None:
        yield Sighting("the span's name", Place(), named or None)


def _named_by(attributes: Mapping[str, Json], keys: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the attributes that name a tool, with its name; "" where that is not text."""
    for key in keys:
        value = attributes[key]
        if value not in _NOTHING:
            yield key, value if isinstance(value, str) else ""


_NOTHING: Final[tuple[Json, ...]] = (None, "", [], {})


@lru_cache(maxsize=4096)
def _naming(keys: tuple[str, ...]) -> tuple[str, ...]:
    """Return the attributes that name the tool of a span, however they are spelt."""
    return tuple(
        key
        for key in keys
        if (key.lower().endswith("tool.name") or plain_word(key) in _NAMING)
        and not key.startswith((*GIVEN, *SAID))
    )


_NAMING: Final = frozenset({"aitoolcallname", "genaitoolname", "mcptoolname", "toolname"})
_READ: Final = frozenset({"ai.toolCall.name", "gen_ai.tool.name", "mcp.tool.name", "tool.name"})

"""OTLP as JSON: the specification's form, protobuf's own printer's, and Tempo's export.

The specification writes ids in hex and 64-bit numbers as text; `MessageToJson` of Python's protobuf
writes ids in base64; Tempo says `batches` for `resourceSpans` and writes times as numbers; the
second version of its API puts all of it under `trace`.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from toolspec.engine.json_value import Json, same
from toolspec.engine.reading.format import Claim, Document
from toolspec.engine.reading.formats.spans import (
    Leftovers,
    SpanFormat,
    beside_attributes,
    look_around,
)
from toolspec.engine.reading.named import make
from toolspec.engine.reading.span import (
    DROPPED,
    NOTHING,
    UNREAD,
    Event,
    Span,
    dropped_from,
    identifier,
    span_status,
)
from toolspec.engine.reading.times import nanoseconds
from toolspec.engine.reading.unread.call_words import plain_word
from toolspec.engine.trace import Place

RESOURCE_KEYS: Final = ("resourceSpans", "resource_spans", "batches")
SCOPE_KEYS: Final = (
    "scopeSpans",
    "scope_spans",
    "instrumentationLibrarySpans",
    "instrumentation_library_spans",
)
_TRACE: Final = "trace"
"""The key under which the second version of Tempo's API puts a trace."""

_KINDS: Final = {
    "stringValue": "plain",
    "boolValue": "plain",
    "bytesValue": "plain",
    "intValue": "whole",
    "doubleValue": "real",
    "arrayValue": "list",
    "kvlistValue": "object",
    "string_value": "plain",
    "bool_value": "plain",
    "bytes_value": "plain",
    "int_value": "whole",
    "double_value": "real",
    "array_value": "list",
    "kvlist_value": "object",
}
_WITH_VALUES: Final = frozenset(kind for kind in _KINDS if _KINDS[kind] in ("list", "object"))
_BESIDE: Final = frozenset(
    {"instrumentationLibrary", "resource", "schemaUrl", "schema_url", "scope"}
)
"""What is in a message of OTLP beside its lists."""

_KEYS: Final = frozenset(
    {"attributes", "droppedAttributesCount", "droppedEventsCount", "droppedLinksCount"}
    | {"dropped_attributes_count", "dropped_events_count", "dropped_links_count", "endTimeUnixNano"}
    | {"end_time_unix_nano", "events", "flags", "kind", "links", "name", "parentSpanId"}
    | {"parent_span_id", "spanId", "span_id", "startTimeUnixNano", "start_time_unix_nano"}
    | {"status", "traceId", "traceState", "trace_id", "trace_state"}
)
"""What is in a span."""

_LISTS: Final = ("events", "links")
_PLAIN_KEYS: Final = frozenset(map(plain_word, _KEYS)) | {
    *("attribute", "displayname", "names", "operationname", "spanname")
}
"""How they read without case and separators: a key that is alike was meant to be one of them."""

_DROPPED: Final = frozenset(DROPPED)


class OtlpJson(SpanFormat):
    """OTLP/JSON: an object, a list of them, or one on each line (the Collector's file)."""

    name = "otlp-json"
    title = "OTLP/JSON (OpenTelemetry Collector, Tempo)"

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is an OTLP object or a list of them."""
        if isinstance(document, list):
            return max(map(self.claim, document), default=Claim.NO)
        known = isinstance(document, dict) and (
            _is_holder(document) or _is_holder(document.get(_TRACE))
        )
        return Claim.SURE if known else Claim.NO

    def spans(self, document: Document, left: Leftovers) -> Iterator[Span]:
        """Yield the spans of one document."""
        value, place = document
        if isinstance(value, list):
            for item in document.items():
                yield from self.spans(item, left)
            return
        if isinstance(value, dict) and _is_holder(value.get(_TRACE)):
            for key, field in value.items():
                if key == _TRACE:
                    yield from self.spans(Document(field, place.at(key)), left)
                elif field:
                    left.add(field, place, key)
            return
        for resource_spans, outer in _items(value, RESOURCE_KEYS, place, left):
            written = _object(resource_spans.get("resource")).get("attributes")
            resource = plain_attributes(written)
            for pair in written if isinstance(written, list) else ():
                if _is_unread(pair):
                    left.add(pair, outer, "resource")
            look_around({"resource": {"attributes": resource}}, outer, left)
            look_around({"scope": resource_spans.get("resource")}, outer, left)
            for scope_spans, inner in _items(resource_spans, SCOPE_KEYS, outer, left, _BESIDE):
                scope = _object(scope_spans.get("scope", scope_spans.get("instrumentationLibrary")))
                name = scope.get("name")
                for span, at in _items(scope_spans, ("spans",), inner, left, _BESIDE):
                    if not _KEYS.issuperset(span):
                        for key, field in span.items():
                            if key not in _KEYS and isinstance(field, str | dict | list):
                                left.add(field, at, key)
                        if not _PLAIN_KEYS.isdisjoint(map(plain_word, span.keys() - _KEYS)):
                            span = {**span, "attributes": [span]}  # no attribute: cannot be read
                    look_around(span, at, left)
                    for listed in _LISTS:
                        if span.get(listed):
                            beside_attributes(span[listed], at.at(listed), left)
                    yield _span(span, resource, name if isinstance(name, str) else "", at)


def _is_holder(value: Json) -> bool:
    return isinstance(value, dict) and any(
        isinstance(value.get(key), list) for key in RESOURCE_KEYS
    )


def _items(
    value: Json,
    keys: tuple[str, ...],
    place: Place,
    left: Leftovers,
    beside: frozenset[str] = frozenset(),
) -> Iterator[tuple[dict[str, Json], Place]]:
    """Yield the objects in the lists under these keys; `beside` are known other keys."""
    if not isinstance(value, dict):
        left.add(value, place)
        return
    line, pointer, file = place
    for key, listed in value.items():
        if key in keys and isinstance(listed, list):
            for at, item in enumerate(listed):
                if item and isinstance(item, dict):
                    yield item, make(Place, (line, (*pointer, key, at), file))
                else:
                    left.add(item, place, key, at)
        elif key not in beside and listed:
            left.add(listed, place, key)


def _object(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, dict) else NOTHING


def _span(
    record: Mapping[str, Json], resource: Mapping[str, Json], scope: str, place: Place
) -> Span:
    get = record.get
    twice: list[str] = []
    events, status = get("events"), get("status")
    fields = (
        str(get("name", "")),
        otlp_id(get("traceId", get("trace_id")), 32),
        otlp_id(get("spanId", get("span_id")), 16),
        otlp_id(get("parentSpanId", get("parent_span_id")), 16),
        str(get("kind", "")),
        _time(get("startTimeUnixNano", get("start_time_unix_nano"))),
        _time(get("endTimeUnixNano", get("end_time_unix_nano"))),
        _attributes(get("attributes"), twice),
        span_status(status.get("code")) if status and isinstance(status, dict) else None,
        _events(events, twice) if events else (),
        resource,
        scope,
        place,
        None,
        tuple(twice),
        "" if not events and _DROPPED.isdisjoint(record) else dropped_from(record, events),
    )
    return make(Span, fields)


def _attributes(pairs: Json, twice: list[str]) -> Mapping[str, Json]:
    """Return attributes as a plain object; see `_readable`.

    Most are written as they should be, each key once, with one value: these take one look.
    """
    attributes: dict[str, Json] = {}
    differing: list[str] = []
    try:
        for pair in cast("list[Any]", pairs):
            value = pair["value"]
            if len(pair) != 2:
                return _readable(pairs, twice)
            if "stringValue" in value and len(value) == 1:
                text = value["stringValue"]
                if text.__class__ is not str:
                    return _readable(pairs, twice)
                attributes[pair["key"]] = text
            else:
                (kind,) = value
                if kind not in _KINDS or (kind in _WITH_VALUES and _is_strange(value)):
                    return _readable(pairs, twice)
                attributes[pair["key"]] = any_value(value, differing)
        "".join(attributes)  # raises TypeError unless all keys are text
    except (AttributeError, KeyError, TypeError, ValueError):
        return _readable(pairs, twice)
    if len(attributes) < len(cast("list[Any]", pairs)):
        return _readable(pairs, twice)
    twice += differing
    return attributes


def _events(value: Json, twice: list[str]) -> tuple[Event, ...]:
    if not isinstance(value, list):
        return (Event("", {UNREAD: value}),) if value else ()
    return tuple(
        [
            Event(str(event.get("name", "")), _attributes(event.get("attributes"), twice))
            if isinstance(event, dict)
            else Event("", {UNREAD: event})
            for event in value
        ]
    )


def _readable(value: Json, twice: list[str]) -> Mapping[str, Json]:
    """Return attributes as a plain object; UNREAD holds what is no attribute of OTLP's.

    Where one of them cannot be read, it may be the one that says what the span is.
    """
    pairs = value.get("values", value) if isinstance(value, dict) else value
    if not pairs:
        return NOTHING
    if isinstance(pairs, dict):
        odd = any(_holds_pairs(pair) for pair in pairs.values())
        return {UNREAD: pairs} if odd else pairs
    unread = pairs if not isinstance(pairs, list) else next(filter(_is_unread, pairs), None)
    if unread is not None:
        return {UNREAD: unread}
    return plain_attributes(pairs, twice)


def _is_unread(pair: Json, depth: int = 0) -> bool:
    """Tell whether something is no key with a value, or one of which a part is unknown."""
    if not isinstance(pair, dict) or not isinstance(pair.get("key"), str) or not pair.keys() <= _OF:
        return True
    return _is_strange(pair.get("value"), depth)


_OF: Final = frozenset({"key", "value"})


def _is_strange(value: Json, depth: int = 0) -> bool:
    """Tell whether a value, or one inside of it, is of no kind that OTLP knows."""
    if isinstance(value, list):
        return bool(value)
    if isinstance(value, str):
        return value.lstrip()[:1] in ("{", "[") and any(kind in value for kind in _KINDS)
    if not isinstance(value, dict) or not value:
        return False
    if not value.keys() <= _KINDS.keys() or depth > DEPTH_MAX:
        return True
    for kind, inner_value in value.items():
        if kind not in _WITH_VALUES:
            if isinstance(inner_value, dict | list):
                return True
            continue
        inner = _object(inner_value)
        items = inner.get("values") or []
        if (
            (inner_value and not inner)
            or not inner.keys() <= _VALUES
            or not isinstance(items, list)
        ):
            return True
        if _KINDS[kind] == "list" and any(_is_strange(item, depth + 1) for item in items):
            return True
        if _KINDS[kind] == "object" and any(_is_unread(item, depth + 1) for item in items):
            return True
    return False


_VALUES: Final = frozenset({"values"})


DEPTH_MAX: Final = 100


def _holds_pairs(value: Json) -> bool:
    """Tell whether a value is OTLP's list of keys and values, or one of its values."""
    if isinstance(value, list):
        return any(isinstance(item, dict) and item.keys() >= _OF for item in value)
    return isinstance(value, dict) and (not value.keys().isdisjoint(_KINDS) or value.keys() >= _OF)


_DIGITS: Final = 19
"""As many as nanoseconds since 1970 have from 2001 to 2286."""


def _time(value: Json) -> int | None:
    """Return a time; OTLP writes 0 for none."""
    if isinstance(value, str) and value.isdecimal() and len(value) == _DIGITS:
        return int(value) or None
    return nanoseconds(value) or None


def otlp_id(value: Json, digits: int) -> str | None:
    """Return an id in hex, from hex or base64: their lengths tell them apart.

    >>> otlp_id("AAAAAAAAAAE=", 16), otlp_id("EEE19B7EC3C1B174", 16)
    ('0000000000000001', 'eee19b7ec3c1b174')
    """
    if isinstance(value, str):
        if len(value) == digits and _IS_PLAIN_ID(value):
            return value
        if len(value) == (24 if digits == 32 else 12):
            try:
                raw = binascii.a2b_base64(value, strict_mode=True)
            except ValueError:
                return identifier(value, digits)
            return identifier(raw.hex(), digits)
    return identifier(value, digits)


_IS_PLAIN_ID: Final = re.compile(r"(?!0+\Z)[0-9a-f]+\Z").match


def plain_attributes(value: Json, twice: list[str] | None = None) -> Mapping[str, Json]:
    """Return OTLP's list of keys and values as a plain object.

    Of a key that is there more than once the last value counts; where the values differ, the key is
    appended to `twice`.
    """
    if not isinstance(value, list):
        return value if isinstance(value, dict) else NOTHING
    attributes: dict[str, Json] = {}
    for item in value:
        if isinstance(item, dict):
            key = item.get("key")
            if isinstance(key, str):
                read = any_value(item.get("value"), twice)
                if twice is not None and key in attributes and not same(attributes[key], read):
                    twice.append(key)
                attributes[key] = read
    return attributes


def any_value(value: Json, twice: list[str] | None = None) -> Json:
    """Return what an OTLP AnyValue holds. Bytes stay base64 text, the empty value is null.

    >>> any_value({"kvlistValue": {"values": [{"key": "n", "value": {"intValue": "7"}}]}})
    {'n': 7}
    """
    if not isinstance(value, dict):
        return value
    if twice is not None and len(value) > 1:
        twice.append("value")  # of several kinds at once, nobody knows which one is meant
    for kind, inner in value.items():
        match _KINDS.get(kind):
            case "plain":
                return inner
            case "whole" | "real" as number:
                return _number(inner, whole=number == "whole")
            case "list":
                items = _object(inner).get("values")
                return [any_value(item, twice) for item in items] if isinstance(items, list) else []
            case "object":
                return dict(plain_attributes(_object(inner).get("values"), twice))
            case _:
                continue
    return value or None  # of no known kind


def _number(written: Json, *, whole: bool) -> Json:
    """Return a number that may be written as text, as JSON's writers of 64-bit numbers do."""
    if not isinstance(written, str):
        return written
    try:
        return int(written) if whole else float(written)
    except ValueError:
        return written


FORMAT = OtlpJson()

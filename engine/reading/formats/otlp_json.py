"""OTLP as JSON: the specification's form, protobuf's own printer's, and Tempo's export.

The specification writes ids in hex and 64-bit numbers as text; `MessageToJson` of Python's protobuf
writes ids in base64; Tempo says `batches` for `resourceSpans` and writes times as numbers; the
second version of its API puts all of it under `trace`.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from toolspec.engine.json_value import Json, as_object
from toolspec.engine.reading.format import Claim, Document
from toolspec.engine.reading.formats.otlp_values import (
    attributes_of,
    is_unread,
    plain_attributes,
)
from toolspec.engine.reading.formats.spans import (
    Leftovers,
    SpanFormat,
    beside_attributes,
    look_around,
)
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.span import (
    DROPPED,
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
    page = FormatPage(
        written_by=(
            "OTLP 1.x as JSON: the OpenTelemetry Collector's file exporter, Tempo, `MessageToJson` "
            "of Python's protobuf, and `toolspec collect`."
        ),
        get="`toolspec collect`; the Collector's `file` exporter; `/api/traces/ID` of Tempo.",
        unknown=(
            "What the instrumentation does not write, and attributes that the SDK's limits cut."
        ),
        example=(
            "Cut from a run of `opentelemetry-instrumentation-openai-v2` 2.4b0 with a scripted "
            "model."
        ),
    )

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
            resource = _around("resource", resource_spans.get("resource"), outer, left)
            for scope_spans, inner in _items(resource_spans, SCOPE_KEYS, outer, left, _BESIDE):
                scope = scope_spans.get("scope", scope_spans.get("instrumentationLibrary"))
                _around("scope", scope, inner, left)
                name = as_object(scope).get("name")
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


def _around(key: str, holder: Json, place: Place, left: Leftovers) -> Mapping[str, Json]:
    """Return the attributes of a resource or scope, and hand over what else it holds."""
    if not isinstance(holder, dict):
        left.add(holder, place, key)
        return {}
    pairs = holder.get("attributes")
    attributes = plain_attributes(pairs)
    if isinstance(pairs, list):
        for pair in filter(is_unread, pairs):
            left.add(pair, place, key)
    elif not attributes:
        left.add(pairs, place, key)
    look_around({key: {**holder, "attributes": attributes}}, place, left)
    return attributes


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
                    yield item, Place._make((line, (*pointer, key, at), file))
                else:
                    left.add(item, place, key, at)
        elif key not in beside and listed:
            left.add(listed, place, key)


def _span(
    record: Mapping[str, Json], resource: Mapping[str, Json], scope: str, place: Place
) -> Span:
    get = record.get
    twice: list[str] = []
    events, status = get("events"), get("status")
    fields = (
        str(get("name", "")),
        _shared_id(get("traceId", get("trace_id")), 32),
        otlp_id(get("spanId", get("span_id")), 16),
        _shared_id(get("parentSpanId", get("parent_span_id")), 16),
        str(get("kind", "")),
        _time(get("startTimeUnixNano", get("start_time_unix_nano"))),
        _time(get("endTimeUnixNano", get("end_time_unix_nano"))),
        attributes_of(get("attributes"), twice),
        span_status(status.get("code")) if status and isinstance(status, dict) else None,
        _events(events, twice) if events else (),
        resource,
        scope,
        place,
        None,
        tuple(twice),
        "" if not events and _DROPPED.isdisjoint(record) else dropped_from(record, events),
        False,
    )
    return Span._make(fields)


def _events(value: Json, twice: list[str]) -> tuple[Event, ...]:
    if not isinstance(value, list):
        return (Event("", {UNREAD: value}),) if value else ()
    return tuple(
        [
            Event(str(event.get("name", "")), attributes_of(event.get("attributes"), twice))
            if isinstance(event, dict)
            else Event("", {UNREAD: event})
            for event in value
        ]
    )


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


_known_id: Final = lru_cache(maxsize=4096)(otlp_id)


def _shared_id(value: Json, digits: int) -> str | None:
    """Return an id that many spans have, as that of their trace: most were read before."""
    if isinstance(value, str) and len(value) <= 32:
        return _known_id(value, digits)
    return otlp_id(value, digits)


_IS_PLAIN_ID: Final = re.compile(r"(?!0+\Z)[0-9a-f]+\Z").match


FORMAT = OtlpJson()

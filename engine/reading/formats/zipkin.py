"""Zipkin's JSON, version 2: a list of spans, or a list of traces, which are such lists.

Source: Zipkin's API (`Span`) and OpenTelemetry's rules for exporting to it. Tags are text, numbers
too; an event is an annotation, its attributes JSON beside its name.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import Json, as_list, as_object
from toolspec.engine.reading.format import Claim, Document
from toolspec.engine.reading.formats.spans import Leftovers, SpanFormat
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.span import NOTHING, Event, Span, identifier, span_status
from toolspec.engine.trace import Place

_MICROSECOND_NS: Final = 1000
_KEYS: Final = frozenset(
    {"annotations", "debug", "duration", "id", "kind", "localEndpoint", "name", "parentId"}
    | {"remoteEndpoint", "shared", "tags", "timestamp", "traceId"}
)
_OF_OTHERS: Final = frozenset({"attributes", "input", "output", "spanId", "type"})
"""What spans and observations of other formats have, and Zipkin's never."""

_ENDPOINTS: Final = ("localEndpoint", "remoteEndpoint")
_COUNTS: Final = ("tokens", "token_count", "Tokens")


class Zipkin(SpanFormat):
    """Spans with `traceId`, `id`, `timestamp` and `tags`."""

    name = "zipkin"
    title = "Zipkin JSON (v2)"
    page = FormatPage(
        family="exports",
        written_by="Zipkin's API, version 2, and OpenTelemetry's exporters to it.",
        get="`/api/v2/trace/ID`, or the body that an exporter sends.",
        unknown=(
            "Long tags that the storage cut: OpenTelemetry's exporter for Python cuts them at 128 "
            "characters."
        ),
        example="Cut from spans of Pydantic AI, as OpenTelemetry's Zipkin exporter writes them.",
    )

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is a span of Zipkin or a list of some."""
        return Claim.SURE if _holds_span(document) else Claim.NO

    def spans(self, document: Document, left: Leftovers) -> Iterator[Span]:
        """Yield the spans of one document."""
        for span, place in _found(document.value, document.place, left):
            for key, item in span.items():
                if key not in _KEYS and isinstance(item, str | dict | list):
                    left.add(item, place, key)
                elif key in _ENDPOINTS and isinstance(item, Mapping):
                    for part, inner in item.items():
                        if isinstance(inner, str | dict | list):
                            left.add(inner, place, key, part)
            yield _span(span, place)


def _found(
    value: Json, place: Place, left: Leftovers, depth: int = 0
) -> Iterator[tuple[Mapping[str, Json], Place]]:
    if isinstance(value, list) and depth < DEPTH_MAX:
        for at, item in enumerate(value):
            yield from _found(item, place.at(at), left, depth + 1)
    elif isinstance(value, Mapping) and _is_span(value):
        yield value, place
    else:
        left.add(value, place)


DEPTH_MAX: Final = 2


def _holds_span(value: Json, depth: int = 0) -> bool:
    """Tell whether there is a span in a document, where `_found` finds them."""
    if isinstance(value, list):
        return depth < DEPTH_MAX and any(_holds_span(item, depth + 1) for item in value)
    return isinstance(value, dict) and _is_span(value)


def _is_span(value: Mapping[str, Json]) -> bool:
    if not (isinstance(value.get("traceId"), str) and isinstance(value.get("id"), str)):
        return False
    if not isinstance(value.get("tags", {}), Mapping) or not value.keys().isdisjoint(_OF_OTHERS):
        return False
    return "localEndpoint" in value or {"timestamp", "duration"} <= value.keys()


def _span(record: Mapping[str, Json], place: Place) -> Span:
    written = as_object(record.get("tags"))
    tags = {key: _value(key, value) for key, value in written.items()}
    start, lasted = record.get("timestamp"), record.get("duration")
    begun = start * _MICROSECOND_NS if isinstance(start, int) else None
    # Zipkin leaves out what lasted less than a microsecond.
    ended = begun + lasted * _MICROSECOND_NS if begun and isinstance(lasted, int) else begun
    status = span_status(tags.pop("otel.status_code", None))
    if status is None and str(tags.get("error", "false")).lower() != "false":
        status = "error"
    scope = tags.pop("otel.scope.name", tags.pop("otel.library.name", None))
    return Span(
        name=str(record.get("name") or ""),
        trace_id=identifier(record["traceId"], 32),
        span_id=identifier(record["id"], 16),
        parent_id=identifier(record.get("parentId"), 16),
        kind=str(record.get("kind") or ""),
        start_ns=begun,
        end_ns=ended,
        attributes=tags,
        status=status,
        events=tuple(_events(record.get("annotations"))),
        scope=scope if isinstance(scope, str) else "",
        place=place,
    )


def _value(key: str, value: Json) -> Json:
    """Return a tag's value; counts of tokens are numbers again."""
    counted = isinstance(value, str) and key.endswith(_COUNTS) and value.isdecimal()
    return int(str(value)) if counted and len(str(value)) < 20 else value


def _events(value: Json) -> Iterator[Event]:
    for item in as_list(value):
        written = item.get("value") if isinstance(item, Mapping) else None
        text = written if isinstance(written, str) else ""
        name, attributes = text, NOTHING
        before, colon, after = text.partition(": ")
        for part in (text, after if colon else ""):
            try:
                read: Json = json.loads(part) if part[:1] in ("{", '"') else None
            except (ValueError, RecursionError):
                continue
            if isinstance(read, Mapping):
                ((key, inner), *_) = read.items() if len(read) == 1 else (("", read),)
                inside = isinstance(inner, Mapping) and part is text
                name = key if inside else before.strip('"')
                attributes = inner if inside and isinstance(inner, Mapping) else read
        yield Event(name, attributes)


FORMAT = Zipkin()

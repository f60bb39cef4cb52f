"""Jaeger's JSON: the answer of its API and what its web application downloads.

Source: Jaeger's UI model. Times are microseconds; a span's tags name the type of each value; what
OpenTelemetry calls a status, a kind and a scope are tags too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from toolspec.engine.json_value import OBJECTS, Json, as_list, as_object, same
from toolspec.engine.reading.format import Claim, Document
from toolspec.engine.reading.formats.spans import Leftovers, SpanFormat
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.span import (
    UNREAD,
    Event,
    Span,
    identifier,
    span_status,
)
from toolspec.engine.trace import Place

_MICROSECOND_NS: Final = 1000
_KEYS: Final = frozenset(
    {"duration", "flags", "logs", "operationName", "processID", "process", "references"}
    | {"spanID", "startTime", "tags", "traceID", "warnings", "parentSpanID", "childSpanIds"}
)
_REFERENCE_KEYS: Final = frozenset({"refType", "spanID", "traceID"})
_TAG_KEYS: Final = frozenset({"key", "type", "value"})
_LOG_KEYS: Final = frozenset({"fields", "timestamp"})
_BESIDE: Final = frozenset({"spans", "processes", "warnings", "traceID", "data", "errors"})


class Jaeger(SpanFormat):
    """`{"data": [{"traceID", "spans", "processes"}]}`, such a trace or span, or a list of them."""

    name = "jaeger"
    title = "Jaeger JSON"
    page = FormatPage(
        family="exports",
        written_by="Jaeger, its API and its web application.",
        get="*JSON* on a trace, or `/api/traces/ID`.",
        unknown="Long tags that the storage cut; numbers that it wrote as text.",
        example="Cut from `helm.json` of agentevals-dev/agentevals, Apache-2.0.",
    )

    def claim(self, document: Json) -> Claim:
        """Tell whether the document holds a trace of Jaeger."""
        return Claim.SURE if any(True for _ in _traces(document, Place())) else Claim.NO

    def spans(self, document: Document, left: Leftovers) -> Iterator[Span]:
        """Yield the spans of one document."""
        value, place = document
        if isinstance(value, OBJECTS) and not _is_span(value):
            for key, record in value.items():
                if key not in _BESIDE and isinstance(record, str | dict | list):
                    left.add(record, place, key)
        for known, spans, at in _traces(value, place, left):
            for number, record in enumerate(spans):
                if isinstance(record, OBJECTS) and isinstance(record.get("spanID"), str):
                    inner = at.at(number) if record is not value else at
                    for key, item in record.items():
                        if key not in _KEYS and isinstance(item, str | dict | list):
                            left.add(item, inner, key)
                    _look_beside(record, inner, left)
                    yield _span(record, known, inner)
                else:
                    left.add(record, at, number)


def _look_beside(span: Mapping[str, Json], place: Place, left: Leftovers) -> None:
    """Hand over what a span's references and tags hold that Jaeger does not write."""
    for key, known in (("references", _REFERENCE_KEYS), ("tags", _TAG_KEYS), ("logs", _LOG_KEYS)):
        for entry in as_list(span.get(key)):
            if not isinstance(entry, OBJECTS):
                left.add(entry, place, key)
            elif not known.issuperset(entry):
                rest = {part: item for part, item in entry.items() if part not in known}
                left.add(rest, place, key)


_Trace: TypeAlias = "tuple[Mapping[str, Json], Sequence[Json], Place]"
"""The processes of a trace, its spans, and where these are."""


def _traces(value: Json, place: Place, left: Leftovers | None = None) -> Iterator[_Trace]:
    if isinstance(value, OBJECTS) and isinstance(value.get("data"), list):
        value, place = value["data"], place.at("data")
    if isinstance(value, OBJECTS):
        if _is_trace(value):
            yield as_object(value.get("processes")), as_list(value["spans"]), place.at("spans")
        elif _is_span(value):
            yield {}, [value], place
        return
    listed = as_list(value)
    if listed and all(isinstance(item, OBJECTS) and _is_span(item) for item in listed):
        yield {}, listed, place  # as its stores hold them
        return
    for at, item in enumerate(listed):
        if isinstance(item, OBJECTS) and _is_trace(item):
            yield (
                as_object(item.get("processes")),
                as_list(item["spans"]),
                place.at(at, "spans"),
            )
            for key, beside in item.items() if left is not None else ():
                if key not in _BESIDE and left is not None:
                    left.add(beside, place.at(at), key)
        elif left is not None:
            left.add(item, place, at)


def _is_trace(value: Mapping[str, Json]) -> bool:
    spans = value.get("spans")
    if not isinstance(spans, list) or not spans or not isinstance(spans[0], OBJECTS):
        return False
    return _is_span(spans[0])


def _is_span(value: Mapping[str, Json]) -> bool:
    return _SPAN.issubset(value)


_SPAN: Final = frozenset({"spanID", "operationName", "startTime"})


def _span(span: Mapping[str, Json], processes: Mapping[str, Json], place: Place) -> Span:
    twice: list[str] = []
    tags = _tags(span.get("tags"), twice)
    around = as_object(processes.get(str(span.get("processID")), span.get("process")))
    begun, lasted = span.get("startTime"), span.get("duration")
    start = begun * _MICROSECOND_NS if isinstance(begun, int) else None
    took = lasted * _MICROSECOND_NS if isinstance(lasted, int) else None
    status = tags.pop("otel.status_code", None)
    failed = str(tags.get("error", "")).lower() == "true"
    scope = tags.pop("otel.scope.name", tags.pop("otel.library.name", None))
    return Span(
        name=str(span.get("operationName", "")),
        trace_id=identifier(span.get("traceID"), 32),
        span_id=identifier(span["spanID"], 16),
        parent_id=identifier(_parent(span), 16),
        kind=str(tags.pop("span.kind", "")),
        start_ns=start,
        end_ns=None if start is None or took is None else start + took,
        attributes=tags,
        status=span_status(status) or ("error" if failed else None),
        events=_events(span.get("logs"), twice),
        resource=_tags(around.get("tags"), twice),
        scope=scope if isinstance(scope, str) else "",
        place=place,
        twice=tuple(twice),
    )


def _parent(span: Mapping[str, Json]) -> Json:
    for reference in as_list(span.get("references")):
        if isinstance(reference, OBJECTS) and reference.get("refType") == "CHILD_OF":
            return reference.get("spanID")
    return span.get("parentSpanID")


def _tags(value: Json, twice: list[str]) -> dict[str, Json]:
    """Return tags as attributes; a key with two values is appended to `twice`."""
    if isinstance(value, OBJECTS):
        return dict(value)
    tags: dict[str, Json] = {}
    for item in as_list(value):
        key = item.get("key") if isinstance(item, OBJECTS) else None
        if not isinstance(item, OBJECTS) or not isinstance(key, str) or "value" not in item:
            tags[UNREAD] = item
            continue
        if key in tags and not same(tags[key], item.get("value")):
            twice.append(key)
        tags[key] = item.get("value")
    if value and not isinstance(value, list):
        tags[UNREAD] = value
    return tags


def _events(value: Json, twice: list[str]) -> tuple[Event, ...]:
    events: list[Event] = []
    for item in as_list(value):
        if isinstance(item, OBJECTS) and "fields" not in item:
            events.append(Event("", {UNREAD: item}))
            continue
        fields = _tags(item.get("fields") if isinstance(item, OBJECTS) else item, twice)
        name = fields.pop("event", fields.pop("message", ""))
        events.append(Event(name if isinstance(name, str) else "", fields))
    return tuple(events)


FORMAT = Jaeger()

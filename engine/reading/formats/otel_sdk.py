"""Spans as SDKs dump them: Python's `ReadableSpan.to_json()` and its near relatives.

One span, a list of them, `{"spans": [...]}` (with whatever else beside it), `{"case": [spans]}`, or
lists of those. A span is known by a `name`, `attributes` and one of: `context` with ids (Python;
whole numbers where pydantic dumped it), `trace_id` beside `name` (AWS's collectors), `spanContext`
(JavaScript), or at least a start time. The attributes of a span alone are one, too, where they say
what it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import OBJECTS, Json, as_object
from toolspec.engine.reading.format import Claim, Document
from toolspec.engine.reading.formats.gathered import flatten
from toolspec.engine.reading.formats.spans import (
    Leftovers,
    SpanFormat,
    beside_attributes,
    look_around,
)
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.span import (
    UNREAD,
    Event,
    Span,
    dropped_from,
    identifier,
    span_status,
)
from toolspec.engine.reading.times import nanoseconds
from toolspec.engine.trace import Place

KIND: Final = "openinference.span.kind"
_TELLING: Final = frozenset({"gen_ai.operation.name", KIND})
GATHERED: Final = "openinference"
"""The attribute that holds the kind where flat attributes were gathered into objects."""

_PHOENIX_KINDS: Final = frozenset(
    {"AGENT", "CHAIN", "EMBEDDING", "EVALUATOR", "GUARDRAIL", "LLM", "PROMPT", "RERANKER"}
    | {"RETRIEVER", "TOOL", "UNKNOWN"}
)
_KEYS: Final = frozenset(
    {"attributes", "context", "endTime", "end_time", "events", "instrumentationScope"}
    | {"instrumentation_info", "instrumentation_scope", "kind", "links", "name", "parent"}
    | {"parentSpanContext", "parentSpanId", "parent_id", "parent_span_id", "resource", "scope"}
    | {"spanContext", "span_events", "span_id", "span_kind", "span_name", "startTime", "start_time"}
    | {"status"}
    | {"status_code", "status_message", "trace_id", "trace_state"}
)
"""What the SDKs write into a span."""

_LISTS: Final = ("events", "links", "span_events")

DEPTH_MAX: Final = 3
"""Levels of lists and groups around a span."""


class OtelSdk(SpanFormat):
    """Spans as OpenTelemetry's SDKs print them."""

    name = "otel-sdk"
    title = "OpenTelemetry SDK spans (ReadableSpan.to_json, console exporter)"
    page = FormatPage(
        written_by=(
            "OpenTelemetry's SDKs for Python (1.x) and JavaScript, pydantic dumps of their spans, "
            "and AWS's collectors."
        ),
        get=(
            "`ConsoleSpanExporter()`, or `span.to_json()` of each span that `InMemorySpanExporter` "
            "holds."
        ),
        unknown=(
            "What the instrumentation does not write, and attributes that the SDK's limits cut."
        ),
        example="Cut from `autogen_live_spans.json` of strands-agents/evals, Apache-2.0.",
    )

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is a span or holds spans of an SDK."""
        return Claim.SURE if _holds_span(document) else Claim.NO

    def spans(self, document: Document, left: Leftovers) -> Iterator[Span]:
        """Yield the spans of one document."""
        for span, place, case in _found(document.value, document.place, None, left):
            for key, value in span.items():
                if key not in _KEYS and isinstance(value, str | dict | list):
                    left.add(value, place, key)
            look_around(span, place, left)
            for key in _LISTS:
                if span.get(key):
                    beside_attributes(span[key], place.at(key), left, bodies=True)
            yield _span(span, place, case)


def _found(
    value: Json, place: Place, case: str | None, left: Leftovers, depth: int = 0
) -> Iterator[tuple[Mapping[str, Json], Place, str | None]]:
    """Yield the objects that are spans, each with where it is and its group's name."""
    if depth > DEPTH_MAX:
        left.add(value, place)
    elif isinstance(value, list):
        for at, item in enumerate(value):
            if item and isinstance(item, dict | list):
                yield from _found(item, place.at(at), case, left, depth + 1)
            else:
                left.add(item, place, at)
    elif isinstance(value, dict):
        if is_span(value):
            yield value, place, case
        elif _is_attributes(value):
            yield {"name": "", "attributes": value}, place, case
        elif isinstance(value.get("spans"), list):
            yield from _found(value["spans"], place.at("spans"), case, left, depth + 1)
            for key, item in value.items():
                if key != "spans" and isinstance(item, str | dict | list):
                    left.add(item, place, key)
        elif depth == 0 and any(_begins_with_span(item) for item in value.values()):
            for name, item in value.items():
                yield from _found(item, place.at(name), name, left, depth + 1)
        else:
            left.add(value, place)
    else:
        left.add(value, place)


def _holds_span(value: Json, depth: int = 0) -> bool:
    """Tell whether `_found` finds a span, without a look at anything else."""
    if isinstance(value, list):
        return depth <= DEPTH_MAX and any(_holds_span(item, depth + 1) for item in value)
    if not isinstance(value, dict) or depth > DEPTH_MAX:
        return False
    if is_span(value) or _is_attributes(value):
        return True
    if isinstance(value.get("spans"), list):
        return _holds_span(value["spans"], depth + 1)
    return depth == 0 and any(map(_begins_with_span, value.values()))


def _begins_with_span(value: Json) -> bool:
    return (
        isinstance(value, list) and bool(value) and isinstance(value[0], dict) and is_span(value[0])
    )


def _is_attributes(value: Mapping[str, Json]) -> bool:
    """Tell whether an object is the attributes of a span that say what it is."""
    if _TELLING.isdisjoint(value):
        return False
    return any(isinstance(value.get(key), str) for key in _TELLING)


def is_span(value: Mapping[str, Json]) -> bool:
    """Tell whether an object is a span as one of the SDKs dumps it."""
    if "attributes" not in value or not isinstance(value.get("name", value.get("span_name")), str):
        return False
    if "span_attributes" in value:
        return False  # AgentOps has the attributes there
    if not (value["attributes"] is None or isinstance(value["attributes"], OBJECTS)):
        return False
    context = value.get("context", value.get("spanContext"))
    if isinstance(context, OBJECTS):
        return "trace_id" in context or "traceId" in context
    if "span_id" in value and ("start_time" in value or "end_time" in value):
        return True
    return "start_time" in value and ("end_time" in value or "parent_id" in value)


def _span(record: Mapping[str, Json], place: Place, case: str | None) -> Span:
    context = record.get("context", record.get("spanContext"))
    ids: Mapping[str, Json] = context if isinstance(context, OBJECTS) else record
    parent = record.get("parent_id", record.get("parent_span_id", record.get("parentSpanId")))
    around = record.get("parent", record.get("parentSpanContext"))
    if parent is None and isinstance(around, OBJECTS):
        parent = around.get("span_id", around.get("spanId"))
    events = record.get("events", record.get("span_events"))
    status = record.get("status")
    if isinstance(status, OBJECTS):
        # JavaScript and OTLP count 0, 1, 2; Python writes words.
        status = status.get("status_code", status.get("code"))
    return Span(
        name=str(record.get("name", record.get("span_name"))),
        trace_id=identifier(ids.get("trace_id", ids.get("traceId")), 32),
        span_id=identifier(ids.get("span_id", ids.get("spanId")), 16),
        parent_id=identifier(parent, 16),
        kind=str(record.get("kind", "")),
        start_ns=nanoseconds(record.get("start_time", record.get("startTime"))),
        end_ns=nanoseconds(record.get("end_time", record.get("endTime"))),
        attributes=_attributes(record),
        status=span_status(record.get("status_code") if status is None else status),
        events=_events(events),
        resource=as_object(as_object(record.get("resource")).get("attributes")),
        scope=_scope(record),
        place=place,
        case=case,
        dropped=dropped_from(record, events),
    )


def _attributes(record: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return a span's attributes, with the kind that Phoenix keeps beside them."""
    attributes = as_object(record.get("attributes"))
    if isinstance(attributes.get(GATHERED), OBJECTS):
        gathered, attributes = attributes, dict[str, Json]()
        for key, value in gathered.items():
            if value is not None:
                flatten(key, value, attributes)
    kind = record.get("span_kind")
    if isinstance(kind, str) and KIND not in attributes and kind.upper() in _PHOENIX_KINDS:
        return {**attributes, KIND: kind}
    return attributes


def _scope(record: Mapping[str, Json]) -> str:
    for key in ("scope", "instrumentation_scope", "instrumentationScope", "instrumentation_info"):
        name = as_object(record.get(key)).get("name")
        if isinstance(name, str):
            return name
    return ""


def _events(value: Json) -> tuple[Event, ...]:
    if not isinstance(value, list):
        return (Event("", {UNREAD: value}),) if value else ()
    events: list[Event] = []
    for item in value:
        if isinstance(item, OBJECTS):
            name = item.get("name", item.get("event_name"))
            events.append(Event(name if isinstance(name, str) else "", _event_attributes(item)))
        else:
            events.append(Event("", {UNREAD: item}))
    return tuple(events)


def _event_attributes(item: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return an event's attributes, with the body that log events keep beside them."""
    attributes, body = item.get("attributes"), item.get("body")
    if attributes and not isinstance(attributes, OBJECTS):
        return {UNREAD: attributes}
    return {**body, **as_object(attributes)} if isinstance(body, OBJECTS) else as_object(attributes)


FORMAT = OtelSdk()

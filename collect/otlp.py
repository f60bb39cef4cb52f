"""From a request with spans, as protobuf or JSON, to lines of OTLP/JSON: one for each trace."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from toolspec.collect.otlp_parts import (
    ID_DIGITS,
    SPAN_ID_DIGITS,
    Export,
    Group,
    ItemKeys,
    MalformedError,
    attribute_pairs,
    decoded_json,
    decoded_protobuf,
    hex_id,
    id_in_hex,
    json_groups,
    lines_of,
    list_at,
    resource_of,
    scope_of,
)

SPANS: Final = ItemKeys("resourceSpans", "scopeSpans", "spans")


def from_protobuf(body: bytes, redact: Callable[[Any], Any] | None = None) -> Export:
    """Return a request of protobuf as lines. Raises MalformedError."""
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

    return _export(_of_protobuf(decoded_protobuf(ExportTraceServiceRequest, body)), redact)


def from_json(body: bytes, redact: Callable[[Any], Any] | None = None) -> Export:
    """Return a request of JSON as lines. Raises MalformedError."""
    return _export(_of_json(decoded_json(body)), redact)


def _export(groups: Iterator[Group], redact: Callable[[Any], Any] | None) -> Export:
    ended: set[str] = set()
    spans = rejected = 0

    def with_ids(items: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        nonlocal spans, rejected
        for span in items:
            spans += 1
            if len(span["traceId"]) != ID_DIGITS or len(span["spanId"]) != SPAN_ID_DIGITS:
                rejected += 1
                continue
            if not span.get("parentSpanId"):
                ended.add(span["traceId"])
            yield span

    kept = ((resource, scope, with_ids(items)) for resource, scope, items in groups)
    lines = lines_of(SPANS, kept, redact)
    return Export(lines, frozenset(ended), spans, rejected)


# Protobuf.


def _of_protobuf(request: Any) -> Iterator[Group]:
    for of_resource in request.resource_spans:
        resource = resource_of(of_resource)
        for of_scope in of_resource.scope_spans:
            yield resource, scope_of(of_scope), map(_span, of_scope.spans)


def _span(span: Any) -> dict[str, Any]:
    written: dict[str, Any] = {
        "traceId": id_in_hex(span.trace_id),
        "spanId": id_in_hex(span.span_id),
        "name": span.name,
        "kind": span.kind,
        "startTimeUnixNano": str(span.start_time_unix_nano),
        "endTimeUnixNano": str(span.end_time_unix_nano),
        "attributes": attribute_pairs(span.attributes),
        "status": _status(span.status),
    }
    parent = id_in_hex(span.parent_span_id)
    if parent:
        written["parentSpanId"] = parent
    if span.trace_state:
        written["traceState"] = span.trace_state
    if span.flags:
        written["flags"] = span.flags
    if span.events:
        written["events"] = [_event(event) for event in span.events]
    if span.links:
        written["links"] = [_link(link) for link in span.links]
    for key, count in (
        ("droppedAttributesCount", span.dropped_attributes_count),
        ("droppedEventsCount", span.dropped_events_count),
        ("droppedLinksCount", span.dropped_links_count),
    ):
        if count:
            written[key] = count
    return written


def _status(status: Any) -> dict[str, Any]:
    written: dict[str, Any] = {}
    if status.code:
        written["code"] = status.code
    if status.message:
        written["message"] = status.message
    return written


def _event(event: Any) -> dict[str, Any]:
    written: dict[str, Any] = {
        "timeUnixNano": str(event.time_unix_nano),
        "name": event.name,
        "attributes": attribute_pairs(event.attributes),
    }
    if event.dropped_attributes_count:
        written["droppedAttributesCount"] = event.dropped_attributes_count
    return written


def _link(link: Any) -> dict[str, Any]:
    written: dict[str, Any] = {
        "traceId": id_in_hex(link.trace_id),
        "spanId": id_in_hex(link.span_id),
    }
    if link.attributes:
        written["attributes"] = attribute_pairs(link.attributes)
    return written


# JSON.


def _of_json(request: Any) -> Iterator[Group]:
    if isinstance(request, dict) and "resource_spans" in request:
        raise MalformedError("OTLP/JSON has keys such as `resourceSpans`, not `resource_spans`")
    for of_resource in list_at(request, SPANS.resources):
        if "instrumentationLibrarySpans" in of_resource:
            raise MalformedError("`instrumentationLibrarySpans` is OTLP of 2022; send `scopeSpans`")
    return json_groups(SPANS, request, _checked)


def _checked(span: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(span.get("name", ""), str):
        raise MalformedError("a span's `name` is not text")
    list_at(span, "attributes")
    return {
        **span,
        "traceId": hex_id(span.get("traceId"), ID_DIGITS),
        "spanId": hex_id(span.get("spanId"), SPAN_ID_DIGITS),
        "parentSpanId": hex_id(span.get("parentSpanId"), SPAN_ID_DIGITS),
    }

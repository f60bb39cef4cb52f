"""From a request with log records to lines of OTLP/JSON, as `otlp` does it for spans.

Kept are the events of GenAI instrumentations, which write there what a model was asked and
answered. Other records are the application's own, and no part of a trace.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, cast

from toolspec.collect.otlp_parts import (
    ID_DIGITS,
    SPAN_ID_DIGITS,
    Export,
    Group,
    ItemKeys,
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
    value_of,
)

RECORDS: Final = ItemKeys("resourceLogs", "scopeLogs", "logRecords")
_EVENTS: Final = "gen_ai."


def from_protobuf(body: bytes, redact: Callable[[Any], Any] | None = None) -> Export:
    """Return a request of protobuf as lines. Raises MalformedError."""
    from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest

    return _export(_of_protobuf(decoded_protobuf(ExportLogsServiceRequest, body)), redact)


def from_json(body: bytes, redact: Callable[[Any], Any] | None = None) -> Export:
    """Return a request of JSON as lines. Raises MalformedError."""
    return _export(json_groups(RECORDS, decoded_json(body), _checked), redact)


def _export(groups: Iterator[Group], redact: Callable[[Any], Any] | None) -> Export:
    kept = ((resource, scope, filter(_is_kept, items)) for resource, scope, items in groups)
    return Export(lines_of(RECORDS, kept, redact))


def _is_kept(record: dict[str, Any]) -> bool:
    """Tell whether a record is an event of a span, about what a model or a tool was given."""
    name = record.get("eventName") or next(_names(record.get("attributes")), "")
    has_ids = len(record["traceId"]) == ID_DIGITS and len(record["spanId"]) == SPAN_ID_DIGITS
    return isinstance(name, str) and name.startswith(_EVENTS) and has_ids


def _names(attributes: Any) -> Iterator[Any]:
    """Yield what older instrumentations name an event by: an attribute."""
    for pair in list_at({"attributes": attributes or []}, "attributes"):
        if pair.get("key") == "event.name" and isinstance(value := pair.get("value"), dict):
            yield cast("dict[str, Any]", value).get("stringValue")


def _of_protobuf(request: Any) -> Iterator[Group]:
    for of_resource in request.resource_logs:
        resource = resource_of(of_resource)
        for of_scope in of_resource.scope_logs:
            yield resource, scope_of(of_scope), map(_record, of_scope.log_records)


def _record(record: Any) -> dict[str, Any]:
    written: dict[str, Any] = {
        "traceId": id_in_hex(record.trace_id),
        "spanId": id_in_hex(record.span_id),
        "timeUnixNano": str(record.time_unix_nano),
        "observedTimeUnixNano": str(record.observed_time_unix_nano),
        "eventName": getattr(record, "event_name", ""),
        "attributes": attribute_pairs(record.attributes),
        "body": value_of(record.body),
    }
    if record.dropped_attributes_count:
        written["droppedAttributesCount"] = record.dropped_attributes_count
    return written


def _checked(record: dict[str, Any]) -> dict[str, Any]:
    return {
        **record,
        "traceId": hex_id(record.get("traceId"), ID_DIGITS),
        "spanId": hex_id(record.get("spanId"), SPAN_ID_DIGITS),
    }

"""OTLP as protobuf: `TracesData`, which is `ExportTraceServiceRequest` on the wire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from toolspec.engine.formats.format import TraceError
from toolspec.engine.formats.span import Event, Span, Status
from toolspec.engine.json_value import Json
from toolspec.engine.trace import Place

NAME = "otlp-proto"
TITLE = "OTLP protobuf"


def proto_spans(message: bytes, number: int = 0) -> Iterator[Span]:
    """Yield the spans of one message; `number` counts the messages of a file from 0.

    Raises TraceError where the bytes are no such message.
    """
    from google.protobuf.message import DecodeError
    from opentelemetry.proto.trace.v1.trace_pb2 import TracesData

    try:
        data: Any = TracesData.FromString(message)
    except DecodeError as error:
        raise TraceError(f"no OTLP protobuf message: {error}") from None
    for i, resource_spans in enumerate(data.resource_spans):
        resource = _attributes(resource_spans.resource.attributes)
        for j, scope_spans in enumerate(resource_spans.scope_spans):
            for k, span in enumerate(scope_spans.spans):
                pointer = (number, "resourceSpans", i, "scopeSpans", j, "spans", k)
                yield _span(span, resource, scope_spans.scope.name, Place(0, pointer))


def _span(span: Any, resource: dict[str, Json], scope: str, place: Place) -> Span:
    statuses: dict[int, Status] = {1: "ok", 2: "error"}
    return Span(
        name=span.name,
        trace_id=_id(span.trace_id),
        span_id=_id(span.span_id),
        parent_id=_id(span.parent_span_id),
        kind=str(span.kind),
        start_ns=span.start_time_unix_nano or None,
        end_ns=span.end_time_unix_nano or None,
        attributes=_attributes(span.attributes),
        status=statuses.get(span.status.code),
        events=tuple(Event(event.name, _attributes(event.attributes)) for event in span.events),
        resource=resource,
        scope=scope,
        place=place,
    )


def _id(raw: bytes) -> str | None:
    return raw.hex() if any(raw) else None


def _attributes(pairs: Any) -> dict[str, Json]:
    return {pair.key: _value(pair.value) for pair in pairs}


def _value(value: Any) -> Json:
    kind = value.WhichOneof("value")
    if kind is None:
        return None
    held = getattr(value, kind)
    match kind:
        case "array_value":
            return [_value(item) for item in held.values]
        case "kvlist_value":
            return _attributes(held.values)
        case "bytes_value":
            import base64

            return base64.b64encode(held).decode()
        case _:
            return held

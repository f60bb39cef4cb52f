"""OTLP as protobuf: `TracesData`, which is `ExportTraceServiceRequest` on the wire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json, same
from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.span import Event, Span, Status
from toolspec.engine.trace import Place

NAME = "otlp-proto"


class OtlpProtobuf:
    """What there is to know of the format, which is read by `proto_spans`."""

    name = NAME
    title = "OTLP protobuf"
    page = FormatPage(
        written_by=(
            "OTLP 1.x as protobuf: every OTLP exporter over HTTP, and the Collector's file "
            "exporter with `format: proto`, with gzip or zstd."
        ),
        get="The body of `POST /v1/traces`, or the Collector's `file` exporter.",
        unknown=(
            "The line of a call, as a file of bytes has none; what the instrumentation does not "
            "write. OTLP before 1.0 is refused."
        ),
        example="A span of the OpenTelemetry SDK for Python, shown as it is in hexadecimal.",
    )
    records = EVERYTHING


def proto_spans(message: bytes, number: int = 0) -> Iterator[Span]:
    """Yield the spans of one message; `number` counts the messages of a file from 0.

    Raises TraceError where the bytes are not such a message.
    """
    from google.protobuf.message import DecodeError
    from opentelemetry.proto.trace.v1.trace_pb2 import TracesData

    try:
        data: Any = TracesData.FromString(message)
    except DecodeError as error:
        raise TraceError(f"no OTLP protobuf message: {error}") from None
    _no_unknown_fields(data)
    for i, resource_spans in enumerate(data.resource_spans):
        _no_unknown_fields(resource_spans)
        resource = _attributes(resource_spans.resource.attributes)
        for j, scope_spans in enumerate(resource_spans.scope_spans):
            _no_unknown_fields(scope_spans)
            for k, span in enumerate(scope_spans.spans):
                pointer = (number, "resourceSpans", i, "scopeSpans", j, "spans", k)
                yield _span(span, resource, scope_spans.scope.name, Place(0, pointer))


def _no_unknown_fields(message: Any) -> None:
    """Raise TraceError where a message has fields this version of OTLP does not have.

    Spans of an instrumentation library, as OTLP wrote them up to 0.19, are such a field.
    """
    from google.protobuf.unknown_fields import UnknownFieldSet

    for field in UnknownFieldSet(message):  # pyright: ignore[reportUnknownVariableType]
        name = type(message).__name__
        number: Any = field.field_number  # pyright: ignore[reportUnknownMemberType]
        raise TraceError(
            f"a {name} with the unknown field {number}",
            hint="spans may be in there; write the file with OTLP 1.0 or later",
        )


def _span(span: Any, resource: dict[str, Json], scope: str, place: Place) -> Span:
    statuses: dict[int, Status] = {1: "ok", 2: "error"}
    twice: list[str] = []
    return Span(
        name=span.name,
        trace_id=_id(span.trace_id),
        span_id=_id(span.span_id),
        parent_id=_id(span.parent_span_id),
        kind=str(span.kind),
        start_ns=span.start_time_unix_nano or None,
        end_ns=span.end_time_unix_nano or None,
        attributes=_attributes(span.attributes, twice),
        status=statuses.get(span.status.code),
        events=tuple(
            [Event(event.name, _attributes(event.attributes, twice)) for event in span.events]
        ),
        resource=resource,
        scope=scope,
        place=place,
        twice=tuple(twice),
        dropped=_dropped(span),
    )


def _dropped(span: Any) -> str:
    if span.dropped_attributes_count:
        return "attributes"
    if span.dropped_events_count:
        return "events"
    cut = any(event.dropped_attributes_count for event in span.events)
    return "attributes of an event" if cut else ""


def _id(raw: bytes) -> str | None:
    return raw.hex() if any(raw) else None


def _attributes(pairs: Any, twice: list[str] | None = None) -> dict[str, Json]:
    """Return attributes; a key that is there again with another value is appended to `twice`."""
    attributes: dict[str, Json] = {}
    for pair in pairs:
        read = _value(pair.value, twice)
        if twice is not None and pair.key in attributes and not same(attributes[pair.key], read):
            twice.append(pair.key)
        attributes[pair.key] = read
    return attributes


def _value(value: Any, twice: list[str] | None) -> Json:
    kind = value.WhichOneof("value")
    if kind is None:
        return None
    inner = getattr(value, kind)
    match kind:
        case "array_value":
            return [_value(item, twice) for item in inner.values]
        case "kvlist_value":
            return _attributes(inner.values, twice)
        case "bytes_value":
            import base64

            return base64.b64encode(inner).decode()
        case _:
            return inner

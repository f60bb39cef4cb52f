"""MLflow's traces as JSON: `{"info": ..., "data": {"spans": [...]}}`, one or several.

Source: `Trace.to_json` of MLflow 2 and 3. Version 3 writes spans as OTLP does, but for their
attributes, and ids in base64; version 2 as Python's SDK does.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import Json, as_list, as_object, one_or_list
from toolspec.engine.reading.format import Claim, Document
from toolspec.engine.reading.formats.spans import Leftovers, SpanFormat, look_around
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

_BESIDE: Final = frozenset({"info", "data"})
_KEYS: Final = frozenset(
    {"attributes", "context", "end_time", "end_time_unix_nano", "events", "flags", "kind", "links"}
    | {"name", "parent_id", "parent_span_id", "resource", "span_id", "start_time", "status"}
    | {"start_time_unix_nano", "status_code", "status_message", "trace_id", "trace_state"}
)
"""What MLflow writes into a span."""


class MLflowTraces(SpanFormat):
    """Objects with `info`, and `data` with `spans`."""

    name = "mlflow"
    title = "MLflow trace"
    page = FormatPage(
        family="exports",
        written_by="MLflow 2 and 3 (`Trace.to_json`).",
        get="`mlflow.get_trace(ID).to_json()`, or the artifact `traces.json` of a run.",
        unknown=(
            "Call ids, where no span of a model tells which response asked for the call: MLflow's "
            "spans of tools have none."
        ),
        example=(
            "Cut from `trace.to_json()` of MLflow 3.17.2, an OpenAI agent with a scripted model."
        ),
    )
    looks_again = True

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is a trace of MLflow or a list of some."""
        return Claim.SURE if any(map(_is_trace, one_or_list(document))) else Claim.NO

    def spans(self, document: Document, left: Leftovers) -> Iterator[Span]:
        """Yield the spans of one document."""
        for trace, at in document.items():
            spans = _spans_in(trace)
            if not isinstance(trace, Mapping) or spans is None:
                left.add(trace, at)
                continue
            for key, value in trace.items():
                if key not in _BESIDE:
                    left.add(value, at, key)
            for nth, value in enumerate(spans):
                inner = at.at("data", "spans", nth)
                if isinstance(value, Mapping) and isinstance(value.get("name"), str):
                    for key, item in value.items():
                        if key not in _KEYS and isinstance(item, str | dict | list):
                            left.add(item, inner, key)
                    look_around(value, inner, left)
                    yield _span(value, inner)
                else:
                    left.add(value, at.at("data", "spans"), nth)


def _spans_in(trace: Json) -> list[Json] | None:
    data = trace.get("data") if isinstance(trace, Mapping) else None
    spans = data.get("spans") if isinstance(data, Mapping) else None
    return spans if isinstance(spans, list) else None


def _is_trace(trace: Json) -> bool:
    spans = _spans_in(trace)
    if not spans or not isinstance(trace, Mapping) or not isinstance(trace.get("info"), Mapping):
        return False
    first = spans[0]
    return isinstance(first, Mapping) and isinstance(first.get("attributes"), Mapping)


def _span(span: Mapping[str, Json], place: Place) -> Span:
    context, status = span.get("context"), span.get("status")
    ids = context if isinstance(context, Mapping) else span
    code = status.get("code") if isinstance(status, Mapping) else span.get("status_code", status)
    attributes = span.get("attributes")
    return Span(
        name=str(span["name"]),
        trace_id=_id(ids.get("trace_id", ids.get("request_id")), 32),
        span_id=_id(ids.get("span_id"), 16),
        parent_id=_id(span.get("parent_span_id") or span.get("parent_id"), 16),
        start_ns=nanoseconds(span.get("start_time_unix_nano", span.get("start_time"))),
        end_ns=nanoseconds(span.get("end_time_unix_nano", span.get("end_time"))) or None,
        attributes=attributes if isinstance(attributes, Mapping) else {UNREAD: attributes},
        status=span_status(code),
        events=tuple(_events(span.get("events"))),
        place=place,
        dropped=dropped_from(span),
    )


def _events(value: Json) -> Iterator[Event]:
    for item in as_list(value):
        event = item if isinstance(item, Mapping) else {"attributes": {UNREAD: item}}
        attributes = event.get("attributes")
        yield Event(str(event.get("name") or ""), as_object(attributes))


def _id(recorded: Json, digits: int) -> str | None:
    """Return an id, which version 3 writes in base64."""
    if isinstance(recorded, str) and recorded.endswith("=") and len(recorded) < 40:
        try:
            return identifier(base64.b64decode(recorded, validate=True).hex(), digits)
        except (binascii.Error, ValueError):
            pass
    return identifier(recorded, digits)


FORMAT = MLflowTraces()

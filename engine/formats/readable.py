"""Spans in memory: OpenTelemetry's `ReadableSpan` objects, known by their attributes alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from toolspec.engine.formats.format import TraceError
from toolspec.engine.formats.span import NOTHING, Event, Span, identifier, span_status
from toolspec.engine.json_value import Json
from toolspec.engine.trace import Place


def readable_span(span: object, at: int) -> Span:
    """Return a `ReadableSpan` as a Span; `at` is its number among those given.

    Nothing of OpenTelemetry is imported: whatever has `name`, `context` and `attributes` will do.
    The context may be None, as on spans made by hand. Raises TraceError for anything else.
    """
    context = getattr(span, "context", None)
    if not hasattr(span, "context") or not isinstance(getattr(span, "name", None), str):
        raise TraceError(
            f"item {at} is no span: a {type(span).__name__} without name and context",
            hint="give ReadableSpan objects, as an exporter gets them",
        )
    parent = getattr(span, "parent", None)
    status = getattr(getattr(span, "status", None), "status_code", None)
    scope = getattr(span, "instrumentation_scope", None)
    return Span(
        name=getattr(span, "name", ""),
        trace_id=identifier(getattr(context, "trace_id", None), 32),
        span_id=identifier(getattr(context, "span_id", None), 16),
        parent_id=identifier(getattr(parent, "span_id", None), 16),
        kind=str(getattr(getattr(span, "kind", None), "name", "")),
        start_ns=_whole(getattr(span, "start_time", None)),
        end_ns=_whole(getattr(span, "end_time", None)),
        attributes=_attributes(getattr(span, "attributes", None)),
        status=span_status(getattr(status, "name", None)),
        events=tuple(
            Event(str(getattr(event, "name", "")), _attributes(getattr(event, "attributes", None)))
            for event in getattr(span, "events", None) or ()
        ),
        resource=_attributes(getattr(getattr(span, "resource", None), "attributes", None)),
        scope=str(getattr(scope, "name", None) or ""),
        place=Place(0, (at,)),
    )


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _attributes(held: object) -> Mapping[str, Json]:
    if not isinstance(held, Mapping):
        return NOTHING
    pairs = cast("Mapping[Any, Any]", held)
    return {str(key): _native(value) for key, value in pairs.items()}


def _native(value: Any) -> Json:
    """Return an attribute's value as JSON holds it: tuples are lists, bytes are text."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case bytes():
            return value.decode("utf-8", "replace")
        case Mapping():
            return dict(_attributes(cast("Mapping[Any, Any]", value)))
        case Sequence():
            return [_native(item) for item in cast("Sequence[Any]", value)]
        case _:
            return str(value)

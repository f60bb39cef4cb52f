"""Spans in memory: OpenTelemetry's `ReadableSpan` objects, known by their attributes alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias, cast

from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.named import make
from toolspec.engine.reading.span import NOTHING, Event, Span, identifier, span_status
from toolspec.engine.trace import Place

_PLAIN: Final = frozenset((str, int, float, bool, type(None)))
_TEXT: Final = frozenset((str,))
_USUAL: Final = frozenset((dict, MappingProxyType))
"""Mappings that are known to be some without a look at what their classes derive from."""

Resources: TypeAlias = "dict[int, tuple[object, Mapping[str, Json]]]"
"""Resources read before, each with the object it was read from: spans share theirs."""


def readable_spans(spans: Iterable[object]) -> list[Span]:
    """Return `ReadableSpan` objects as Spans.

    Nothing of OpenTelemetry is imported: whatever has `name`, `context` and `attributes` will do.
    The context may be None, as on spans made by hand. Raises TraceError for anything else.
    """
    resources: Resources = {}
    return [_readable_span(span, at, resources) for at, span in enumerate(spans)]


def _readable_span(span: Any, at: int, resources: Resources) -> Span:
    name = getattr(span, "name", None)
    if not hasattr(span, "context") or not isinstance(name, str):
        raise TraceError(
            f"item {at} is no span: a {type(span).__name__} without name and context",
            hint="give ReadableSpan objects, as an exporter gets them",
        )
    context, parent = span.context, getattr(span, "parent", None)
    status = getattr(getattr(span, "status", None), "status_code", None)
    scope = getattr(span, "instrumentation_scope", None)
    resource = getattr(span, "resource", None)
    known = resources.get(id(resource))
    if known is None:
        known = (resource, _attributes(getattr(resource, "attributes", None)))
        resources[id(resource)] = known
    events = getattr(span, "events", None)
    held = (
        name,
        None if context is None else identifier(getattr(context, "trace_id", None), 32),
        None if context is None else identifier(getattr(context, "span_id", None), 16),
        None if parent is None else identifier(getattr(parent, "span_id", None), 16),
        str(getattr(getattr(span, "kind", None), "name", "")),
        _whole(getattr(span, "start_time", None)),
        _whole(getattr(span, "end_time", None)),
        _attributes(getattr(span, "attributes", None)),
        span_status(getattr(status, "name", None)),
        tuple([_event(event) for event in events]) if events else (),
        known[1],
        str(getattr(scope, "name", None) or ""),
        Place(0, (at,)),
        None,
        (),
        _dropped(span),
    )
    return make(Span, held)


def _dropped(span: Any) -> str:
    """Return what the SDK left out of a span because of its limits."""
    if _whole(getattr(span, "dropped_attributes", None)):
        return "attributes"
    return "events" if _whole(getattr(span, "dropped_events", None)) else ""


def _event(event: Any) -> Event:
    return Event(str(getattr(event, "name", "")), _attributes(getattr(event, "attributes", None)))


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _attributes(held: object) -> Mapping[str, Json]:
    """Return attributes as JSON holds them.

    OpenTelemetry's take a lock for each value that is read, and none to be copied.
    """
    if type(held) not in _USUAL and not isinstance(held, Mapping):
        return NOTHING
    found = cast("Any", held)
    copied: Any = found.copy() if hasattr(found, "copy") else found
    pairs = cast("dict[Any, Any]", copied if type(copied) is dict else dict(copied))
    if _PLAIN.issuperset(map(type, pairs.values())) and _TEXT.issuperset(map(type, pairs)):
        return pairs
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

"""Spans in memory: OpenTelemetry's `ReadableSpan` objects, known by their attributes alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, cast

from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.span import NOTHING, Event, Span, Status, identifier, span_status
from toolspec.engine.trace import Place

_PLAIN: Final = frozenset((str, int, float, bool, type(None)))
_TEXT: Final = frozenset((str,))
_USUAL: Final = frozenset((dict, MappingProxyType))
"""Mappings that are known to be some without a look at what their classes derive from."""


def readable_spans(spans: Iterable[object]) -> list[Span]:
    """Return `ReadableSpan` objects as Spans.

    Nothing of OpenTelemetry is imported: whatever has `name`, `context` and `attributes` will do.
    The context may be None, as on spans made by hand. Raises TraceError for anything else.
    """
    read = _Reading().span
    return [read(span, at) for at, span in enumerate(spans)]


_WHOLE: Final = attrgetter(
    *("name", "context", "parent", "kind", "start_time", "end_time", "attributes", "status"),
    *("events", "resource", "instrumentation_scope", "dropped_attributes", "dropped_events"),
)
"""All that is read of a span, in one call; a span that lacks some of it is asked one by one."""


class _Reading:
    """Spans while they are read: what many of them share is read once."""

    def __init__(self) -> None:
        self._resources: dict[int, tuple[object, Mapping[str, Json]]] = {}
        self._traces: dict[int, str | None] = {}
        self._ids: dict[int, str | None] = {}
        self._words: dict[int, tuple[object, str, Status | None]] = {}

    def span(self, span: Any, at: int) -> Span:
        """Return one span; `at` is its number."""
        try:
            values = _WHOLE(span)
        except AttributeError:
            values = _asked(span, at)
        name, context, parent, kind, start, end, attributes, status, events = values[:9]
        resource, scope, lost, lost_events = values[9:]
        if not isinstance(name, str):
            raise _no_span(span, at)
        known = self._resources.get(id(resource))
        if known is None:
            known = (resource, _attributes(getattr(resource, "attributes", None)))
            self._resources[id(resource)] = known
        if type(start) is not int:
            start = _whole(start)
        if type(end) is not int:
            end = _whole(end)
        fields = (
            name,
            None if context is None else self._trace(getattr(context, "trace_id", None)),
            None if context is None else self._id(getattr(context, "span_id", None)),
            None if parent is None else self._id(getattr(parent, "span_id", None)),
            "" if kind is None else self._word(kind)[1],
            start,
            end,
            _attributes(attributes),
            self._word(getattr(status, "status_code", None))[2],
            tuple([_event(event) for event in events]) if events else (),
            known[1],
            "" if scope is None else str(getattr(scope, "name", None) or ""),
            Place(0, (at,)),
            None,
            (),
            "attributes" if _whole(lost) else "events" if _whole(lost_events) else "",
            False,
        )
        return Span._make(fields)

    def _trace(self, id: object) -> str | None:
        if type(id) is not int:
            return identifier(id, 32)
        if id not in self._traces:
            self._traces[id] = identifier(id, 32)
        return self._traces[id]

    def _id(self, id: object) -> str | None:
        if type(id) is not int:
            return identifier(id, 16)
        if id not in self._ids:
            self._ids[id] = identifier(id, 16)
        return self._ids[id]

    def _word(self, member: object) -> tuple[object, str, Status | None]:
        """Return the name of an enum's member, and the status that it is."""
        known = self._words.get(id(member))
        if known is None:
            name = getattr(member, "name", None)
            known = self._words[id(member)] = (member, str(name or ""), span_status(name))
        return known


def _asked(span: Any, at: int) -> tuple[Any, ...]:
    """Return what there is of a span that is not a whole one."""
    if not hasattr(span, "context") or not hasattr(span, "name"):
        raise _no_span(span, at)
    names = ("parent", "kind", "start_time", "end_time", "attributes", "status", "events")
    others = ("resource", "instrumentation_scope", "dropped_attributes", "dropped_events")
    values = [getattr(span, name, None) for name in (*names, *others)]
    return (span.name, span.context, *values)


def _no_span(span: Any, at: int) -> TraceError:
    return TraceError(
        f"item {at} is not a span: a {type(span).__name__} without name and context",
        hint="give ReadableSpan objects, as an exporter gets them",
    )


def _event(event: Any) -> Event:
    return Event(str(getattr(event, "name", "")), _attributes(getattr(event, "attributes", None)))


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _attributes(attributes: object) -> Mapping[str, Json]:
    """Return attributes as JSON holds them.

    OpenTelemetry's take a lock for each value that is read, and none to be copied.
    """
    if type(attributes) not in _USUAL and not isinstance(attributes, Mapping):
        return NOTHING
    unknown = cast("Any", attributes)
    copied: Any = unknown.copy() if hasattr(unknown, "copy") else unknown
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

"""Lines of OTLP/JSON as spans whose roles are known and whose attributes are still unread.

Most spans of a big file are no tool calls; of those, nothing but ids, times and roles is ever asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import UNSET, Struct

from toolspec.engine.dialects.dialect import Dialect, Role
from toolspec.engine.dialects.remembered import REMEMBERED_MAX, Shape
from toolspec.engine.formats.otlp_quick import (
    KeyValue,
    QuickSpan,
    attribute,
    attributes_of,
    events_of,
    quick_line,
    resource_of,
)
from toolspec.engine.formats.span import Span, span_status
from toolspec.engine.formats.times import nanoseconds
from toolspec.engine.json_value import Json
from toolspec.engine.seen import CASE, case_name, moment
from toolspec.engine.trace import Place

_NO_VALUE: Final = b""


class Group(Struct, gc=False):
    """What the spans beside each other in a file have in common: line, place, origin."""

    line: int
    pointer: tuple[str | int, ...]
    resource: Mapping[str, Json]
    scope: str


class QuickSeen(Struct, gc=False):
    """A span as `Seen` is one, made a `Span` only where somebody asks for its attributes."""

    written: QuickSpan
    role: Role
    dialect: Dialect | None
    title: str | None
    case: str | None
    at: int
    start_ns: int | None
    begins: tuple[int, int]
    group: Group
    number: int
    made: Span | None = None

    @property
    def trace_id(self) -> str | None:
        """The trace it is of."""
        return self.written.traceId or None

    @property
    def span_id(self) -> str | None:
        """Its id."""
        return self.written.spanId or None

    @property
    def parent_id(self) -> str | None:
        """The id of the span around it."""
        return self.written.parentSpanId or None

    @property
    def place(self) -> Place:
        """Where it stands in the file."""
        return Place(self.group.line, (*self.group.pointer, self.number))

    @property
    def span(self) -> Span:
        """The whole span, made when first asked for."""
        if self.made is None:
            written, group = self.written, self.group
            self.made = Span(
                written.name or "",
                written.traceId or None,
                written.spanId or None,
                written.parentSpanId or None,
                "",
                self.start_ns,
                _time(written.endTimeUnixNano),
                attributes_of(written.attributes),
                span_status(written.status.code) if written.status else None,
                events_of(written) if written.events else (),
                group.resource,
                group.scope,
                Place(group.line, (*group.pointer, self.number)),
            )
        return self.made


class LineReader:
    """Reads lines; remembers what they repeat: resources, and the shapes of spans."""

    def __init__(self) -> None:
        self._resources: dict[bytes, Mapping[str, Json]] = {}
        self._shapes: dict[tuple[str, ...], Shape] = {}

    def read(self, line: bytes, number: int, at: int) -> list[QuickSeen] | None:
        """Return the spans of a line, `at` the first one's number in the file.

        None where the line needs the exact reader.
        """
        traces = quick_line(line)
        if traces is None:
            return None
        seen: list[QuickSeen] = []
        for i, resource_spans in enumerate(traces.resourceSpans):
            raw = resource_spans.resource
            written = _NO_VALUE if raw is UNSET else bytes(raw)  # pyright: ignore[reportArgumentType]
            resource = self._resources.get(written)
            if resource is None:
                if len(self._resources) >= REMEMBERED_MAX:
                    self._resources.clear()
                resource = self._resources[written] = resource_of(raw)
            for j, scope_spans in enumerate(resource_spans.scopeSpans or ()):
                name = scope_spans.scope.name if scope_spans.scope else ""
                pointer = ("resourceSpans", i, "scopeSpans", j, "spans")
                group = Group(number, pointer, resource, name or "")
                if scope_spans.spans:
                    self._take(scope_spans.spans, group, at + len(seen), seen)
        return seen

    def _take(
        self, spans: Sequence[QuickSpan], group: Group, first: int, seen: list[QuickSeen]
    ) -> None:
        shapes, scope = self._shapes, group.scope
        of_group = CASE in group.resource
        at = first
        for span in spans:
            pairs: Sequence[KeyValue] = span.attributes or ()
            name = span.name or ""
            keys = (scope, name, *[pair.key for pair in pairs])
            shape = shapes.get(keys)
            if shape is None:
                if len(shapes) >= REMEMBERED_MAX:
                    shapes.clear()
                shape = shapes[keys] = Shape(scope, name, keys[2:])
            kind = shape.kinds.get(tuple([bytes(pairs[i].value) for i in shape.decisive]))
            if kind is None:
                kind = shape.tell([pair.value for pair in pairs], attribute)
            start = span.startTimeUnixNano
            if type(start) is str and start.isdecimal() and len(start) < 25:
                start_ns = int(start) or None
            else:
                start_ns = _time(start)
            case = None
            if of_group or CASE in shape.at:
                case = case_name(attributes_of(span.attributes), group.resource)
            order = (start_ns or moment(None, _time(span.endTimeUnixNano)), at)
            seen.append(
                QuickSeen(
                    span,
                    kind.role,
                    kind.dialect,
                    kind.title,
                    case,
                    at,
                    start_ns,
                    order,
                    group,
                    at - first,
                )
            )
            at += 1


def _time(written: object) -> int | None:
    """Return a time; OTLP writes 0 for none."""
    return nanoseconds(written) or None

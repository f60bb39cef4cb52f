"""Lines of OTLP/JSON as spans whose roles are known and whose attributes are still unread.

Most spans of a big file are no tool calls; of those, only ids, times and roles are ever asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast

import msgspec
from msgspec import UNSET

from toolspec.engine.dialects.dialect import Role
from toolspec.engine.dialects.foreign import events_tell
from toolspec.engine.dialects.remembered import REMEMBERED_MAX, Shape
from toolspec.engine.formats.otlp_json import otlp_id
from toolspec.engine.formats.otlp_quick import (
    KeyValue,
    QuickEvent,
    QuickSpan,
    QuickTraces,
    attribute,
    attributes_of,
    quick_line,
    read_attributes,
    resource_of,
)
from toolspec.engine.formats.otlp_seen import (
    DIGITS,
    TIME_MIN,
    Group,
    QuickSeen,
    ReadAgain,
    time_of,
)
from toolspec.engine.json_value import Json
from toolspec.engine.recorded import recorded_call
from toolspec.engine.seen import CASE, case_name, moment

_NO_VALUE: Final = b""
_KVLIST: Final = b"kvlistValue"
# An enum's members are looked up anew each time they are named by their class.
_TOOL: Final = Role.TOOL
_OTHER: Final = Role.OTHER
_STRANGE: Final = Role.STRANGE
_HELD: Final = (Role.LLM, Role.AGENT, Role.STRANGE, Role.DISPUTED)
"""The roles of spans of which more is asked, when all of a trace is there."""


class TwiceError(Exception):
    """A span has an attribute twice: only the exact reader tells whether the values differ."""


def _has_twice(event: QuickEvent) -> bool:
    keys = [pair.key for pair in event.attributes or ()]
    return len(set(keys)) != len(keys)


class LineReader:
    """Reads lines; remembers what they repeat: resources, and the shapes of spans."""

    def __init__(self, depth_max: int) -> None:
        self._depth_max = depth_max
        self._decode = msgspec.json.Decoder().decode
        self._read_again = ReadAgain()
        self._resources: dict[bytes, Mapping[str, Json]] = {}
        self._trace_ids: dict[str, str] = {}
        self._shapes: dict[tuple[str, ...], Shape] = {}
        self._latest: dict[str, dict[object, Shape]] = {}

    def read(
        self, line: bytes, number: int, at: int, again: Callable[[], bytes]
    ) -> list[QuickSeen] | None:
        """Return the spans of a line, `at` the first one's number in the file.

        None where the line needs the exact reader. `again` reads the line once more.
        """
        traces = None if _KVLIST in line else quick_line(line)
        if traces is None:
            return None
        seen: list[QuickSeen] = []
        try:
            self._groups(traces, number, at, again, seen)
        except TwiceError:
            return None
        return seen

    def _groups(
        self,
        traces: QuickTraces,
        number: int,
        at: int,
        again: Callable[[], bytes],
        seen: list[QuickSeen],
    ) -> None:
        """Append the spans of a line. Raises TwiceError where a span has an attribute twice."""
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
                group = Group(number, pointer, resource, name or "", again, self._read_again)
                if scope_spans.spans:
                    self._take(scope_spans.spans, group, at + len(seen), seen)

    def _take(
        self, spans: Sequence[QuickSpan], group: Group, first: int, seen: list[QuickSeen]
    ) -> None:
        latest = self._latest.setdefault(group.scope, {})
        trace_ids, of_group = self._trace_ids, CASE in group.resource
        starts = _times([span.startTimeUnixNano for span in spans])
        at = first
        # The longest loop of reading a file: what is short stands here and in no function.
        for span, start_ns in zip(spans, starts, strict=True):
            pairs: Sequence[KeyValue] = span.attributes or ()
            keys = [pair.key for pair in pairs]
            shape = latest.get(span.name)
            if shape is None or shape.keys != keys:
                shape = self._shape(group.scope, span.name or "", keys)
            if len(shape.decisive) == 1:
                told_by = bytes(pairs[shape.decisive[0]].value)
            else:
                told_by = b"\0".join([pairs[at].value for at in shape.decisive])
            if span.events and any(map(_has_twice, span.events)):
                raise TwiceError
            kind = shape.kinds.get(told_by)
            if kind is None:
                kind = shape.tell([pair.value for pair in pairs], attribute)
            role, dialect, title, known = kind
            if (
                role is _OTHER
                and span.events
                and events_tell(event.name or "" for event in span.events)
            ):
                role = _STRANGE
            case = None
            if of_group or shape.has_case:
                case = case_name(attributes_of(pairs), group.resource)
            trace_id = trace_ids.get(span.traceId)
            one = QuickSeen(
                span if role in _HELD else None,
                self._trace_id(span.traceId) if trace_id is None else trace_id,
                span.spanId or None,
                span.parentSpanId or None,
                role,
                dialect,
                title,
                case,
                at,
                start_ns,
                (start_ns or moment(None, time_of(span.endTimeUnixNano)), at),
                span.endTimeUnixNano,
                group,
                at - first,
            )
            if role is _TOOL and dialect is not None:
                whole = one.read(span, read_attributes(known, shape.others, pairs))
                one.call = recorded_call(whole, dialect, self._depth_max, self._decode)
            seen.append(one)
            at += 1

    def _shape(self, scope: str, name: str, keys: list[str]) -> Shape:
        """Return the shape of a span that is not as the one before it of its name."""
        key = (scope, name, *keys)
        shape = self._shapes.get(key)
        if shape is None:
            if len(set(keys)) != len(keys):
                raise TwiceError
            if len(self._shapes) >= REMEMBERED_MAX:
                self._shapes.clear()
                self._latest.clear()
            shape = self._shapes[key] = Shape(scope, name, keys)
        self._latest.setdefault(scope, {})[name] = shape
        return shape

    def _trace_id(self, written: str) -> str | None:
        if len(self._trace_ids) >= REMEMBERED_MAX:
            self._trace_ids.clear()
        id = otlp_id(written, 32)
        if id is not None:
            self._trace_ids[written] = id
        return id


def _times(written: list[Any]) -> list[int | None]:
    """Return times; OTLP writes 0 for none."""
    try:
        times = list(map(int, written))
        # So large a number has nothing but digits in so many characters.
        if min(times) >= TIME_MIN and set(map(len, written)) == {DIGITS}:
            return cast("list[int | None]", times)
    except (TypeError, ValueError):
        pass
    return [time_of(one) for one in written]

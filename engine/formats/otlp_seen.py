"""A span of an OTLP/JSON line as far as the rules across spans ask for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct

from toolspec.engine.dialects.dialect import Dialect, Role
from toolspec.engine.formats.otlp_quick import (
    QuickSpan,
    QuickTraces,
    attributes_of,
    events_of,
    quick_line,
)
from toolspec.engine.formats.span import Span, span_status
from toolspec.engine.formats.times import nanoseconds
from toolspec.engine.json_value import Json
from toolspec.engine.named import make
from toolspec.engine.recorded import RecordedCall
from toolspec.engine.trace import Place

DIGITS: Final = 19
"""As many as nanoseconds since 1970 have from 2001 to 2286."""

TIME_MIN: Final = 10 ** (DIGITS - 1)


class ReadAgain:
    """Reads lines of one file again, and holds the last: mostly its next span is asked for next."""

    __slots__ = ("_last",)

    def __init__(self) -> None:
        self._last: tuple[Callable[[], bytes], QuickTraces] | None = None

    def traces(self, again: Callable[[], bytes]) -> QuickTraces:
        """Return what the line holds that `again` reads."""
        if self._last is not None and self._last[0] is again:
            return self._last[1]
        traces = quick_line(again())
        assert traces is not None, "what was read once can be read again"
        self._last = (again, traces)
        return traces


class Group(Struct, gc=False):
    """What the spans beside each other in a file have in common: line, place, origin.

    `again` reads the line once more, for the `reader` of its file.
    """

    line: int
    pointer: tuple[str | int, ...]
    resource: Mapping[str, Json]
    scope: str
    again: Callable[[], bytes]
    reader: ReadAgain


class QuickSeen(Struct, gc=False):
    """A span as `Seen` is one, made a `Span` only where somebody asks for its attributes.

    `written` is the span as it stands in the file, held for models and agents only, and only as
    long as their messages might be asked for: what is held is what falls out of the processor's
    cache. `call` is the call of a tool's span.
    """

    written: QuickSpan | None
    trace_id: str | None
    span_id: str | None
    parent_id: str | None
    role: Role
    dialect: Dialect | None
    title: str | None
    case: str | None
    at: int
    start_ns: int | None
    begins: tuple[int, int]
    ended: object
    group: Group
    number: int
    call: RecordedCall | None = None
    made: Span | None = None

    @property
    def end_ns(self) -> int | None:
        """When it ended."""
        return time_of(self.ended)

    @property
    def scope(self) -> str:
        """The instrumentation that wrote it."""
        return self.group.scope

    @property
    def place(self) -> Place:
        """Where it stands in the file."""
        return make(Place, (self.group.line, (*self.group.pointer, self.number), ""))

    @property
    def span(self) -> Span:
        """The whole span, made when first asked for."""
        if self.made is None:
            written = self.written or self._found_again()
            self.made = self.read(written, attributes_of(written.attributes))
        return self.made

    def read(self, written: QuickSpan, attributes: Mapping[str, Json]) -> Span:
        """Return the whole span."""
        group = self.group
        held = (
            written.name or "",
            self.trace_id,
            self.span_id,
            self.parent_id,
            "",
            self.start_ns,
            time_of(self.ended),
            attributes,
            span_status(written.status.code) if written.status and written.status.code else None,
            events_of(written) if written.events else (),
            group.resource,
            group.scope,
            make(Place, (group.line, (*group.pointer, self.number), "")),
            None,
            (),
        )
        return make(Span, held)

    def recorded(self, depth_max: int) -> RecordedCall:
        """Return the call of a tool's span; it was read when the line was."""
        assert self.call is not None, "a tool span has a call"
        return self.call

    @property
    def made_twice(self) -> tuple[str, ...]:
        """None: such a span is read by the exact reader."""
        return ()

    def _found_again(self) -> QuickSpan:
        traces = self.group.reader.traces(self.group.again)
        at_resource, at_scope = (part for part in self.group.pointer if isinstance(part, int))
        scopes = traces.resourceSpans[at_resource].scopeSpans or []
        return (scopes[at_scope].spans or [])[self.number]


def time_of(written: Any) -> int | None:
    """Return a time; OTLP writes 0 for none."""
    try:
        time = int(written)
        # So large a number has nothing but digits in so many characters.
        if time >= TIME_MIN and len(written) == DIGITS:
            return time
    except (TypeError, ValueError):
        pass
    return nanoseconds(written) or None

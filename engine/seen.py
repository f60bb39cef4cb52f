"""A span with what it is: what the rules across spans work on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from toolspec.engine.dialects import classify
from toolspec.engine.dialects.dialect import Dialect, Role
from toolspec.engine.dialects.foreign import foreign_title
from toolspec.engine.formats.span import Span
from toolspec.engine.json_value import Json
from toolspec.engine.recorded import RecordedCall, recorded_call
from toolspec.engine.trace import Place

if TYPE_CHECKING:
    from toolspec.engine.formats.otlp_seen import QuickSeen

CASE: Final = "test.case.name"
LATE: Final = 1 << 200
"""Sorts what has no time behind everything that has one."""


class WholeSeen(NamedTuple):
    """A span, what it is, its number in the order of the file, and what it is sorted by.

    `title` names the dialect of a tool call that is not read yet; `case` is the case it names.
    """

    span: Span
    role: Role
    dialect: Dialect | None
    title: str | None
    case: str | None
    at: int
    begins: tuple[int, int]

    @property
    def trace_id(self) -> str | None:
        """The trace it is of."""
        return self.span.trace_id

    @property
    def span_id(self) -> str | None:
        """Its id."""
        return self.span.span_id

    @property
    def parent_id(self) -> str | None:
        """The id of the span around it."""
        return self.span.parent_id

    @property
    def start_ns(self) -> int | None:
        """When it began."""
        return self.span.start_ns

    @property
    def end_ns(self) -> int | None:
        """When it ended."""
        return self.span.end_ns

    @property
    def scope(self) -> str:
        """The instrumentation that wrote it."""
        return self.span.scope

    @property
    def place(self) -> Place:
        """Where it stands in the file."""
        return self.span.place

    def recorded(self, depth_max: int) -> RecordedCall:
        """Return the call of a tool's span; see `recorded_call`."""
        assert self.dialect is not None, "a tool span is of some dialect"
        return recorded_call(self.span, self.dialect, depth_max)

    @property
    def made_twice(self) -> tuple[str, ...]:
        """The attributes that have two values, as far as the span was read."""
        return self.span.twice

    @staticmethod
    def of(span: Span, at: int) -> WholeSeen:
        """Return the span with what it is; `at` is its number in the file."""
        role, dialect = classify(span)
        return WholeSeen(
            span,
            role,
            dialect,
            foreign_title(span) if dialect is None else None,
            case_name(span.attributes, span.resource),
            at,
            (moment(span.start_ns, span.end_ns), at),
        )


Seen: TypeAlias = "WholeSeen | QuickSeen"


def moment(start_ns: int | None, end_ns: int | None) -> int:
    """Return the time that spans are ordered by, before their place in the file."""
    if start_ns is not None:
        return start_ns
    return LATE if end_ns is None else end_ns


def case_name(attributes: Mapping[str, Json], resource: Mapping[str, Json]) -> str | None:
    """Return the case that a span's attributes name, or else those of its resource."""
    held = attributes if CASE in attributes else resource
    name = held.get(CASE)
    return name if isinstance(name, str) and name else None

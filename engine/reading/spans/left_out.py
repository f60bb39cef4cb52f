"""What the writers of spans left out of them because of their limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from toolspec.engine.reading.dialects.dialect import Role
from toolspec.engine.reading.spans.classified_span import ClassifiedSpan
from toolspec.engine.trace import Gap

_LIMITS: Final = {
    "attributes": "OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT",
    "events": "OTEL_SPAN_EVENT_COUNT_LIMIT",
    "attributes of an event": "OTEL_EVENT_ATTRIBUTE_COUNT_LIMIT",
}
_OTHER_WORK: Final = frozenset(
    {"db.system", "db.system.name", "http.method", "http.request.method", "messaging.system"}
    | {"rpc.system"}
)
"""Attributes of spans that are certainly of something else than agents, models and tools."""


def dropped(spans: Iterable[ClassifiedSpan]) -> Iterator[Gap]:
    """Yield a gap for each kind of thing that was left out of a span that may tell of calls."""
    kinds: set[str] = set()
    for classified in spans:
        what = classified.span.dropped
        if not what or what in kinds:
            continue
        if classified.role is Role.OTHER and not _OTHER_WORK.isdisjoint(classified.span.attributes):
            continue
        kinds.add(what)
        hint = f"raise {_LIMITS[what]} where the trace is recorded"
        yield Gap(f"{what} of a span were dropped by its writer", classified.place, hint)

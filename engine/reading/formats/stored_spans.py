"""Spans as those who store them give them back: their names and attributes in keys of their own.

Rows of the tables that the Collector's ClickHouse exporter makes (OpenLIT, ClickStack), the spans
of a trace of AgentOps' API, and a span of LangWatch's without its ids.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from toolspec.engine.json_value import Json, as_list, as_object
from toolspec.engine.reading.format import Claim, Document
from toolspec.engine.reading.formats.gathered import flatten
from toolspec.engine.reading.formats.spans import Leftovers, SpanFormat
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.span import Event, Span, identifier, span_status
from toolspec.engine.reading.times import nanoseconds
from toolspec.engine.trace import Place

DEPTH_MAX: Final = 3
"""Levels of lists and of objects with `data` or `spans` around a span."""


class _Keys(NamedTuple):
    """Under which keys a store keeps what a span holds."""

    name: str
    attributes: str
    needed: frozenset[str]
    trace_id: str = ""
    span_id: str = ""
    parent_id: str = ""
    start: str = ""
    end: str = ""
    status: str = ""
    scope: str = ""
    resource: str = ""
    events: tuple[str, str] = ("", "")
    others: frozenset[str] = frozenset()


_CLICKHOUSE: Final = _Keys(
    "SpanName",
    "SpanAttributes",
    frozenset({"TraceId", "SpanId"}),
    trace_id="TraceId",
    span_id="SpanId",
    parent_id="ParentSpanId",
    start="Timestamp",
    status="StatusCode",
    scope="ScopeName",
    resource="ResourceAttributes",
    events=("Events.Name", "Events.Attributes"),
)
_AGENTOPS: Final = _Keys(
    "span_name",
    "span_attributes",
    frozenset({"span_id"}),
    trace_id="trace_id",
    span_id="span_id",
    parent_id="parent_span_id",
    start="start_time",
    end="end_time",
    status="status_code",
    resource="resource_attributes",
    events=("event_names", "event_attributes"),
)
_LANGWATCH: Final = _Keys(
    "spanName",
    "attributes",
    frozenset(),
    trace_id="traceId",
    span_id="spanId",
    parent_id="parentSpanId",
    scope="scopeName",
)
_STORES: Final = (_CLICKHOUSE, _AGENTOPS, _LANGWATCH)
_LISTS: Final = ("data", "spans")


class StoredSpans(SpanFormat):
    """Rows with `SpanName` and `SpanAttributes`, and what other stores call the two."""

    name = "stored-spans"
    title = "Stored spans (ClickHouse exporter, AgentOps, LangWatch)"
    page = FormatPage(
        family="exports",
        written_by=(
            "The Collector's ClickHouse exporter (OpenLIT, ClickStack), AgentOps' API, LangWatch."
        ),
        get=(
            "The rows of `otel_traces` as JSON (`FORMAT JSONEachRow`), or a trace of AgentOps' API."
        ),
        unknown=(
            "What the instrumentation does not write; of LangWatch's spans alone, which trace they "
            "are of."
        ),
        example="Written by hand, as the source of the tool writes it.",
    )

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is such a row or holds some."""
        return Claim.SURE if any(True for _ in _rows(document, Place(), None)) else Claim.NO

    def spans(self, document: Document, left: Leftovers) -> Iterator[Span]:
        """Yield the rows of one document as spans."""
        for row, keys, place, trace_id in _rows(document.value, document.place, left):
            known = {*keys, *keys.events, *keys.needed}
            for key, value in row.items():
                if key not in known and isinstance(value, str | dict | list):
                    left.add(value, place, key)
            yield _span(row, keys, place, trace_id)


def _rows(
    value: Json, place: Place, left: Leftovers | None, trace_id: Json = None, depth: int = 0
) -> Iterator[tuple[Mapping[str, Json], _Keys, Place, Json]]:
    """Yield each row with the keys it has, its place, and the id of the trace around it."""
    if isinstance(value, list) and depth <= DEPTH_MAX:
        for at, item in enumerate(value):
            yield from _rows(item, place.at(at), left, trace_id, depth + 1)
        return
    record = as_object(value)
    keys = next((keys for keys in _STORES if _is_row(record, keys)), None)
    if keys is not None:
        yield record, keys, place, trace_id
        return
    inside = next((key for key in _LISTS if isinstance(record.get(key), list)), None)
    if inside is None or depth > DEPTH_MAX:
        if left is not None:
            left.add(value, place, 0)
        return
    yield from _rows(
        record[inside], place.at(inside), left, record.get("trace_id", trace_id), depth + 1
    )
    for key, item in record.items() if left is not None else ():
        if key != inside and left is not None and isinstance(item, str | dict | list):
            left.add(item, place, key)


def _is_row(record: Mapping[str, Json], keys: _Keys) -> bool:
    named = isinstance(record.get(keys.name), str) and record.keys() >= keys.needed
    return named and isinstance(record.get(keys.attributes), Mapping)


def _span(row: Mapping[str, Json], keys: _Keys, place: Place, trace_id: Json) -> Span:
    attributes: dict[str, Json] = {}
    for key, value in as_object(row[keys.attributes]).items():
        if value is not None:
            flatten(key, value, attributes)
    start = nanoseconds(row.get(keys.start))
    end = nanoseconds(row.get(keys.end))
    lasted = row.get("Duration")
    if start is not None and end is None and isinstance(lasted, int | str):
        end = start + int(lasted) if str(lasted).isdecimal() else None
    scope = row.get(keys.scope)
    return Span(
        name=str(row[keys.name]),
        trace_id=identifier(row.get(keys.trace_id, trace_id), 32),
        span_id=identifier(row.get(keys.span_id), 16),
        parent_id=identifier(row.get(keys.parent_id), 16),
        start_ns=start,
        end_ns=end,
        attributes=attributes,
        status=span_status(row.get(keys.status)),
        events=tuple(_events(row, keys)),
        resource=as_object(row.get(keys.resource)),
        scope=scope if isinstance(scope, str) else "",
        place=place,
    )


def _events(row: Mapping[str, Json], keys: _Keys) -> Iterator[Event]:
    """Yield the events, whose names and attributes are in two lists."""
    names, attributes = (as_list(row.get(key)) for key in keys.events)
    for at, name in enumerate(names):
        yield Event(str(name), as_object(attributes[at] if at < len(attributes) else None))


FORMAT = StoredSpans()

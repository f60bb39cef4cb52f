"""Rows of a table of spans, as Phoenix's client exports them: a column for each attribute.

`pandas` writes such a table as JSON (`to_json(orient="records")`). What Phoenix gathers from flat
attributes into lists and objects is made flat again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import Json, as_list, as_object, one_or_list
from toolspec.engine.reading.format import Claim, Document
from toolspec.engine.reading.formats.gathered import flatten
from toolspec.engine.reading.formats.otel_sdk import KIND
from toolspec.engine.reading.formats.spans import Leftovers, SpanFormat
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.span import Event, Span, identifier, span_status
from toolspec.engine.reading.times import nanoseconds
from toolspec.engine.trace import Place

_ATTRIBUTES: Final = "attributes."
_NEEDED: Final = frozenset({"context.trace_id", "context.span_id", "name"})
_KNOWN: Final = _NEEDED | {
    *("cumulative_error_count", "cumulative_llm_token_count_completion", "end_time", "events"),
    *("cumulative_llm_token_count_prompt", "parent_id", "span_kind", "start_time"),
    *("status_code", "status_message"),
}


class SpanTable(SpanFormat):
    """Rows with `context.trace_id`, `context.span_id` and `attributes.…`."""

    name = "span-table"
    title = "Table of spans as JSON (Phoenix)"
    page = FormatPage(
        family="exports",
        written_by="Phoenix's client (`arize-phoenix-client`) with pandas.",
        get='`Client().spans.get_spans_dataframe().to_json(PATH, orient="records")`.',
        unknown="What the instrumentation hides. A null is a cell that is not there.",
        example=(
            "Cut from a table of `arize-phoenix-client` 3.5.0, of an agent of the OpenAI Agents "
            "SDK with a scripted model."
        ),
    )

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is a row or a list of rows."""
        return Claim.SURE if any(map(_is_row, one_or_list(document))) else Claim.NO

    def spans(self, document: Document, left: Leftovers) -> Iterator[Span]:
        """Yield the rows of one document as spans."""
        for row, at in document.items():
            if isinstance(row, Mapping) and _is_row(row):
                for key, cell in row.items():
                    if key not in _KNOWN and not key.startswith(_ATTRIBUTES):
                        left.add(cell, at, key)
                yield _span(row, at)
            else:
                left.add(row, at)


def _is_row(value: Json) -> bool:
    return isinstance(value, Mapping) and value.keys() >= _NEEDED


def _span(row: Mapping[str, Json], place: Place) -> Span:
    attributes: dict[str, Json] = {}
    for key, value in row.items():
        if key.startswith(_ATTRIBUTES) and value is not None:
            flatten(key.removeprefix(_ATTRIBUTES), value, attributes)
    kind = row.get("span_kind")
    if isinstance(kind, str):
        attributes.setdefault(KIND, kind)
    return Span(
        name=str(row["name"]),
        trace_id=identifier(row["context.trace_id"], 32),
        span_id=identifier(row["context.span_id"], 16),
        parent_id=identifier(row.get("parent_id"), 16),
        start_ns=_time(row.get("start_time")),
        end_ns=_time(row.get("end_time")),
        attributes=attributes,
        status=span_status(row.get("status_code")),
        events=tuple(_events(row.get("events"))),
        place=place,
    )


def _time(value: Json) -> int | None:
    """Return a time; pandas writes milliseconds since 1970."""
    if isinstance(value, int) and 0 < value < 10**14:
        return value * 10**6
    return nanoseconds(value)


def _events(value: Json) -> Iterator[Event]:
    for item in as_list(value):
        if isinstance(item, Mapping):
            attributes = as_object(item.get("attributes"))
            yield Event(str(item.get("name") or ""), attributes)


FORMAT = SpanTable()

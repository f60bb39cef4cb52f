"""UiPath's export of traces: one object for each span, its attributes JSON inside a string."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import Json, one_or_list
from toolspec.engine.reading.documents.decoder import Decoder, Twice
from toolspec.engine.reading.format import Claim, Document
from toolspec.engine.reading.formats.spans import Leftovers, SpanFormat
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.span import NOTHING, UNREAD, Span, identifier
from toolspec.engine.reading.times import nanoseconds
from toolspec.engine.trace import Place

_NEEDED: Final = frozenset(("Id", "TraceId", "Name", "Attributes"))


class UiPathExport(SpanFormat):
    """Objects with `Id`, `TraceId`, `ParentId`, `Name`, `StartTime` (UTC) and `Attributes`."""

    name = "uipath-export"
    title = "UiPath trace export"
    page = FormatPage(
        family="exports",
        written_by="UiPath Orchestrator, and the `uipath` package's own export.",
        get="The export of a job's traces: an object for each span, its attributes as text.",
        unknown="What UiPath's attributes leave out, as the messages of some models.",
        example="Cut from `expected_raw.json` of UiPath/uipath-langchain-python, MIT.",
    )

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is an exported span or a list that holds some."""
        return Claim.SURE if any(map(_is_span, one_or_list(document))) else Claim.NO

    def spans(self, document: Document, left: Leftovers) -> Iterator[Span]:
        """Yield the spans of one document."""
        for item, at in document.items():
            if isinstance(item, Mapping) and item.keys() >= _NEEDED:
                for key, field in item.items():
                    if key not in _NEEDED and isinstance(field, str | dict | list):
                        left.add(field, at, key)
                yield _span(item, at)
            else:
                left.add(item, at)


def _is_span(value: Json) -> bool:
    return isinstance(value, dict) and value.keys() >= _NEEDED


def _span(record: Mapping[str, Json], place: Place) -> Span:
    status = record.get("Status")
    attributes, twice = _attributes(record["Attributes"])
    return Span(
        name=str(record["Name"]),
        trace_id=identifier(record["TraceId"], 32),
        span_id=identifier(record["Id"], 16),
        parent_id=identifier(record.get("ParentId"), 16),
        start_ns=nanoseconds(record.get("StartTime")),
        end_ns=nanoseconds(record.get("EndTime")),
        attributes=attributes,
        status="ok" if status == 1 else "error" if status == 2 else None,
        place=place,
        twice=twice,
    )


def _attributes(written: Json) -> tuple[Mapping[str, Json], tuple[str, ...]]:
    """Return a span's attributes, and which of their keys have two values."""
    read: Json = written
    twice: list[Twice] = []
    if isinstance(written, str):
        try:
            decoder = Decoder(written.strip())
            read, end = decoder.decode(0, 0, []) if written.strip() else (None, 0)
            twice = decoder.twice
        except (ValueError, RecursionError):
            return {UNREAD: written}, ()
        if end < len(written.strip()):
            return {UNREAD: written}, ()
    if read is None:
        return NOTHING, ()
    known = isinstance(read, Mapping)
    return read if known else {UNREAD: written}, tuple(key for _, key, _ in twice)


FORMAT = UiPathExport()

"""UiPath's export of traces: one object for each span, its attributes JSON inside a string."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.formats.format import Document
from toolspec.engine.formats.span import NOTHING, UNREAD, Span, identifier
from toolspec.engine.formats.spans import SpanFormat
from toolspec.engine.formats.times import nanoseconds
from toolspec.engine.json_value import Json
from toolspec.engine.trace import Place

_NEEDED: Final = frozenset(("Id", "TraceId", "Name", "Attributes"))


class UiPathExport(SpanFormat):
    """Objects with `Id`, `TraceId`, `ParentId`, `Name`, `StartTime` (UTC) and `Attributes`."""

    name = "uipath-export"
    title = "UiPath trace export"

    def recognise(self, document: Json) -> bool:
        """Tell whether the document is an exported span or a list of them."""
        if isinstance(document, list):
            return bool(document) and self.recognise(document[0])
        return isinstance(document, dict) and document.keys() >= _NEEDED

    def spans(self, document: Document) -> Iterator[Span]:
        """Yield the spans of one document."""
        line, base = document.place
        held = document.value
        items = held if isinstance(held, list) else [held]
        for at, item in enumerate(items):
            if isinstance(item, Mapping) and item.keys() >= _NEEDED:
                pointer = (*base, at) if isinstance(held, list) else base
                yield _span(item, Place(line, pointer))


def _span(held: Mapping[str, Json], place: Place) -> Span:
    status = held.get("Status")
    return Span(
        name=str(held["Name"]),
        trace_id=identifier(held["TraceId"], 32),
        span_id=identifier(held["Id"], 16),
        parent_id=identifier(held.get("ParentId"), 16),
        start_ns=nanoseconds(held.get("StartTime")),
        end_ns=nanoseconds(held.get("EndTime")),
        attributes=_attributes(held["Attributes"]),
        status="ok" if status == 1 else "error" if status == 2 else None,
        place=place,
    )


def _attributes(written: Json) -> Mapping[str, Json]:
    read: Json = written
    if isinstance(written, str):
        try:
            read = json.loads(written) if written else None
        except (ValueError, RecursionError):
            return {UNREAD: written}
    if isinstance(read, Mapping):
        return read
    return NOTHING if read is None else {UNREAD: written}


FORMAT = UiPathExport()

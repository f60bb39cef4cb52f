"""Lines that are one object of OTLP/JSON and hold spans and nothing else, as collectors write them.

Such a line needs no sorting, and nothing of it is held but its spans. Every other line goes the way
of all files.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.reading.documents.scan import QUICK_CHARACTERS_MIN, strict_json
from toolspec.engine.reading.format import Document
from toolspec.engine.reading.formats.otel_sdk import is_span
from toolspec.engine.reading.formats.otlp_json import FORMAT
from toolspec.engine.reading.formats.spans import Leftovers
from toolspec.engine.reading.span import Span
from toolspec.engine.trace import Place

_HEAD: Final = b'{"resourceSpans"'


class _LeftError(Exception):
    """A line holds something beside its spans."""


def _leave(value: Json, place: Place, key: str) -> str | None:
    raise _LeftError


def spans_of_line(line: bytes, number: int) -> list[Span] | None:
    """Return the spans of a line; None where it is not strict JSON or holds anything else."""
    if len(line) >= QUICK_CHARACTERS_MIN or not line.startswith(_HEAD):
        return None
    value = strict_json(line)
    if not isinstance(value, dict) or len(value) != 1 or not _is_of_resources(value):
        return None
    left = Leftovers(_leave)
    try:
        spans = list(FORMAT.spans(Document(value, Place(number)), left))
    except _LeftError:
        return None
    return None if left.count else spans


def _is_of_resources(value: Mapping[str, Json]) -> bool:
    """Tell whether an object is OTLP's, and does not hold an SDK's spans under OTLP's key."""
    (items,) = value.values()
    if not isinstance(items, list):
        return False
    return not (items and isinstance(items[0], dict) and is_span(items[0]))


def bulk_spans(data: bytes) -> tuple[list[Span], int] | None:
    """Return the spans of a large file of such lines, and how many lines hold them.

    None for every other file. The documents of a file are never held all at once.
    """
    if not data.startswith(_HEAD):
        return None
    spans: list[Span] = []
    documents = 0
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        of_line = spans_of_line(line, number)
        if of_line is None:
            return None
        documents += 1
        spans += of_line
    return spans, documents

"""The spans of a large OTLP/JSON file, decoded line by line by `formats/otlp_quick.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.formats.span import Span
from toolspec.engine.json_value import Json

BULK_BYTES_MIN: Final = 1_000_000


def bulk_spans(data: bytes) -> tuple[list[Span], int] | None:
    """Return the spans of a large file of OTLP/JSON lines and how many lines hold them.

    None for every other file, and where one line needs the exact reader.
    """
    if len(data) < BULK_BYTES_MIN or not data.startswith(b'{"resourceSpans"'):
        return None
    from toolspec.engine.formats.otlp_quick import quick_spans

    spans: list[Span] = []
    resources: dict[bytes, Mapping[str, Json]] = {}
    documents = 0
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        found = quick_spans(line, number, resources)
        if found is None:
            return None
        documents += 1
        spans.extend(found)
    return spans, documents

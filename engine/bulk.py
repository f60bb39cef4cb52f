"""The spans of a large OTLP/JSON file, decoded line by line by `formats/otlp_lines.py`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from toolspec.engine.formats.otlp_seen import QuickSeen

BULK_BYTES_MIN: Final = 1_000_000


def bulk_spans(data: bytes, depth_max: int) -> tuple[list[QuickSeen], int] | None:
    """Return the spans of a large file of OTLP/JSON lines and how many lines hold them.

    None for every other file, and where one line needs the exact reader.
    """
    if len(data) < BULK_BYTES_MIN or not data.startswith(b'{"resourceSpans"'):
        return None
    from toolspec.engine.formats.otlp_lines import LineReader

    reader = LineReader(depth_max)
    spans: list[QuickSeen] = []
    documents = 0
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        found = reader.read(line, number, len(spans), partial(bytes, line))
        if found is None:
            return None
        documents += 1
        spans.extend(found)
    return spans, documents

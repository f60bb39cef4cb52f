"""The bytes of files, and what the files beside a trace's own add to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from toolspec.engine.reading.documents.containers import unpack
from toolspec.engine.reading.documents.scan import scan
from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.formats import format_of
from toolspec.engine.reading.formats.spans import Leftovers, SpanFormat
from toolspec.engine.reading.limits import MEGABYTE, Limits
from toolspec.engine.reading.read_errors import Guard
from toolspec.engine.reading.recognition import Sorted, spans_of
from toolspec.engine.trace import Note, Place

if TYPE_CHECKING:
    from toolspec.engine.reading.span import Span


def file_bytes(path: str, limits: Limits) -> bytes:
    """Return what is in a file; raises TraceError where it is too large, OSError as `open` does."""
    with open(path, "rb") as file:  # noqa: PTH123 - Path.open imports and costs more
        data = file.read(limits.file_bytes_max + 1)
    if len(data) > limits.file_bytes_max:
        most = limits.file_bytes_max // MEGABYTE
        raise TraceError(
            f"larger than {most} MB",
            path=path,
            hint="read it as a stream, or raise the limit",
        )
    return data


def with_companions(
    recognised: Sorted, path: str | None, limits: Limits, notes: list[Note]
) -> Sorted:
    """Return the documents with those of the files that hold a part of the same trace."""
    format = recognised.format
    if path is None or isinstance(format, SpanFormat) or format.name != "claude-code":
        return recognised
    from toolspec.engine.reading.companions import companions, placed_in

    documents = list(recognised.documents)
    for file in companions(format, path, [document for document, _ in recognised.documents]):
        data = file_bytes(file, limits)
        text = unpack(data, limits, notes, salvage=False).text if data.strip() else ""
        scanned = scan(text or "", notes)
        if scanned.broken is not None:
            raise TraceError(scanned.broken.how, path=file, line=scanned.broken.line)
        documents += [(document, format) for document in placed_in(scanned.documents, file)]
    return recognised._replace(documents=documents)


def with_logs(spans: Iterable[Span], path: str | None, limits: Limits) -> Iterable[Span]:
    """Return the spans with what the log records in the file beside theirs say of them."""
    if path is None:
        return spans
    from toolspec.engine.reading.companions import logs_of

    file = logs_of(path)
    if file is None:
        return spans
    from toolspec.engine.reading.spans.log_events import with_log_events

    with Guard(file):
        data = file_bytes(file, limits)
        text = unpack(data, limits, [], salvage=False).text if data.strip() else None
        documents = [] if text is None else scan(text, []).documents
    logs = format_of("otel_logs")
    known = [(document, logs) for document in documents if logs.claim(document.value)]
    placed = [
        document._replace(place=Place(document.place.line, document.place.pointer, file))
        for document, _ in known
    ]
    records = spans_of([(document, logs) for document in placed], Leftovers())
    return with_log_events(spans, records, of_these_traces=True)

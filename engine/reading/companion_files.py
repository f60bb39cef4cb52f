"""The bytes of files, and what the files beside a trace's own add to it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from toolspec.engine.reading.documents.containers import unpack
from toolspec.engine.reading.documents.scan import Scan, scan
from toolspec.engine.reading.format import Document, TraceError
from toolspec.engine.reading.formats import format_of
from toolspec.engine.reading.formats.log_files import logs_of, spans_of_logs
from toolspec.engine.reading.formats.spans import SpanFormat
from toolspec.engine.reading.formats.sub_agent_files import session_of
from toolspec.engine.reading.limits import DEFAULT, MEGABYTE, Limits
from toolspec.engine.reading.read_errors import Guard
from toolspec.engine.reading.recognition import Sorted, leftovers, sort_documents, spans_of
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
        _, scanned = _scanned_file(file, limits, notes)
        if scanned.broken is not None:
            raise TraceError(scanned.broken.how, path=file, line=scanned.broken.line)
        documents += [(document, format) for document in placed_in(scanned.documents, file)]
    return recognised._replace(documents=documents)


def with_logs(spans: Iterable[Span], path: str | None, limits: Limits) -> Iterable[Span]:
    """Return the spans with what the log records in the file beside theirs say of them.

    Records of no span are traces of their own, unless they may be of another file's spans. Raises
    TraceError where the file of the records is broken, or holds something else that may be a call.
    """
    if path is None:
        return spans
    file = logs_of(path)
    if file is None:
        return spans
    from toolspec.engine.reading.spans.log_events import with_log_events

    with Guard(file):
        known = _sorted_documents(file, limits)
        if known is None or known.format.name != _LOGS:
            return spans
        placed = [
            (Document(value, Place(place.line, place.pointer, file)), format)
            for (value, place), format in known.documents
        ]
        records = list(spans_of(placed, leftovers()))
    return with_log_events(spans, records, of_these_traces=len(spans_of_logs(file)) > 1)


_LOGS: Final = "otel-logs"
_SESSIONS: Final = "claude-code"


def is_read_along(path: str) -> bool:
    """Tell whether all of a file is read with another one: its session, or the spans it is about.

    By its name and by what both files hold: another one of such a name is read by itself.
    """
    session = session_of(path)
    if session is not None:
        return _kind_of(session) == _SESSIONS
    spans = spans_of_logs(path)
    return len(spans) == 1 and _kind_of(path) == _LOGS and _kind_of(spans[0]) == _OF_SPANS


_OF_SPANS: Final = "spans"


def _kind_of(path: str) -> str:
    """Return the name of a file's format, or that it is one of spans; "" where it is unknown."""
    try:
        stat = os.stat(path)  # noqa: PTH116 - importing pathlib costs more
        return _kind_at(path, stat.st_mtime_ns, stat.st_size)
    except (OSError, TraceError):
        return ""


@lru_cache(maxsize=64)
def _kind_at(path: str, *_: int) -> str:
    known = _sorted_documents(path, DEFAULT)
    if known is None:
        return ""
    name = known.format.name
    return _OF_SPANS if isinstance(known.format, SpanFormat) and name != _LOGS else name


def _sorted_documents(path: str, limits: Limits) -> Sorted | None:
    """Return the documents of a file; None where no format knows them.

    Those of protobuf are not among them. Raises TraceError where it cannot be read, or not whole.
    """
    with Guard(path):
        text, scanned = _scanned_file(path, limits, [])
        if text is None:
            return Sorted(format_of("otlp_json"), [])
        known = sort_documents(scanned.documents, [], text)
        if known is not None and scanned.broken is not None:
            raise TraceError(scanned.broken.how, line=scanned.broken.line)
    return known


def _scanned_file(path: str, limits: Limits, notes: list[Note]) -> tuple[str | None, Scan]:
    """Return a file's text and the documents in it; protobuf has no text, and no documents."""
    data = file_bytes(path, limits)
    text = unpack(data, limits, notes, salvage=False).text if data.strip() else ""
    return text, scan(text or "", notes)

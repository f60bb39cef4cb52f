"""Traces of a big file, one after the other, without holding the file.

Made for OTLP/JSON lines, as the Collector's file exporter writes them: the file is gone through
twice, first only for the last line of each trace, then for the spans; a trace is yielded when its
last line and those of a few others have been read. So nothing turns up late, and what is held is
the traces still open.
Other files, and those with a line that is not one document, are read whole, within the limits.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, BinaryIO, Final

from toolspec.engine.reading.around_records import gaps_around
from toolspec.engine.reading.documents.scan import (
    Scan,
    TooDeepError,
    scan,
)
from toolspec.engine.reading.files import read_traces, refuse_unknown
from toolspec.engine.reading.format import Document, TraceError
from toolspec.engine.reading.formats.otlp_json import otlp_id
from toolspec.engine.reading.formats.spans import SpanFormat
from toolspec.engine.reading.gc_paused import Resting
from toolspec.engine.reading.limits import DEFAULT, MEGABYTE, Limits
from toolspec.engine.reading.otlp_lines import spans_of_line
from toolspec.engine.reading.read_errors import Guard, no_file
from toolspec.engine.reading.recognition import is_deciding, leftovers, sort_documents, spans_of
from toolspec.engine.reading.spans.assemble import Gathered, OpenTrace, Skipped
from toolspec.engine.reading.spans.classified_span import ClassifiedSpan, Classifier
from toolspec.engine.reading.unread.mentioned import Mentioned
from toolspec.engine.trace import Gap, Note, Place, Trace

if TYPE_CHECKING:
    from pathlib import Path

_HEAD: Final = b'"resourceSpans"'
_BEGINS: Final = b'{"resourceSpans"'
_MARKS: Final = (b'"traceId"', b'"trace_id"')
_MARKED_BYTES: Final = 40
"""So much of a line after a mark holds the colon and the longest id, a UUID."""
_ID: Final = rb'\s*:\s*"([^"\\]*)"'
# A byte order mark counts as blank too.
_BLANK: Final = b" \t\r\n\xef\xbb\xbf"
_BUFFER_BYTES: Final = 256 * 1024
_TOGETHER: Final = 6
"""So many traces are made and yielded one after the other, which saves a tenth of all the time:
what reading leaves in the processor's caches is of no use to judging, nor the other way round."""


def stream_traces(
    path: str | Path,
    *,
    limits: Limits = DEFAULT,
    notes: list[Note] | None = None,
    unjudged: list[TraceError] | None = None,
    skipped: list[int] | None = None,
) -> Iterator[Trace]:
    """Yield the traces of a file, each when its last span has been read.

    The traces are those of `read_traces`, in the order they end instead of the order they begin.
    What a reader should know about the file is appended to `notes` while it is read, and to
    `unjudged` why a trace cannot be judged, and at the end to `skipped` how many hold no run.
    Raises TraceError like `read_traces`, and where more stays open than the limits allow; what was
    yielded before stands. Python's cycle collector rests while the stream is being read.
    """
    notes_read: list[Note] = [] if notes is None else notes
    refused: list[TraceError] = [] if unjudged is None else unjudged
    passed_by: list[int] = [] if skipped is None else skipped
    shown = str(path)
    with Guard(shown, "OTLP/JSON lines"):
        mentioned = Mentioned()
        due = _last_lines(shown, limits, mentioned)
        if due is None:
            reading = read_traces(shown, limits=limits)
            notes_read.extend(reading.notes)
            yield from reading.traces
            refused.extend(reading.unjudged)
            passed_by.append(max(0, reading.skipped_traces - len(reading.unjudged)))
        else:
            stream = _Stream(shown, due, limits, notes_read)
            gaps = tuple(mentioned.gaps())
            for trace in stream.run():
                trace.mentioned = gaps
                yield trace
            left = Gathered((), (), 0, tuple(stream.skipped)).unjudged(shown)
            refused.extend(left)
            passed_by.append(len(stream.skipped) - len(left))


def _numbered(file: BinaryIO, limits: Limits) -> Iterator[tuple[int, bytes]]:
    """Return the lines of a file with their numbers, of one over the limit no more than shows it.

    The file's own iterator would hold the line first, however long it is.
    """
    return enumerate(iter(partial(file.readline, limits.document_bytes_max + 1), b""), 1)


def _opened(path: str) -> BinaryIO:
    return open(path, "rb", buffering=_BUFFER_BYTES)  # noqa: PTH123 - Path costs more


def _last_lines(path: str, limits: Limits, mentioned: Mentioned) -> dict[str, int] | None:
    """Return the last line on which each trace id stands; None for files to be read whole.

    What records of anything but spans mention is taken on the way.

    These are the files of which a line is anything but one JSON document, the last line aside: it
    may be cut off. Ids in links count: they keep a trace open for longer, which costs memory only.
    """
    last: dict[bytes, int] = {}
    odd = False
    try:
        with _opened(path) as file:
            head = file.readline(4096)
            if not head.startswith(_BEGINS) and _HEAD not in head[:64]:
                return None
            mark = next((mark for mark in _MARKS if mark in head), _MARKS[0])
            file.seek(0)
            for number, line in _numbered(file, limits):
                if len(line) > limits.document_bytes_max:
                    raise _too_long(path, number, limits)
                if odd and line.strip():
                    return None
                if not (line[:1] == b"{" and line[-2:] == b"}\n"):
                    odd = odd or not _is_document(line)
                    if odd and (number == 1 or line.strip(_BLANK)[:1] not in (b"{", b"[")):
                        return None
                if not line.startswith(_BEGINS) and _HEAD not in line[:64]:
                    _mention(line, number, mentioned)
                marked = line.split(mark)
                if len(marked) > 1:
                    del marked[0]
                    last.update(dict.fromkeys([part[:_MARKED_BYTES] for part in marked], number))
    except (OSError, ValueError) as error:
        raise no_file(path, error) from None
    return _due(last)


def _mention(line: bytes, number: int, mentioned: Mentioned) -> None:
    with suppress(ValueError, RecursionError):
        mentioned.in_record(json.loads(line), number)  # where it is broken, reading it says so


def _due(last: dict[bytes, int]) -> dict[str, int] | None:
    """Return the lines by trace ids, from lines by what followed the mark; None where unclear.

    One trace may be written in hex here and in base64 there.
    """
    due: dict[str, int] = {}
    match = re.compile(_ID).match
    for marked, number in last.items():
        named = match(marked)
        if named is not None:
            id = otlp_id(named[1].decode("utf-8", "replace"), 32)
            if id is not None:
                due[id] = max(number, due.get(id, 0))
        elif b'"' in marked[: _MARKED_BYTES // 2]:
            return None
    return due


def _is_document(line: bytes) -> bool:
    """Tell whether a line looks like one document, or is blank."""
    stripped = line.strip(_BLANK)
    return not stripped or stripped[:1] + stripped[-1:] in (b"{}", b"[]")


def _too_long(path: str, number: int, limits: Limits) -> TraceError:
    most = limits.document_bytes_max // MEGABYTE
    return TraceError(f"a line of more than {most} MB", path=path, line=number)


def _refuse_odd(odd: Sequence[tuple[int, str]], scanned: Scan, number: int) -> None:
    """Raise TraceError where a line may hold a call of any trace, also of one yielded before."""
    decides = any(is_deciding(key) for _, key, _ in scanned.twice)
    if odd or scanned.odd or decides:
        gap = gaps_around(scanned, odd)[0]
        raise TraceError(gap.text, line=number, hint="what cannot be read cannot be judged")


class _Stream:
    def __init__(self, path: str, due: dict[str, int], limits: Limits, notes: list[Note]) -> None:
        self.path, self.limits, self.notes, self.due = path, limits, notes, due
        self.ends: dict[int, list[str]] = {}
        for id, number in due.items():
            self.ends.setdefault(number, []).append(id)
        self.open: dict[str | None, OpenTrace] = {}
        self.spans = self.held = self.yielded = 0
        self.skipped: list[Skipped] = []
        self.classified = Classifier().classified

    def run(self) -> Iterator[Trace]:
        ended: list[str | None] = []
        try:
            with Resting(), _opened(self.path) as file:
                for number, line in _numbered(file, self.limits):
                    self._take(line, number)
                    if number in self.ends:
                        ended += self.ends.pop(number)
                        if len(ended) >= _TOGETHER:
                            yield from self._closed(ended)
                ended += [id for id in self.open if id not in ended]
                yield from self._closed(ended)
        except TraceError:
            # What ended before the line that cannot be read stands.
            yield from self._closed(ended)
            raise
        if not self.yielded:
            refuse_unknown(Gathered((), (), self.spans, tuple(self.skipped)))

    def _take(self, line: bytes, number: int) -> None:
        traces = self.open
        classified, gaps = self._spans(line, number)
        for span in classified:
            id = span.trace_id
            open_trace = traces.get(id)
            if open_trace is None:
                open_trace = traces[id] = self._begun(id, span.span.case, number)
            open_trace.add(span)
        if gaps:
            for id in {span.trace_id for span in classified}:
                traces[id].gaps += gaps
        self.spans += len(classified)
        self.held += len(classified)
        if self.held > self.limits.open_spans_max or len(traces) > self.limits.open_traces_max:
            raise TraceError(
                f"{len(traces)} traces of {self.held} spans open at once are over the limit",
                line=number,
                hint="sort the file by trace, or raise the limits",
            )

    def _begun(self, id: str | None, case: str | None, number: int) -> OpenTrace:
        if id is not None and self.due.get(id, number) < number:
            raise TraceError(
                f"trace {id} goes on here, its id spelled in another way than before", line=number
            )
        return OpenTrace(id, case)

    def _spans(self, line: bytes, number: int) -> tuple[list[ClassifiedSpan], list[Gap]]:
        """Return the spans of a line, and what of it may be missing."""
        spans = spans_of_line(line, number)
        if spans is not None:
            return list(map(self.classified, spans, count(self.spans))), []
        scanned = self._scanned(line, number)
        documents = [Document(document.value, Place(number)) for document in scanned.documents]
        left = leftovers()
        recognised = sort_documents(documents, [])
        if recognised is None:
            for value, place in documents:
                left.add(value, place)
            _refuse_odd(left.odd, scanned, number)
            return [], []
        if not isinstance(recognised.format, SpanFormat):
            raise TraceError(
                f"mixes kinds of traces: spans, and {recognised.format.title} here",
                line=number,
                hint="split the file, so that each holds one kind",
            )
        spans = list(spans_of(recognised.documents, left))
        _refuse_odd([*left.odd, *recognised.odd], scanned, number)
        gaps = gaps_around(scanned)
        return list(map(self.classified, spans, count(self.spans))), [
            gap._replace(place=Place(number)) for gap in gaps
        ]

    def _scanned(self, line: bytes, number: int) -> Scan:
        """Return the documents of a line. Raises TraceError where it is broken."""
        notes: list[Note] = []
        try:
            scanned = scan(line.decode("utf-8-sig"), notes)
        except UnicodeDecodeError as error:
            raise TraceError(
                f"not UTF-8: byte 0x{line[error.start]:02x} cannot stand here",
                line=number,
                column=error.start + 1,
                hint="save the file as UTF-8",
            ) from None
        except TooDeepError:
            raise TooDeepError(number) from None
        if scanned.broken is not None:
            raise TraceError(scanned.broken.how, line=number, column=scanned.broken.column)
        self.notes.extend(note._replace(place=Place(number)) for note in notes)
        return scanned

    def _closed(self, ended: list[str | None]) -> list[Trace]:
        """Return the traces of these ids that can be judged, and empty the list."""
        traces: list[Trace] = []
        for id in ended:
            open_trace = self.open.pop(id, None)
            if open_trace is None:
                continue
            self.held -= len(open_trace.seen)
            trace = open_trace.finish("otlp-json", self.path, self.limits.depth_max)
            if isinstance(trace, Skipped):
                self.skipped.append(trace)
                self.notes.append(trace.note)
            else:
                self.yielded += 1
                traces.append(trace)
        ended.clear()
        return traces

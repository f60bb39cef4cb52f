"""Reading trace files: `read_traces`, `read_bytes`; big files: `stream.py`.

The bytes of a file are unpacked (`containers.py`) and cut into documents (`scan.py`). Each document
goes to the format that claims it (`recognition.py`) and is read there (`formats/`); spans become
traces (`assemble.py`) with the help of the dialects. Nothing is dropped: text between documents and
documents that no format knows are searched for calls (`sightings.py`). A fault of a file is always
raised as TraceError.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from toolspec.engine.json_value import Json
from toolspec.engine.reading.around_records import gaps_around
from toolspec.engine.reading.companion_files import file_bytes, with_companions, with_logs
from toolspec.engine.reading.documents.containers import TABLES, Unpacked, unpack
from toolspec.engine.reading.documents.scan import Broken, Scan, scan
from toolspec.engine.reading.format import Document, TraceError
from toolspec.engine.reading.formats.likely import (
    LISTED,
    likely_from,
    likely_writer,
    writer_of_text,
)
from toolspec.engine.reading.formats.spans import Leftovers, SpanFormat
from toolspec.engine.reading.gc_paused import Resting
from toolspec.engine.reading.limits import BULK_BYTES_MIN, DEFAULT, Limits
from toolspec.engine.reading.read_errors import Guard, no_file
from toolspec.engine.reading.recognition import (
    Sorted,
    leftovers,
    passed_over_of,
    sort_documents,
    spans_of,
)
from toolspec.engine.reading.running import marked, names_running_trace, no_fault, whole_lines
from toolspec.engine.reading.span import Span
from toolspec.engine.reading.spans.assemble import Gathered, gather
from toolspec.engine.reading.unread.call_texts import piece_of_trace
from toolspec.engine.reading.unread.left_over import leave_left_over_open
from toolspec.engine.reading.unread.mentioned import leave_open
from toolspec.engine.reading.unread.sightings import sightings
from toolspec.engine.result import NOT_SHOWN
from toolspec.engine.text.plural import plural
from toolspec.engine.trace import Note, Place, Trace

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["FileReading", "read_bytes", "read_traces"]

ZIP: Final = b"PK\x03\x04"
_ENDINGS: Final = (".json", ".jsonl", ".ndjson", ".log", ".pb", ".trace", ".traces", ".gz", ".zst")
"""An empty file of such a name was to hold a trace."""


class FileReading(NamedTuple):
    """What a file held: its traces, and enough about the file to tell a user what was read.

    `notes` are about the file; what concerns one trace is in that trace's own notes. `unjudged`
    says of each other trace why it cannot be judged. `passed_over` counts the documents that no
    format knew and that look like no call. `container` is `json`, `json-lines`, `concatenated-json`
    or `protobuf`; `compression` is None for none.
    """

    traces: tuple[Trace, ...]
    notes: tuple[Note, ...]
    format: str
    dialects: tuple[str, ...] = ()
    container: str = "json"
    compression: str | None = None
    documents: int = 0
    spans: int = 0
    skipped_lines: int = 0
    skipped_traces: int = 0
    unjudged: tuple[TraceError, ...] = ()
    passed_over: int = 0


def read_traces(
    path: str | Path, *, salvage: bool = False, limits: Limits = DEFAULT
) -> FileReading:
    """Return the traces of a file, in the order they begin.

    With `salvage` a file that breaks off is read as far as it is complete, with a note.
    Raises TraceError, with path, line and column, for everything that cannot be read.
    """
    shown = str(path)
    try:
        data = file_bytes(shown, limits)
    except (OSError, ValueError) as error:
        raise no_file(shown, error) from None
    if names_running_trace(shown):
        with no_fault():
            reading = read_bytes(whole_lines(data), path=shown, limits=limits)
        marked(reading.traces)
        return reading
    return read_bytes(data, path=shown, salvage=salvage, limits=limits)


def read_bytes(
    data: bytes,
    *,
    path: str | Path | None = None,
    salvage: bool = False,
    limits: Limits = DEFAULT,
) -> FileReading:
    """Return the traces in the bytes of a file; `path` is only for messages. Raises TraceError."""
    shown = None if path is None else str(path)
    with Resting(), Guard(shown):
        return _read(data, shown, salvage, limits)


def _read(data: bytes, path: str | None, salvage: bool, limits: Limits) -> FileReading:
    notes: list[Note] = []
    if not data[:4096].strip() and not data.strip():
        raise TraceError(
            "an empty file",
            hint="was the run cut off before the spans were written?",
            no_trace=not (path or "").lower().endswith(_ENDINGS),
        )
    if len(data) >= BULK_BYTES_MIN:
        from toolspec.engine.reading.otlp_lines import bulk_spans

        bulk = bulk_spans(data)
        if bulk is not None:
            spans = with_logs(bulk[0], path, limits)
            gathered = gather(spans, "otlp-json", path, limits.depth_max, notes)
            refuse_unknown(gathered)
            kind = "json" if bulk[1] == 1 else "json-lines"
            reading = _reading("otlp-json", gathered, kind, None, bulk[1], 0, notes)
            return reading._replace(unjudged=gathered.unjudged(path))
    if data.startswith(TABLES):
        from toolspec.engine.reading.documents.tables import scan_table

        scanned = scan_table(data, limits)
        sorted_documents = sort_documents(scanned.documents, notes)
        if sorted_documents is None:
            raise _unknown("", scanned.documents)
        return _read_documents(sorted_documents, scanned, None, path, limits, notes)
    if data.startswith(ZIP):
        from toolspec.engine.reading.documents.archives import is_log, scan_log

        if is_log(data):
            scanned = scan_log(data, path, limits, notes)
            sorted_documents = sort_documents(scanned.documents, notes)
            if sorted_documents is None:
                raise TraceError("a zip archive without a sample of Inspect that is read")
            return _read_documents(sorted_documents, scanned, "zip", path, limits, notes)
    unpacked = unpack(data, limits, notes, salvage=salvage)
    if unpacked.text is None:
        return _read_messages(unpacked, path, limits, notes)
    scanned = scan(unpacked.text, notes, salvage=salvage)
    documents = scanned.documents
    broken = scanned.broken
    if broken is not None and broken.rest is not None:
        documents = [*documents, broken.rest]
    if broken is not None:
        if not salvage or not documents:
            raise _broken_error(broken, scanned, documents, unpacked.text, path, limits)
        text = f"{broken.how}; what is complete before was read"
        notes.append(Note(text, Place(broken.line)))
    sorted_documents = sort_documents(documents, notes, unpacked.text)
    if sorted_documents is None:
        raise _unknown(unpacked.text, documents)
    sorted_documents = with_companions(sorted_documents, path, limits, notes)
    reading = _read_documents(sorted_documents, scanned, unpacked.compression, path, limits, notes)
    if broken is not None:
        for trace in reading.traces:
            # No switch of an instrumentation would record what was cut off.
            trace.gaps = tuple(gap._replace(hint="") for gap in trace.gaps)
    return reading


def _read_documents(
    sorted_documents: Sorted,
    scanned: Scan,
    compression: str | None,
    path: str | None,
    limits: Limits,
    notes: list[Note],
) -> FileReading:
    format, odd = sorted_documents.format, [*sorted_documents.odd]
    mentioned = [scanned.mentioned, sorted_documents.mentioned]
    with Guard(path, format.title):
        if isinstance(format, SpanFormat):
            left = leftovers()
            taken: dict[Place, bool] | None = {} if format.looks_again else None
            spans = spans_of(sorted_documents.documents, left)
            if taken is not None:
                spans = _taken(spans, taken)
            if any(known.name == "otel-logs" for _, known in sorted_documents.documents):
                from toolspec.engine.reading.spans.log_events import with_log_events

                spans = with_log_events(spans)
            gathered = gather(
                with_logs(spans, path, limits),
                format.name,
                path,
                limits.depth_max,
                notes,
            )
            passed_over_of(left, notes)
            odd += left.odd
            mentioned.append(left.mentioned)
            refuse_unknown(gathered)
            traces, unjudged = gathered.traces, gathered.unjudged(path)
            if taken is not None:
                from toolspec.engine.reading.unread.second_look import leave_unread_open

                documents = [document for document, _ in sorted_documents.documents]
                leave_unread_open(documents, taken, traces, format.whole)
        else:
            documents = [document for document, _ in sorted_documents.documents]
            outcomes = list(format.read(documents, notes))
            traces = tuple(trace for trace in outcomes if isinstance(trace, Trace))
            if not format.looks_at_all:
                leave_left_over_open(documents, traces, format.whole, format.whole_within)
            unjudged = tuple(error for error in outcomes if isinstance(error, TraceError))
            for trace in traces:
                trace.path = path
            for error in unjudged:
                error.path = path
            gathered = Gathered(traces, (), 0)
    if unjudged and not traces:
        raise unjudged[0]
    for trace in traces:
        trace.gaps = (*trace.gaps, *gaps_around(scanned, odd))
    leave_open(traces, mentioned)
    if len(traces) == 1:
        traces[0].passed_over += sorted_documents.passed_over
    return _reading(
        traces[0].format if traces else format.name,
        gathered,
        scanned.container,
        compression,
        len(scanned.documents),
        scanned.skipped_lines,
        notes,
    )._replace(unjudged=unjudged, passed_over=sorted_documents.passed_over)


_MLFLOW: Final = "mlflow.spanType"


def _taken(spans: Iterable[Span], taken: dict[Place, bool]) -> Iterator[Span]:
    """Yield the spans, and keep where each is and whether it is of a tool."""
    for span in spans:
        get = span.attributes.get
        is_tool = get("gen_ai.operation.name") == "execute_tool" or get(_MLFLOW) == '"TOOL"'
        taken[span.place] = taken.get(span.place, False) or is_tool
        yield span


def _reading(
    format: str,
    gathered: Gathered,
    container: str,
    compression: str | None,
    documents: int,
    skipped_lines: int,
    notes: Sequence[Note],
) -> FileReading:
    return FileReading(
        gathered.traces,
        tuple(notes),
        format,
        gathered.dialects,
        container,
        compression,
        documents,
        gathered.spans,
        skipped_lines,
        len(gathered.skipped),
    )


def _read_messages(
    unpacked: Unpacked, path: str | None, limits: Limits, notes: list[Note]
) -> FileReading:
    from toolspec.engine.reading.formats.otlp_proto import NAME, proto_spans

    spans = (
        span
        for number, message in enumerate(unpacked.messages)
        for span in proto_spans(message, number)
    )
    gathered = gather(with_logs(spans, path, limits), NAME, path, limits.depth_max, notes)
    refuse_unknown(gathered)
    count = len(unpacked.messages)
    reading = _reading(NAME, gathered, "protobuf", unpacked.compression, count, 0, notes)
    return reading._replace(unjudged=gathered.unjudged(path))


def refuse_unknown(gathered: Gathered) -> None:
    """Raise TraceError where no span of a file could be understood: that is not "no calls"."""
    if gathered.traces:
        return
    if not gathered.spans:
        raise TraceError("holds no spans", hint="was the exporter flushed before the run ended?")
    foreign = dict.fromkeys(title for skipped in gathered.skipped for title in skipped.foreign)
    if foreign:
        whose = " and ".join(foreign)
        raise TraceError(
            f"holds tool calls of {whose}, which are not read yet", hint=_dialects_read()
        )
    unread = next((skipped.note for skipped in gathered.skipped if skipped.unread), None)
    if unread is not None:
        raise TraceError(
            unread.text,
            line=unread.place.line or None,
            hint="export its attributes whole: a forbidden call may be missing",
            bare=unread.bare,
        )
    if not any(skipped.created for skipped in gathered.skipped):
        spans = plural(gathered.spans, "span")
        raise TraceError(
            f"none of its {spans} is a tool call, a model's response or an agent's run of a known "
            "dialect",
            hint=_dialects_read(),
        )


def _dialects_read() -> str:
    from toolspec.engine.reading.dialects import dialects

    return "read are " + ", ".join(dialect.title for dialect in dialects())


def _broken_error(
    broken: Broken,
    scanned: Scan,
    documents: list[Document],
    text: str,
    path: str | None,
    limits: Limits,
) -> TraceError:
    before = f"{plural(len(scanned.documents), 'complete document')} before it"
    try:
        sorted_documents = sort_documents(documents, [], text)
    except TraceError:
        sorted_documents = None
    if sorted_documents is not None and isinstance(sorted_documents.format, SpanFormat):
        spans = list(spans_of(sorted_documents.documents, Leftovers()))
        gathered = gather(iter(spans), sorted_documents.format.name, path, limits.depth_max, [])
        whole, traces = plural(len(spans), "complete span"), plural(len(gathered.traces), "trace")
        before += f", {whole} of {traces}"
    return TraceError(
        f"{broken.how}; {before}",
        line=broken.line,
        column=broken.column,
        hint="reading with salvage keeps what is complete" if documents else None,
        no_trace=not broken.truncated and sorted_documents is None and piece_of_trace(text) is None,
    )


def _unknown(text: str, documents: Sequence[Document]) -> TraceError:
    message = "not a format I know: "
    no_trace = piece_of_trace(text) is None
    if documents:
        value = documents[0].value
        whose, hint = likely_from(likely_writer(value))
        looks = any(True for document, place in documents for _ in sightings(document, place))
        return TraceError(
            f"{message}{_described(value)}{whose}", hint=hint, no_trace=no_trace and not looks
        )
    try:
        return TraceError(message + _described(json.loads(text)), hint=LISTED, no_trace=no_trace)
    except (ValueError, RecursionError):
        pass
    first = text.strip().split("\n", 1)[0][:60]
    message += "text without any JSON document, beginning "
    whose, hint = likely_from(writer_of_text(text))
    bare = f"{message}{NOT_SHOWN}{whose}"
    return TraceError(f"{message}`{first}`{whose}", hint=hint, bare=bare, no_trace=no_trace)


def _described(value: Json) -> str:
    match value:
        case dict():
            keys = ", ".join(f"`{key}`" for key in list(value)[:6])
            messages = value.get("messages")
            if isinstance(messages, list) and messages:
                return f"a JSON object whose `messages` are {_described(messages)}"
            return f"a JSON object with the keys {keys}" if keys else "an empty JSON object"
        case list():
            if not value:
                return "an empty JSON list"
            return f"a JSON list of {len(value)}, the first {_described(value[0])}"
        case None:
            return "a JSON null"
        case bool():
            return "a JSON true or false"
        case str():
            return "a JSON string"
        case _:
            return "a JSON number"

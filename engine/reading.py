"""Reading trace files: `read_traces`, `read_bytes`, `trace_from_spans`; big files: `stream.py`.

The way of a file: bytes, unpacked (`containers.py`), cut into documents (`documents.py`), given to
the format that knows the first of them (`formats/`); spans go on to become traces (`assemble.py`)
with the help of the dialects. Whatever is wrong with a file is a TraceError, and nothing else is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from toolspec.engine.assemble import Gathered, gather, gather_seen
from toolspec.engine.bulk import bulk_spans
from toolspec.engine.collector import Resting
from toolspec.engine.containers import Unpacked, unpack
from toolspec.engine.documents import QUICK_CHARACTERS_MIN, Broken, Scan, scan
from toolspec.engine.formats import format_of, formats, titles
from toolspec.engine.formats.format import Document, Format, TraceError
from toolspec.engine.formats.spans import SpanFormat
from toolspec.engine.guard import Guard, no_file
from toolspec.engine.json_value import Json
from toolspec.engine.limits import DEFAULT, MEGABYTE, Limits
from toolspec.engine.plural import plural
from toolspec.engine.trace import NOT_SHOWN, Note, Place, Trace

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Reading", "read_bytes", "read_traces", "trace_from_spans"]

ASKED_DOCUMENTS_MAX: Final = 50
"""How many documents are shown to the formats before a file counts as unknown."""

_PLAIN: Final = frozenset({str, int, float, bool, type(None)})


class Reading(NamedTuple):
    """What a file held: its traces, and enough about the file to tell a user what was read.

    `notes` are about the file; what concerns one trace is in that trace's own notes. `container`
    is `json`, `json-lines`, `concatenated-json` or `protobuf`; `compression` is None for none.
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


def read_traces(path: str | Path, *, salvage: bool = False, limits: Limits = DEFAULT) -> Reading:
    """Return the traces of a file, in the order they begin.

    With `salvage` a file that breaks off is read as far as it is complete, with a note.
    Raises TraceError, with path, line and column, for everything that cannot be read.
    """
    shown = str(path)
    try:
        data = _file_bytes(shown, limits)
    except (OSError, ValueError) as error:
        raise no_file(shown, error) from None
    return read_bytes(data, path=shown, salvage=salvage, limits=limits)


def _file_bytes(path: str, limits: Limits) -> bytes:
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


def read_bytes(
    data: bytes,
    *,
    path: str | Path | None = None,
    salvage: bool = False,
    limits: Limits = DEFAULT,
) -> Reading:
    """Return the traces in the bytes of a file; `path` is only for messages. Raises TraceError."""
    shown = None if path is None else str(path)
    with Resting(len(data) >= QUICK_CHARACTERS_MIN), Guard(shown):
        return _read(data, shown, salvage, limits)


def _read(data: bytes, path: str | None, salvage: bool, limits: Limits) -> Reading:
    notes: list[Note] = []
    if not data[:4096].strip() and not data.strip():
        raise TraceError("an empty file", hint="was the run cut off before the spans were written?")
    bulk = bulk_spans(data, limits.depth_max)
    if bulk is not None:
        named = ((seen, None) for seen in bulk[0])
        gathered = gather_seen(named, "otlp-json", path, limits.depth_max, notes)
        refuse_unknown(gathered)
        kind = "json" if bulk[1] == 1 else "json-lines"
        return _reading("otlp-json", gathered, kind, None, bulk[1], 0, notes)
    unpacked = unpack(data, limits, notes, salvage=salvage)
    if unpacked.text is None:
        return _read_messages(unpacked, path, limits, notes)
    scanned = scan(unpacked.text, notes, salvage=salvage)
    documents = scanned.documents
    broken = scanned.broken
    if broken is not None and broken.rest is not None:
        documents = [*documents, broken.rest]
    if broken is not None and not salvage:
        raise _broken_error(broken, scanned, documents, path, limits)
    if broken is not None:
        if not documents:
            raise _broken_error(broken, scanned, documents, path, limits)
        text = f"{broken.how}; what is complete before was read"
        notes.append(Note(text, Place(broken.line)))
    found = recognised(documents)
    if found is None:
        raise _unknown(unpacked.text, documents)
    return _read_documents(found, documents, scanned, unpacked.compression, path, limits, notes)


def recognised(documents: Sequence[Document]) -> Format | None:
    """Return the format that knows one of the first documents, asked in the formats' order."""
    for document in documents[:ASKED_DOCUMENTS_MAX]:
        if _of_plain_values(document.value):
            continue
        if format_of("otel_sdk").recognise(document.value):
            return format_of("otel_sdk")
        for known in formats():
            if known.recognise(document.value):
                return known
    return None


def _of_plain_values(value: Json) -> bool:
    """Tell whether the value is a list without objects or lists, which is no format's.

    Nobody has to be asked about it then, which for millions of numbers takes minutes.
    """
    if not isinstance(value, list) or not value or type(value[0]) not in _PLAIN:
        return False
    return _PLAIN.issuperset(map(type, value))


def _read_documents(
    found: Format,
    documents: list[Document],
    scanned: Scan,
    compression: str | None,
    path: str | None,
    limits: Limits,
    notes: list[Note],
) -> Reading:
    with Guard(path, found.title):
        if isinstance(found, SpanFormat):
            spans = (span for document in documents for span in found.spans(document))
            gathered = gather(spans, found.name, path, limits.depth_max, notes)
            refuse_unknown(gathered)
        else:
            traces = tuple(found.read(documents, notes))
            for trace in traces:
                trace.path = path
            gathered = Gathered(traces, (), 0)
    return _reading(
        found.name,
        gathered,
        scanned.container,
        compression,
        len(documents),
        scanned.skipped_lines,
        notes,
    )


def _reading(
    format: str,
    gathered: Gathered,
    container: str,
    compression: str | None,
    documents: int,
    skipped_lines: int,
    notes: Sequence[Note],
) -> Reading:
    return Reading(
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
) -> Reading:
    from toolspec.engine.formats.otlp_proto import NAME, proto_spans

    spans = (
        span
        for number, message in enumerate(unpacked.messages)
        for span in proto_spans(message, number)
    )
    gathered = gather(spans, NAME, path, limits.depth_max, notes)
    refuse_unknown(gathered)
    count = len(unpacked.messages)
    return _reading(NAME, gathered, "protobuf", unpacked.compression, count, 0, notes)


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
    from toolspec.engine.dialects import dialects

    return "read are " + ", ".join(dialect.title for dialect in dialects())


def _broken_error(
    broken: Broken, scanned: Scan, documents: list[Document], path: str | None, limits: Limits
) -> TraceError:
    before = f"{plural(len(scanned.documents), 'complete document')} before it"
    found = recognised(documents)
    if isinstance(found, SpanFormat):
        spans = [span for document in documents for span in found.spans(document)]
        made = gather(iter(spans), found.name, path, limits.depth_max, [])
        whole, traces = plural(len(spans), "complete span"), plural(len(made.traces), "trace")
        before += f", {whole} of {traces}"
    return TraceError(
        f"{broken.how}; {before}",
        line=broken.line,
        column=broken.column,
        hint="reading with salvage keeps what is complete" if documents else None,
    )


def _unknown(text: str, documents: Sequence[Document]) -> TraceError:
    said, hint = "not a format I know: ", "read are " + "; ".join(titles())
    if documents:
        return TraceError(said + _described(documents[0].value), hint=hint)
    try:
        return TraceError(said + _described(json.loads(text)), hint=hint)
    except (ValueError, RecursionError):
        pass
    first = text.strip().split("\n", 1)[0][:60]
    said += "text without any JSON document, beginning "
    return TraceError(f"{said}`{first}`", hint=hint, bare=said + NOT_SHOWN)


def _described(value: Json) -> str:
    match value:
        case dict():
            keys = ", ".join(f"`{key}`" for key in list(value)[:6])
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


def trace_from_spans(spans: Iterable[object]) -> Trace:
    """Return the trace of OpenTelemetry `ReadableSpan` objects, in any order.

    Raises TraceError where the spans belong to several traces, are none or are of no known dialect.
    """
    from toolspec.engine.formats.readable import readable_spans

    notes: list[Note] = []
    with Guard(None, "spans in memory"):
        read = readable_spans(spans)
        ids = {span.trace_id for span in read}
        if len(ids) > 1:
            raise TraceError(
                f"spans of {len(ids)} traces, not of one", hint="call once for each trace id"
            )
        gathered = gather(read, "otel-spans", None, DEFAULT.depth_max, notes)
        refuse_unknown(gathered)
        if not gathered.traces:
            raise TraceError(notes[0].text if notes else "no trace in these spans")
        return gathered.traces[0]

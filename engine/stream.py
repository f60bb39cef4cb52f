"""Traces of a big file, one after the other, without holding the file.

Made for OTLP/JSON lines, as the Collector's file exporter writes them: the file is gone through
twice, first only for the last line of each trace, then for the spans; a trace is yielded when its
last line has been read. So nothing turns up late, and what is held is the traces still open.
Other files are read whole, within the limits, and their traces yielded.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from toolspec.engine.assemble import Gathered, OpenTrace, why_skipped
from toolspec.engine.dialects import classify
from toolspec.engine.dialects.payload import prefer
from toolspec.engine.documents import Decoder
from toolspec.engine.formats import format_of
from toolspec.engine.formats.format import Document, TraceError
from toolspec.engine.formats.otlp_json import otlp_id
from toolspec.engine.formats.span import Span
from toolspec.engine.formats.spans import SpanFormat
from toolspec.engine.limits import DEFAULT, MEGABYTE, Limits
from toolspec.engine.reading import no_file, read_traces, refuse_unknown
from toolspec.engine.trace import Note, Place, Trace

if TYPE_CHECKING:
    from pathlib import Path

_HEAD: Final = b'"resourceSpans"'
_MARK: Final = b'"traceId"'


def stream_traces(
    path: str | Path, *, limits: Limits = DEFAULT, notes: list[Note] | None = None
) -> Iterator[Trace]:
    """Yield the traces of a file, each when its last span has been read.

    The traces are those of `read_traces`, in the order they end instead of the order they begin.
    What a reader should know about the file is appended to `notes` while it is read.
    Raises TraceError like `read_traces`, and where more stays open than the limits allow; what was
    yielded before stands. Python's cycle collector rests while the stream is being read.
    """
    said: list[Note] = [] if notes is None else notes
    shown = str(path)
    last = _last_lines(shown, limits)
    if last is None:
        reading = read_traces(shown, limits=limits)
        said.extend(reading.notes)
        yield from reading.traces
        return
    yield from _Stream(shown, last, limits, said).run()


def _last_lines(path: str, limits: Limits) -> dict[bytes, int] | None:
    """Return the last line on which each trace id stands; None for files to be read whole.

    Ids in links count too: they keep a trace open longer than needed, which costs memory only.
    """
    last: dict[bytes, int] = {}
    lengths: set[int] = set()
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - Path.open imports and costs more
            head = file.readline(4096)
            if not head.startswith(b'{"resourceSpans"') and _HEAD not in head[:64]:
                return None
            file.seek(0)
            for number, line in enumerate(file, 1):
                if len(line) > limits.document_bytes_max:
                    raise _too_long(path, number, limits)
                if number == 1 and not line.rstrip().endswith(b"}"):
                    return None
                for rest in line.split(_MARK)[1:]:
                    quoted = rest[:48].split(b'"', 2)
                    if len(quoted) == 3:
                        id = quoted[1]
                        if id not in last:
                            lengths.add(len(id))
                        last[id] = number
    except OSError as error:
        raise no_file(path, error) from None
    if len(lengths) > 1:
        return None  # hex beside base64: the same trace may be written in two ways
    if any(id != id.lower() for id in last) and lengths == {32}:
        folded: dict[bytes, int] = {}
        for id, number in last.items():
            folded[id.lower()] = max(number, folded.get(id.lower(), 0))
        return folded
    return last


def _too_long(path: str, number: int, limits: Limits) -> TraceError:
    most = limits.document_bytes_max // MEGABYTE
    return TraceError(f"a line of more than {most} MB", path=path, line=number)


class _Stream:
    def __init__(
        self, path: str, last: dict[bytes, int], limits: Limits, notes: list[Note]
    ) -> None:
        self.path, self.limits, self.notes = path, limits, notes
        self.ends: dict[int, list[str | None]] = {}
        for id, number in last.items():
            self.ends.setdefault(number, []).append(otlp_id(id.decode("ascii", "replace"), 32))
        self.open: dict[str | None, OpenTrace] = {}
        self.spans = self.held = self.yielded = self.skipped = 0
        self.foreign: dict[str, int] = {}
        self.resources: dict[bytes, object] = {}
        import msgspec

        from toolspec.engine.formats.otlp_quick import quick_spans

        self.quick_spans = quick_spans
        prefer(msgspec.json.Decoder().decode)

    def run(self) -> Iterator[Trace]:
        done: list[Trace] = []
        was_enabled = gc.isenabled()
        # Everything read is freed by its last reference; the collector would only walk over it.
        gc.disable()
        try:
            with open(self.path, "rb") as file:  # noqa: PTH123 - Path.open imports and costs more
                for number, line in enumerate(file, 1):
                    self._take(line, number)
                    for id in self.ends.pop(number, ()):
                        self._close(id, done)
                    if done:
                        yield from done
                        done.clear()
            for id in list(self.open):
                self._close(id, done)
            yield from done
        finally:
            if was_enabled:
                gc.enable()
        if not self.yielded:
            try:
                gathered = Gathered((), (), self.spans, self.skipped, tuple(self.foreign))
                refuse_unknown(gathered, self.notes)
            except TraceError as error:
                error.path = self.path
                raise

    def _take(self, line: bytes, number: int) -> None:
        spans = self.quick_spans(line, number, self.resources)  # pyright: ignore[reportArgumentType]
        if spans is None:
            spans = self._exactly(line, number)
        at = self.spans
        for span in spans:
            held = self.open.get(span.trace_id)
            if held is None:
                held = self.open[span.trace_id] = OpenTrace(span.trace_id)
            role, dialect = classify(span)
            held.add(span, role, dialect, at)
            at += 1
        self.held += at - self.spans
        self.spans = at
        if self.held > self.limits.open_spans_max or len(self.open) > self.limits.open_traces_max:
            raise TraceError(
                f"{len(self.open)} traces of {self.held} spans open at once are over the limit",
                path=self.path,
                line=number,
                hint="sort the file by trace, or raise the limits",
            )

    def _exactly(self, line: bytes, number: int) -> list[Span]:
        try:
            text = line.decode("utf-8-sig").strip()
            if not text:
                return []
            value, end = Decoder(text).decode(0, number, self.notes)
            if text[end:].strip():
                raise ValueError("more than one document on this line")
        except RecursionError:
            raise TraceError("nested too deep", path=self.path, line=number) from None
        except ValueError as error:
            column = getattr(error, "colno", None)
            raise TraceError(
                f"this is no JSON: {error}", path=self.path, line=number, column=column
            ) from None
        known = format_of("otlp_json")
        assert isinstance(known, SpanFormat)
        return list(known.spans(Document(value, Place(number))))

    def _close(self, id: str | None, done: list[Trace]) -> None:
        held = self.open.pop(id, None)
        if held is None:
            return
        self.held -= len(held.seen)
        why = why_skipped(held)
        if why is None:
            self.yielded += 1
            done.append(held.finish("otlp-json", self.path, self.limits.depth_max))
        else:
            self.skipped += 1
            self.foreign.update(held.foreign)
            self.notes.append(Note(why, held.seen[0].span.place))

"""Traces from the files that were named, and what is said where a file holds none."""

# Importing pathlib would cost more than all that is done here.
# ruff: noqa: PTH110, PTH113, PTH202

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, cast

from toolspec.cli.judging import Tally
from toolspec.cli.paths import STANDARD_INPUT, TracePath
from toolspec.cli.refusal import Refusal
from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.running import ENDING as RUNNING
from toolspec.engine.reading.running import names_running_trace
from toolspec.engine.trace import Note, Trace

FINISHED: Final = ".jsonl"
"""How the name of a finished trace's file ends."""

STREAMED_BYTES_MIN: Final = 4 * 1024 * 1024
"""Smaller files are read whole, which is simpler and as fast."""


def traces_of(
    file: TracePath, tally: Tally, *, salvage: bool = False, values: bool = True
) -> Iterator[Trace]:
    """Yield a file's traces; what cannot be read is added to the tally's refusals or notes.

    Files above some megabytes are streamed where their format allows: only open traces are held.
    With `values=False` no place of the file is shown, as there might be values at it.
    """
    path = file.path
    try:
        for trace in _open(path, tally, salvage, values):
            _keep_notes(trace.notes, path, tally, values)
            yield trace
    except TraceError as error:
        if file.found and error.no_trace:
            message = error.message if values else error.without_values
            tally.note(f"passed over, {message}", path)
        else:
            tally.refusals.append(trace_refusal(error, path, values=values))


def as_named_now(file: TracePath) -> TracePath:
    """Return a file that was found in a folder by the name it has now.

    A trace of `toolspec collect` has one name while it runs and another once it is finished, and
    it may get the other after the folder was read through.
    """
    path = file.path
    if not file.found or not path.endswith(FINISHED) or os.path.exists(path):
        return file
    other = path.removesuffix(RUNNING) + FINISHED
    if not names_running_trace(path):
        other = path.removesuffix(FINISHED) + RUNNING
    return file._replace(path=other) if os.path.exists(other) else file


def _open(path: str, tally: Tally, salvage: bool, values: bool) -> Iterator[Trace]:
    from toolspec.engine.reading.files import read_bytes, read_traces

    if path == STANDARD_INPUT:
        reading = read_bytes(standard_input(), path=path, salvage=salvage)
    elif not salvage and not names_running_trace(path) and _is_long(path):
        from toolspec.engine.reading.stream import stream_traces

        notes: list[Note] = []
        unjudged: list[TraceError] = []
        skipped: list[int] = []
        try:
            # Cut off in the middle, such a file is judged as far as it is good.
            yield from stream_traces(path, notes=notes, unjudged=unjudged, skipped=skipped)
        finally:
            _keep_notes(notes, path, tally, values)
            _refuse(unjudged, path, tally, values)
            tally.skipped += sum(skipped)
        return
    else:
        reading = read_traces(path, salvage=salvage)
    _keep_notes(reading.notes, path, tally, values)
    tally.skipped += max(0, reading.skipped_traces - len(reading.unjudged))
    yield from reading.traces
    _refuse(reading.unjudged, path, tally, values)


def _refuse(unjudged: Sequence[TraceError], path: str, tally: Tally, values: bool) -> None:
    """Count the traces of a file that cannot be judged, beside those that were."""
    for error in unjudged:
        tally.refusals.append(trace_refusal(error, path, values=values))


def _keep_notes(notes: Sequence[Note], path: str, tally: Tally, values: bool) -> None:
    for note in notes:
        text = note.text if values else note.without_values
        tally.note(text, path, note.place.line or None)


def trace_refusal(error: TraceError, path: str, *, values: bool = True) -> Refusal:
    """Return the error as a refusal, with the place in the file if its values may be shown."""
    hint = error.hint
    if hint is not None:
        hint = hint.replace("reading with salvage", "--salvage")
    frame = ""
    if values and error.line and error.column and path != STANDARD_INPUT:
        from toolspec.cli.frames import frame_of

        frame = frame_of(path, error.line, error.column)
    message = error.message if values else error.without_values
    return Refusal(message, error.path or path, error.line, error.column, hint, frame=frame)


def standard_input() -> bytes:
    """Return all of standard input."""
    buffer = cast("Any", getattr(sys.stdin, "buffer", None))
    read: Callable[[], Any] = sys.stdin.read if buffer is None else buffer.read
    data = read()
    return data if isinstance(data, bytes) else str(data).encode("utf-8", "surrogatepass")


def _is_long(path: str) -> bool:
    """Tell whether a file is streamed: log records beside it are joined to the spans of all."""
    try:
        if not os.path.isfile(path) or os.path.getsize(path) < STREAMED_BYTES_MIN:
            return False
    except OSError:
        return False
    from toolspec.engine.reading.formats.log_files import logs_of

    return logs_of(path) is None

"""Traces from the files that were named, and what is said where a file holds none."""

# Importing pathlib would cost more than all that is done here.
# ruff: noqa: PTH113, PTH202

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final, cast

from toolspec.cli.judging import Noted, Tally
from toolspec.cli.paths import STANDARD_INPUT, TracePath
from toolspec.cli.refusal import Refusal
from toolspec.engine.formats.format import TraceError
from toolspec.engine.trace import Note, Trace

STREAMED_BYTES_MIN: Final = 4 * 1024 * 1024
"""Smaller files are read whole, which is simpler and as fast."""

NOTES_MAX: Final = 1000

_NO_TRACE: Final = (
    "not a format I know",
    "binary data",
    "not UTF-8",
    "a zip archive",
    "an empty file",
)


def traces_of(
    file: TracePath, tally: Tally, *, salvage: bool = False, values: bool = True
) -> Iterator[Trace]:
    """Yield a file's traces; what cannot be read is added to the tally's refusals or notes.

    Files above some megabytes are streamed where their format allows: only open traces are held.
    With `values=False` no place of the file is shown, as there might be values at it.
    """
    try:
        for trace in _open(file.path, tally, salvage):
            for note in trace.notes:
                add_note(tally, note, file.path)
            yield trace
    except TraceError as error:
        if file.found and is_no_trace(error):
            add_note(tally, Note(f"passed over, {error.message}"), file.path)
        else:
            tally.refusals.append(refusal_of(error, file.path, framed=values))


def _open(path: str, tally: Tally, salvage: bool) -> Iterator[Trace]:
    from toolspec.engine.reading import read_bytes, read_traces

    if path == STANDARD_INPUT:
        reading = read_bytes(standard_input(), path=path, salvage=salvage)
    elif not salvage and _is_long(path):
        from toolspec.engine.stream import stream_traces

        notes: list[Note] = []
        try:
            # Cut off in the middle, such a file is judged as far as it is good.
            yield from stream_traces(path, notes=notes)
        finally:
            for note in notes:
                add_note(tally, note, path)
        return
    else:
        reading = read_traces(path, salvage=salvage)
    for note in reading.notes:
        add_note(tally, note, path)
    yield from reading.traces


def add_note(tally: Tally, note: Note, path: str) -> None:
    """Keep a note, up to a number no reader reads to the end of."""
    if len(tally.notes) < NOTES_MAX:
        tally.notes.append(Noted(note.text, path, note.place.line or None))
    else:
        tally.notes_left_out += 1


def is_no_trace(error: TraceError) -> bool:
    """Tell whether the file is something else altogether, rather than a trace that is broken."""
    if error.message.startswith(_NO_TRACE):
        return True
    # JSON with comments, and the like: nothing of it could be read, and it did not just break off.
    return error.message.startswith("this is no JSON") and error.hint is None


def refusal_of(error: TraceError, path: str, *, framed: bool = True) -> Refusal:
    """Return the error as a refusal, with the place in the file if it may be shown."""
    hint = error.hint
    if hint is not None:
        hint = hint.replace("reading with salvage", "--salvage")
    frame = ""
    if framed and error.line and error.column and path != STANDARD_INPUT:
        from toolspec.cli.frames import frame_of

        frame = frame_of(path, error.line, error.column)
    message = error.message
    if not framed:
        # What a file begins with may be the very values that must not be shown.
        message = message.split(", beginning `")[0]
    return Refusal(message, error.path or path, error.line, error.column, hint, frame=frame)


def standard_input() -> bytes:
    """Return all of standard input."""
    buffer = cast("Any", getattr(sys.stdin, "buffer", None))
    read: Callable[[], Any] = sys.stdin.read if buffer is None else buffer.read
    data = read()
    return data if isinstance(data, bytes) else str(data).encode("utf-8", "surrogatepass")


def _is_long(path: str) -> bool:
    try:
        return os.path.isfile(path) and os.path.getsize(path) >= STREAMED_BYTES_MIN
    except OSError:
        return False

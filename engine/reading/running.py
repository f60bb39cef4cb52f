"""Traces that are still being written, which their file's name says: `ID.running.jsonl`.

`toolspec collect` writes a trace's spans into such a file line by line and renames it when no more
come. Until then calls may follow, and the last line may be there in part.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Final

from toolspec.engine.trace import Gap, Trace

ENDING: Final = ".running.jsonl"
"""How the name of a trace's file ends while more spans may come."""

STILL_RUNNING: Final = Gap("the trace is still running", running=True)


def names_running_trace(path: str | None) -> bool:
    """Tell whether a file's name says that its trace is still running."""
    return path is not None and path.endswith(ENDING)


def whole_lines(data: bytes) -> bytes:
    r"""Return what is written so far, without a last line that is not complete.

    >>> whole_lines(b'{"a": 1}\n{"b"')
    b'{"a": 1}\n'
    """
    return data[: data.rfind(b"\n") + 1]


@contextmanager
def no_fault() -> Generator[None, None, None]:
    """Where no span of an agent has come yet, make that no fault of the file. Raises TraceError."""
    # A server's start needs no reader.
    from toolspec.engine.reading.format import TraceError

    try:
        yield
    except TraceError as error:
        error.no_trace = True
        raise


def marked(traces: Sequence[Trace]) -> None:
    """Mark traces as running: their gaps say that more may come."""
    for trace in traces:
        trace.gaps = (*trace.gaps, STILL_RUNNING)

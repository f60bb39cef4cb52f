"""The judge's traces: found by globs, newest first, and read again when they change."""

# Thousands of paths are checked several times a second: `os` is far quicker than pathlib.
# ruff: noqa: PTH110

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from toolspec.dsl.workspace.case_names import names_without_endings
from toolspec.engine.reading.files import read_traces
from toolspec.engine.reading.format import TraceError
from toolspec.engine.trace import Trace
from toolspec.lsp.judge.finding import find_files
from toolspec.lsp.judge.messages import Files, TraceGlob, TraceInfo, Unread, Watch
from toolspec.lsp.judge.places import locate_all
from toolspec.lsp.judge.tools import ToolSum, sum_up

PATIENCE_NS = 2_000_000_000
"""How long an unreadable file may be one that is still being written."""

BATCH_SECONDS = 0.25
"""Time between two progress reports of a long scan."""


class StoredFile:
    """One trace file: its state on disk when it was read, and its content."""

    __slots__ = ("infos", "places", "problem", "size", "stamp", "sums", "traces")

    def __init__(self, stamp: tuple[int, int]) -> None:
        self.stamp, self.size = stamp, stamp[1]
        self.infos: tuple[TraceInfo, ...] = ()
        self.sums: dict[str, dict[str, ToolSum]] = {}
        self.traces: dict[str, Trace] | None = None
        self.places: dict[str, list[tuple[int, int]]] = {}
        self.problem: Unread | None = None


class Library:
    """Trace files by path. Sums of all files stay in memory, traces only as far as they fit."""

    def __init__(self) -> None:
        self.entries: dict[str, StoredFile] = {}
        self._in_memory: dict[str, StoredFile] = {}  # least recently used first
        self._memory_max = self._memory = 0
        self._added: dict[str, TraceInfo] = {}
        self._gone: dict[str, None] = {}

    def look(self, watch: Watch) -> Iterator[Files | None]:
        """Scan the disk; yield changes from time to time, and a settled report at the end.

        Yields None after each other file that was read. A scan may be abandoned for a newer one,
        which then reports the changes of both.
        """
        self._memory_max = watch.memory_bytes_max
        stamps, by_glob, skipped = find_files(watch)
        for path in set(self.entries) - set(stamps):
            self._drop(path)
        reported = time.monotonic()
        done = 0
        for done, (path, stamp) in enumerate(stamps.items(), 1):
            before = self.entries.get(path)
            if before is not None and before.stamp == stamp:
                if before.problem:
                    skipped[path] = before.problem
                continue
            entry = self._read(path, stamp)
            # If the file is half written, keep its earlier content until it is complete.
            if not (entry.problem and _young(stamp)):
                self._drop(path)
                self._add(path, entry)
                if entry.problem:
                    skipped[path] = entry.problem
            if time.monotonic() - reported > BATCH_SECONDS:
                yield self._news(by_glob, skipped, done, len(stamps), settled=False)
                reported = time.monotonic()
            else:
                yield None
        yield self._news(by_glob, skipped, done, len(stamps), settled=True)

    def _news(
        self,
        by_glob: Mapping[TraceGlob, tuple[str, ...]],
        skipped: Mapping[str, Unread],
        done: int,
        total: int,
        *,
        settled: bool,
    ) -> Files:
        """Return the changes since the last report, and reset them."""
        added, gone = tuple(self._added.values()), tuple(self._gone)
        self._added, self._gone = {}, {}
        sums = {
            trace_id: tools
            for path in {info.path for info in added}
            for trace_id, tools in self.entries[path].sums.items()
        }
        return Files(added, gone, by_glob, sums, dict(skipped), done, total, settled)

    def _add(self, path: str, entry: StoredFile) -> None:
        self.entries[path] = entry
        if entry.traces is not None:
            self._keep_in_memory(path, entry)
        self._added |= {info.id: info for info in entry.infos}

    def trace(self, trace_id: str) -> Trace | None:
        """Return a trace, read again if it was dropped from memory; None if its file is gone."""
        path = file_of_trace(trace_id)
        entry = self.entries.get(path)
        if entry is None:
            return None
        if entry.traces is None:
            again = self._read(path, entry.stamp)
            entry.traces = again.traces
        self._keep_in_memory(path, entry)
        return (entry.traces or {}).get(trace_id)

    def places(self, trace_id: str) -> list[tuple[int, int]]:
        """Return the line and column of each call of a trace, (0, 0) for a call without."""
        path = file_of_trace(trace_id)
        trace, entry = self.trace(trace_id), self.entries.get(path)
        if trace is None or entry is None:
            return []
        if trace_id not in entry.places:
            entry.places[trace_id] = _places(path, trace)
        return entry.places[trace_id]

    def _read(self, path: str, stamp: tuple[int, int]) -> StoredFile:
        entry = StoredFile(stamp)
        try:
            reading = read_traces(path)
        except TraceError as wrong:
            entry.problem = Unread(wrong.without_place, wrong.line, wrong.column)
            return entry
        traces = reading.traces
        for wrong in reading.unjudged[:1]:
            entry.problem = Unread(wrong.without_place, wrong.line, wrong.column)
        entry.traces = {}
        for number, trace in enumerate(traces, 1):
            trace_id = path if len(traces) == 1 else f"{path}#{number}"
            entry.traces[trace_id] = trace
            entry.sums[trace_id] = sum_up(trace, stamp[0])
        entry.infos = tuple(
            _info(trace_id, path, trace, stamp, alone=len(traces) == 1)
            for trace_id, trace in entry.traces.items()
        )
        self._keep_in_memory(path, entry)
        return entry

    def _keep_in_memory(self, path: str, entry: StoredFile) -> None:
        self._out_of_memory(path)
        self._in_memory[path] = entry
        self._memory += entry.size
        while len(self._in_memory) > 1 and self._memory > self._memory_max:
            oldest = self._out_of_memory(next(iter(self._in_memory)))
            if oldest is not None:
                oldest.traces = None

    def _out_of_memory(self, path: str) -> StoredFile | None:
        entry = self._in_memory.pop(path, None)
        self._memory -= 0 if entry is None else entry.size
        return entry

    def _drop(self, path: str) -> None:
        self._out_of_memory(path)
        entry = self.entries.pop(path, None)
        for info in entry.infos if entry else ():
            # An addition that was not reported yet needs no removal.
            if self._added.pop(info.id, None) is None:
                self._gone[info.id] = None


def file_of_trace(trace_id: str) -> str:
    """Return the file of a trace id; a `#` in the file's name is kept."""
    path, mark, number = trace_id.rpartition("#")
    return path if mark and number.isdigit() and not os.path.exists(trace_id) else trace_id


def _places(path: str, trace: Trace) -> list[tuple[int, int]]:
    try:
        text = Path(path).read_text("utf-8-sig")
    except (OSError, ValueError):  # compressed or binary, so its calls have no lines
        return [(0, 0)] * len(trace.calls)
    return locate_all(text, [call.place for call in trace.calls])


def _info(trace_id: str, path: str, trace: Trace, stamp: tuple[int, int], alone: bool) -> TraceInfo:
    return TraceInfo(
        trace_id,
        path,
        (trace.name,)
        if trace.name is not None
        else tuple(names_without_endings(path))
        if alone
        else (),
        trace.id,
        trace.format,
        len(trace.calls),
        stamp[0],
        stamp,
    )


def _young(stamp: tuple[int, int]) -> bool:
    return time.time_ns() - stamp[0] < PATIENCE_NS

"""The folder of traces: a file for each, appended to while it runs, renamed when it is finished.

`ID.running.jsonl` is a trace that spans still come for, `ID.jsonl` a finished one. A line is whole
or, where the disk was full or the process was killed, taken back: by this run or by the next one.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Final

from toolspec.collect.limits import ReceiverLimits
from toolspec.collect.lock import FolderLock
from toolspec.engine.reading.running import ENDING

FINISHED: Final = ".jsonl"
TOGETHER: Final = 256
"""Files that are open at once."""

SYNCERS: Final = 8
"""Threads that sync: a file system does several at the price of one."""

_APPEND: Final = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)


class FullError(Exception):
    """The traces that still run are as many bytes as the folder may hold."""


class _Running:
    __slots__ = ("ended", "last", "size")

    def __init__(self, last: float, size: int) -> None:
        self.last, self.size, self.ended = last, size, False


class Store:
    """Owns a folder of traces. Used by one thread. Raises OSError where the folder cannot be used.

    Raises `FolderInUseError` where another collector owns it.
    """

    def __init__(self, folder: Path, limits: ReceiverLimits) -> None:
        self.folder, self.limits = folder, limits
        folder.mkdir(parents=True, exist_ok=True)
        if folder.parent.name == ".toolspec":
            with suppress(OSError), (folder.parent / ".gitignore").open("x") as file:
                file.write("*\n")
        self._lock = FolderLock(folder)
        self._pool = ThreadPoolExecutor(SYNCERS, "sync")
        self.running: dict[str, _Running] = {}
        self.finished: dict[str, tuple[float, int]] = {}
        self.running_bytes = self.finished_bytes = 0
        try:
            self._find()
        except BaseException:
            self._lock.release()
            raise

    def _find(self) -> None:
        """Take over what an earlier run left; the last line may be there in part."""
        now = time.monotonic()
        for entry in os.scandir(self.folder):
            trace_id, dot, ending = entry.name.partition(".")
            if not dot or len(trace_id) != 32 or not entry.is_file(follow_symlinks=False):
                continue
            state = entry.stat()
            if f".{ending}" == ENDING:
                size = _whole(self._path(trace_id, running=True))
                if size:
                    self.running[trace_id] = _Running(now, size)
                    self.running_bytes += size
            elif f".{ending}" == FINISHED:
                self.finished[trace_id] = (state.st_mtime, state.st_size)
                self.finished_bytes += state.st_size
        for trace_id in self.running.keys() & self.finished.keys():
            self._join(trace_id)

    def _join(self, trace_id: str) -> None:
        """Make one file of two with the same trace; spans that are twice are read once."""
        running, finished = self._path(trace_id, running=True), self._path(trace_id)
        with finished.open("rb") as source, running.open("ab") as target:
            while block := source.read(1 << 20):
                target.write(block)
            target.flush()
            os.fsync(target.fileno())
        finished.unlink()
        _, size = self.finished.pop(trace_id)
        self.finished_bytes -= size
        self.running[trace_id].size += size
        self.running_bytes += size

    def _path(self, trace_id: str, *, running: bool = False) -> Path:
        return self.folder / f"{trace_id}{ENDING if running else FINISHED}"

    def append(self, lines: Mapping[str, bytes], ended: Iterable[str] = ()) -> None:
        """Write lines of traces and sync them: all of them, or none where it raises.

        Raises OSError, or FullError.
        """
        adds = sum(map(len, lines.values()))
        if self.limits.bytes_max and self.running_bytes + adds > self.limits.bytes_max:
            raise FullError
        sizes: dict[str, int] = {}
        try:
            listed = list(lines.items())
            for at in range(0, len(listed), TOGETHER):
                self._write(listed[at : at + TOGETHER], sizes)
        except BaseException:
            self._take_back(sizes)
            raise
        now = time.monotonic()
        for trace_id, line in lines.items():
            running = self.running.setdefault(trace_id, _Running(now, 0))
            running.last = now
            running.size += len(line)
        self.running_bytes += adds
        for trace_id in ended:
            if trace_id in self.running:
                self.running[trace_id].ended = True

    def _write(self, lines: list[tuple[str, bytes]], sizes: dict[str, int]) -> None:
        opened: list[int] = []
        new = False
        try:
            for trace_id, line in lines:
                if trace_id not in self.running:
                    new = True
                    self._run_again(trace_id)
                file = os.open(self._path(trace_id, running=True), _APPEND, 0o600)
                opened.append(file)
                sizes[trace_id] = os.fstat(file).st_size
                rest = memoryview(line)
                while rest:
                    rest = rest[os.write(file, rest) :]
            for _ in self._pool.map(_sync, opened):
                pass
            if new:
                self._sync_folder()
        finally:
            for file in opened:
                os.close(file)

    def _run_again(self, trace_id: str) -> None:
        """Go on with a finished trace, where there is one of this id."""
        known = self.finished.get(trace_id)
        if known is None:
            return
        self._path(trace_id).rename(self._path(trace_id, running=True))
        del self.finished[trace_id]
        self.finished_bytes -= known[1]
        self.running[trace_id] = _Running(time.monotonic(), known[1])
        self.running_bytes += known[1]

    def _take_back(self, sizes: Mapping[str, int]) -> None:
        for trace_id, size in sizes.items():
            path = self._path(trace_id, running=True)
            with suppress(OSError):
                os.truncate(path, size)
                if not size:
                    path.unlink()

    def _sync_folder(self) -> None:
        if os.name == "nt":  # folders cannot be opened there
            return
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def settle(self, *, everything: bool = False) -> list[Path]:
        """Move the traces that are finished into place, and return them; keep to the limits."""
        now = time.monotonic()
        moved: list[Path] = []
        for trace_id, running in list(self.running.items()):
            waits = self.limits.ended_s if running.ended else self.limits.idle_s
            if everything or now - running.last >= waits:
                path = self._path(trace_id)
                self._path(trace_id, running=True).rename(path)
                del self.running[trace_id]
                self.running_bytes -= running.size
                self.finished[trace_id] = (time.time(), running.size)
                self.finished_bytes += running.size
                moved.append(path)
        self._keep_to_limits()
        return moved

    def _keep_to_limits(self) -> None:
        limits = self.limits
        oldest = time.time() - limits.days_max * 86_400 if limits.days_max else 0.0
        too_many = limits.traces_max and len(self.finished) > limits.traces_max
        too_large = limits.bytes_max and self.finished_bytes > limits.bytes_max
        if not (too_many or too_large or limits.days_max):
            return
        for trace_id, (changed, size) in sorted(self.finished.items(), key=lambda item: item[1]):
            if not (
                changed < oldest
                or (limits.traces_max and len(self.finished) > limits.traces_max)
                or (limits.bytes_max and self.finished_bytes > limits.bytes_max)
            ):
                break
            self._path(trace_id).unlink(missing_ok=True)
            del self.finished[trace_id]
            self.finished_bytes -= size

    def close(self) -> list[Path]:
        """Move every trace into place, return those that were still running, leave the folder."""
        try:
            return self.settle(everything=True)
        finally:
            self._pool.shutdown()
            self._lock.release()


def _sync(file: int) -> None:
    if hasattr(os, "fdatasync"):
        os.fdatasync(file)
    else:
        os.fsync(file)


def _whole(path: Path) -> int:
    """Cut a file after its last whole line, delete it where there is none; return its size."""
    with path.open("rb+") as file:
        end = file.seek(0, os.SEEK_END)
        at = end
        while at > 0:
            begin = max(0, at - (1 << 16))
            file.seek(begin)
            line_end = file.read(at - begin).rfind(b"\n")
            if line_end >= 0:
                at = begin + line_end + 1
                break
            at = begin
        if at != end:
            file.truncate(at)
    if not at:
        path.unlink()
    return at

"""The thread that writes: what several requests bring is written and synced together."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from queue import Empty, Queue
from typing import Final, NamedTuple

from toolspec.collect.otlp_parts import Export
from toolspec.collect.store import FullError, Store

TOGETHER: Final = 64
"""Requests that are written at once."""

SETTLE_SECONDS: Final = 0.5
"""Time between two looks for traces that are finished."""


class UnwrittenError(Exception):
    """The spans could not be written, and none of them was; they may be sent again."""


class _Job(NamedTuple):
    export: Export
    done: Future[None]


class Writer:
    """Writes what requests bring; `say` gets a line where writing begins to fail, or works again.

    `on_finished` gets the traces that were moved into place.
    """

    def __init__(
        self,
        store: Store,
        say: Callable[[str], None],
        on_finished: Callable[[list[Path]], None] = lambda paths: None,
    ) -> None:
        self.store, self._say, self._on_finished = store, say, on_finished
        self.spans = self.traces = 0
        self._jobs: Queue[_Job | None] = Queue()
        self._failing = ""
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def write(self, export: Export) -> Future[None]:
        """Have spans written; the future is done when they are synced, or has UnwrittenError."""
        done: Future[None] = Future()
        self._jobs.put(_Job(export, done))
        return done

    def close(self) -> None:
        """Write what is waiting, and end."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        settled = time.monotonic()
        while True:
            jobs, ends = self._next()
            if jobs:
                self._write(jobs)
            if ends:
                return
            if time.monotonic() - settled >= SETTLE_SECONDS:
                self._settle()
                settled = time.monotonic()

    def _next(self) -> tuple[list[_Job], bool]:
        jobs: list[_Job] = []
        try:
            job = self._jobs.get(timeout=SETTLE_SECONDS)
            while job is not None:
                jobs.append(job)
                if len(jobs) >= TOGETHER:
                    return jobs, False
                job = self._jobs.get_nowait()
        except Empty:
            return jobs, False
        return jobs, True

    def _write(self, jobs: list[_Job]) -> None:
        parts: dict[str, list[bytes]] = {}
        ended: set[str] = set()
        for job in jobs:
            ended |= job.export.ended
            for trace_id, line in job.export.lines.items():
                parts.setdefault(trace_id, []).append(line)
        try:
            self.store.append({id: b"".join(lines) for id, lines in parts.items()}, ended)
        except (OSError, FullError) as error:
            why = self._why(error)
            if why != self._failing:
                self._say(f"spans cannot be written: {why}; exporters are asked to send them again")
            self._failing = why
            for job in jobs:
                job.done.set_exception(UnwrittenError(why))
            return
        if self._failing:
            self._say("spans are written again")
            self._failing = ""
        for job in jobs:
            self.spans += job.export.spans - job.export.rejected
            job.done.set_result(None)

    def _why(self, error: OSError | FullError) -> str:
        if isinstance(error, FullError):
            most = self.store.limits.bytes_max >> 20
            return f"the traces that still run hold {most} MB, the most that --max-size allows"
        return f"{self.store.folder}: {error.strerror or error}"

    def _settle(self) -> None:
        try:
            moved = self.store.settle()
        except OSError as error:
            self._say(f"a finished trace cannot be moved into place: {error.strerror}")
            return
        self.traces += len(moved)
        if moved:
            self._on_finished(moved)

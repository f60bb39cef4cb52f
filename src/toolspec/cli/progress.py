"""A progress bar on standard error, for runs that take longer than a second."""

from __future__ import annotations

import sys
from threading import RLock, Timer
from typing import TYPE_CHECKING, Final

from toolspec.engine.text.escape import short

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

PATIENCE_S: Final = 1.0
"""How long nothing is shown; most runs are over by then, and rich is never imported."""


class Progress:
    """Counts files and traces; draws itself once the run has taken a while.

    A timer starts the drawing, as one large file can keep the run busy for long between two calls.
    """

    def __init__(self, files: int, *, color: bool = True, patience_s: float = PATIENCE_S) -> None:
        self._files, self._color, self._patience_s = files, color, patience_s
        self._file, self._path, self._traces = 0, "", 0
        self._lock = RLock()
        self._bar: Bar | None = None
        self._task: TaskID | None = None
        self._timer: Timer | None = None
        self._wait()

    def at(self, file: int, path: str) -> None:
        """Say which file is read now, the first being 0."""
        self._file, self._path = file, short(path, 50)
        self._show()

    def tick(self) -> None:
        """Count a trace."""
        self._traces += 1
        self._show()

    def clear(self) -> None:
        """Take the bar away, so that other text can be written; it comes back in a while."""
        with self._lock:
            if self._bar is not None:
                self._bar.stop()
                self._bar = self._task = None
                self._wait()

    def close(self) -> None:
        """Take the bar away for good."""
        with self._lock:
            self.clear()
            if self._timer is not None:
                self._timer.cancel()

    def _wait(self) -> None:
        self._timer = Timer(self._patience_s, self._start)
        self._timer.daemon = True
        self._timer.start()

    def _show(self) -> None:
        if self._bar is None:
            return
        with self._lock:
            self._draw()

    def _start(self) -> None:
        from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bar

        from toolspec.cli.render.table import console

        with self._lock:
            self._bar = Bar(
                BarColumn(bar_width=24),
                TextColumn("{task.description}", markup=False),
                TimeElapsedColumn(),
                console=console(sys.stderr, color=self._color),
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._task = self._bar.add_task(self._path, total=None)
            self._bar.start()
            self._draw()

    def _draw(self) -> None:
        if self._bar is not None and self._task is not None:
            # How far a single file is read is not known: the bar then only moves.
            total = self._files if self._files > 1 else None
            says = f"{self._path}, {self._traces} judged"
            self._bar.update(self._task, completed=self._file, total=total, description=says)

"""`toolspec check --watch`: judge again whenever a trace, a folder of traces or a spec changes."""

# Importing pathlib would cost more than all that is done here.
# ruff: noqa: PTH118, PTH120, PTH207

from __future__ import annotations

import os
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from time import sleep
from typing import TYPE_CHECKING, Final, NamedTuple

from toolspec.cli.paths import STANDARD_INPUT, sorted_paths
from toolspec.cli.refusal import Refusal
from toolspec.cli.terminal import wants_table

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toolspec.engine.spec import Spec

SECONDS_BETWEEN: Final = 0.3
"""How long it takes at most until a change is seen."""

REST: Final = 10
"""Looking takes no more than one part in so many of the time."""

Stamp = tuple[int, int, int]


class Watched(NamedTuple):
    """What a run read: words that mean files and folders, and the specs among them."""

    words: Sequence[str]
    exclude: Sequence[str]
    specs: Sequence[Spec]


Once = Callable[[Namespace], tuple[int, Watched]]
"""Judges once, writing to standard output and error; returns the status and what was read."""


def watch(options: Namespace, once: Once) -> int:
    """Judge, and judge again after each change, until interrupted; return the last status.

    On a terminal one screen shows the latest report. Elsewhere each report is written after a line
    that says what changed.
    """
    if options.format == "json" or STANDARD_INPUT in options.paths:
        what = "standard input" if STANDARD_INPUT in options.paths else "--format json"
        Refusal(
            f"--watch does not go together with {what}",
            hint="name files or folders, and leave the format as it is",
        ).tell()
        return 2
    screen = _Screen(options) if wants_table(options.color, sys.stdout) else None
    status = 0
    with suppress(KeyboardInterrupt):
        changed: list[str] = []
        while True:
            if screen is None:
                if changed:
                    print(f"\n{_clock()} {_named(changed)} changed", flush=True)
                status, watched = once(options)
                sys.stdout.flush()
            else:
                status, watched = screen.show(once, changed)
            before = stamps_of_run(watched)
            changed = []
            while not changed:
                begun = time.perf_counter()
                now = stamps_of_run(watched)
                took = time.perf_counter() - begun
                changed = sorted(
                    path for path in {*before, *now} if before.get(path) != now.get(path)
                )
                if not changed:
                    sleep(max(SECONDS_BETWEEN, took * REST))
    if screen is not None:
        screen.close()
    return status


def stamps_of_run(watched: Watched) -> dict[str, Stamp]:
    """Return each file that a run reads or would read, with what tells that it changed."""
    by_path: dict[str, Stamp] = {}
    for path in _files(watched):
        with suppress(OSError):
            state = os.stat(path)  # noqa: PTH116
            by_path[path] = (state.st_mtime_ns, state.st_size, state.st_ino)
    return by_path


def _files(watched: Watched) -> Iterator[str]:
    words = list(watched.words)
    for spec in watched.specs:
        folder = os.path.dirname(spec.path or "")
        words += [os.path.normpath(os.path.join(folder, path)) for path in spec.traces]
    from glob import glob

    gathered = sorted_paths(words, watched.exclude)
    yield from (file.path for file in gathered.traces)
    yield from (*gathered.specs, *gathered.specs_found)
    # What a spec takes in by `use` and `tools` is mostly beside it.
    folders = {os.path.dirname(spec) for spec in (*gathered.specs, *gathered.specs_found)}
    for folder in sorted(folders):
        for ending in ("*.toolspec", "*.json", "toolspec.toml", "pyproject.toml"):
            yield from glob(os.path.join(folder, ending))


def _clock() -> str:
    return time.strftime("%H:%M:%S")


def _named(changed: Sequence[str]) -> str:
    more = len(changed) - 1
    return f"{changed[0]} and {more} more" if more else changed[0]


class _Screen:
    """One screen with the latest report, as much of it as there is room for."""

    def __init__(self, options: Namespace) -> None:
        from rich.live import Live

        from toolspec.cli.render.table import console
        from toolspec.cli.terminal import wants_color

        self._options = Namespace(**vars(options))
        color = wants_color(options.color, sys.stdout)
        self._options.color = "always"
        self._console = console(sys.stdout, color=color)
        self._live = Live(
            console=self._console,
            auto_refresh=False,
            screen=self._console.is_terminal and sys.stdout.isatty(),
            vertical_overflow="ellipsis",
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._live.start()

    def show(self, once: Once, changed: Sequence[str]) -> tuple[int, Watched]:
        """Judge once and show the report."""
        out = StringIO()
        before = os.environ.get("COLUMNS")
        os.environ["COLUMNS"] = str(self._console.width)
        try:
            with redirect_stdout(out), redirect_stderr(out):
                status, watched = once(self._options)
        finally:
            if before is None:
                del os.environ["COLUMNS"]
            else:
                os.environ["COLUMNS"] = before
        self._live.update(self._page(out.getvalue(), changed), refresh=True)
        return status, watched

    def close(self) -> None:
        """Leave the screen as it was."""
        self._live.stop()

    def _page(self, report: str, changed: Sequence[str]) -> RenderableType:
        from rich.console import Group
        from rich.text import Text

        why = f"{_named(changed)} changed" if changed else "judged"
        head = Text(f"toolspec check --watch   {_clock()}  {why}   Ctrl-C ends", "dim")
        return Group(head, Text(), Text.from_ansi(report))

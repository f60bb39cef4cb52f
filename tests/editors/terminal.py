"""A program on a terminal of its own: keys go in, and what stands on the screen comes out.

The screen is emulated, and can be taken as a picture, in its colours.
"""

from __future__ import annotations

import fcntl
import html
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path

import pyte
import vscode_testbed

COLUMNS, LINES = 130, 40
STEP_S = 0.5
"""How long a program has to answer a key that is pressed again."""

FOREGROUND, BACKGROUND = "#d4d4d4", "#1e1e1e"
COLOURS = {
    "black": "#1e1e1e",
    "red": "#f48771",
    "green": "#89d185",
    "brown": "#e2c08d",
    "blue": "#6cb2ff",
    "magenta": "#d8a0df",
    "cyan": "#56c8d8",
    "white": "#d4d4d4",
    "brightblack": "#8c8c8c",
    "brightred": "#ff9d8a",
    "brightgreen": "#a5e5a1",
    "brightbrown": "#f5dca8",
    "brightblue": "#9ccbff",
    "brightmagenta": "#ecc0f2",
    "brightcyan": "#8fe3ee",
    "brightwhite": "#ffffff",
}


ASKS_BACKGROUND, SAYS_BACKGROUND = b"\x1b]11;?", "\x1b]11;rgb:1e1e/1e1e/1e1e\x07"


class _Screen(pyte.Screen):
    """A screen that answers what a program asks of its terminal."""

    def __init__(self, side: int) -> None:
        self._side = side
        super().__init__(COLUMNS, LINES)

    def write_process_input(self, data: str) -> None:
        os.write(self._side, data.encode())

    def report_device_status(self, mode: int, **private: bool) -> None:
        if not private:
            super().report_device_status(mode)


class Terminal:
    """A running program, and its screen."""

    def __init__(self, side: int, process: subprocess.Popen[bytes]) -> None:
        self._side, self._process = side, process
        self._screen = _Screen(side)
        self._stream = pyte.ByteStream(self._screen)

    @property
    def text(self) -> str:
        """What stands on the screen, line by line."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    def press(self, keys: str) -> None:
        """Send keys to the program."""
        os.write(self._side, keys.encode())

    def until(self, pattern: str, *, pressing: str = "", wait_s: float = 40) -> re.Match[str]:
        """Wait until the screen matches, pressing keys again and again meanwhile."""
        began = pressed = time.monotonic()
        while (found := re.search(pattern, self.text)) is None:
            now = time.monotonic()
            assert now < began + wait_s, f"{pattern!r} is not on the screen:\n{self.text}"
            assert self._process.poll() is None, f"the program ended:\n{self.text}"
            self._read()
            if pressing and now > pressed + STEP_S:
                self.press(pressing)
                pressed = now
        return found

    def rest(self, seconds: float = 0.4) -> None:
        """Wait until nothing was drawn for a while."""
        while self._read(seconds):
            pass

    def shoot(self, path: Path) -> None:
        """Take a picture of the screen."""
        self.rest()
        page = path.with_suffix(".html")
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(self._page(), "utf-8")
        vscode_testbed.drive("terminal_picture.mjs", page, path)
        page.unlink()

    def _read(self, seconds: float = 0.1) -> bool:
        if not select.select([self._side], [], [], seconds)[0]:
            return False
        try:
            drawn = os.read(self._side, 65536)
        except OSError:  # the program has ended
            return False
        if ASKS_BACKGROUND in drawn:
            self.press(SAYS_BACKGROUND)
        self._stream.feed(drawn)
        return True

    def _page(self) -> str:
        rows: list[str] = []
        for number in range(LINES):
            cells = [self._screen.buffer[number][column] for column in range(COLUMNS)]
            runs = groupby(cells, key=lambda cell: cell._replace(data=""))
            rows.append("".join(_span(look, "".join(c.data for c in run)) for look, run in runs))
        style = (
            f"margin:0;padding:12px;display:inline-block;background:{BACKGROUND};"
            f"color:{FOREGROUND};font:14px/17px 'DejaVu Sans Mono',monospace"
        )
        return f'<meta charset="utf-8"><pre style="{style}">' + "\n".join(rows) + "</pre>"


def _span(look: pyte.screens.Char, text: str) -> str:
    front, back = _colour(look.fg, FOREGROUND), _colour(look.bg, BACKGROUND)
    if look.reverse:
        front, back = back, front
    # A background that is everywhere would cover what hangs below the line above.
    style = f"color:{front}" + f";background:{back}" * (back != BACKGROUND)
    style += ";font-weight:bold" * look.bold + ";font-style:italic" * look.italics
    style += ";text-decoration:underline" * look.underscore
    return f'<span style="{style}">{html.escape(text)}</span>'


def _colour(name: str, default: str) -> str:
    return default if name == "default" else COLOURS.get(name, f"#{name}")


@contextmanager
def terminal(
    command: Sequence[str], cwd: Path, environment: Mapping[str, str]
) -> Generator[Terminal]:
    """Run a program on a terminal of 256 colours, and end it."""
    outer, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    process = subprocess.Popen(
        ["setsid", "--ctty", *command],  # Emacs wants the terminal as its own
        cwd=cwd,
        env={**environment, "TERM": "xterm-256color"},
        stdin=inner,
        stdout=inner,
        stderr=inner,
    )
    try:
        yield Terminal(outer, process)
    finally:
        process.kill()
        process.wait()
        os.close(inner)
        os.close(outer)

"""Where calls are in trace files, as `run.json:12:5`."""

# Importing pathlib would cost more than all that is done here.
# ruff: noqa: PTH113, PTH123, PTH202

from __future__ import annotations

import os
from typing import Final

from toolspec.engine.trace import Call

STANDARD_INPUT: Final = "-"
"""The path that stands for standard input."""

TEXT_BYTES_MAX: Final = 32 * 1024 * 1024
"""Of larger files only the line on which a document starts is told."""


class Places:
    """Finds calls in files, keeping the text of the file last asked for."""

    def __init__(self) -> None:
        self._path: str | None = None
        self._text: str | None = None
        self._starts: list[int] | None = None

    def of_call(self, path: str, call: Call) -> str:
        """Return the file with the line and column of a call, as far as they can be found."""
        place = call.place
        path = place.file or path
        if not place.line:
            return ""
        if path == STANDARD_INPUT:
            return f"line {place.line}"
        text = self._text_of(path)
        if text is not None:
            from toolspec.engine.reading.locate import line_starts, locate

            if self._starts is None:
                self._starts = line_starts(text)
            known = place.line <= len(self._starts)
            position = locate(text, place, self._starts[place.line - 1]) if known else None
            if position is not None:
                return f"{path}:{position.line}:{position.column}"
        return f"{path}:{place.line}"

    def _text_of(self, path: str) -> str | None:
        if path != self._path:
            self._path, self._text, self._starts = path, _text(path), None
        return self._text


def _text(path: str) -> str | None:
    """Return the file's text, None where it is none, packed, or too long to look through.

    Nor is there any where the path is a pipe: that has been read, and opening it again would wait.
    """
    try:
        if not os.path.isfile(path) or os.path.getsize(path) > TEXT_BYTES_MAX:
            return None
        with open(path, encoding="utf-8-sig", newline="") as file:
            return file.read()
    except (OSError, ValueError):
        return None

"""A place in a trace file shown with a caret under it."""

# Importing pathlib would cost more than all that is done here.
# ruff: noqa: PTH113, PTH123, PTH202

from __future__ import annotations

import os
from typing import Final

from toolspec.engine.text.escape import safe

FILE_BYTES_MAX: Final = 64 * 1024 * 1024
"""Of larger files no place is shown: it would take another reading."""

BEFORE: Final = 60
AFTER: Final = 30


def frame_of(path: str, line: int, column: int) -> str:
    """Return the place as lines of text, "" where the file is too large, a pipe, or no text."""
    try:
        if not os.path.isfile(path) or os.path.getsize(path) > FILE_BYTES_MAX:
            return ""
        with open(path, "rb") as file:
            raw = next((raw for number, raw in enumerate(file, 1) if number == line), None)
    except OSError:
        return ""
    if raw is None or b"\0" in raw[:100]:
        return ""
    text = raw.decode("utf-8", "replace").lstrip("\ufeff").rstrip("\r\n")
    return caret_frame(text, line, column)


def caret_frame(text: str, line: int, column: int) -> str:
    """Return one line of text around a column, both from 1, with a caret under it.

    >>> print(caret_frame('{"a": ?}', 3, 7))
      |
    3 | {"a": ?}
      |       ^
    """
    at = min(max(column - 1, 0), len(text))
    start = max(at - BEFORE, 0)
    before = ("…" if start else "") + safe(text[start:at])
    after = safe(text[at : at + AFTER]) + ("…" if at + AFTER < len(text) else "")
    gutter = " " * len(str(line))
    return f"{gutter} |\n{line} | {before}{after}\n{gutter} | {' ' * len(before)}^"

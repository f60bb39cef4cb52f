"""Read a spec's file, or say why it cannot be read."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

FILE_BYTES_MAX = 16 * 1024 * 1024
"""The largest spec file that is read, in bytes: some hundred thousand rules."""


def text_of(path: str | PathLike[str]) -> str:
    """Return the text of a spec's file."""
    return Path(path).read_bytes().decode("utf-8")

"""Open files that are files: a named pipe would wait for ever, a device never end."""

# Paths come and go as text.
# ruff: noqa: PTH116

from __future__ import annotations

import os
import stat
from os import PathLike
from typing import BinaryIO


class NotAFileError(OSError):
    """What is there is neither a regular file nor a folder."""

    def __init__(self) -> None:
        super().__init__("not a regular file")
        self.strerror = "not a regular file"


def open_file(path: str | PathLike[str]) -> BinaryIO:
    """Open a regular file, or a link to one, for reading. Never waits for somebody to write.

    Raises OSError: NotAFileError where it is a pipe, a device or the like, IsADirectoryError where
    it is a folder; ValueError where it can be no path.
    """
    # A pipe is opened at once, and seen for what it is before anything is read from it.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags | getattr(os, "O_CLOEXEC", 0))
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError("a folder")
        if not stat.S_ISREG(mode):
            raise NotAFileError
        return open(handle, "rb")  # noqa: PTH123 - it is open already
    except BaseException:
        os.close(handle)
        raise


def is_special(path: str | PathLike[str]) -> bool:
    """Tell whether a path is there and neither a regular file nor a folder, nor a link to one."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))

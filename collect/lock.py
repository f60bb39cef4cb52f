"""One collector for one folder: the lock of the other is seen, and who holds it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FolderInUseError(Exception):
    """Another collector writes to the folder; `process` is its number, "" where it is not known."""

    def __init__(self, process: str) -> None:
        super().__init__(process)
        self.process = process


class FolderLock:
    """Held as long as this process lives, however it ends. Raises FolderInUseError, or OSError."""

    def __init__(self, folder: Path) -> None:
        self._file: IO[str] = (folder / ".lock").open("a+", encoding="ascii")
        try:
            _lock(self._file)
        except OSError:
            self._file.seek(0)
            process = self._file.read(20).strip()
            self._file.close()
            raise FolderInUseError(process) from None
        with suppress(OSError):
            self._file.seek(0)
            self._file.truncate()
            self._file.write(str(os.getpid()))
            self._file.flush()

    def release(self) -> None:
        """Let another collector have the folder."""
        self._file.close()

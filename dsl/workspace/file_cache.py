"""What was made of files, kept in memory as long as none of them changes."""

# A path is looked at before every use, so `os` rather than pathlib.
# ruff: noqa: PTH116

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Mapping
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

from cachetools import LRUCache

Stamp = tuple[int, int, int] | None
"""A file's time of change in nanoseconds, its size and its inode; None where there is no file."""

Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made")


def stamp_of(path: str) -> Stamp:
    """Return the stamp of a file, or of what a link leads to."""
    try:
        state = os.stat(path)
    except (OSError, ValueError):
        return None
    return state.st_mtime_ns, state.st_size, state.st_ino


class _Kept(NamedTuple, Generic[Made]):
    made: Made
    stamps: tuple[tuple[str, Stamp], ...]
    size: int


class FileCache(Generic[Key, Made]):
    """What was made of files, by a key; what was not used for longest makes room.

    `bytes_max` limits the sum of the sizes that callers give. Take the stamps before reading: a
    file that changes in between then counts as changed.
    """

    def __init__(self, bytes_max: int) -> None:
        self._kept: LRUCache[Key, _Kept[Made]] = LRUCache(bytes_max, lambda kept: kept.size)
        self._lock = Lock()

    def get(self, key: Key, stamp: Callable[[str], Stamp] = stamp_of) -> Made | None:
        """Return what was made for a key; None if nothing was, or one of its files has changed.

        `stamp` returns a file's stamp as it is now.
        """
        with self._lock:
            kept = self._kept.get(key)
        if kept is None:
            return None
        if all(stamp(path) == before for path, before in kept.stamps):
            return kept.made
        with self._lock:
            self._kept.pop(key, None)
        return None

    def put(self, key: Key, made: Made, stamps: Mapping[str, Stamp], size: int) -> None:
        """Keep what was made of the files with these stamps, unless it is too large."""
        kept = _Kept(made, tuple(stamps.items()), size)
        if size <= self._kept.maxsize:
            with self._lock:
                self._kept[key] = kept

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()

    @property
    def bytes_kept(self) -> float:
        """The sum of the sizes of what is kept."""
        return self._kept.currsize

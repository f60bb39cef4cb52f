"""Caches of what was worked out from a text: bounded in bytes, safe to share between threads."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

MEGABYTE = 1 << 20

SHARE_MAX = 32
"""A value larger than this fraction of a cache is not kept: one line must not push out the rest."""

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Memory(Generic[Key, Value]):
    """Values by key; the ones not used for longest make room. `size_of` estimates a value's bytes.

    >>> memory = Memory[str, bytes](320, len)
    >>> memory.put("a", b"123456789.")
    >>> memory.put("b", b"123456789.1")
    >>> memory.get("a"), memory.get("b")
    (b'123456789.', None)
    """

    def __init__(self, bytes_max: int, size_of: Callable[[Value], int]) -> None:
        self._largest = bytes_max // SHARE_MAX
        self._size_of = size_of
        self._values: LRUCache[Key, Value] = LRUCache(bytes_max, size_of)
        self._lock = Lock()

    def get(self, key: Key) -> Value | None:
        """Return the value of a key; None where there is none."""
        with self._lock:
            try:
                return self._values[key]
            except KeyError:
                return None

    def put(self, key: Key, value: Value) -> None:
        """Keep a value, unless it is too large."""
        if self._size_of(value) <= self._largest:
            with self._lock:
                self._values[key] = value

    def drop(self, key: Key) -> None:
        """Forget the value of a key, if there is one."""
        with self._lock:
            self._values.pop(key, None)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()

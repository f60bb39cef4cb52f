"""The paths that a glob matches, found in bounded time whatever links there are.

Python's own `glob` follows every link to a folder again: three links to `.` in one folder, and `**`
goes on for ever. Here each folder is gone through once for each part of the glob, by whatever way
it was come to; those that are links come last, so that a file goes by its own path where it can.
"""

# Paths come and go as text.
# ruff: noqa: PTH112, PTH116, PTH118, PTH120, PTH206

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from fnmatch import translate
from typing import Final

_ANY_DEPTH: Final = "**"
_MAGIC: Final = re.compile(r"[*?[]")


def is_glob(path: str) -> bool:
    """Tell whether a path has signs that a glob is made of."""
    return _MAGIC.search(path) is not None


def fixed_part(pattern: str) -> str:
    """Return the innermost folder that contains every match of a glob, or the path it is.

    >>> fixed_part("specs/*/tools.json"), fixed_part("a.json"), fixed_part("*")
    ('specs', 'a.json', '.')
    """
    while is_glob(pattern):
        pattern = os.path.dirname(pattern) or os.curdir
    return pattern


def paths_matching(pattern: str) -> Iterator[str]:
    """Yield the paths that a glob matches, in no order, each once.

    `*` and `?` match in names, `**` any folders and none; what begins with a dot is matched only by
    what begins with one. A folder that cannot be read holds nothing.
    """
    drive, rest = os.path.splitdrive(pattern)
    if os.altsep:
        rest = rest.replace(os.altsep, os.sep)
    parts = [part for part in rest.split(os.sep) if part]
    if not parts:
        return
    root = drive + (os.sep if rest.startswith(os.sep) else "")
    yield from _Search(parts, folders_only=rest.endswith(os.sep)).run(root)


class _Search:
    """Folders still to be gone through, each with the number of the part that is matched in it."""

    def __init__(self, parts: list[str], folders_only: bool) -> None:
        self.parts, self.folders_only = parts, folders_only
        self.pending: list[tuple[str, int]] = []
        self.links: list[tuple[str, int]] = []
        self.seen: set[tuple[int, int, int]] = set()
        self.deeper: set[str] = set()
        """Folders that a last `**` has matched in another one."""

    def run(self, root: str) -> Iterator[str]:
        self.pending.append((root, 0))
        while self.pending or self.links:
            folder, number = (self.pending or self.links).pop()
            if self._is_new(folder, number):
                yield from self._in(folder, number)

    def _is_new(self, folder: str, number: int) -> bool:
        try:
            about = os.stat(folder or os.curdir)
        except (OSError, ValueError):
            return False
        key = (about.st_dev, about.st_ino, number)
        if key in self.seen:
            return False
        self.seen.add(key)
        return True

    def _in(self, folder: str, number: int) -> Iterator[str]:
        part, last = self.parts[number], number == len(self.parts) - 1
        if part == _ANY_DEPTH:
            if not last:
                self.pending.append((folder, number + 1))
            elif folder and folder not in self.deeper:
                yield os.path.join(folder, "")
            for entry in _entries(folder):
                if entry.name.startswith("."):
                    continue
                path = os.path.join(folder, entry.name)
                inner = _is_folder(entry)
                if last and (inner or not self.folders_only):
                    yield path
                if inner:
                    (self.links if entry.is_symlink() else self.pending).append((path, number))
                    if last:
                        self.deeper.add(path)
        elif is_glob(part):
            fits = _fitting(part)
            for entry in _entries(folder):
                if not fits(entry.name):
                    continue
                path = os.path.join(folder, entry.name)
                if not last and _is_folder(entry):
                    self.pending.append((path, number + 1))
                elif last and (not self.folders_only or _is_folder(entry)):
                    yield path
        else:
            path = os.path.join(folder, part)
            if not last:
                self.pending.append((path, number + 1))  # whether it is one is seen there
            elif os.path.isdir(path) if self.folders_only else os.path.lexists(path):
                yield path


def _fitting(part: str) -> Callable[[str], bool]:
    match = re.compile(translate(os.path.normcase(part))).match
    hidden = part.startswith(".")
    return lambda name: (
        (hidden or not name.startswith(".")) and match(os.path.normcase(name)) is not None
    )


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder or os.curdir) as listing:
            return list(listing)
    except OSError:
        return []


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads to itself
        return False

"""Find the paths that match a glob, like `glob.glob`, but visit each folder once.

`glob.glob` follows links to a parent folder over and over; with three such links it never ends.
"""

# With thousands of paths, `os` is far quicker than pathlib.
# ruff: noqa: PTH112, PTH118, PTH116, PTH208

from __future__ import annotations

import fnmatch
import glob
import os
import re
from collections.abc import Iterator
from pathlib import Path

FOLDERS_MAX = 20_000
"""Maximum number of folders that one glob visits; it may start at a home directory."""


def paths_on_disk(pattern: str) -> Iterator[str]:
    """Yield the files and folders that an absolute glob matches, each once."""
    head, *parts = Path(pattern).parts or ("",)
    yielded: set[str] = set()
    for path in _Walk(parts).below(head, 0):
        if path not in yielded:
            yielded.add(path)
            yield path


class _Walk:
    def __init__(self, parts: list[str]) -> None:
        self.parts = parts
        self.tests = [
            re.compile(fnmatch.translate(part)).match
            if glob.has_magic(part) and part != "**"
            else None
            for part in parts
        ]
        self.entered: set[tuple[int, int, int]] = set()
        self.looked = 0

    def below(self, folder: str, at: int) -> Iterator[str]:
        """Yield what the glob's parts from an index on match in a folder."""
        if at == len(self.parts):
            yield folder
            return
        part, test = self.parts[at], self.tests[at]
        if part == "**":
            yield from self.deep(folder, at)
        elif test is None:
            path = os.path.join(folder, part)
            if at + 1 < len(self.parts) or os.path.lexists(path):
                yield from self.below(path, at + 1)
        else:
            for name in self.names(folder):
                if test(name) and (part[0] == "." or name[0] != "."):
                    yield from self.below(os.path.join(folder, name), at + 1)

    def deep(self, folder: str, at: int) -> Iterator[str]:
        """Yield what the parts after a `**` match in a folder and all its subfolders."""
        if not self.enter(folder, at):
            return
        last = at + 1 == len(self.parts)
        yield from self.below(folder, at + 1)
        for name in self.names(folder):
            path = os.path.join(folder, name)
            if name[0] == ".":
                continue
            if os.path.isdir(path):
                yield from self.deep(path, at)
            elif last:
                yield path

    def enter(self, folder: str, at: int) -> bool:
        """Mark a folder as visited; return False if it was visited before, under any name."""
        try:
            state = os.stat(folder)
        except (OSError, ValueError):
            return False
        key = (at, state.st_dev, state.st_ino)
        if key in self.entered:
            return False
        self.entered.add(key)
        return True

    def names(self, folder: str) -> list[str]:
        """Return the names in a folder; none if it cannot be read or too many folders were."""
        self.looked += 1
        if self.looked > FOLDERS_MAX:
            return []
        try:
            return sorted(os.listdir(folder))
        except (OSError, ValueError):
            return []

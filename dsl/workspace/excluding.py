"""Which paths `exclude` leaves out, for the command line and the editor alike."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress


def excluded(path: str, exclude: Sequence[str]) -> bool:
    """Tell whether a glob matches the path, its last part, or a folder on the way to it.

    >>> excluded("runs/old/a.json", ["old"]), excluded("runs/a.json", ["*/b*"])
    (True, False)
    """
    if not exclude:
        return False
    from fnmatch import fnmatchcase

    plain = os.path.normpath(path).replace(os.sep, "/")
    parts = plain.split("/")
    ways = {plain, *parts, *("/".join(parts[:n]) for n in range(1, len(parts)))}
    return any(
        fnmatchcase(way, glob.replace(os.sep, "/").rstrip("/").removeprefix("./"))
        for glob in exclude
        for way in ways
    )


def excluded_from(folder: str, path: str, exclude: Sequence[str]) -> bool:
    """Tell whether the globs of a settings file in `folder` match an absolute path."""
    if not exclude:
        return False
    with suppress(ValueError):  # on another drive it has no way from there
        path = os.path.relpath(path, folder)
    return excluded(path, exclude)

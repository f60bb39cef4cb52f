"""The path of a document on disk, if its URI names one."""

# Paths are compared as text.
# ruff: noqa: PTH100

from __future__ import annotations

import os
from functools import lru_cache

from pygls import uris


def path_of(uri: str) -> str | None:
    r"""Return the path that a URI names; None if it cannot name a file.

    >>> path_of("file:///w/a%20b.toolspec"), path_of("untitled:Untitled-1"), path_of("file:///a%00")
    ('/w/a b.toolspec', None, None)
    """
    if not uri.startswith("file:"):
        return None
    path = uris.to_fs_path(uri)
    return path if path and "\0" not in path else None


@lru_cache(maxsize=1000)
def inside(path: str, root: str) -> bool:
    """Tell whether a path is in, or is, a folder, by their names alone."""
    return os.path.commonpath([os.path.abspath(path), os.path.abspath(root)]) == os.path.abspath(
        root
    )

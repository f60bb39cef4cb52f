"""Paths as text: of documents, of folders, and in globs."""

# Paths come and go as text, in globs and in answers, and are compared as text.
# ruff: noqa: PTH100, PTH111, PTH118

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


def absolute(glob: str, folder: str) -> str:
    """Return a glob that is written relative to a folder, or to the user's own."""
    return os.path.normpath(os.path.join(folder, os.path.expanduser(glob)))

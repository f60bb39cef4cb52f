"""The path of a document on disk, if its URI names one."""

from __future__ import annotations

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

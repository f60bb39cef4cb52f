"""The specs of a workspace that are not open, read from disk when they are needed."""

# With thousands of paths, `os` is far quicker than pathlib.
# ruff: noqa: PTH116, PTH118, PTH120

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator

from cachetools import LRUCache

from toolspec.dsl.files import text_of_file
from toolspec.dsl.workspace.excluding import excluded_from
from toolspec.lsp.state.document import SpecDocument
from toolspec.lsp.state.paths import path_of
from toolspec.lsp.state.project import trace_places

SPECS_MAX = 500
"""Maximum number of specs that workspace-wide requests consider."""

DOCUMENTS_MAX = 2 * SPECS_MAX
"""Specs that are kept read: those of the workspace, and some that are outside of it."""

FOLDERS_MAX = 20_000
"""Maximum number of folders that are searched; a workspace may be a home directory."""

FRESH_SECONDS = 5.0
"""How long a list of specs is used if the editor does not report new files."""

_SKIPPED = {".git", ".venv", "venv", "node_modules", "__pycache__", ".tox", "site-packages"}


class ClosedSpecs:
    """The specs in some folders and their subfolders, as they are on disk."""

    def __init__(self) -> None:
        self._documents: LRUCache[str, tuple[tuple[int, int], SpecDocument]] = LRUCache(
            DOCUMENTS_MAX
        )
        self._paths: list[str] | None = None
        self._searched = (0.0, "")

    def forget(self) -> None:
        """Search again at the next request, because files were added or removed."""
        self._paths = None

    def find(self, folders: Iterable[str]) -> list[str]:
        """Return the paths of the specs in folders; may be called from another thread."""
        roots = list(folders)
        key = "\0".join(roots)
        now = time.monotonic()
        if (
            self._paths is None
            or self._searched[1] != key
            or now - self._searched[0] > FRESH_SECONDS
        ):
            paths = list(_spec_files(roots))[:SPECS_MAX]
            self._paths, self._searched = paths, (now, key)
        return self._paths

    def document(self, uri: str) -> SpecDocument | None:
        """Return a spec on disk, read again if it changed; None if there is none."""
        path = path_of(uri)
        if not path or not path.endswith(".toolspec"):
            return None
        try:
            state = os.stat(path)
            stamp = (state.st_mtime_ns, state.st_size)
            stamp_read, document = self._documents.get(uri, (None, None))
            if document is not None and stamp_read == stamp:
                document.files_changed()
                return document
            document = SpecDocument(uri, text_of_file(path), None, path)
        except (OSError, ValueError):
            self._documents.pop(uri, None)
            return None
        self._documents[uri] = (stamp, document)
        return document


def _spec_files(roots: Iterable[str]) -> Iterator[str]:
    looked = 0
    yielded: set[str] = set()
    for root in roots:
        for place, folders, files in os.walk(root):
            looked += 1
            if looked > FOLDERS_MAX:
                return
            folders[:] = sorted(name for name in folders if name not in _SKIPPED)
            for name in sorted(files):
                if not name.endswith(".toolspec"):
                    continue
                path = os.path.join(place, name)
                if path not in yielded and not _left_out(path):
                    yielded.add(path)
                    yield path


def _left_out(path: str) -> bool:
    """Tell whether the project excludes the spec, as `toolspec check` does."""
    project = trace_places(os.path.dirname(path))
    return excluded_from(project.folder, path, project.exclude)

"""Links from the paths of `traces`, `tools` and `use` lines to the files they name."""

# Globs are text, which pathlib does not take.
# ruff: noqa: PTH113, PTH118

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls import uris

from toolspec.engine.tool_lists.tool_files import files_of
from toolspec.lsp.feature import Feature
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.answers import Span

if TYPE_CHECKING:
    from toolspec.lsp.server import Server


TRACES = "Open the trace"
FILE = "Open the file"
LINES = {"traces_line": TRACES, "tools_line": FILE, "use_line": FILE}
"""The lines that name files, and what their links do."""


def links(snapshot: Snapshot, newest: Callable[[str], str | None]) -> list[tuple[Span, str, str]]:
    """Return the spans of paths, where each leads, and what the link does.

    `newest` returns the newest trace that matches an absolute glob; without one there is no link.
    A glob of `tools` leads to the first file that it matches.
    """
    if snapshot.too_long or not snapshot.document.path:
        return []
    folder, trusted = str(Path(snapshot.document.path).parent), snapshot.document.within is None
    targets: list[tuple[Span, str, str]] = []
    for entry in snapshot.reading.entries:
        does = LINES.get(entry.what, "")
        for part in entry.parts if does else ():
            path = os.path.normpath(os.path.join(folder, str(part.value)))
            if does == TRACES:
                target = newest(path)
            else:
                target = _first(str(part.value), folder) if trusted else None
            if target:
                start, end = entry.span(part)
                targets.append(((start + 1, end - 1), target, does))
    return targets


def _first(pattern: str, folder: str) -> str | None:
    path = next(iter(files_of(pattern, folder)), "")
    return os.path.normpath(path) if path and os.path.isfile(path) else None


def answer(server: Server, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
    """Answer `textDocument/documentLink`."""
    pair = server.snapshot(params.text_document.uri)
    if pair is None:
        return []
    snapshot, adapter = pair
    able = server.client_capabilities.text_document
    tooltips = bool(able and able.document_link and able.document_link.tooltip_support)
    return [
        types.DocumentLink(adapter.range(span), uris.from_fs_path(path), does if tooltips else None)
        for span, path, does in links(snapshot, server.session.known.newest)
    ]


FEATURES = (Feature(types.TEXT_DOCUMENT_DOCUMENT_LINK, answer),)

"""Links from a `traces` line to the files it names."""

# Globs are text, which pathlib does not take.
# ruff: noqa: PTH118

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls import uris

from toolspec.lsp.feature import Feature
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.answers import Span

if TYPE_CHECKING:
    from toolspec.lsp.server import Server


def links(snapshot: Snapshot, newest: Callable[[str], str | None]) -> list[tuple[Span, str]]:
    """Return the spans of trace paths and where each leads.

    `newest` returns the newest trace that matches an absolute glob; without one there is no link.
    """
    if snapshot.too_long or not snapshot.document.path:
        return []
    folder = str(Path(snapshot.document.path).parent)
    targets: list[tuple[Span, str]] = []
    for entry in snapshot.reading.entries:
        if entry.what != "traces_line":
            continue
        for part in entry.parts:
            path = os.path.normpath(os.path.join(folder, str(part.value)))
            target = newest(path)
            if target:
                start, end = entry.span(part)
                targets.append(((start + 1, end - 1), target))
    return targets


def answer(server: Server, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
    """Answer `textDocument/documentLink`."""
    pair = server.snapshot(params.text_document.uri)
    if pair is None:
        return []
    snapshot, adapter = pair
    able = server.client_capabilities.text_document
    tooltips = bool(able and able.document_link and able.document_link.tooltip_support)
    tooltip = "Open the trace" if tooltips else None
    return [
        types.DocumentLink(adapter.range(span), uris.from_fs_path(path), tooltip)
        for span, path in links(snapshot, server.session.known.newest)
    ]


FEATURES = (Feature(types.TEXT_DOCUMENT_DOCUMENT_LINK, answer),)

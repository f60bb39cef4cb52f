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


def links(view: Snapshot, newest: Callable[[str], str | None]) -> list[tuple[Span, str]]:
    """Return the spans of trace paths and where each leads.

    `newest` gives the newest trace that an absolute glob finds; one that finds none is no link.
    """
    if view.too_long or not view.document.path:
        return []
    folder = str(Path(view.document.path).parent)
    found: list[tuple[Span, str]] = []
    for entry in view.reading.entries:
        if entry.what != "traces_line":
            continue
        for part in entry.parts:
            path = os.path.normpath(os.path.join(folder, str(part.value)))
            target = newest(path)
            if target:
                start, end = entry.span(part)
                found.append(((start + 1, end - 1), target))
    return found


def answer(server: Server, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
    """Answer `textDocument/documentLink`."""
    found = server.view(params.text_document.uri)
    if found is None:
        return []
    view, adapter = found
    able = server.client_capabilities.text_document
    tooltips = bool(able and able.document_link and able.document_link.tooltip_support)
    tooltip = "Open the trace" if tooltips else None
    return [
        types.DocumentLink(adapter.range(span), uris.from_fs_path(path), tooltip)
        for span, path in links(view, server.session.known.newest)
    ]


FEATURES = (Feature(types.TEXT_DOCUMENT_DOCUMENT_LINK, answer),)

"""Folding: cases, rules of several lines, and runs of comments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from toolspec.lsp.feature import Feature
from toolspec.lsp.state.snapshot import Snapshot

if TYPE_CHECKING:
    from toolspec.lsp.server import Server


def folds(view: Snapshot) -> list[tuple[int, int, str]]:
    """Return the folds as first and last row, from 1, and `region` or `comment`."""
    found: list[tuple[int, int, str]] = []
    if view.too_long:
        return found
    opened = comment = 0
    last = 0
    for entry in view.reading.entries:
        line = entry.line
        if line.kind == "comment":
            comment = comment or line.row
        elif comment:
            if line.row - 1 > comment:
                found.append((comment, line.row - 1, "comment"))
            comment = 0
        if entry.what == "case_open":
            opened = line.row
        elif entry.what == "case_close" and opened:
            if line.row - 1 > opened:
                found.append((opened, line.row - 1, "region"))
            opened = 0
        elif line.last_row > line.row:
            found.append((line.row, line.last_row, "region"))
        last = line.last_row
    if comment and last > comment:
        found.append((comment, last, "comment"))
    if opened and last > opened:
        found.append((opened, last, "region"))
    return sorted(found)


def answer(server: Server, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    """Answer `textDocument/foldingRange`."""
    found = server.view(params.text_document.uri)
    if found is None:
        return []
    return [
        types.FoldingRange(first - 1, last - 1, kind=types.FoldingRangeKind(kind))
        for first, last, kind in folds(found[0])
    ]


FEATURES = (Feature(types.TEXT_DOCUMENT_FOLDING_RANGE, answer),)

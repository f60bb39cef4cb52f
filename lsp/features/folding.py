"""Folding: cases, rules of several lines, and runs of comments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from toolspec.lsp.feature import Feature
from toolspec.lsp.state.snapshot import Snapshot

if TYPE_CHECKING:
    from toolspec.lsp.server import Server


def folds(snapshot: Snapshot) -> list[tuple[int, int, str]]:
    """Return the folds as first and last row, from 1, and `region` or `comment`."""
    folds_found: list[tuple[int, int, str]] = []
    if snapshot.too_long:
        return folds_found
    opened = comment = 0
    last = 0
    for entry in snapshot.reading.entries:
        line = entry.line
        if line.kind == "comment":
            comment = comment or line.row
        elif comment:
            if line.row - 1 > comment:
                folds_found.append((comment, line.row - 1, "comment"))
            comment = 0
        if entry.what == "case_open":
            opened = line.row
        elif entry.what == "case_close" and opened:
            if line.row - 1 > opened:
                folds_found.append((opened, line.row - 1, "region"))
            opened = 0
        elif line.last_row > line.row:
            folds_found.append((line.row, line.last_row, "region"))
        last = line.last_row
    if comment and last > comment:
        folds_found.append((comment, last, "comment"))
    if opened and last > opened:
        folds_found.append((opened, last, "region"))
    return sorted(folds_found)


def answer(server: Server, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    """Answer `textDocument/foldingRange`."""
    pair = server.snapshot(params.text_document.uri)
    if pair is None:
        return []
    return [
        types.FoldingRange(first - 1, last - 1, kind=types.FoldingRangeKind(kind))
        for first, last, kind in folds(pair[0])
    ]


FEATURES = (Feature(types.TEXT_DOCUMENT_FOLDING_RANGE, answer),)

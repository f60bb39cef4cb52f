"""Folding: cases, blocks, rules of several lines, and runs of comments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from toolspec.dsl.text.lines import opens
from toolspec.lsp.feature import Feature
from toolspec.lsp.state.snapshot import Snapshot

if TYPE_CHECKING:
    from toolspec.lsp.server import Server


def folds(snapshot: Snapshot) -> list[tuple[int, int, str]]:
    """Return the folds as first and last row, from 1, and `region` or `comment`."""
    folds_found: list[tuple[int, int, str]] = []
    if snapshot.too_long:
        return folds_found
    opened: list[int] = []
    comment = last = 0
    for entry in snapshot.reading.entries:
        line = entry.line
        if line.kind == "comment":
            comment = comment or line.row
        elif comment:
            if line.row - 1 > comment:
                folds_found.append((comment, line.row - 1, "comment"))
            comment = 0
        if opens(line):
            opened.append(line.row)
        elif entry.what == "case_close" and opened:
            first = opened.pop()
            if line.row - 1 > first:
                folds_found.append((first, line.row - 1, "region"))
        elif line.last_row > line.row:
            folds_found.append((line.row, line.last_row, "region"))
        last = line.last_row
    if comment and last > comment:
        folds_found.append((comment, last, "comment"))
    folds_found += [(first, last, "region") for first in opened if last > first]
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

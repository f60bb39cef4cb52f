"""Semantic tokens: what a highlighting grammar cannot know, such as a tool named `count`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from toolspec.dsl.read import Entry
from toolspec.lsp.adapt import Adapter
from toolspec.lsp.answers import Span
from toolspec.lsp.feature import Feature
from toolspec.lsp.mentions import Colour, coloured, colours
from toolspec.lsp.ready import Ready
from toolspec.lsp.view import View

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

TYPES = (
    "keyword",
    "event",
    "variable",
    "property",
    "string",
    "regexp",
    "number",
    "comment",
    "operator",
)
_OURS = {"event": "tool", "variable": "reference"}
_NUMBERS = {_OURS.get(name, name): number for number, name in enumerate(TYPES)}


def tokens(view: View, span: Span | None = None) -> Iterator[Colour]:
    """Yield the coloured words of the text, or of the lines a span touches, in order."""
    for entry in _entries(view, span):
        yield from colours(entry)


def _entries(view: View, span: Span | None) -> Iterator[Entry]:
    if view.too_long:
        return
    for entry in view.reading.entries:
        line = entry.line
        end = max(line.end, line.comment_start)
        if span is None or (line.start <= span[1] and end >= span[0]):
            yield entry


def encoded(view: View, adapter: Adapter, span: Span | None = None) -> list[int]:
    """Return the tokens as the protocol packs them: five numbers each, relative to the last."""
    data: list[int] = []
    line = column = 0
    document, encoding = view.document, adapter.encoding
    if encoding == "utf-32" or document.text.isascii():
        placed = _by_rows(view, span)
    else:
        place = document.position
        spans = ((colour.span, colour.what) for colour in tokens(view, span))
        placed = ((*place(at[0], encoding), *place(at[1], encoding), what) for at, what in spans)
    for row, start, last_row, end, what in placed:
        if row != last_row:
            continue
        step = row - line
        data += (step, start if step else start - column, end - start, _NUMBERS[what], 0)
        line, column = row, start
    return data


def _by_rows(view: View, span: Span | None) -> Iterator[tuple[int, int, int, int, str]]:
    """Yield row and column of start and end of each token, columns in characters.

    Nearly every rule stands on one line: there a column is a difference.
    """
    source = view.document.source
    for entry in _entries(view, span):
        line = entry.line
        if line.row != line.last_row:
            for at, what in colours(entry):
                (row, start), (last_row, end) = source.place(at[0]), source.place(at[1])
                yield row - 1, start - 1, last_row - 1, end - 1, what
            continue
        row, base = line.row - 1, source.starts[line.row - 1]
        margin = line.start - base
        for start, end, what in coloured(entry):
            yield row, start + margin, row, end + margin, what
        if line.comment:
            start = line.comment_start - base
            yield row, start, row, start + len(line.comment), "comment"


def answer(server: Server, params: Any) -> types.SemanticTokens | Ready:
    """Answer `textDocument/semanticTokens/full` and `/range`."""
    found = server.view(params.text_document.uri)
    if found is None:
        return types.SemanticTokens([])
    view, adapter = found
    range_ = getattr(params, "range", None)
    span = adapter.span(range_) if range_ is not None else None
    return Ready({"data": encoded(view, adapter, span)})


_LEGEND = types.SemanticTokensLegend(list(TYPES), [])
FEATURES = (
    Feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, answer, _LEGEND),
    Feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, answer, _LEGEND),
)

"""Semantic tokens: what a grammar of colours cannot tell, such as a tool that is called `count`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from toolspec.lsp.adapt import Adapter
from toolspec.lsp.answers import Span
from toolspec.lsp.feature import Feature
from toolspec.lsp.mentions import Colour, colours
from toolspec.lsp.ready import Ready
from toolspec.lsp.view import View

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

TYPES = (
    "keyword",
    "function",
    "variable",
    "property",
    "string",
    "regexp",
    "number",
    "comment",
    "operator",
)
_OURS = {"function": "tool", "variable": "reference"}
_NUMBERS = {_OURS.get(name, name): number for number, name in enumerate(TYPES)}


def tokens(view: View, span: Span | None = None) -> Iterator[Colour]:
    """Yield the coloured words of the text, or of the lines a span touches, in order."""
    if view.too_long:
        return
    for entry in view.reading.entries:
        line = entry.line
        end = max(line.end, line.comment_start)
        if span is not None and (line.start > span[1] or end < span[0]):
            continue
        yield from colours(entry)


def encoded(view: View, adapter: Adapter, span: Span | None = None) -> list[int]:
    """Return the tokens as the protocol packs them: five numbers each, relative to the last."""
    data: list[int] = []
    line = column = 0
    place, encoding = view.document.position, adapter.encoding
    for colour in tokens(view, span):
        start, end = place(colour.span[0], encoding), place(colour.span[1], encoding)
        if start[0] != end[0]:
            continue
        step = start[0] - line
        back = 0 if step else column
        data += (step, start[1] - back, end[1] - start[1], _NUMBERS[colour.what], 0)
        line, column = start
    return data


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

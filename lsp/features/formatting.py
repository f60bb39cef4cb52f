"""Formatting: the one canonical layout, for a whole spec or the lines of a selection.

Edits are as small as the lines that change, so that the cursor and the folds stay where they are.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from toolspec.dsl.format import format_text
from toolspec.lsp.answers import Edit, Span
from toolspec.lsp.feature import Feature
from toolspec.lsp.view import View

if TYPE_CHECKING:
    from toolspec.lsp.server import Server


def format_edits(view: View, span: Span | None = None) -> list[Edit]:
    """Return the edits that lay the text out; with a span, only those of lines it touches."""
    if view.too_long:
        return []
    text = view.document.text
    before = text.splitlines(keepends=True) if _plain(text) else _lines(view)
    after = format_text(text).splitlines(keepends=True)
    starts = [0]
    for line in before:
        starts.append(starts[-1] + len(line))
    edits: list[Edit] = []
    for what, low, high, new_low, new_high in SequenceMatcher(
        None, before, after, False
    ).get_opcodes():
        if what == "equal":
            continue
        place = (starts[low], starts[high])
        if span is None or (place[0] <= span[1] and place[1] >= span[0]):
            edits.append(Edit(place, "".join(after[new_low:new_high])))
    return edits


def _plain(text: str) -> bool:
    return not any(char in text for char in "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")


def _lines(view: View) -> list[str]:
    starts = [*view.document.source.starts, len(view.document.text)]
    return [view.document.text[a:b] for a, b in pairwise(starts) if b > a]


def answer(server: Server, params: Any) -> list[types.TextEdit] | None:
    """Answer `textDocument/formatting` and `textDocument/rangeFormatting`."""
    found = server.view(params.text_document.uri)
    if found is None:
        return None
    view, adapter = found
    range_ = getattr(params, "range", None)
    edits = format_edits(view, adapter.span(range_) if range_ is not None else None)
    return [adapter.edit(edit) for edit in edits]


FEATURES = (
    Feature(types.TEXT_DOCUMENT_FORMATTING, answer),
    Feature(types.TEXT_DOCUMENT_RANGE_FORMATTING, answer),
)

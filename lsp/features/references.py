"""References and highlights of a tool, an `@name` or a `$name`, and linked editing of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from toolspec.lsp.feature import Feature
from toolspec.lsp.state.name_scope import is_local, mention_of, mentions_at
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.answers import Location, Span
from toolspec.lsp.text.symbols_in_line import Mention, mentions
from toolspec.lsp.transport.adapt import Adapter

if TYPE_CHECKING:
    from toolspec.lsp.server import Server


def references(snapshot: Snapshot, offset: int, with_definition: bool = True) -> list[Location]:
    """Return all mentions of the name at an offset, also in other specs where it means the same."""
    mention = mention_of(snapshot, offset)
    if mention is None:
        return []
    return [
        Location(document.uri, other.span)
        for document, _, other in mentions_at(snapshot, offset, mention)
        if with_definition or not other.defines
    ]


def highlights(snapshot: Snapshot, offset: int) -> list[tuple[Span, bool]]:
    """Return the mentions in this spec of the name at an offset, and whether each defines it."""
    mention = mention_of(snapshot, offset)
    if mention is None:
        return []
    return [(other.span, other.defines) for other in _here(snapshot, offset, mention)]


def linked(snapshot: Snapshot, offset: int) -> list[Span]:
    """Return the spans to edit together while the name at an offset is changed.

    For an `@name` or a `$name` they exclude the sign. A quoted tool has none, because its mentions
    may be written differently, and the new name may or may not need quotes.
    """
    mention = mention_of(snapshot, offset)
    if mention is None:
        return []
    # In a half-typed line, a word may become another name independently.
    same_here = [other for other in _here(snapshot, offset, mention) if not other.guessed]
    spans = [other.span for other in same_here] if not mention.guessed else []
    text = snapshot.document.text
    if len(spans) < 2 or any(text[start:end] != mention.name for start, end in spans):
        return []
    sign = mention.name.startswith(("@", "$"))
    return [(start + sign, end) for start, end in spans]


def _here(snapshot: Snapshot, offset: int, mention: Mention) -> list[Mention]:
    entry = snapshot.document.entry_at(offset) if is_local(mention) else None
    entries = snapshot.reading.entries if entry is None else [entry]
    return [other for line in entries for other in mentions(line) if other.name == mention.name]


def answer(server: Server, params: types.ReferenceParams) -> list[types.Location]:
    """Answer `textDocument/references`."""
    pair = server.snapshot(params.text_document.uri)
    if pair is None:
        return []
    snapshot, adapter = pair
    offset = adapter.offset(params.position)
    located: list[types.Location] = []
    for place in references(snapshot, offset, params.context.include_declaration):
        other = server.snapshot(place.uri)
        if other is not None:
            range_ = Adapter(other[0].document, server.encoding).range(place.span)
            located.append(types.Location(place.uri, range_))
    return located


def answer_highlight(
    server: Server, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight]:
    """Answer `textDocument/documentHighlight`."""
    pair = server.snapshot(params.text_document.uri)
    if pair is None:
        return []
    snapshot, adapter = pair
    kinds = types.DocumentHighlightKind
    return [
        types.DocumentHighlight(adapter.range(span), kinds.Write if defines else kinds.Read)
        for span, defines in highlights(snapshot, adapter.offset(params.position))
    ]


def answer_linked(
    server: Server, params: types.LinkedEditingRangeParams
) -> types.LinkedEditingRanges | None:
    """Answer `textDocument/linkedEditingRange`."""
    pair = server.snapshot(params.text_document.uri)
    if pair is None:
        return None
    snapshot, adapter = pair
    spans = linked(snapshot, adapter.offset(params.position))
    if not spans:
        return None
    ranges = [adapter.range(span) for span in spans]
    return types.LinkedEditingRanges(ranges, word_pattern=r"[A-Za-z_][A-Za-z0-9_.:/-]*")


FEATURES = (
    Feature(types.TEXT_DOCUMENT_REFERENCES, answer),
    Feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, answer_highlight),
    Feature(types.TEXT_DOCUMENT_LINKED_EDITING_RANGE, answer_linked),
)

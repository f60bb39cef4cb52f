"""The outline of a spec, its cases, blocks, rules and names; and that of a whole workspace.

It has no scores, because an editor cannot be asked to refresh it when a trace changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.text.lines import opens
from toolspec.lsp.feature import Feature
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.answers import Span, Symbol
from toolspec.lsp.text.escape import plain
from toolspec.lsp.transport.raw_json import JsonPlaces, Ready

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

NAME_MAX = 80
"""Characters of a rule shown as its name."""

FOUND_MAX = 200
"""Maximum number of symbols in one answer for a workspace."""

KINDS = {
    "rule": types.SymbolKind.Function,
    "case": types.SymbolKind.Namespace,
    "tool": types.SymbolKind.Variable,
}


def symbols(snapshot: Snapshot) -> list[Symbol]:
    """Return the outline in the order of the text."""
    if snapshot.too_long:
        return []
    top: list[Symbol] = []
    open_heads: list[tuple[SpecLine, list[Symbol]]] = []
    for entry in snapshot.reading.entries:
        into = open_heads[-1][1] if open_heads else top
        if entry.what == "case_open" or opens(entry.line):
            open_heads.append((entry, []))
            if entry.line.text.endswith("}"):
                _close(open_heads, top, entry.line.end)
        elif entry.what == "case_close" and open_heads:
            _close(open_heads, top, entry.line.end)
        elif entry.what == "rule":
            into.append(_rule(entry))
        elif entry.what in ("tool_line", "value_line") and len(entry.line.words) > 1:
            word = entry.line.words[1]
            at = (entry.line.start + word.start, entry.line.start + word.end)
            into.append(Symbol(word.text, "tool", _span(entry), at))
    while open_heads:
        _close(open_heads, top, len(snapshot.document.text))
    return top


def _close(open_heads: list[tuple[SpecLine, list[Symbol]]], top: list[Symbol], end: int) -> None:
    """Add the innermost open case or block to what is around it."""
    head, inside = open_heads.pop()
    into = open_heads[-1][1] if open_heads else top
    into.append((_case if head.what == "case_open" else _block)(head, inside, end))


def _span(entry: SpecLine) -> Span:
    return entry.line.start, entry.line.end


def _rule(entry: SpecLine) -> Symbol:
    name = entry.rule.name if entry.rule is not None and entry.rule.name else entry.line.text
    word = entry.line.words[0]
    at = (entry.line.start + word.start, entry.line.start + word.end)
    return Symbol(plain(" ".join(name.split()), NAME_MAX), "rule", _span(entry), at)


def _case(entry: SpecLine, inside: list[Symbol], end: int) -> Symbol:
    part = entry.parts[0] if entry.parts else None
    name = plain(str(part.value), NAME_MAX) if part is not None else "case"
    at = entry.span(part) if part is not None else _span(entry)
    return Symbol(name or '""', "case", (entry.line.start, end), at, tuple(inside))


def _block(entry: SpecLine, inside: list[Symbol], end: int) -> Symbol:
    rule = _rule(entry)
    name = rule.name.removesuffix("{").rstrip()
    return Symbol(name, "case", (entry.line.start, end), rule.name_span, tuple(inside))


def _adapted(symbol: Symbol, places: JsonPlaces) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "name": symbol.name or "?",
        "kind": KINDS[symbol.kind].value,
        "range": places.range(symbol.span),
        "selectionRange": places.range(symbol.name_span),
    }
    if symbol.inside:
        shown["children"] = [_adapted(inner, places) for inner in symbol.inside]
    return shown


def answer(server: Server, params: types.DocumentSymbolParams) -> Ready:
    """Answer `textDocument/documentSymbol`."""
    pair = server.snapshot(params.text_document.uri)
    if pair is None:
        return Ready([])
    places = JsonPlaces(pair[0].document, server.encoding)
    outline = symbols(pair[0])
    if server.can.nested_symbols:
        return Ready([_adapted(symbol, places) for symbol in outline])
    return Ready([*_flat(outline, places, params.text_document.uri, "")])


def _flat(
    outline: Sequence[Symbol], places: JsonPlaces, uri: str, around: str
) -> Iterator[dict[str, Any]]:
    """Yield the symbols as a flat list, for an editor without nested symbols."""
    for symbol in outline:
        shown: dict[str, Any] = {
            "name": symbol.name or "?",
            "kind": KINDS[symbol.kind].value,
            "location": {"uri": uri, "range": places.range(symbol.span)},
        }
        if around:
            shown["containerName"] = around
        yield shown
        yield from _flat(symbol.inside, places, uri, symbol.name)


def answer_workspace(
    server: Server, params: types.WorkspaceSymbolParams
) -> list[types.WorkspaceSymbol]:
    """Answer `workspace/symbol`: symbols whose names contain the letters of the query in order."""
    listed: list[types.WorkspaceSymbol] = []
    for document in list(server.session.specs()):
        pair = server.snapshot(document.uri)
        if pair is None:
            continue
        snapshot, adapter = pair
        flat = [(symbol, "") for symbol in symbols(snapshot)]
        for top, _ in flat:  # it grows: what is in a block in a case comes last
            flat += [(inner, top.name) for inner in top.inside]
        for symbol, case in flat:
            if _matches(params.query, symbol.name):
                place = types.Location(document.uri, adapter.range(symbol.name_span))
                listed.append(
                    types.WorkspaceSymbol(
                        place, symbol.name, KINDS[symbol.kind], container_name=case
                    )
                )
            if len(listed) >= FOUND_MAX:
                return listed
    return listed


def _matches(query: str, name: str) -> bool:
    letters = iter(name.casefold())
    return all(letter in letters for letter in query.casefold())


FEATURES = (
    Feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, answer),
    Feature(types.WORKSPACE_SYMBOL, answer_workspace),
)

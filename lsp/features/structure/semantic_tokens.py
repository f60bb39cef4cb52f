"""Semantic tokens: classes that a grammar cannot tell, such as a tool named `count`."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

from lsprotocol import types

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.reread import last_that_holds
from toolspec.lsp.feature import Feature
from toolspec.lsp.state.document import SpecDocument
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.answers import Span
from toolspec.lsp.text.positions import Encoding
from toolspec.lsp.text.symbols_in_line import coloured, colours
from toolspec.lsp.transport.adapt import Adapter
from toolspec.lsp.transport.raw_json import Ready

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
    "parameter",
)
_OURS = {"event": "tool", "variable": "reference", "parameter": "bound"}
_NUMBERS = {_OURS.get(name, name): number for number, name in enumerate(TYPES)}


class Tokens(NamedTuple):
    """The tokens of a text, line by line.

    A token is five numbers, with its place relative to the previous token. `steps` has the first
    number of each line's first token, and `lines` the others, which do not change when lines move.
    """

    steps: list[int]
    lines: list[tuple[int, ...]]

    def data(self) -> list[int]:
        """Return all numbers as one list, as the protocol requires."""
        numbers: list[int] = []
        for step, line in zip(self.steps, self.lines, strict=True):
            numbers.append(step)
            numbers.extend(line)
        return numbers

    def edits(self, before: Tokens) -> list[dict[str, Any]]:
        """Return the edits that turn earlier tokens into these."""
        most = min(len(self.lines), len(before.lines))
        head = last_that_holds(most, lambda n: self._cut(0, n) == before._cut(0, n))
        tail = last_that_holds(
            most - head,
            lambda n: self._cut(len(self.lines) - n) == before._cut(len(before.lines) - n),
        )
        old = Tokens(*before._cut(head, len(before.lines) - tail))
        new = Tokens(*self._cut(head, len(self.lines) - tail))
        if not old.lines and not new.lines:
            return []
        start = head + sum(map(len, self.lines[:head]))
        deleted = len(old.lines) + sum(map(len, old.lines))
        return [{"start": start, "deleteCount": deleted, "data": new.data()}]

    def _cut(self, first: int, last: int | None = None) -> tuple[list[int], list[tuple[int, ...]]]:
        return self.steps[first:last], self.lines[first:last]


def tokens_of_text(snapshot: Snapshot, encoding: Encoding, span: Span | None = None) -> Tokens:
    """Return the tokens of a text, or of the lines a span touches."""
    listed = Tokens([], [])
    if snapshot.too_long:
        return listed
    document = snapshot.document
    simple = encoding == "utf-32" or document.text.isascii()
    add_step, add_line = listed.steps.append, listed.lines.append
    last_row = 1
    for entry in snapshot.reading.entries:
        line = entry.line
        if span is not None:
            if line.start > span[1]:
                break
            if max(line.end, line.comment_start) < span[0]:
                continue
        row = line.row
        if row == line.last_row:
            line_tokens = entry.tokens
            if line_tokens is None:
                line_tokens = entry.tokens = _on_one_row(document, entry, encoding, simple)
            if line_tokens:
                add_step(row - last_row)
                add_line(line_tokens)
                last_row = row
            continue
        for step, numbers in _on_rows(document, entry, encoding):
            add_step(step - last_row)
            add_line(numbers)
            last_row = step
    return listed


def _on_one_row(
    document: SpecDocument, entry: SpecLine, encoding: Encoding, simple: bool
) -> tuple[int, ...]:
    """Return the numbers of a line's tokens without the first; columns are the editor's."""
    line = entry.line
    base = document.source.starts[line.row - 1]
    if not simple:
        return next((numbers for _, numbers in _on_rows(document, entry, encoding)), ())
    margin = line.start - base
    placed = [(start + margin, end - start, what) for start, end, what in coloured(entry)]
    if line.comment:
        placed.append((line.comment_start - base, len(line.comment), "comment"))
    return _packed(placed)


def _on_rows(
    document: SpecDocument, entry: SpecLine, encoding: Encoding
) -> list[tuple[int, tuple[int, ...]]]:
    """Return the tokens of each row of a line: the row, from 1, and the numbers."""
    rows: dict[int, list[tuple[int, int, str]]] = {}
    for (start, end), what in colours(entry):
        row, column = document.position(start, encoding)
        last_row, last = document.position(end, encoding)
        if row == last_row:
            rows.setdefault(row + 1, []).append((column, last - column, what))
    return [(row, _packed(placed)) for row, placed in rows.items()]


def _packed(placed: list[tuple[int, int, str]]) -> tuple[int, ...]:
    numbers: list[int] = []
    before = 0
    for column, length, what in placed:
        if numbers:
            numbers.append(0)
        numbers += (column - before, length, _NUMBERS[what], 0)
        before = column
    return tuple(numbers)


def encoded(snapshot: Snapshot, adapter: Adapter, span: Span | None = None) -> list[int]:
    """Return the tokens as the protocol packs them: five numbers each, relative to the last."""
    return tokens_of_text(snapshot, adapter.encoding, span).data()


_sent: WeakKeyDictionary[SpecDocument, tuple[str, Tokens]] = WeakKeyDictionary()
"""The last tokens sent for each document, with their result id."""

_results = count(1)


def _remembered(document: SpecDocument, current: Tokens) -> str:
    result = str(next(_results))
    _sent[document] = result, current
    return result


def answer(server: Server, params: types.SemanticTokensParams) -> Ready:
    """Answer `textDocument/semanticTokens/full`."""
    pair = server.snapshot(params.text_document.uri)
    if pair is None:
        return Ready({"data": []})
    snapshot, adapter = pair
    current = tokens_of_text(snapshot, adapter.encoding)
    return Ready({"resultId": _remembered(snapshot.document, current), "data": current.data()})


def answer_delta(server: Server, params: types.SemanticTokensDeltaParams) -> Ready:
    """Answer `textDocument/semanticTokens/full/delta`: what changed since the last answer."""
    pair = server.snapshot(params.text_document.uri)
    if pair is None:
        return Ready({"data": []})
    snapshot, adapter = pair
    before = _sent.get(snapshot.document)
    current = tokens_of_text(snapshot, adapter.encoding)
    result = _remembered(snapshot.document, current)
    if before is None or before[0] != params.previous_result_id:
        return Ready({"resultId": result, "data": current.data()})
    return Ready({"resultId": result, "edits": current.edits(before[1])})


def answer_range(server: Server, params: types.SemanticTokensRangeParams) -> Ready:
    """Answer `textDocument/semanticTokens/range`."""
    pair = server.snapshot(params.text_document.uri)
    if pair is None:
        return Ready({"data": []})
    snapshot, adapter = pair
    return Ready({"data": encoded(snapshot, adapter, adapter.span(params.range))})


_LEGEND = types.SemanticTokensLegend(list(TYPES), [])
FEATURES = (
    Feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, answer, _LEGEND),
    Feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, answer_delta, _LEGEND),
    Feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, answer_range, _LEGEND),
)

"""Expand the selection: word, surrounding part, rule, case, spec."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from toolspec.dsl.text.lexer import COMPARING, OPENS
from toolspec.dsl.text.lines import LogicalLine, opens
from toolspec.engine.syntax import Part
from toolspec.lsp.feature import Feature
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.answers import Span
from toolspec.lsp.text.line_tokens import code_words

if TYPE_CHECKING:
    from toolspec.lsp.server import Server


def selections(snapshot: Snapshot, offset: int) -> list[Span]:
    """Return nested spans around an offset, the smallest first."""
    whole = (0, len(snapshot.document.text))
    entry = None if snapshot.too_long else snapshot.document.entry_at(offset)
    if entry is None:
        return [whole]
    line = entry.line
    touched = [word for word in line.words if word.start <= offset - line.start <= word.end]
    # Between a bracket and a value, select the value.
    meant = [word for word in touched if word.kind != "sign"] or touched
    spans = [(word.start + line.start, word.end + line.start) for word in meant]
    spans += [entry.span(part) for part in _flat((*entry.parts, *entry.clauses))]
    spans += [(start + line.start, end + line.start) for start, end in bracketed(line)]
    spans.append((line.start, line.end))
    if line.comment:
        spans.append((line.comment_start, line.comment_start + len(line.comment)))
        spans.append((line.start, line.comment_start + len(line.comment)))
    spans += [case for case in _cases(snapshot) if case[0] <= offset <= case[1]]
    around = sorted(
        {span for span in spans if span[0] <= offset <= span[1] and span[0] < span[1]},
        key=lambda span: (span[1] - span[0], span),
    )
    grown: list[Span] = []
    for span in [*around, whole]:
        if not grown or (span[0] <= grown[-1][0] and span[1] >= grown[-1][1] and span != grown[-1]):
            grown.append(span)
    return grown


def bracketed(line: LogicalLine) -> list[Span]:
    """Return the span of each bracket pair, of its content, and of each item in it.

    An item is the text between two commas. Offsets are relative to the line.
    """
    spans: list[Span] = []
    opened: list[tuple[int, int]] = []
    words = code_words(line)
    for at, word in enumerate(words):
        sign = word.text if word.kind == "sign" else ""
        if sign in OPENS and (sign != "<" or line.first not in COMPARING):
            opened.append((at, at + 1))
        elif opened and sign in (",", OPENS[words[opened[-1][0]].text]):
            bracket, first = opened.pop()
            if first < at:
                spans.append((words[first].start, words[at - 1].end))
            if sign == ",":
                opened.append((bracket, at + 1))
                continue
            spans.append((words[bracket].start, word.end))
            if at - bracket > 1:
                spans.append((words[bracket + 1].start, words[at - 1].end))
    return spans


def _flat(parts: tuple[Part, ...]) -> list[Part]:
    return [inner for part in parts for inner in (part, *_flat(part.parts))]


def _cases(snapshot: Snapshot) -> list[Span]:
    cases: list[Span] = []
    opened: list[int] = []
    for entry in snapshot.reading.entries:
        if opens(entry.line):
            opened.append(entry.line.start)
        elif entry.what == "case_close" and opened:
            cases.append((opened.pop(), entry.line.end))
    return cases


def answer(server: Server, params: types.SelectionRangeParams) -> list[types.SelectionRange]:
    """Answer `textDocument/selectionRange`."""
    pair = server.snapshot(params.text_document.uri)
    if pair is None:
        return []
    snapshot, adapter = pair
    answers: list[types.SelectionRange] = []
    for position in params.positions:
        outer: types.SelectionRange | None = None
        for span in reversed(selections(snapshot, adapter.offset(position))):
            outer = types.SelectionRange(adapter.range(span), outer)
        answers.append(outer or types.SelectionRange(types.Range(position, position)))
    return answers


FEATURES = (Feature(types.TEXT_DOCUMENT_SELECTION_RANGE, answer),)

"""Formatting: the canonical layout, for a whole spec or a selection.

Only lines that change are edited, so that the cursor and the folds keep their places.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from toolspec.dsl.format import format_text, formatted
from toolspec.lsp.feature import Feature
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.answers import Edit, Span

if TYPE_CHECKING:
    from toolspec.lsp.server import Server


def format_edits(snapshot: Snapshot, span: Span | None = None) -> list[Edit]:
    """Return the edits that format the text; with a span, only those of the rules it touches.

    Line endings CR LF are kept. Otherwise every line would change, and the editor would restore
    them anyway.
    """
    if snapshot.too_long:
        return []
    text = snapshot.document.text
    before = _lines(snapshot)
    after = _cut(formatted(snapshot.reading))
    if text.count("\r\n") * 2 > text.count("\n"):
        after = [line.replace("\n", "\r\n") for line in after]
    starts = [0]
    for line in before:
        starts.append(starts[-1] + len(line))
    within = None if span is None else _whole_rules(snapshot, span)
    edits: list[Edit] = []
    for low, high, new_low, new_high in _changes(before, after):
        place = (starts[low], starts[high])
        if within is None or (place[0] < within[1] and place[1] > within[0]):
            edits.append(Edit(place, "".join(after[new_low:new_high])))
    if span is None or _same_in_the_end(text, edits, snapshot):
        return edits
    return []


def _changes(before: list[str], after: list[str]) -> Iterator[tuple[int, int, int, int]]:
    """Yield ranges of changed lines, before and after, as small as possible."""
    matcher = SequenceMatcher(None, [*map(_bare, before)], [*map(_bare, after)], False)
    for what, low, high, new_low, new_high in matcher.get_opcodes():
        if what != "equal":
            yield low, high, new_low, new_high
            continue
        for at in range(high - low):
            if before[low + at] != after[new_low + at]:
                yield low + at, low + at + 1, new_low + at, new_low + at + 1


def _bare(line: str) -> str:
    """Return a line without the differences that formatting makes."""
    return "".join(line.split()).replace("==", "=")


def _same_in_the_end(text: str, edits: list[Edit], snapshot: Snapshot) -> bool:
    """Tell whether formatting a part keeps the meaning of the whole.

    Near lines that do not parse, the indentation of a line may change the meaning of another.
    """
    for edit in reversed(edits):
        text = text[: edit.span[0]] + edit.text + text[edit.span[1] :]
    return format_text(text) == formatted(snapshot.reading)


def _whole_rules(snapshot: Snapshot, span: Span) -> Span:
    """Return a span extended to all lines of the rules it touches, with line ends.

    Formatting half a rule could turn it into another rule.
    """
    source = snapshot.document.source
    first, last = source.place(span[0])[0], source.place(span[1])[0]
    for entry in snapshot.reading.entries:
        if entry.line.last_row >= first and entry.line.row <= last:
            first, last = min(first, entry.line.row), max(last, entry.line.last_row)
    end = source.starts[last] if last < len(source.starts) else len(snapshot.document.text)
    return source.starts[first - 1], max(end, source.starts[first - 1] + 1)


def _cut(text: str) -> list[str]:
    return [line + "\n" for line in text.split("\n")[:-1]]


def _lines(snapshot: Snapshot) -> list[str]:
    starts = [*snapshot.document.source.starts, len(snapshot.document.text)]
    return [snapshot.document.text[a:b] for a, b in pairwise(starts) if b > a]


def answer(server: Server, params: Any) -> list[types.TextEdit] | None:
    """Answer `textDocument/formatting` and `textDocument/rangeFormatting`."""
    pair = server.snapshot(params.text_document.uri)
    if pair is None:
        return None
    snapshot, adapter = pair
    range_ = getattr(params, "range", None)
    edits = format_edits(snapshot, adapter.span(range_) if range_ is not None else None)
    return [adapter.edit(edit) for edit in edits]


FEATURES = (
    Feature(types.TEXT_DOCUMENT_FORMATTING, answer),
    Feature(types.TEXT_DOCUMENT_RANGE_FORMATTING, answer),
)

"""The part of a failing rule to underline: the deciding entry, or its tool.

Underlining the whole line would hide what is wrong, and other findings in it.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.engine.syntax import Part
from toolspec.engine.verdict import Explanation
from toolspec.lsp.text.answers import Span


def underlined(entry: SpecLine, reason: Explanation) -> Span:
    """Return the span of the first failing entry of a rule, or else of its first word."""
    start = entry.line.start
    word = (start, start + len(entry.line.first))
    if entry.rule is None or not entry.parts:
        return word
    kind = entry.rule.kind
    label = kind.syntax.entry
    parts = list(_all(entry.parts[0], label or "pattern", deep=bool(label)))
    at = kind.deciding_entry(reason) if label or len(parts) != 1 else 0
    if at is None or at >= len(parts):
        return word
    first, last = entry.span(parts[at])
    text = entry.line.text[first - start : last - start]
    # Editors underline single lines well, so take the first line of the entry.
    return first, first + len(text.split("\n", 1)[0].rstrip("\r"))


def _all(part: Part, label: str, *, deep: bool) -> Iterator[Part]:
    """Yield the pieces of a label; those inside other pieces too if `deep`."""
    for piece in part.parts:
        if piece.label == label:
            yield piece
        elif deep:
            yield from _all(piece, label, deep=True)

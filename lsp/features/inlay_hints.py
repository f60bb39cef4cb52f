"""Inlay hints: each rule's score at the end of its line, in a fixed-width label.

order: search -> filter -> display        ✗ 0.67  2 of 3 in order
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from toolspec.engine.named import make
from toolspec.lsp.answers import Hint, Span
from toolspec.lsp.feature import Feature
from toolspec.lsp.positions import client_column
from toolspec.lsp.ready import Ready
from toolspec.lsp.shown import escaped, plain, two_places
from toolspec.lsp.view import RuleScore, View, rule_key

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

SIGNS = {"pass": "✓", "fail": "✗", "unknown": "?", "error": "!"}
WORDS_MAX = 60
"""Characters of the few words behind a score."""

TOLD_MAX = 20_000
"""Scores whose labels are remembered."""


def label(score: RuleScore) -> str:
    """Return the label of a score: sign, number, and a few words where it did not pass.

    >>> label(RuleScore("pass", 1.0)), label(RuleScore("unknown", 0.0))
    ('✓ 1.00', '? ----')
    """
    number = "----" if score.status in ("unknown", "error") else two_places(score.score)
    words = ""
    if score.status != "pass" and score.reason is not None:
        words = plain(score.reason.brief or score.reason.summary, WORDS_MAX)
    return f"{SIGNS[score.status]} {number}" + (f"  {words}" if words else "")


def hints(view: View, span: Span) -> list[Hint]:
    """Return the hints of the rules whose last line lies in a span of the text."""
    if view.too_long or not view.settings.inlay_hints:
        return []
    known, source, document = view.scored.shown, view.reading.source, view.document
    first = document.entry_at(span[0])
    if not known or first is None:
        return []
    starts, rows = source.starts, source.rows
    found: list[Hint] = []
    for entry in view.reading.entries[first.at :]:
        line = entry.line
        if line.start > span[1]:
            break
        score = None if entry.rule is None else known.get(rule_key(entry.rule))
        if score is not None:
            row = line.last_row
            end = starts[row - 1] + len(rows[row - 1])
            found.append(make(Hint, (end, row, *_said(score))))
    return found


_told: dict[int, tuple[RuleScore, str, str]] = {}


def _said(score: RuleScore) -> tuple[str, str]:
    """Return a score's label and tooltip; made once, for a score is one object while it stands."""
    known = _told.get(id(score))
    if known is None:
        if len(_told) >= TOLD_MAX:
            _told.clear()
        reason = escaped(score.reason.summary) if score.reason else ""
        known = _told[id(score)] = score, label(score), reason
    return known[1], known[2]


async def answer(server: Server, params: types.InlayHintParams) -> Ready:
    """Answer `textDocument/inlayHint`; an editor that cannot be told to ask again waits a little.

    It asks when a text is opened or edited, and scores come a moment later: it would show none, or
    those of the text before, until the next edit.
    """
    if not server.can.refresh_hints:
        await server.showing.scored(params.text_document.uri)
    found = server.view(params.text_document.uri)
    if found is None:
        return Ready([])
    view, adapter = found
    rows, encoding = view.document.source.rows, adapter.encoding
    return Ready(
        [
            _hint(hint, client_column(row := rows[hint.row - 1], len(row), encoding))
            for hint in hints(view, adapter.span(params.range))
        ]
    )


def _hint(hint: Hint, column: int) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "position": {"line": hint.row - 1, "character": column},
        "label": hint.label,
        "paddingLeft": True,
    }
    if hint.tooltip:
        shown["tooltip"] = {"kind": "markdown", "value": hint.tooltip}
    return shown


FEATURES = (
    Feature(types.TEXT_DOCUMENT_INLAY_HINT, answer, types.InlayHintOptions(resolve_provider=False)),
)

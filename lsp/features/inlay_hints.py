"""Inlay hints: each rule's score at the end of its line, in a fixed-width label.

order: search -> filter -> display        ✗ 0.67
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

from lsprotocol import types

from toolspec.dsl.kept import Kept
from toolspec.dsl.read import Entry
from toolspec.engine.score_text import score_text
from toolspec.lsp.answers import Hint, Span
from toolspec.lsp.document import Document
from toolspec.lsp.feature import Feature
from toolspec.lsp.positions import Encoding, client_column
from toolspec.lsp.ready import Ready, as_json, json_array
from toolspec.lsp.shown import escaped, plain
from toolspec.lsp.view import RuleScore, View, rule_keys

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

SIGNS = {"pass": "✓", "fail": "✗", "unknown": "?", "error": "!", "skip": "-"}
WORDS_MAX = 60
"""Characters of the few words after a score."""


def label(score: RuleScore, *, reason: bool = False) -> str:
    """Return the label of a score: sign and number; with `reason` a few words if it did not pass.

    >>> label(RuleScore("pass", 1.0)), label(RuleScore("unknown", 0.0))
    ('✓ 1.00', '? ----')
    """
    known = score.status in ("pass", "fail")
    number = score_text(score.score) if known else "skip" if score.status == "skip" else "----"
    words = ""
    if reason and score.status != "pass" and score.reason is not None:
        words = plain(score.reason.brief or score.reason.summary, WORDS_MAX)
    return f"{SIGNS[score.status]} {number}" + (f"  {words}" if words else "")


def hints(view: View, span: Span) -> list[Hint]:
    """Return the hints of the rules that touch a span of the text."""
    if view.too_long or not view.settings.inlay_hints:
        return []
    source, reason = view.document.source, view.settings.hint_reasons
    found: list[Hint] = []
    for entry, score in view.scores():
        if entry.line.start <= span[1] and entry.line.end >= span[0]:
            row = entry.line.last_row
            end = source.line_span(row)[1]
            found.append(Hint(end, row, label(score, reason=reason), _tooltip(score)))
    return found


def _tooltip(score: RuleScore) -> str:
    return escaped(score.reason.summary) if score.reason else ""


class Made(NamedTuple):
    """The hints of all rules as JSON texts ("" for a rule without one), and what they come of."""

    kept: Kept
    reason: bool
    scores: list[RuleScore | None]
    pieces: list[str]


_made: WeakKeyDictionary[Document, Made] = WeakKeyDictionary()

BLOCK = 64
"""Rules whose scores are held against the earlier ones at once."""


def as_answer(view: View, span: Span, encoding: Encoding) -> Any:
    """Return the hints of the rules that touch a span of the text, as JSON."""
    if view.too_long or not view.settings.inlay_hints or not view.scored.shown:
        return json_array(())
    rules, pieces = view.reading.rules, _pieces(view, encoding)
    first = bisect_left(rules, span[0], key=lambda entry: entry.line.end)
    last = bisect_right(rules, span[1], key=lambda entry: entry.line.start)
    return json_array(filter(None, pieces[first:last]))


def _pieces(view: View, encoding: Encoding) -> list[str]:
    """Return the hint of each rule; made again only where the rule or its score is new."""
    reading, reason = view.reading, view.settings.hint_reasons
    scores = [*map(view.scored.shown.get, rule_keys(reading))]
    known = _made.get(view.document)
    before: list[Any] | None = None
    pieces: list[str] | None = None
    if known is not None and known.reason == reason:
        before = reading.kept.carried(known.kept, known.scores, _UNKNOWN)
        pieces = reading.kept.carried(known.kept, known.pieces, "")
    if before is None or pieces is None:
        before, pieces = [_UNKNOWN] * len(scores), [""] * len(scores)
    pieces = [*pieces]
    for start in range(0, len(scores), BLOCK):
        new, old = scores[start : start + BLOCK], before[start : start + BLOCK]
        if new == old:
            continue
        for at, (score, former) in enumerate(zip(new, old, strict=True), start):
            if score is not former:
                entry = reading.rules[at]
                pieces[at] = "" if score is None else _piece(view, entry, score, encoding)
    _made[view.document] = Made(reading.kept, reason, scores, pieces)
    return pieces


_UNKNOWN: Any = object()


def _piece(view: View, entry: Entry, score: RuleScore, encoding: Encoding) -> str:
    row = entry.line.last_row
    text = view.document.source.line(row)
    shown: dict[str, Any] = {
        "position": {"line": row - 1, "character": client_column(text, len(text), encoding)},
        "label": label(score, reason=view.settings.hint_reasons),
        "paddingLeft": True,
    }
    tooltip = _tooltip(score)
    if tooltip:
        shown["tooltip"] = {"kind": "markdown", "value": tooltip}
    return as_json(shown)


async def answer(server: Server, params: types.InlayHintParams) -> Ready:
    """Answer `textDocument/inlayHint`; an editor that cannot be told to ask again waits a little.

    It asks when a text is opened or edited, and scores come a moment later: it would show none, or
    those of the text before, until the next edit.
    """
    uri = params.text_document.uri
    if not server.can.refresh_hints:
        await server.showing.scored(uri)
    found = server.view(uri)
    if found is None:
        return Ready([])
    view, adapter = found
    span = adapter.span(params.range)
    made = as_answer(view, span, adapter.encoding)
    server.showing.sent_hints(uri, span, made)
    return Ready(made)


FEATURES = (
    Feature(types.TEXT_DOCUMENT_INLAY_HINT, answer, types.InlayHintOptions(resolve_provider=False)),
)

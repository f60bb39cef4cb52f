"""Inlay hints: each rule's score at the end of its line, in a fixed-width label.

order: search -> filter -> display        ✗ 0.67
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

from lsprotocol import types

from toolspec.dsl.document.kept import Kept
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.engine.text.score_text import score_text
from toolspec.lsp.feature import Feature
from toolspec.lsp.refresh import Picture
from toolspec.lsp.state.document import SpecDocument
from toolspec.lsp.state.editor import Editor
from toolspec.lsp.state.snapshot import RuleScore, Snapshot, rule_keys
from toolspec.lsp.text.answers import Hint, Span
from toolspec.lsp.text.escape import escaped, plain
from toolspec.lsp.text.positions import Encoding, client_column
from toolspec.lsp.transport.adapt import Adapter
from toolspec.lsp.transport.raw_json import Ready, json_array, json_text

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

SIGNS = {"pass": "✓", "fail": "✗", "unknown": "?", "error": "!", "skip": "-"}
WORDS_MAX = 60
"""Maximum characters of the reason after a score."""


def label(score: RuleScore, *, reason: bool = False) -> str:
    """Return the label of a score; with `reason`, also a short reason if it did not pass.

    >>> label(RuleScore("pass", 1.0)), label(RuleScore("unknown", 0.0))
    ('✓ 1.00', '? ----')
    >>> label(RuleScore("fail", 0.5, parts="2 of 4 orders"))
    '✗ 0.50  2 of 4 orders'
    """
    known = score.status in ("pass", "fail")
    number = score_text(score.score) if known else "skip" if score.status == "skip" else "----"
    words = score.parts if score.status not in ("pass", "skip") else ""
    if reason and score.status != "pass" and score.reason is not None:
        words = plain(score.reason.brief or score.reason.summary, WORDS_MAX)
    return f"{SIGNS[score.status]} {number}" + (f"  {words}" if words else "")


def hints(snapshot: Snapshot, span: Span) -> list[Hint]:
    """Return the hints of the rules that touch a span of the text."""
    if snapshot.too_long or not snapshot.settings.inlay_hints:
        return []
    source, reason = snapshot.document.source, snapshot.settings.hint_reasons
    listed: list[Hint] = []
    for entry, score in snapshot.scores():
        if entry.line.start <= span[1] and entry.line.end >= span[0]:
            row = entry.line.last_row
            end = source.line_span(row)[1]
            listed.append(Hint(end, row, label(score, reason=reason), _tooltip(score)))
    return listed


def _tooltip(score: RuleScore) -> str:
    return escaped(score.reason.summary) if score.reason else ""


class HintCache(NamedTuple):
    """The hints of all rules as JSON texts ("" for none), and the inputs they were made from."""

    kept: Kept
    reason: bool
    scores: list[RuleScore | None]
    pieces: list[str]


_hint_caches: WeakKeyDictionary[SpecDocument, HintCache] = WeakKeyDictionary()

BLOCK = 64
"""Number of rules whose scores are compared with the earlier ones at once."""


def as_answer(snapshot: Snapshot, span: Span, encoding: Encoding) -> Any:
    """Return the hints of the rules that touch a span of the text, as JSON."""
    if snapshot.too_long or not snapshot.settings.inlay_hints or not snapshot.scored.shown:
        return json_array(())
    rules, pieces = snapshot.reading.rules, _pieces(snapshot, encoding)
    first = bisect_left(rules, span[0], key=lambda entry: entry.line.end)
    last = bisect_right(rules, span[1], key=lambda entry: entry.line.start)
    return json_array(filter(None, pieces[first:last]))


def _pieces(snapshot: Snapshot, encoding: Encoding) -> list[str]:
    """Return the hint of each rule; only those with a new rule or score are computed again."""
    reading, reason = snapshot.reading, snapshot.settings.hint_reasons
    scores = [*map(snapshot.scored.shown.get, rule_keys(reading).own)]
    known = _hint_caches.get(snapshot.document)
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
                pieces[at] = "" if score is None else _piece(snapshot, entry, score, encoding)
    _hint_caches[snapshot.document] = HintCache(reading.kept, reason, scores, pieces)
    return pieces


_UNKNOWN: Any = object()


def _piece(snapshot: Snapshot, entry: SpecLine, score: RuleScore, encoding: Encoding) -> str:
    row = entry.line.last_row
    text = snapshot.document.source.line(row)
    shown: dict[str, Any] = {
        "position": {"line": row - 1, "character": client_column(text, len(text), encoding)},
        "label": label(score, reason=snapshot.settings.hint_reasons),
        "paddingLeft": True,
    }
    tooltip = _tooltip(score)
    if tooltip:
        shown["tooltip"] = {"kind": "markdown", "value": tooltip}
    return json_text(shown)


async def answer(server: Server, params: types.InlayHintParams) -> Ready:
    """Answer `textDocument/inlayHint`, after the scores if the editor cannot be refreshed.

    Editors ask when a text is opened or edited, and scores come a moment later. Without waiting,
    such an editor would show old scores or none until the next edit.
    """
    uri = params.text_document.uri
    await server.refresh.scored(uri, again=server.can.refresh_hints)
    pair = server.snapshot(uri)
    if pair is None:
        return Ready([])
    snapshot, adapter = pair
    span = adapter.span(params.range)
    hints_json = as_answer(snapshot, span, adapter.encoding)
    server.refresh.gave(types.WORKSPACE_INLAY_HINT_REFRESH, uri, (span, hints_json))
    return Ready(hints_json)


def _outdated(snapshot: Snapshot, adapter: Adapter, given: tuple[Span, Any]) -> bool:
    span, hints_json = given
    return hints_json != as_answer(snapshot, span, adapter.encoding)


def _can_refresh(editor: Editor) -> bool:
    return editor.refresh_hints


PICTURES = (Picture(types.WORKSPACE_INLAY_HINT_REFRESH, _can_refresh, _outdated),)
FEATURES = (
    Feature(types.TEXT_DOCUMENT_INLAY_HINT, answer, types.InlayHintOptions(resolve_provider=False)),
)

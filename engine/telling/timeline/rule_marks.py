"""What a rule made of every call of a trace, and of the parts that it judges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from toolspec.engine.effort import TooMuchError
from toolspec.engine.kinds.drawing import NOTHING, CallPart, Drawing
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.parts.part import whole
from toolspec.engine.parts.parts_verdict import JudgedPart, PartsVerdict
from toolspec.engine.rule import Rule
from toolspec.engine.telling.timeline.picture import DrawnPart, RulePicture
from toolspec.engine.telling.timeline.words import on_one_line
from toolspec.engine.text.score_text import score_text
from toolspec.engine.trace import Trace
from toolspec.engine.verdict import (
    EVIDENCE_MAX,
    FAIL,
    PASS,
    SKIP,
    Explanation,
    Shown,
    Verdict,
    listing,
)

PARTS_MAX: Final = 200
"""Parts that are drawn: those that did not pass before those that did."""

MARKED_MAX: Final = 20_000
"""Calls that the evidence of one part lists."""

_WORST: Final[tuple[CallPart, ...]] = ("forbidden", "missing", "open", "extra", "taken")
"""Of several parts of the trace, the worst says what a call is."""

_OF_ROLE: Final[dict[str, CallPart]] = {
    "match": "taken",
    "nearest": "missing",
    "fault": "missing",
    "open": "open",
}


class Marks:
    """What the rule made of calls, by their index: the part each has, why, and its entries.

    `within` are the parts of the trace that a call belongs to. `missing` are the entries without a
    call: before which call they were expected, which entry, and of which part.
    """

    def __init__(self) -> None:
        self.parts: dict[int, CallPart] = {}
        self.why: dict[int, str] = {}
        self.entries: dict[int, list[int]] = {}
        self.within: dict[int, list[int]] = {}
        self.missing: list[tuple[int, int, int]] = []

    def set(self, call: int, part: CallPart, why: str = "") -> None:
        """Mark a call, unless it has a worse mark already."""
        known = self.parts.get(call)
        if known is None or _WORST.index(part) < _WORST.index(known):
            self.parts[call] = part
            self.why.pop(call, None)
        if why and self.parts[call] == part:
            self.why.setdefault(call, on_one_line(why))


def marks_of(rule: Rule, trace: Trace, shown: Shown) -> tuple[RulePicture, Marks]:
    """Judge a trace by a rule, and return what it made of the calls."""
    marks = Marks()
    with listing(MARKED_MAX):
        verdict = rule.judge(trace)
        reason = verdict.explanation(shown)
        judged = _judged(rule, trace)
        listed = _worst_first(judged)
        kind = rule.kind.in_parts() if rule.clauses else rule.kind
        drawings = [_drawing(kind, listed_part, shown) for listed_part in listed]
        parts: list[DrawnPart] = []
        for listed_part, drawing in zip(listed, drawings, strict=True):
            parts.append(_mark(marks, len(parts), kind, listed_part, drawing, shown))
    _set_tracks(parts)
    drawn = next((drawn_rule for drawn_rule in drawings if drawn_rule.expected), NOTHING)
    picture: RulePicture = {
        "source": on_one_line(rule.origin.source),
        "name": None if rule.name is None else on_one_line(rule.name),
        "kind": rule.kind.syntax.keyword,
        "line": rule.origin.line,
        "status": verdict.status.word,
        "score": verdict.score,
        "score_text": _score_text(verdict),
        "summary": on_one_line(reason.summary),
        "words": on_one_line(rule.in_words()),
        "expected": [on_one_line(expected) for expected in drawn.expected],
        "lanes": drawn.in_order,
        "parts": parts,
        "parts_left_out": len(judged) - len(listed),
        "calls_unmarked": _unmarked(reason),
    }
    return picture, marks


def _judged(rule: Rule, trace: Trace) -> Sequence[JudgedPart]:
    verdict = rule.judging(trace, rule.pass_score)
    return (
        verdict.judged if isinstance(verdict, PartsVerdict) else [JudgedPart(whole(trace), verdict)]
    )


def _worst_first(judged: Sequence[JudgedPart]) -> list[JudgedPart]:
    """Return the parts in their order; of too many those that did not pass before the others."""
    if len(judged) <= PARTS_MAX:
        return [*judged]
    good = (PASS, SKIP)
    ranked = sorted(range(len(judged)), key=lambda at: judged[at].verdict.status in good)
    return [judged[at] for at in sorted(ranked[:PARTS_MAX])]


def _drawing(kind: Kind, judged: JudgedPart, shown: Shown) -> Drawing:
    if judged.verdict.status is SKIP:
        return NOTHING
    part = judged.part
    if part.judged is not part.calls:
        part = part.keeping(part.judged, part.judged)
    try:
        return kind.drawing(part.view, judged.verdict.explanation(shown))
    except TooMuchError:
        return NOTHING


def _mark(
    marks: Marks, number: int, kind: Kind, judged: JudgedPart, drawing: Drawing, shown: Shown
) -> DrawnPart:
    """Mark the calls of a part, and return the part."""
    calls = judged.part.judged
    reason = judged.explanation(shown)
    links = [(calls[at], entry) for at, entry in drawing.links]
    for call, entry in links:
        marks.set(call, "taken")
        marks.entries.setdefault(call, []).append(entry)
    for at in drawing.extra:
        # What is too many was taken as well: the later word counts.
        marks.parts[calls[at]] = "extra"
    offender = kind.part_of_offender(reason)
    for call, role, lacks in reason.evidence:
        part: CallPart | None = _OF_ROLE.get(role) or offender
        if role == "nearest" and call in marks.entries:
            continue  # it serves another entry, where it is what it should be
        if part is not None:
            marks.set(call, part, lacks)
        elif lacks:
            marks.why.setdefault(call, on_one_line(lacks))
    end = calls[-1] + 1 if calls else len(judged.part.trace.calls)
    if drawing.in_order and offender == "extra":
        # Where nothing may come between, the entry was expected where the order breaks.
        end = min([item.call for item in reason.evidence if item.role == "offender"], default=end)
    lacking = list(drawing.lacking) if judged.verdict.status is FAIL else []
    for entry in lacking:
        later = [call for call, other in links if other > entry] if drawing.in_order else []
        marks.missing.append((min(later, default=end), entry, number))
    if calls and not (isinstance(calls, range) and len(calls) == len(judged.part.trace.calls)):
        for call in calls:
            marks.within.setdefault(call, []).append(number)
    return {
        "label": on_one_line(judged.part.label.said(shown)),
        "status": judged.verdict.status.word,
        "score": judged.verdict.score,
        "summary": on_one_line(reason.summary),
        "first": calls[0] if calls else None,
        "last": calls[-1] if calls else None,
        "calls": len(calls),
        "links": links,
        "lacking": lacking,
        "track": 0,
    }


def _set_tracks(parts: Sequence[DrawnPart]) -> None:
    """Put parts that overlap on different tracks, each on the first that is free."""
    ends: list[int] = []
    placed = [part for part in parts if part["first"] is not None]
    for part in sorted(placed, key=lambda part: (part["first"], part["last"])):
        first, last = part["first"] or 0, part["last"] or 0
        track = next((at for at, end in enumerate(ends) if end < first), len(ends))
        ends[track : track + 1] = [last]
        part["track"] = track


def _score_text(verdict: Verdict) -> str:
    if verdict.status in (PASS, FAIL) and verdict.score is not None:
        return score_text(verdict.score)
    return verdict.status.word


def _unmarked(reason: Explanation) -> int:
    """Return how many deciding calls the evidence leaves out."""
    left_out = reason.justification.get("calls_not_listed")
    if not isinstance(left_out, int):
        return 0
    return max(0, EVIDENCE_MAX + left_out - len(reason.evidence))

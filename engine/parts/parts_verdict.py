"""The verdict on several parts of a trace, and what is said of each of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import Any, Final, NamedTuple

from toolspec.engine.json_value import Json
from toolspec.engine.parts.clause import Open
from toolspec.engine.parts.keyless import Keyless
from toolspec.engine.parts.nearly_matched import NearlyMatched
from toolspec.engine.parts.part import TracePart
from toolspec.engine.text.plural import plural
from toolspec.engine.trace import Trace
from toolspec.engine.verdict import (
    ERROR,
    EVIDENCE_MAX,
    FAIL,
    PASS,
    SKIP,
    UNKNOWN,
    Evidence,
    Explanation,
    Shown,
    Status,
    Verdict,
    brief,
)

PARTS_MAX: Final = 1000
"""Parts that a report lists: those that did not pass before those that did."""

_WORST_FIRST: Final = (FAIL, ERROR, UNKNOWN, PASS, SKIP)


class JudgedPart(NamedTuple):
    """A part and what the rule says of it; the evidence counts the calls of the part's view."""

    part: TracePart
    verdict: Verdict

    def explanation(self, shown: Shown) -> Explanation:
        """Return the reason, its evidence in calls of the whole trace."""
        reason = self.verdict.explanation(shown)
        calls = self.part.calls if reason.of is None else reason.of.indexes
        evidence = tuple([item._replace(call=calls[item.call]) for item in reason.evidence])
        return reason._replace(evidence=evidence, of=None)


def combined(judged: Sequence[JudgedPart]) -> tuple[Status, float | None]:
    """Return the status and the score of several parts together.

    The score is their mean: unknown parts and errors count 0, skipped ones do not count.
    """
    if len(judged) == 1:
        verdict = judged[0].verdict
        return verdict.status, verdict.score
    statuses = {judged_part.verdict.status for judged_part in judged}
    status = next((status_ for status_ in _WORST_FIRST if status_ in statuses), SKIP)
    if status is SKIP:
        return SKIP, None
    if status in (UNKNOWN, ERROR):
        return status, 0.0
    scores = [
        judged_part.verdict.score for judged_part in judged if judged_part.verdict.score is not None
    ]
    return status, fsum(scores) / len(scores)


class PartsVerdict(Verdict):
    """What a rule says of a trace that it judges in parts.

    With `several`, the rule may have more parts than one, and reports list them.
    """

    __slots__ = ("judged", "several", "trace")

    def __init__(
        self,
        judged: Sequence[JudgedPart],
        trace: Trace,
        several: bool,
        keyless: Keyless,
        unmatched: NearlyMatched,
    ) -> None:
        self.judged, self.trace, self.several = judged, trace.whole, several
        status, score = combined(judged)
        of = None if trace.whole is trace else trace.whole
        # No method of its own: a verdict that held itself would wait for the cycle collector.
        near = keyless, unmatched
        super().__init__(status, score, _explain_in, of, status, judged, several, near)

    def parts(self, shown: Shown) -> list[dict[str, Any]]:
        """Return what a report says of each part."""
        return [_written(judged_part, self.trace, shown) for judged_part in self._listed()]

    def _listed(self) -> Sequence[JudgedPart]:
        if len(self.judged) <= PARTS_MAX:
            return self.judged
        rank = {at: _WORST_FIRST.index(part.verdict.status) for at, part in enumerate(self.judged)}
        kept = sorted(sorted(rank, key=lambda at: (rank[at], at))[:PARTS_MAX])
        return [self.judged[at] for at in kept]


_DOES: Final = {FAIL: "did not pass", ERROR: "cannot be judged", UNKNOWN: "not known"}


def _explain_in(
    of: Trace | None,
    status: Status,
    judged: Sequence[JudgedPart],
    several: bool,
    near: tuple[Keyless, NearlyMatched],
    shown: Shown,
) -> Explanation:
    """Return the reason; `of` is the trace that the evidence counts in, None for the one judged."""
    reason = _explain_parts(status, judged, several, shown)
    summary, (keyless, unmatched) = reason.summary, near
    if any(not judged_part.part.skip for judged_part in judged):
        # Where clauses leave nothing to judge, their own sentence says what had no key.
        summary += keyless.said()
    off = unmatched.said(shown)
    return reason._replace(summary=summary if off in summary else summary + off, of=of)


def _explain_parts(
    status: Status, judged: Sequence[JudgedPart], several: bool, shown: Shown
) -> Explanation:
    asked = [judged_part for judged_part in judged if judged_part.verdict.status is not SKIP]
    if len(judged) == 1 or not asked:
        first = judged[0]
        return _named(first, first.explanation(shown), several, shown)
    deciding = [judged_part for judged_part in asked if judged_part.verdict.status is status]
    first = deciding[0]
    reason = first.explanation(shown)
    if len(asked) == 1:
        return _named(first, reason, True, shown)
    if status is PASS:
        summary = f"all {len(asked)} parts pass"
        evidence = [
            item
            for judged_part in deciding[:EVIDENCE_MAX]
            for item in _evidence(judged_part, shown)
        ]
        fields: dict[str, Json] = {"part": first.part.label.said(shown), **reason.justification}
        return Explanation(summary, fields, tuple(evidence[:EVIDENCE_MAX]))
    share = f"{len(deciding)} of {plural(len(asked), 'part')} {_DOES[status]}"
    summary = f"{share}; {first.part.label.said(shown)}: {reason.summary}"
    evidence = [
        item for judged_part in deciding[:EVIDENCE_MAX] for item in _evidence(judged_part, shown)
    ]
    fields = {"part": first.part.label.said(shown), **reason.justification}
    short = brief(f"{share}: {reason.brief}", share)
    return Explanation(summary, fields, tuple(evidence[:EVIDENCE_MAX]), short)


def _evidence(judged: JudgedPart, shown: Shown) -> Sequence[Evidence]:
    return judged.explanation(shown).evidence


def _named(judged: JudgedPart, reason: Explanation, several: bool, shown: Shown) -> Explanation:
    label = judged.part.label.said(shown)
    if not several or not label or judged.verdict.status is SKIP:
        return reason
    fields: dict[str, Json] = {"part": label, **reason.justification}
    return reason._replace(summary=f"{label}: {reason.summary}", justification=fields)


def _written(judged: JudgedPart, trace: Trace, shown: Shown) -> dict[str, Any]:
    reason = judged.explanation(shown)
    calls: list[dict[str, Any]] = []
    for at, role, lacks in reason.evidence:
        calls.append({**(trace.places.get(at) or trace.place_of(at)), "role": role, "lacks": lacks})
    verdict = judged.verdict
    return {
        "label": judged.part.label.said(shown),
        "status": verdict.status.word,
        "score": verdict.score,
        "summary": reason.summary,
        "calls": calls,
    }


def skipped(part: TracePart) -> JudgedPart:
    """Return a part in which there is nothing to judge."""
    return JudgedPart(part, Verdict(SKIP, None, _explain_skip, part))


def _explain_skip(part: TracePart, shown: Shown) -> Explanation:
    near = part.nearly(shown) if part.nearly is not None else ""
    return Explanation(f"nothing to judge: {part.skip}{near}", {})


def undecided(part: TracePart, opens: Sequence[Open]) -> JudgedPart:
    """Return a part of which it is not recorded how it is to be judged."""
    whole = part.but(calls=range(len(part.trace.calls)), label=part.label)
    return JudgedPart(whole, Verdict(UNKNOWN, 0.0, _explain_open, part.trace, tuple(opens)))


def _explain_open(trace: Trace, opens: Sequence[Open], shown: Shown) -> Explanation:
    calls = [judged_part for judged_part in opens if judged_part.call >= 0]
    if not calls:
        what = f" to decide `{opens[0].phrase}`" if opens and opens[0].phrase else ""
        return Explanation(f"too little is recorded{what}", {}, (), "too little recorded")
    first = calls[0]
    missing = first.missing or "outcome"
    verb = "are" if missing.endswith("s") and missing not in ("status",) else "is"
    name = f"call {first.call + 1}, {trace.calls[first.call].name}"
    summary = f"the {missing} of {name} {verb} not recorded"
    if first.phrase:
        summary += f": whether it matches {first.phrase} decides"
    more = len({call.call for call in calls}) - 1
    if more:
        summary += f"; {plural(more, 'more call')} likewise"
    evidence = [Evidence(call.call, "open", f"{call.missing} not recorded") for call in calls]
    short = brief(f"{missing} not recorded", "too little recorded")
    return Explanation(summary, {}, tuple(dict.fromkeys(evidence))[:EVIDENCE_MAX], short)

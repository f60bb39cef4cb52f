"""What a verdict is worth where the trace may hold calls that were not read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from toolspec.engine.trace import Gap
from toolspec.engine.verdict import (
    FAIL,
    PASS,
    UNKNOWN,
    Explanation,
    MoreCalls,
    Shown,
    Verdict,
    brief,
)

if TYPE_CHECKING:
    from toolspec.engine.kind import Kind


def with_gaps(kind: Kind, verdict: Verdict, gaps: Sequence[Gap]) -> Verdict:
    """Return the verdict, or UNKNOWN where a call that was not read could turn it round."""
    gap = deciding_gap(kind, verdict, gaps)
    if gap is None:
        return verdict
    return Verdict(UNKNOWN, 0.0, _explain, verdict, gap)


def deciding_gap(kind: Kind, verdict: Verdict, gaps: Sequence[Gap]) -> Gap | None:
    """Return the first sign of calls that could turn a verdict round; None where none can."""
    could = kind.more_calls
    if (verdict.status is PASS and could is not MoreCalls.HELP) or (
        verdict.status is FAIL and could is not MoreCalls.HURT
    ):
        pass
    else:
        return None
    return next((gap for gap in gaps if kind.concerns(gap.call)), None)


def _explain(verdict: Verdict, gap: Gap, shown: Shown) -> Explanation:
    reason = verdict.explanation(shown)
    hint = f" ({gap.hint})" if gap.hint else ""
    said = f"calls may be missing: {gap.text}{hint}"
    few = brief("calls may be missing")
    return Explanation(said, {**reason.justification, "gap": said}, reason.evidence, few)

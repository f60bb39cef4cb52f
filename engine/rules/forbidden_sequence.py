"""`forbid: C -> C -> ...`: no such calls in this order, the reverse of `sequence`."""

from __future__ import annotations

from typing import Any

from toolspec.engine.kinds.claims import NO_CLAIMS, Claims
from toolspec.engine.kinds.drawing import Drawing
from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.near_misses import near_misses
from toolspec.engine.match.sorted_calls import call_phrase
from toolspec.engine.rules.shared.calls_in_order import CallsInOrder
from toolspec.engine.rules.shared.entries import has_position
from toolspec.engine.rules.shared.sequence_match import Walk, members_of
from toolspec.engine.rules.shared.sequence_words import fault_of, open_of, taken_fields
from toolspec.engine.trace import Trace
from toolspec.engine.verdict import (
    EVIDENCE_MAX,
    Explanation,
    MoreCalls,
    Shown,
    Status,
    evidence,
)


class ForbiddenSequence(CallsInOrder):
    """No calls, one for each of `entries`, in this order."""

    offends = "is forbidden"
    offender_part = "forbidden"

    @property
    def syntax(self) -> Any:  # type: ignore[override]
        """That of the rule it is a form of."""
        from toolspec.engine.rules import kind

        return kind("forbid").syntax

    def in_words(self) -> str:
        """Return what the rule asks, as one plain sentence."""
        entries = ", then ".join([entry.with_article() for entry in self.entries])
        return f"There are no calls in this order: {entries}."

    @property
    def more_calls(self) -> MoreCalls:
        """Only break the rule, but that `first` can become second."""
        return MoreCalls.BOTH if has_position(self.entries) else MoreCalls.HURT

    def claims(self, pass_score: float) -> Claims:
        """Say that there are no calls in this order; nothing of groups."""
        del pass_score
        calls = [entry for entry in self.entries if isinstance(entry, CallPattern)]
        whole = len(calls) == len(self.entries)
        return Claims(not_in_order=tuple(calls)) if whole else NO_CLAIMS

    def drawing(self, trace: Trace, reason: Explanation) -> Drawing:
        """Return the calls that each entry took; an entry without one is as it should be."""
        return super().drawing(trace, reason)._replace(lacking=())

    def _status(self, walk: Walk, done: int) -> Status:
        if not walk.ends & done:
            if walk.fault is None:
                return Status.PASS if walk.ends else Status.ERROR
            return Status.UNKNOWN if walk.ends else Status.ERROR
        if walk.ends == done and walk.fault is None:
            return Status.FAIL
        return Status.UNKNOWN

    def _explain(self, trace: Trace, walk: Walk, status: Status, shown: Shown) -> Explanation:
        fields = taken_fields(trace, walk, shown)
        if status is Status.ERROR and walk.waiting < len(self.entries):
            return fault_of(trace, walk, self.entries, shown, fields)
        if status in (Status.UNKNOWN, Status.ERROR) and walk.open_at is not None:
            return open_of(trace, walk, self.entries, shown, fields)
        if status is Status.FAIL:
            if walk.waiting < len(self.entries):
                count = len(self.entries)
                summary = f"all {count} entries find a call in order, whatever is not recorded"
                return Explanation(summary, fields, evidence(walk.taken, "offender"), summary[:30])
            taken = walk.taken
            phrases = [call_phrase(trace, at, shown) for at in taken[:3]]
            more = f", and {len(taken) - 3} more" if len(taken) > 3 else ""
            summary = f"{', then '.join(phrases)}{more}: calls in this order are forbidden"
            short = f"calls {trace.number(taken[0])} to {trace.number(taken[-1])}"
            return Explanation(summary, fields, evidence(taken, "offender"), short)
        if walk.waiting >= len(self.entries):
            return Explanation("no calls came in this order", fields)
        entry = self.entries[walk.waiting]
        near = [
            near_misses(trace, member, member.tool.calls_in(trace), shown, "judged")
            for member in members_of(entry)
        ]
        summary = f"no calls came in this order: entry {walk.waiting + 1}, {entry}, found none"
        summary += "".join(near)
        return Explanation(summary, fields, evidence(walk.taken[:EVIDENCE_MAX], "match"))

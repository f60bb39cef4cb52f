"""`forbid: C -> C -> ...`: no such calls in this order, the reverse of `sequence`."""

from __future__ import annotations

from typing import Self

from toolspec.engine.effort import TooMuchError, too_much
from toolspec.engine.kind import Kind
from toolspec.engine.match.sorted_calls import call_phrase
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.engine.rules.forbid import Forbid
from toolspec.engine.rules.shared.entries import call_or_group, has_position, patterns_of
from toolspec.engine.rules.shared.sequence_match import Entry, Walk, walk_through
from toolspec.engine.rules.shared.sequence_words import fault_of, open_of, taken_fields
from toolspec.engine.syntax import Part
from toolspec.engine.trace import Trace
from toolspec.engine.verdict import (
    EVIDENCE_MAX,
    Explanation,
    MoreCalls,
    Shown,
    Status,
    Verdict,
    evidence,
)


class ForbiddenSequence(Kind):
    """No calls, one for each of `entries`, in this order."""

    entries: tuple[Entry, ...]

    syntax = Forbid.syntax
    examples = ()

    @classmethod
    def build(cls, rule: Part) -> Self:
        """Make the rule from its parts. Raises Misuse where an entry's arguments are empty."""
        return cls(tuple(call_or_group(part) for part in rule.all("sequence_entry")))

    def patterns(self) -> tuple[ToolPattern, ...]:
        """Return the entries' patterns."""
        return patterns_of(self.entries)

    @property
    def more_calls(self) -> MoreCalls:
        """Only break the rule, but that `first` can become second."""
        return MoreCalls.BOTH if has_position(self.entries) else MoreCalls.HURT

    def judge(self, trace: Trace, pass_score: float = 1.0) -> Verdict:
        """Fail where every entry finds a call; be unknown where it could."""
        try:
            walk = walk_through(self.entries, trace)
        except TooMuchError as error:
            return too_much(error)
        done = 1 << len(self.entries)
        if not walk.ends & done:
            status = Status.PASS if walk.ends and walk.fault is None else Status.ERROR
            if walk.ends and walk.fault is not None:
                status = Status.UNKNOWN
        elif walk.ends == done and walk.fault is None:
            status = Status.FAIL
        else:
            status = Status.UNKNOWN
        score = 1.0 if status is Status.PASS else 0.0
        return Verdict(status, score, self._explain, trace, walk, status)

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
            few = f"calls {trace.number(taken[0])} to {trace.number(taken[-1])}"
            return Explanation(summary, fields, evidence(taken, "offender"), few)
        if walk.waiting >= len(self.entries):
            return Explanation("no calls came in this order", fields)
        entry = self.entries[walk.waiting]
        summary = f"no calls came in this order: entry {walk.waiting + 1}, {entry}, found none"
        return Explanation(summary, fields, evidence(walk.taken[:EVIDENCE_MAX], "match"))

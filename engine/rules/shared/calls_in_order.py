"""What `sequence` and `forbid:` share: entries, and a walk through the calls with them."""

from __future__ import annotations

from typing import Self

from toolspec.engine.effort import TooMuchError, too_much
from toolspec.engine.kinds.drawing import Drawing
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.engine.rules.shared.drawings import of_walk
from toolspec.engine.rules.shared.entries import call_or_group, patterns_of
from toolspec.engine.rules.shared.sequence_match import Entry, Walk, walk_through
from toolspec.engine.syntax import Part
from toolspec.engine.trace import Trace
from toolspec.engine.verdict import Explanation, Shown, Status, Verdict


class CallsInOrder(Kind):
    """A call for each of `entries`, or one for each call of a group, in this order."""

    entries: tuple[Entry, ...]

    @classmethod
    def build(cls, rule: Part) -> Self:
        """Make the rule from its parts. Raises Misuse where an entry's arguments are empty."""
        return cls(tuple(call_or_group(part) for part in rule.all("sequence_entry")))

    def patterns(self) -> tuple[ToolPattern, ...]:
        """Return the entries' patterns."""
        return patterns_of(self.entries)

    def judge(self, trace: Trace, pass_score: float = 1.0) -> Verdict:
        """Walk through the calls with every entry count that is possible so far."""
        try:
            walk = walk_through(self.entries, trace)
        except TooMuchError as error:
            return too_much(error)
        status = self._status(walk, 1 << len(self.entries))
        score = 1.0 if status is Status.PASS else 0.0
        return Verdict(status, score, self._explain, trace, walk, status)

    def drawing(self, trace: Trace, reason: Explanation) -> Drawing:
        """Return the calls that each entry took. Raises TooMuchError."""
        del reason
        return of_walk(self.entries, walk_through(self.entries, trace))

    def _status(self, walk: Walk, done: int) -> Status:
        """Return the status; `walk.ends` has the bit `done` where every entry can find a call."""
        raise NotImplementedError

    def _explain(self, trace: Trace, walk: Walk, status: Status, shown: Shown) -> Explanation:
        raise NotImplementedError

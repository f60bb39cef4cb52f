"""Judge, for each call, the calls that start within a time from its start: rates.

Why. `count send_message <= 5 per 60s` says that no minute has more than five messages, whenever
that minute begins. Only rules that set upper bounds can be asked so: `count` with `<` and `<=`,
and `limit`.

How it is judged. For each call there is a part: the calls that start no earlier than it, and no
later than the time after it. The score is the mean of the parts' scores. Where the start of a call
is not recorded, the rule is `unknown`, unless that call can make no difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from toolspec.engine.match.duration import Duration
from toolspec.engine.parts.clause import Clause, ClauseSyntax, Ways
from toolspec.engine.parts.part import TracePart
from toolspec.engine.syntax import Part


class PerTime(Clause):
    """A part for each call: those that start within a time from its start."""

    length: Duration

    several = True
    asks_record = "times"
    syntax = ClauseSyntax(
        labels=("per_time",),
        grammar='per_time: "per" duration',
        words=("per",),
        forms=("per T",),
    )

    @classmethod
    def build(cls, written: Sequence[Part]) -> Self:
        """Make the clause from its part."""
        return cls(written[0].value_of("duration"))

    def __str__(self) -> str:
        return f"per {self.length}"

    def in_words(self) -> str:
        """Return which calls are judged, for a sentence."""
        return f"in any {self.length}"

    def divide(self, part: TracePart, most: int) -> Ways:
        """Return the part itself: `spans` say which of its calls are judged together."""
        return Ways([[part if part.calls else part.nothing("no call")]])

    def spans(self, part: TracePart) -> Iterator[tuple[int, int]]:
        """Yield for each call of a view which of its calls are judged: from a place to another.

        Their starts are recorded, and in order.
        """
        starts = [part.trace.calls[at].start_ns or 0 for at in part.calls]
        begin = end = 0
        for at, start in enumerate(starts):
            if start != starts[begin]:
                begin = at
            while end < len(starts) and starts[end] - start <= self.length.ns:
                end += 1
            yield begin, end


CLAUSE = PerTime

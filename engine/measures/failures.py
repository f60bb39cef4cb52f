"""`failures`: how many calls failed, as `failed` says it.

A call of which the trace does not say whether it failed may be one: it never completed, or the
format has no such mark.
"""

from __future__ import annotations

from toolspec.engine.measures.measure import Amount, Measure
from toolspec.engine.trace import Trace


class Failures(Measure):
    """The number of failed calls."""

    word = "failures"
    written = "failures <= 1"
    asks_record = "status"

    def of(self, trace: Trace, part: bool = False) -> Amount:
        """Count the calls that failed, and those that may have."""
        failed: list[int] = []
        unknown = 0
        for at, call in enumerate(trace.calls):
            if call.status is None or call.completed is False:
                unknown += 1
            elif call.status == "error":
                failed.append(at)
        count = len(failed)
        return Amount(count, count + unknown, "status" if unknown else "", failed[::-1])

    def says(self, number: str) -> str:
        """Say how many."""
        return f"{number} {'call' if number == '1' else 'calls'} failed"


MEASURE = Failures

"""`calls`: how many calls there were, completed or not."""

from __future__ import annotations

from toolspec.engine.measures.measure import Amount, Measure, exactly
from toolspec.engine.trace import Trace


class CallsOf(Measure):
    """The number of calls."""

    word = "calls"
    written = "calls <= 20"

    def of(self, trace: Trace, part: bool = False) -> Amount:
        """Count the calls."""
        return exactly(len(trace), range(len(trace) - 1, -1, -1))

    def says(self, number: str) -> str:
        """Say how many there were."""
        return "there was 1 call" if number == "1" else f"there were {number} calls"


MEASURE = CallsOf

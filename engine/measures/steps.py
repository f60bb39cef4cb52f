"""`steps`: how many model responses the (top) agent gave.

In a part of a trace they are the steps in which a call of the part is; a call whose step is not
recorded is in none. Where the trace records no model responses, how many there were in the whole
is not known.
"""

from __future__ import annotations

from toolspec.engine.measures.measure import Amount, Measure, exactly, unknown
from toolspec.engine.trace import Trace


class Steps(Measure):
    """The number of steps."""

    word = "steps"
    written = "steps <= 8"
    asks_record = "steps"

    def of(self, trace: Trace, part: bool = False) -> Amount:
        """Count the steps."""
        if part:
            steps = {(call.agent, call.step) for call in trace.calls if call.step is not None}
            return exactly(len(steps))
        return exactly(trace.steps) if "steps" in trace.records else unknown("steps")

    def says(self, number: str) -> str:
        """Say how many there were."""
        return "there was 1 step" if number == "1" else f"there were {number} steps"


MEASURE = Steps

"""`duration`: the time from the first start to the last recorded end.

Of a whole trace it is the time of the run; of a part, that of its calls.
"""

from __future__ import annotations

from toolspec.engine.measures.measure import Amount, Measure, exactly, unknown
from toolspec.engine.trace import Trace


class DurationOf(Measure):
    """The time it took, in nanoseconds."""

    word = "duration"
    written = "duration < 30s"
    asks_record = "times"
    unit = "duration"

    def of(self, trace: Trace, part: bool = False) -> Amount:
        """Return the time between the first start and the last end."""
        if not part:
            if trace.start_ns is None or trace.end_ns is None:
                return unknown("times")
            return exactly(trace.end_ns - trace.start_ns)
        starts = [call.start_ns for call in trace.calls]
        ends = [call.end_ns for call in trace.calls if call.end_ns is not None]
        first = min([start for start in starts if start is not None], default=None)
        if not starts:
            return exactly(0)
        if first is None or not ends or None in starts:
            return unknown("times")
        return exactly(max(ends) - first)

    def says(self, number: str) -> str:
        """Say how long it took."""
        return f"it took {number}"


MEASURE = DurationOf

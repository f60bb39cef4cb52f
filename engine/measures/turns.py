"""`turns`: how many turns there were, each a message of the user and everything until the next.

In a part of a trace they are the turns in which a call of the part lies. Where the trace records no
messages of the user, it is not known.
"""

from __future__ import annotations

from toolspec.engine.measures.measure import Amount, Measure, exactly, unknown
from toolspec.engine.trace import Trace


class Turns(Measure):
    """The number of turns."""

    word = "turns"

    def of(self, trace: Trace, part: bool = False) -> Amount:
        """Count the turns."""
        if part:
            turns = set(trace.call_turns)
            if None in turns:
                known = len({turn for turn in turns if turn is not None and turn >= 0})
                return Amount(known, known + len(trace), "turns")
            return exactly(len({turn for turn in turns if turn is not None and turn >= 0}))
        return unknown("turns") if trace.turns is None else exactly(trace.turns)

    def says(self, number: str) -> str:
        """Say how many there were."""
        return "there was 1 turn" if number == "1" else f"there were {number} turns"


MEASURE = Turns

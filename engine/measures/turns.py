"""`turns`: how many turns there were, each a message of the user and everything until the next.

In a part of a trace they are the turns in which a call of the part is; a call whose turn is not
recorded is in none. Where the trace records no messages of the user, how many there were in the
whole is not known.
"""

from __future__ import annotations

from toolspec.engine.measures.measure import Amount, Measure, exactly, unknown
from toolspec.engine.trace import Trace


class TurnsOf(Measure):
    """The number of turns."""

    word = "turns"
    written = "turns <= 3"
    asks_record = "user_messages"

    def of(self, trace: Trace, part: bool = False) -> Amount:
        """Count the turns."""
        if part:
            turns = {turn for turn in trace.call_turns if turn is not None and turn >= 0}
            return exactly(len(turns))
        return unknown("turns") if trace.turns is None else exactly(trace.turns)

    def says(self, number: str) -> str:
        """Say how many there were."""
        return "there was 1 turn" if number == "1" else f"there were {number} turns"


MEASURE = TurnsOf

"""`loops`: the most times that a block of 1 to 8 calls came again directly after itself.

The calls of a block are compared by tool and arguments. `a a a` is 2, `a b a b` is 1; without such
a block it is 0.
"""

from __future__ import annotations

from typing import Final

from toolspec.engine.measures.measure import Amount, Measure, contents
from toolspec.engine.trace import Trace

BLOCK_MAX: Final = 8
"""Calls of a block at most."""


class Loops(Measure):
    """How often the block that came again most did so."""

    word = "loops"
    written = "loops = 0"
    grows = False  # another call between two blocks keeps them apart

    def of(self, trace: Trace, part: bool = False) -> Amount:
        """Look for each length of block for the longest run of calls equal to those before."""
        keys = contents(trace)
        names = trace.names
        least, most, last = 0, 0, 0
        for size in range(1, BLOCK_MAX + 1):
            sure = maybe = 0
            for at in range(size, len(keys)):
                one, other = keys[at], keys[at - size]
                if one is not None and one == other:
                    sure += 1
                    maybe += 1
                elif (one is None or other is None) and names[at] == names[at - size]:
                    sure = 0
                    maybe += 1
                else:
                    sure = maybe = 0
                if sure // size > least:
                    least, last = sure // size, at
                most = max(most, maybe // size)
        return Amount(least, most, "arguments" if most > least else "", [last] if least else [])

    def says(self, number: str) -> str:
        """Say how often."""
        times = "once" if number == "1" else f"{number} times"
        return (
            "no block of calls came again"
            if number == "0"
            else f"a block of calls came again {times}"
        )


MEASURE = Loops

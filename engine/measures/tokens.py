"""`tokens`: the tokens of the model's responses, input and output, each response once.

They are counted for the whole trace, so the rule takes no clause that divides it.
"""

from __future__ import annotations

from toolspec.engine.measures.measure import Amount, Measure, exactly, unknown
from toolspec.engine.trace import Trace


class TokensOf(Measure):
    """The number of tokens."""

    word = "tokens"
    written = "tokens <= 20000"
    asks_record = "tokens"
    of_parts = False

    def of(self, trace: Trace, part: bool = False) -> Amount:
        """Return what the trace records."""
        return unknown("tokens") if trace.tokens is None else exactly(trace.tokens)

    def says(self, number: str) -> str:
        """Say how many there were."""
        return f"{number} tokens were used"


MEASURE = TokensOf

"""Which entries of an `order` a call fits, as bits: for longest common subsequences of calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from toolspec.engine.match.lcs import bits
from toolspec.engine.rules.shared.sequence_match import EntryQueries


class CallMasks:
    """The entries that each call of a trace fits for certain; with `possible`, those it could.

    Like `lcs.Masks`, but for the indexes of calls, not for the names of their tools.
    """

    def __init__(self, asked: EntryQueries, possible: bool = False) -> None:
        self.asked, self.possible, self.width = asked, possible, asked.width
        demanding = [at for at, call in enumerate(asked.entries) if not call.is_bare]
        self._demanding = bits(demanding, self.width)

    def of(self, calls: Sequence[int]) -> Callable[[int], int]:
        """Return what gives the bits of any of these calls. It may raise TooMuchError."""
        names = self.asked.trace.names
        tools = self.asked.tools.of(names)

        def mask(at: int) -> int:
            entries = tools(names[at])
            here = entries & self._demanding
            if not here:
                return entries
            match, miss, _ = self.asked.outcomes(at, here)
            return (entries ^ here) | (match if self.possible else match & ~miss)

        return mask

"""`repeats`: the most times that one call was made again, with the same tool and equal arguments.

It is 0 where no call was repeated.
"""

from __future__ import annotations

from collections.abc import Hashable

from toolspec.engine.measures.measure import Amount, Measure, contents
from toolspec.engine.trace import Trace


class Repeats(Measure):
    """How often the call that was repeated most was made after its first time."""

    word = "repeats"
    written = "repeats = 0"

    def of(self, trace: Trace, part: bool = False) -> Amount:
        """Count each call by its content."""
        groups: dict[Hashable, list[int]] = {}
        unknown: dict[str, int] = {}
        for at, content in enumerate(contents(trace)):
            if content is None:
                name = trace.names[at]
                unknown[name] = unknown.get(name, 0) + 1
            else:
                groups.setdefault(content, []).append(at)
        largest = max(groups.values(), key=len, default=list[int]())
        least = max(len(largest) - 1, 0)
        most = least
        if unknown:
            by_tool: dict[str, int] = {}
            for calls in groups.values():
                name = trace.names[calls[0]]
                by_tool[name] = max(by_tool.get(name, 0), len(calls))
            most = max(
                least, *(by_tool.get(name, 0) + count - 1 for name, count in unknown.items())
            )
        return Amount(least, most, "arguments" if most > least else "", largest[1:])

    def says(self, number: str) -> str:
        """Say how often."""
        if number == "0":
            return "no call was made again"
        return f"one call was made again {'once' if number == '1' else f'{number} times'}"


MEASURE = Repeats

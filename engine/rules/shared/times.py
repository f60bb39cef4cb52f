"""An entry of `count`: how often calls are to be made."""

from __future__ import annotations

from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.comparison import COMPARISONS, IN_WORDS
from toolspec.engine.match.sorted_calls import SortedCalls, sort_calls
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.engine.syntax import Misuse, Part
from toolspec.engine.trace import Trace
from toolspec.engine.values import Value


class Times(Value):
    """How often calls are made: `call comparison number`, or a range from `number` to `highest`."""

    call: CallPattern
    comparison: str
    number: int
    highest: int | None = None

    def in_words(self) -> str:
        """Return the entry, for a sentence: `at most 2 calls of `a``."""
        number = f"{self.number}" if self.highest is None else f"{self.number} to {self.highest}"
        calls = self.call.in_words()
        if number != "1":
            calls = calls.replace("call", "calls", 1)
        if self.highest is not None:
            return f"{'' if self.comparison != '!=' else 'not '}{number} {calls}"
        return f"{IN_WORDS[self.comparison]} {number} {calls}"

    @property
    def tool(self) -> ToolPattern:
        """The tool pattern of the calls."""
        return self.call.tool

    @property
    def least(self) -> int:
        """The smallest number of calls that is right."""
        if self.highest is not None:
            return self.number if self.comparison == "=" else 0
        return self.number + (self.comparison == ">") if self.comparison in ("=", ">", ">=") else 0

    @property
    def most(self) -> int | None:
        """The largest number of calls that is right; None where there is none, or it is below 0."""
        if self.highest is not None:
            return self.highest if self.comparison == "=" else None
        most = self.number - (self.comparison == "<")
        return most if self.comparison in ("=", "<", "<=") and most >= 0 else None

    def calls_in(self, trace: Trace) -> SortedCalls:
        """Return the calls of a trace that count, and those that could."""
        calls = self.tool.calls_in(trace)
        return sort_calls(trace, self.call, calls, placed=self.call.placed(calls))

    def holds(self, count: int) -> bool:
        """Tell whether that many calls are right."""
        if self.highest is not None:
            return (self.number <= count <= self.highest) == (self.comparison == "=")
        return COMPARISONS[self.comparison](count, self.number)

    def could_hold(self, least: int, most: int) -> bool:
        """Tell whether some number of calls between these is right."""
        # Where the answer changes, it does so beside the numbers written.
        bounds = (self.number, self.number if self.highest is None else self.highest)
        edges = {least, most, *(edge + by for edge in bounds for by in (-1, 0, 1))}
        return any(self.holds(count) for count in edges if least <= count <= most)

    @property
    def expected(self) -> str:
        """The number or range, with the comparison where it is not `=`."""
        shown = str(self.number) if self.highest is None else f"{self.number}..{self.highest}"
        return shown if self.comparison == "=" else f"{self.comparison} {shown}"


def times_of(part: Part) -> Times:
    """Make an entry from its part. Raises Misuse on a range that is not allowed."""
    call = CallPattern.of(part, must=False)
    sign = part.value_of("comparison").replace("==", "=")
    number = part.one("number")
    if isinstance(number.value, int):
        return Times(call, sign, number.value)
    low, high = number.value
    if sign not in ("=", "!="):
        raise Misuse(
            "range-comparison",
            part.one("comparison"),
            comparison=sign,
            low=str(low),
            high=str(high),
        )
    if low > high:
        raise Misuse("empty-range", number, range=number.source, corrected=f"{high}..{low}")
    return Times(call, sign, low, high)

"""Search the calls of a list for one that is near enough, early enough, or has a number.

The calls are searched from the nearest on, those of each agent apart: steps are an agent's own.
What a relation asks is said as ranges of numbers, and calls outside of them are passed over. What
is found is still to be tested: the ranges leave out no call that may do, and may let in others.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from heapq import merge
from math import inf
from typing import Final, NamedTuple

from toolspec.engine.effort import Effort
from toolspec.engine.match.values import Bindings
from toolspec.engine.match.values.numbers import is_number
from toolspec.engine.relations.extremes import Comparison
from toolspec.engine.relations.near import Near
from toolspec.engine.relations.ranges import Ranges
from toolspec.engine.trace import Trace

AGENTS_MAX: Final = 16
"""The calls of more agents than these are not searched but gone through."""


class ReachQuery(NamedTuple):
    """What a relation asks of the other call beside its phrase and its direction."""

    after: bool
    seeing: bool
    near: Near | None
    compared: Comparison | None

    def columns(self, trace: Trace, calls: Sequence[int]) -> dict[str, list[float | None]]:
        """Return the numbers of the calls that decide, by what they are."""
        deciding = [trace.calls[at] for at in calls]
        unit = self.near.unit if self.near is not None else ""
        rows: dict[str, list[float | None]] = {}
        if self.seeing or unit == "steps":
            rows["step"] = [call.step for call in deciding]
        if self.seeing or unit == "time":
            rows["start"] = [call.start_ns for call in deciding]
            rows["end"] = [call.end_ns for call in deciding]
        if unit == "turns":
            rows["turn"] = [trace.call_turns[at] for at in calls]
        if self.compared is not None:
            rows["number"] = [self.compared.number(call) for call in deciding]
        return rows

    def bounds(
        self, trace: Trace, at: int, agent: str | None, bindings: Bindings
    ) -> dict[str, tuple[float, float]] | None:
        """Return between which numbers a call of an agent must lie; None where none can do."""
        call = trace.calls[at]
        same = call.agent == agent
        unknown = not same and (call.agent is None or agent is None)
        ranges: dict[str, tuple[float, float]] = {}
        if self.seeing and not unknown:
            if same and call.step is not None:
                ranges["step"] = (-inf, call.step - 1)
            elif call.start_ns is not None:
                ranges["end"] = (-inf, call.start_ns)
        near = self.near
        if near is not None and near.unit in ("steps", "turns"):
            if not same and not unknown:
                return None
            row = near.unit.removesuffix("s")
            mine = call.step if row == "step" else trace.call_turns[at]
            if mine is not None:
                most = ranges.get(row, (-inf, inf))[1]
                ranges[row] = (mine - near.number + 1, min(most, mine + near.number - 1))
        elif near is not None and near.duration is not None:
            if self.after and call.start_ns is not None:
                most = ranges.get("end", (-inf, inf))[1]
                ranges["end"] = (call.start_ns - near.duration.ns, most)
            elif not self.after and call.end_ns is not None:
                ranges["start"] = (-inf, call.end_ns + near.duration.ns)
        if self.compared is not None:
            number = bindings.get(self.compared.compared.name)
            if isinstance(number, int | float) and is_number(number):
                above = self.compared.greatest
                ranges["number"] = (number, inf) if above else (-inf, number)
        return ranges


class Reach:
    """The calls of a list, to be searched for those of which a relation may hold."""

    def __init__(
        self, trace: Trace, calls: Sequence[int], asked: ReachQuery, effort: Effort
    ) -> None:
        self.trace, self.calls, self.asked = trace, calls, asked
        self.by_agent: dict[str | None, list[int]] = {}
        for at in calls:
            self.by_agent.setdefault(trace.calls[at].agent, []).append(at)
        self.ranges: dict[str | None, Ranges] = {}
        if len(self.by_agent) <= AGENTS_MAX:
            for agent, own_calls in self.by_agent.items():
                self.ranges[agent] = Ranges(asked.columns(trace, own_calls), effort)

    def nearest_first(self, at: int, begin: int, end: int, bindings: Bindings) -> Iterator[int]:
        """Yield the calls between two of the trace's, without those of which it cannot hold."""
        after = self.asked.after
        if not self.ranges:
            first, last = bisect_left(self.calls, begin), bisect_left(self.calls, end)
            candidates = self.calls[first:last]
            return iter(candidates[::-1] if after else candidates)
        by_agent = [self._of_agent(agent, at, begin, end, bindings) for agent in self.ranges]
        return merge(*by_agent, reverse=after) if len(by_agent) > 1 else by_agent[0]

    def _of_agent(
        self, agent: str | None, at: int, begin: int, end: int, bindings: Bindings
    ) -> Iterator[int]:
        bounds = self.asked.bounds(self.trace, at, agent, bindings)
        if bounds is None:
            return
        own_calls = self.by_agent[agent]
        places = range(bisect_left(own_calls, begin), bisect_left(own_calls, end))
        for place in self.ranges[agent].found(places[::-1] if self.asked.after else places, bounds):
            yield own_calls[place]

"""Find rules that leave no number of calls of a tool in common.

Each rule is turned into how often it lets each tool be called; two rules for the same trace that
leave no number in common exclude each other. Only what is certain counts: tools given by name, and
rules that pass only as a whole. That a strict order also has no place for the tools it does not
name is not reported: people who try rules side by side would see it at every line.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain
from typing import NamedTuple

from toolspec.dsl.checks import fact
from toolspec.dsl.checks.bounds import Bounds
from toolspec.dsl.checks.shared.call_logic import names_of
from toolspec.dsl.checks.shared.claims_of import Index, Pair, claims_of, meet
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import shown
from toolspec.engine.kinds.claims import Claims
from toolspec.engine.match.tool_pattern import ToolPattern

PAIRS_MAX = 200_000
"""How many pairs of a name and a forbidden pattern are looked at: enough for every file by hand."""


class ToolDemand(NamedTuple):
    """What a rule asks of the calls of one tool."""

    tool: str
    bounds: Bounds
    entry: SpecLine


def pairs(index: Index) -> Iterator[Pair]:
    """Yield pairs of rules that leave no number of calls of a tool in common."""
    context = index.context
    banned = [
        (entry, pattern)
        for entry, patterns in zip(context.rules, context.each(_banned_by), strict=True)
        for pattern in patterns
    ]
    capped = set(chain.from_iterable(context.each(_capped_by)))
    if not capped and not banned:
        return  # where every tool may be called as often as one likes, nothing is excluded
    known: dict[str, _Tool] = {}
    for entry, asks in zip(context.rules, context.each(_asks_of), strict=True):
        for name, low, high, bounds in asks.demands:
            if name not in capped and not banned:
                continue
            tool = known.get(name)
            if tool is None:
                tool = known[name] = _Tool()
            for kept in tool.meeting(entry.case):
                other = kept.excluding(low, high)
                if other is not None and other.entry is not entry:
                    why = partial(_reason, name, bounds, other.bounds)
                    yield Pair(entry, other.entry, why)
                    break
            tool.take(ToolDemand(name, bounds, entry), low, high)
    yield from _banned(known, banned)


class NarrowestDemands:
    """The demands on one tool that say all: each was narrower than those before it.

    Those with a least stand apart from those with a most; as each list narrows, what excludes
    a new demand is found without going through it.
    """

    __slots__ = ("ceilings", "floors", "highs", "lows")

    def __init__(self) -> None:
        self.floors: list[ToolDemand] = []
        self.ceilings: list[ToolDemand] = []
        self.lows: list[float] = []
        self.highs: list[float] = []
        """The most of each ceiling with its sign turned, so that both lists rise."""

    def take(self, new: ToolDemand, low: float, high: float) -> None:
        """Keep a demand if it is narrower than those kept."""
        if not self.lows or low > self.lows[-1]:
            self.lows.append(low)
            self.floors.append(new)
        if not self.highs or -high > self.highs[-1]:
            self.highs.append(-high)
            self.ceilings.append(new)

    def excluding(self, low: float, high: float) -> ToolDemand | None:
        """Return the first demand that leaves no number in common with these bounds."""
        floor, ceiling = bisect_right(self.lows, high), bisect_right(self.highs, -low)
        demands = [*self.floors[floor : floor + 1], *self.ceilings[ceiling : ceiling + 1]]
        return min(demands, key=lambda demand: demand.entry.at, default=None)


class _Tool:
    """The demands on one tool: of all rules, of those for every trace, of those in each case."""

    __slots__ = ("everywhere", "in_cases")

    def __init__(self) -> None:
        self.everywhere = NarrowestDemands()
        self.in_cases: dict[str | None, NarrowestDemands] = {}

    def meeting(self, case: str | None) -> list[NarrowestDemands]:
        """Return the demands that a rule of that case can meet on some trace."""
        if case is None:
            return [self.everywhere]
        return [kept for kept in map(self.in_cases.get, (None, case)) if kept is not None]

    def take(self, new: ToolDemand, low: float, high: float) -> None:
        """Keep a demand for all whom it can meet."""
        self.everywhere.take(new, low, high)
        kept = self.in_cases.get(new.entry.case)
        if kept is None:
            kept = self.in_cases[new.entry.case] = NarrowestDemands()
        kept.take(new, low, high)


def _banned(known: dict[str, _Tool], banned: list[tuple[SpecLine, ToolPattern]]) -> Iterator[Pair]:
    """Yield the tools that must be called and are among those a wide pattern forbids."""
    left = PAIRS_MAX
    for name, tool in known.items():
        needed = [
            demand
            for kept in tool.in_cases.values()
            for demand in kept.floors
            if demand.bounds.low > 0
        ]
        for demand in needed:
            for entry, pattern in banned:
                left -= 1
                if left < 0:
                    return
                if pattern.means(name) and meet(demand.entry, entry):
                    yield Pair(demand.entry, entry, partial(_among, name))


def _among(tool: str) -> str:
    return f"`{shown(tool)}` is among what is forbidden"


def _reason(tool: str, bounds: Bounds, other: Bounds) -> str:
    return f"`{shown(tool)}` is called {bounds} here, and {other} there"


class Asks(NamedTuple):
    """What a rule asks: the patterns it forbids that are not a few names, and its demands.

    Of each demand the tool, the least and the most as numbers that can be compared, and the bounds;
    `capped` are the tools with a most.
    """

    banned: tuple[ToolPattern, ...]
    demands: tuple[tuple[str, float, float, Bounds], ...]
    capped: tuple[str, ...]


def _asks_of(entry: SpecLine) -> Asks:
    # What a rule claims inside a block is not told by its text alone.
    return _asks(entry) if entry.blocks else fact(entry, _asks)


def _banned_by(entry: SpecLine) -> tuple[ToolPattern, ...]:
    return _asks_of(entry).banned


def _capped_by(entry: SpecLine) -> tuple[str, ...]:
    return _asks_of(entry).capped


def _asks(entry: SpecLine) -> Asks:
    claims = claims_of(entry)
    lows, highs = _lows(claims), _highs(claims)
    demands = [
        (tool, low, float("inf") if high is None else high, Bounds(low, high))
        for tool in dict.fromkeys((*lows, *highs))
        for low, high in [(lows.get(tool, 0), highs.get(tool))]
    ]
    banned = [cap.call.tool for cap in claims.caps if not cap.most and cap.call.is_bare]
    wide = [tool for tool in banned if not names_of(tool)]
    return Asks(tuple(wide), tuple(demands), tuple(highs))


def _lows(claims: Claims) -> Mapping[str, int]:
    """Return how many calls of each tool there are at least."""
    lows = Counter[str]()
    for need in claims.needs:
        names = names_of(need.call.tool)
        if len(names) == 1:  # a pattern of several names may mean either
            name = names[0]
            lows[name] = lows[name] + need.times if claims.apart else max(lows[name], need.times)
    return lows


def _highs(claims: Claims) -> Mapping[str, int]:
    """Return how many calls of each tool there are at most."""
    highs: dict[str, int] = {}
    for cap in claims.caps:
        names = names_of(cap.call.tool)
        if cap.call.is_bare and (not cap.most or len(names) == 1):
            highs.update({name: min(cap.most, highs.get(name, cap.most)) for name in names})
    return highs

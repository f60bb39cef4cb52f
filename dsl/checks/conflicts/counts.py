"""Find rules that leave no number of calls of a tool in common.

Each rule is turned into how often it lets each tool be called; two rules for the same trace that
leave no number in common exclude each other. Only what is certain counts: tools given by name, and
rules that pass only as a whole. That a strict order also has no place for the tools it does not
name is left alone: whoever tries rules out side by side would be told so at every line.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import NamedTuple

from toolspec.dsl.checks import fact
from toolspec.dsl.checks.bounds import Bounds, must_all_hold
from toolspec.dsl.checks.shared.call_logic import NAMES_MAX, names_of, size_of
from toolspec.dsl.checks.shared.claims_of import Index, Pair, meet
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import shown
from toolspec.engine.match.call_pattern import PIECES
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.engine.syntax import Part

PAIRS_MAX = 200_000
"""How many pairs of a name and a forbidden pattern are looked at: enough for every file by hand."""

LISTING = ("order", "args", "output")
"""The kinds whose entries each need a call of their own, where the rule passes only as a whole."""

NARROWING = tuple(label for label in PIECES if label != "pattern")
"""The pieces of a call phrase that leave out some calls of its tool."""


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
        found = [*self.floors[floor : floor + 1], *self.ceilings[ceiling : ceiling + 1]]
        return min(found, key=lambda demand: demand.entry.at, default=None)


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


Asked = tuple[str, Bounds]
"""A tool, and how often a rule lets it be called."""


class Asks(NamedTuple):
    """What a rule asks: the patterns it forbids that are no short list of names, and its demands.

    Of each demand the tool, the least and the most as numbers that can be compared, and the bounds;
    `capped` are the tools with a most.
    """

    banned: tuple[ToolPattern, ...]
    demands: tuple[tuple[str, float, float, Bounds], ...]
    capped: tuple[str, ...]


def _asks_of(entry: SpecLine) -> Asks:
    return fact(entry, _asks) if _of_all_calls(entry) else _NOTHING


def _banned_by(entry: SpecLine) -> tuple[ToolPattern, ...]:
    return _asks_of(entry).banned


def _capped_by(entry: SpecLine) -> tuple[str, ...]:
    return _asks_of(entry).capped


def _of_all_calls(entry: SpecLine) -> bool:
    """Tell whether what a rule asks holds of the whole trace, and not of a part of it."""
    rule = entry.rule
    assert rule is not None
    if rule.soft:
        return False  # nothing has to hold
    if entry.line.first == "require":
        return all(clause.narrows for clause in rule.clauses)
    return not rule.clauses


_NOTHING = Asks((), (), ())


def _asks(entry: SpecLine) -> Asks:
    demands = tuple(
        (tool, bounds.low, float("inf") if bounds.high is None else bounds.high, bounds)
        for tool, bounds in _asked(entry)
    )
    capped = tuple(tool for tool, _, _, bounds in demands if bounds.high is not None)
    return Asks(tuple(_wide(entry.parts[0], entry)), demands, capped)


def _wide(rule: Part, entry: SpecLine) -> Iterator[ToolPattern]:
    """Yield the patterns that the rule forbids and that are no short list of names."""
    if rule.label == "forbid" and _whole(rule):
        pattern = rule.value_of("pattern")
        if not names_of(pattern):
            yield pattern
    elif rule.label == "count" and must_all_hold(entry):
        for part in rule.all("count_entry"):
            pattern, bounds = part.value_of("pattern"), Bounds.of(part)
            if not _whole(part):
                continue
            if bounds is not None and bounds.high == 0 and size_of(pattern) > NAMES_MAX:
                yield pattern


def _asked(entry: SpecLine) -> Iterator[Asked]:
    """Yield how often a rule lets tools be called, where that is certain."""
    rule = entry.parts[0]
    if rule.label == "forbid":
        if _whole(rule):
            for name in names_of(rule.value_of("pattern")):
                yield name, Bounds(0, 0)
    elif rule.label == "require" and rule.get("pattern") is not None:
        for name in _only(rule.value_of("pattern")):
            yield name, Bounds(rule.value_of("min", 1))
    elif rule.label == "count":
        if must_all_hold(entry):
            for part in rule.all("count_entry"):
                yield from _counted(part)
    elif rule.label == "sequence" or (rule.label in LISTING and must_all_hold(entry)):
        yield from _listed(rule)


def _counted(part: Part) -> Iterator[Asked]:
    pattern, bounds = part.value_of("pattern"), Bounds.of(part)
    if bounds is None or (bounds.high is not None and bounds.high < 0):
        return
    if not _whole(part):  # other calls of the tool may be made as well
        bounds = Bounds(bounds.low)
    for name in names_of(pattern) if bounds.high == 0 else _only(pattern):
        yield name, bounds


def _listed(rule: Part) -> Iterator[Asked]:
    """Yield the demands of rules in which each entry takes a call of its own."""
    entries = [part for part in rule.parts if part.label.endswith("_entry")]
    phrases = [one for part in entries for one in _phrases(part)]
    patterns = [one.value_of("pattern") for one in phrases]
    counted = Counter([name for pattern in patterns for name in _only(pattern)])
    strict = rule.label == "order" and "strict" in rule.value_of("mode", ())
    strict = strict and not any(part.get("repeat") for part in entries)
    exact = strict and counted.total() == len(patterns)
    for name, number in counted.items():
        yield name, Bounds(number, number if exact else None)


def _phrases(entry: Part) -> Iterator[Part]:
    """Yield the call phrases of an entry that must find a call: those of a group, or its own."""
    group, repeat = entry.get("call_group"), entry.get("repeat")
    if repeat is not None and repeat.value == "?":
        return
    yield from [entry] if group is None else group.parts


def _whole(part: Part) -> bool:
    """Tell whether a phrase is about every call of its tool."""
    return part.get("pattern") is not None and all(part.get(label) is None for label in NARROWING)


def _only(pattern: ToolPattern) -> list[str]:
    """Return the one name that a pattern means; none where it may mean another tool too."""
    names = names_of(pattern)
    return names if len(names) == 1 else []

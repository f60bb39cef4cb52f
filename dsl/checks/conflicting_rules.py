"""Find pairs of rules that no trace can pass both.

Each rule is turned into how often it lets each tool be called; two rules for the same trace that
leave no number in common exclude each other. Only what is certain counts: tools given by name, and
rules that pass only as a whole. That a strict order also has no place for the tools it does not
name is left alone: whoever tries rules out side by side would be told so at every line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from toolspec.dsl.checks import Context, fact
from toolspec.dsl.checks.bounds import Bounds, must_all_hold
from toolspec.dsl.entry import Entry
from toolspec.dsl.problem import Found, Related, shown
from toolspec.engine.kind import Part
from toolspec.engine.pattern import AnyOf, Name, Named, ToolPattern

PAIRS_MAX = 200_000
"""How many pairs of a name and a forbidden pattern are looked at: enough for every file by hand."""


class Demand(NamedTuple):
    """What a rule asks of the calls of one tool."""

    tool: str
    bounds: Bounds
    entry: Entry


def check(context: Context) -> Iterator[Found]:
    """Yield a problem at the later rule of each pair, one for each rule at most."""
    told: set[int] = set()
    for later, earlier, reason in _pairs(context):
        if later.line.row in told:
            continue
        told.add(later.line.row)
        fields = {"line": str(earlier.line.row), "reason": reason}
        yield Found(
            "conflicting_rules", *context.own(later), fields,
            related=(Related(*context.own(earlier), "this rule"),),
        )  # fmt: skip


def _pairs(context: Context) -> Iterator[tuple[Entry, Entry, str]]:
    every = zip(context.rules, context.each(_banned_by), strict=True)
    banned = [(entry, pattern) for entry, pattern in every if pattern is not None]
    capped = set(chain.from_iterable(context.each(_capped_by)))
    if not capped and not banned:
        return  # where every tool may be called as often as one likes, nothing is excluded
    known: dict[str, dict[str | None, Narrowing]] = {}
    for entry, asks in zip(context.rules, context.each(_asks_of), strict=True):
        own = entry.case
        for tool, low, high, bounds in asks.demands:
            if tool not in capped and not banned:
                continue
            cases = known.get(tool)
            if cases is None:
                known[tool] = {own: Narrowing(Demand(tool, bounds, entry), low, high)}
                continue
            for case, others in cases.items():
                if low <= others.high and high >= others.low:
                    continue  # nothing among them excludes these bounds
                if case is not None and own is not None and case != own:
                    continue
                for other in others.demands:
                    if other.entry is not entry and bounds.excludes(other.bounds):
                        yield entry, other.entry, _reason(tool, bounds, other.bounds)
            kept = cases.get(own)
            if kept is None:
                cases[own] = Narrowing(Demand(tool, bounds, entry), low, high)
            elif low > kept.low or high < kept.high:
                kept.take(Demand(tool, bounds, entry), low, high)
    yield from _banned(known, banned)


class Narrowing:
    """The demands on one tool in one case, as few as say it all: each was narrower than before."""

    __slots__ = ("demands", "high", "low")

    def __init__(self, first: Demand, low: float, high: float) -> None:
        self.demands = [first]
        self.low, self.high = low, high

    def take(self, new: Demand, low: float, high: float) -> None:
        """Keep a demand that is narrower than those kept."""
        self.demands.append(new)
        self.low, self.high = max(self.low, low), min(self.high, high)


def _banned(
    known: dict[str, dict[str | None, Narrowing]], banned: list[tuple[Entry, ToolPattern]]
) -> Iterator[tuple[Entry, Entry, str]]:
    """Yield the tools that must be called and are among those a glob or regex forbids."""
    left = PAIRS_MAX
    for tool, cases in known.items():
        needed = [one for kept in cases.values() for one in kept.demands if one.bounds.low > 0]
        for demand in needed:
            for entry, pattern in banned:
                left -= 1
                if left < 0:
                    return
                if pattern.matches(tool) and _meet(demand.entry, entry):
                    yield (
                        *_ordered(demand.entry, entry),
                        f"`{shown(tool)}` is among what is forbidden",
                    )


def _ordered(one: Entry, other: Entry) -> tuple[Entry, Entry]:
    return (one, other) if one.line.row > other.line.row else (other, one)


def _meet(one: Entry, other: Entry) -> bool:
    return one is not other and (one.case is None or other.case is None or one.case == other.case)


def _reason(tool: str, bounds: Bounds, other: Bounds) -> str:
    return f"`{shown(tool)}` is called {bounds} here, and {other} there"


Asked = tuple[str, Bounds]
"""A tool, and how often a rule lets it be called."""


class Asks(NamedTuple):
    """What a rule asks: the pattern it forbids, where that is no list of names, and its demands.

    Of each demand the tool, the least and the most as numbers that can be compared, and the bounds;
    `capped` are the tools with a most.
    """

    banned: ToolPattern | None
    demands: tuple[tuple[str, float, float, Bounds], ...]
    capped: tuple[str, ...]


def _asks_of(entry: Entry) -> Asks:
    return fact(entry, _asks)


def _banned_by(entry: Entry) -> ToolPattern | None:
    return fact(entry, _asks).banned


def _capped_by(entry: Entry) -> tuple[str, ...]:
    return fact(entry, _asks).capped


def _asks(entry: Entry) -> Asks:
    rule = entry.parts[0]
    banned = rule.value_of("pattern") if rule.label == "forbid" and _whole(rule) else None
    demands = tuple(
        (tool, bounds.low, float("inf") if bounds.high is None else bounds.high, bounds)
        for tool, bounds in _asked(entry)
    )
    capped = tuple(tool for tool, _, _, bounds in demands if bounds.high is not None)
    return Asks(None if banned is None or _names(banned) else banned, demands, capped)


def _asked(entry: Entry) -> Iterator[Asked]:
    """Yield how often a rule lets tools be called, where that is certain."""
    rule = entry.parts[0]
    if rule.label == "forbid":
        if _whole(rule):
            for name in _names(rule.value_of("pattern")):
                yield name, Bounds(0, 0)
    elif rule.label == "require":
        for name in _names(rule.value_of("pattern"))[:1]:
            if isinstance(_bare(rule.value_of("pattern")), Name):
                yield name, Bounds(rule.value_of("min", 1))
    elif rule.label == "count":
        if must_all_hold(entry):
            for part in rule.all("count_entry"):
                yield from _counted(part)
    elif rule.label == "sequence" or must_all_hold(entry):
        yield from _listed(rule)


def _counted(part: Part) -> Iterator[Asked]:
    pattern, bounds = _bare(part.value_of("pattern")), Bounds.of(part)
    if bounds is None or (bounds.high is not None and bounds.high < 0):
        return
    if isinstance(pattern, Name):
        yield pattern.name, bounds
    elif bounds.high == 0:
        for name in _names(pattern):
            yield name, bounds


def _listed(rule: Part) -> Iterator[Asked]:
    """Yield the demands of rules in which each entry takes a call of its own."""
    if rule.label == "order":
        patterns = [_bare(part.value) for part in rule.all("pattern")]
    else:
        patterns = [
            _bare(part.value_of("pattern"))
            for part in rule.parts
            if part.get("pattern") is not None
        ]
    exact = (
        rule.label == "order"
        and "strict" in rule.value_of("mode", ())
        and all(isinstance(pattern, Name) for pattern in patterns)
    )
    counted = Counter(pattern.name for pattern in patterns if isinstance(pattern, Name))
    for name, number in counted.items():
        yield name, Bounds(number, number if exact else None)


def _whole(rule: Part) -> bool:
    """Tell whether a `forbid` is for every call of its tool."""
    return rule.get("arguments") is None and rule.get("result") is None


def _bare(pattern: ToolPattern) -> ToolPattern:
    return _bare(pattern.pattern) if isinstance(pattern, Named) else pattern


def _names(pattern: ToolPattern) -> list[str]:
    """Return the names a pattern is made of; none where it holds anything but names."""
    pattern = _bare(pattern)
    if isinstance(pattern, Name):
        return [pattern.name]
    if isinstance(pattern, AnyOf):
        parts = [_names(part) for part in pattern.patterns]
        return [name for names in parts for name in names] if all(parts) else []
    return []

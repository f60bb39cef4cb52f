"""Calls sorted by what they hold, so that many entries over many calls need not all be compared.

Calls that nothing can tell apart are on one shelf. An entry that asks for plain JSON goes
straight to the shelves that have it; any other entry is compared with one call of each shelf.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Final

from toolspec.engine.effort import CHARACTERS_A_COMPARISON, Effort
from toolspec.engine.json_value import characters, count_of_values
from toolspec.engine.match.arguments import Fit
from toolspec.engine.match.pairing import pair
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.engine.rules.shared.entries import Entry, Found
from toolspec.engine.trace import UNRECORDED, Result, Trace

PAIR_EFFORT: Final = 4
"""What it takes to hold a fitting pair and to go through it when pairing, in comparisons."""


class _Tool:
    """The shelves of one tool: all of them, those that have a key, and those without any."""

    __slots__ = ("by_key", "keyless", "shelves")

    def __init__(self) -> None:
        self.shelves: list[int] = []
        self.by_key: dict[Hashable, list[int]] = {}
        self.keyless: list[int] = []


class EntryDemand:
    """Entries as shelves see them, worked out once: equal ones are one, and look at the same calls.

    `distinct` are the different entries with their keys; `takers` has the number of each entry's.
    """

    __slots__ = ("distinct", "parts_of", "searches", "takers", "walks")

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.parts_of = entries[0].parts_of
        self.searches = any(entry.searches for entry in entries)
        self.walks = any(entry.walks for entry in entries)
        numbers: dict[Entry, int] = {}
        self.takers = [numbers.setdefault(entry.bare, len(numbers)) for entry in entries]
        self.distinct = [(entry, entry.keys) for entry in numbers]


class CallIndex:
    """The calls of a trace on shelves, for entries of one kind."""

    def __init__(self, trace: Trace, demand: EntryDemand) -> None:
        self.trace, self.demand = trace, demand
        self.parts = demand.parts_of(trace)
        self.calls: list[list[int]] = []
        self.characters: list[int] = []
        self.items: list[int] = []
        self.tools: dict[str, _Tool] = {}
        self.effort = Effort()
        self._named: dict[ToolPattern, list[str]] = {}

    def find(self) -> Found:
        """Pair entries with calls so that most entries are served. Raises TooMuchError."""
        sure: list[list[int]] = []
        wide: list[list[int]] = []
        for entry, keys in self.demand.distinct:
            fitting, could = self._fitting(entry, self._candidates(entry, keys))
            sure.append(fitting)
            wide.append(fitting + could if could else fitting)
        room = [len(calls) for calls in self.calls]
        takers, effort = self.demand.takers, self.effort
        certain = pair(sure, takers, room, effort=effort)
        possible = certain
        if any(len(one) != len(other) for one, other in zip(sure, wide, strict=True)):
            possible = pair(wide, takers, room, certain, effort)
        given = self._calls_of(certain)
        return given, given if possible is certain else self._calls_of(possible)

    def _fitting(self, entry: Entry, candidates: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the shelves that fit an entry for certain, and those that could."""
        self.effort.spend(len(candidates) * entry.effort)
        if entry.searches:
            characters = sum([self.characters[shelf] for shelf in candidates])
            self.effort.spend(characters * entry.searches // CHARACTERS_A_COMPARISON)
        if entry.walks:
            self.effort.spend(sum([self.items[shelf] for shelf in candidates]) * entry.walks)
        fitting: list[int] = []
        could: list[int] = []
        test, parts, calls = entry.test, self.parts, self.calls
        for shelf in candidates:
            part = parts[calls[shelf][0]]
            if part is UNRECORDED:
                fit = entry.fits(part)
                if fit is not Fit.NO:
                    (fitting if fit is Fit.YES else could).append(shelf)
            elif test(part):
                fitting.append(shelf)
        # What fits is held until all are paired.
        self.effort.spend(PAIR_EFFORT * (len(fitting) + len(could)))
        return fitting, could

    def _calls_of(self, shelves: Sequence[int]) -> list[int]:
        """Give each taker the next call from its shelf."""
        taken = [0] * len(self.calls)
        out: list[int] = []
        for shelf in shelves:
            if shelf < 0:
                out.append(-1)
                continue
            out.append(self.calls[shelf][taken[shelf]])
            taken[shelf] += 1
        return out

    def _candidates(self, entry: Entry, keys: Sequence[Hashable] | None) -> list[int]:
        candidates: list[int] = []
        for name in self._names_of(entry.tool):
            tool = self.tools.get(name) or self._sort(name, entry)
            if keys is None:
                candidates += tool.shelves
                continue
            having = [tool.by_key.get(key, []) for key in keys]
            if entry.any_key:
                candidates += {shelf: None for shelves in having for shelf in shelves}
            else:
                candidates += min(having, key=len)
            candidates += tool.keyless
        if len(candidates) > 1:
            candidates.sort(key=lambda shelf: self.calls[shelf][0])
        return candidates

    def _names_of(self, pattern: ToolPattern) -> list[str]:
        names = self._named.get(pattern)
        if names is None:
            names = self._named[pattern] = pattern.names_in(self.trace)
        return names

    def _sort(self, name: str, entry: Entry) -> _Tool:
        """Put the calls of a tool on shelves."""
        tool = self.tools[name] = _Tool()
        shelf_of: dict[Hashable, int] = {}
        for at in self.trace.by_name[name]:
            call = self.trace.calls[at]
            try:
                content = entry.content(call)
                shelf = shelf_of.get(content)
                keys = entry.keys_of(call, content) if shelf is None else ()
            except (RecursionError, TypeError):
                content = shelf = keys = None
            if shelf is not None:
                self.calls[shelf].append(at)
                continue
            shelf = len(self.calls)
            self.calls.append([at])
            self.characters.append(characters_in(self.parts[at]) if self.demand.searches else 0)
            self.items.append(items_in(self.parts[at]) if self.demand.walks else 0)
            tool.shelves.append(shelf)
            if keys:
                shelf_of[content] = shelf
                for key in dict.fromkeys(keys):
                    tool.by_key.setdefault(key, []).append(shelf)
            else:
                if keys is not None:
                    shelf_of[content] = shelf
                tool.keyless.append(shelf)
        return tool


def characters_in(part: Any) -> int:
    """Return how many characters of text a regex may look through in a call's part."""
    return characters(part.recorded if isinstance(part, Result) else part)


def items_in(part: Any) -> int:
    """Return how many values there are in a call's part, at any depth."""
    return count_of_values(part.value if isinstance(part, Result) else part)

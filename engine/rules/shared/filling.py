"""Fill an entry of one call, or a group of calls in any order, from calls that come one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from toolspec.engine.effort import Effort
from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.qualifier import FAULT, MATCH, MISS
from toolspec.engine.trace import Trace


class Fitting(NamedTuple):
    """The members of a group that a call could fill, and those of which that is `open`.

    `fault` where the call lacks, or could lack, a key that must be there.
    """

    match: list[int]
    open: list[int]
    fault: bool


class Filling:
    """A group that is being filled: each of its members takes one call, no call serves two.

    Each call is offered once, in order. A call that found no place finds none later either, so one
    search for each call keeps as many members filled as can be.
    """

    def __init__(self, members: Sequence[CallPattern], trace: Trace, effort: Effort) -> None:
        self.members, self.trace, self.effort = members, trace, effort
        self._by_name: dict[str, list[int]] = {}
        self._places = [member.position_in(trace) for member in members]
        self._owner: dict[int, int] = {}
        self._could: dict[int, Sequence[int]] = {}
        self._refused: set[tuple[int, ...]] = set()

    def members_of(self, name: str) -> list[int]:
        """Return the members that a call of that tool may fill."""
        known = self._by_name.get(name)
        if known is None:
            known = [at for at, member in enumerate(self.members) if member.tool.means(name)]
            self._by_name[name] = known
        return known

    def outcomes(self, at: int, asked: Sequence[int]) -> Fitting:
        """Say which of these members the call fits, or could fit. Raises TooMuchError."""
        call = self.trace.calls[at]
        match: list[int] = []
        is_open: list[int] = []
        fault = False
        for number in asked:
            member = self.members[number]
            self.effort.spend(1 + member.effort)
            can_be = member.outcomes(call)
            place = self._places[number]
            if place is not None and at != place and can_be & MATCH:
                can_be = can_be & ~MATCH | MISS
            fault = fault or bool(can_be & FAULT)
            if can_be & MATCH:
                match.append(number)
            if can_be not in (MATCH, MISS, FAULT):
                is_open.append(number)
        return Fitting(match, is_open, fault)

    def add(self, at: int, members: Sequence[int]) -> bool:
        """Let the call fill one of these members if it can; return whether all are filled."""
        key = tuple(members)
        if key not in self._refused:
            self._could[at] = members
            if self._place(at):
                self._refused.clear()
            else:
                self._refused.add(key)
        return len(self._owner) == len(self.members)

    def _place(self, at: int) -> bool:
        """Give the call a member, moving others where that makes room."""
        reached_from: dict[int, int] = {}
        pending = [at]
        for call in pending:
            self.effort.spend(len(self._could[call]))
            for number in self._could[call]:
                if number in reached_from:
                    continue
                reached_from[number] = call
                owner = self._owner.get(number)
                if owner is not None:
                    pending.append(owner)
                    continue
                self._move(number, reached_from, at)
                return True
        return False

    def _move(self, number: int, reached_from: dict[int, int], at: int) -> None:
        """Let every call on the way take the member it was reached by, the last of them first."""
        call = reached_from[number]
        while call != at:
            before = next(number for number, owner in self._owner.items() if owner == call)
            self._owner[number] = call
            number, call = before, reached_from[before]
        self._owner[number] = at

    @property
    def calls(self) -> list[int]:
        """The calls that fill the members, in order."""
        return sorted(self._owner.values())

    @property
    def lacking(self) -> list[CallPattern]:
        """The members without a call."""
        return [member for at, member in enumerate(self.members) if at not in self._owner]

"""Whether calls are exactly what an `order strict` lists: groups, `?` and `+` included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from toolspec.engine.effort import Effort
from toolspec.engine.match.call_pattern import CallPattern, Group
from toolspec.engine.match.pairing import pair
from toolspec.engine.match.qualifier import MATCH
from toolspec.engine.trace import Trace
from toolspec.engine.values import Value


class StrictEntry(Value):
    """An entry of `order strict`: a call or a group; `repeat` is "", `?` or `+`."""

    entry: CallPattern | Group
    repeat: str = ""

    @property
    def members(self) -> Sequence[CallPattern]:
        """The calls that one occurrence takes, in any order."""
        return self.entry.calls if isinstance(self.entry, Group) else (self.entry,)

    def __str__(self) -> str:
        return f"{self.entry}{self.repeat}"


class StrictReading(NamedTuple):
    """How far a trace can be read as the items.

    `reached` is how many calls were read at most; `waiting` are the items that could come then, and
    `ended` tells whether the list may end there. `fits` where all calls were read and it may.
    """

    fits: bool
    reached: int
    waiting: list[int]
    ended: bool


class StrictReader:
    """Reads a trace's calls as items, in all possible ways at once.

    A state is twice the number of the next item; one more where the item before it, which is that
    number, may come again (`+`).
    """

    def __init__(self, items: Sequence[StrictEntry], trace: Trace, possible: bool) -> None:
        self.items, self.trace, self.possible = items, trace, possible
        self.effort = Effort()
        self._places = [[member.position_in(trace) for member in item.members] for item in items]

    def read(self) -> StrictReading:
        """Return how far the calls can be read. Raises TooMuchError."""
        size = len(self.trace)
        states: dict[int, set[int]] = {0: self._closed({0})}
        reached, last = 0, states[0]
        for at in range(size + 1):
            here = states.pop(at, None)
            if not here:
                continue
            reached = at
            last = here
            for state in here:
                self._step(state, at, states)
            if not states:
                break
        waiting = sorted({state // 2 for state in last} - {len(self.items)})
        ended = 2 * len(self.items) in last
        return StrictReading(reached == size and ended, reached, waiting, ended)

    def links(self) -> list[tuple[int, int]]:
        """Return calls and the items that they are read as, on a way that leads furthest.

        Raises TooMuchError.
        """
        reached: dict[int, set[int]] = {0: self._closed({0})}
        for at in range(len(self.trace)):
            for state in sorted(reached.get(at, ())):
                self._step(state, at, reached)
        end = max(reached)
        state = max(reached[end])
        links: list[tuple[int, int]] = []
        while end > 0:
            number, begin = next(
                (number, end - len(item.members))
                for number, item in reversed([*enumerate(self.items)])
                if state in self._after(number)
                and not reached.get(end - len(item.members), set()).isdisjoint(
                    (2 * number, 2 * number + 1)
                )
                and self._takes(number, end - len(item.members))
            )
            links += [(at, number) for at in range(begin, end)]
            here = reached[begin]
            state = 2 * number if 2 * number in here else 2 * number + 1
            end = begin
        return sorted(links)

    def _after(self, number: int) -> set[int]:
        """Return the states in which an item leaves the list."""
        after = {2 * number + 2}
        if self.items[number].repeat == "+":
            after.add(2 * number + 1)
        return self._closed(after)

    def _step(self, state: int, at: int, states: dict[int, set[int]]) -> None:
        number = state // 2
        if number == len(self.items):
            return
        item = self.items[number]
        end = at + len(item.members)
        if end <= len(self.trace) and self._takes(number, at):
            states.setdefault(end, set()).update(self._after(number))

    def _closed(self, states: set[int]) -> set[int]:
        """Add the states that are reached by leaving out what may be missing."""
        out = set(states)
        for state in states:
            number = state // 2
            if state % 2:
                out.add(state + 1)
                number += 1
            while number < len(self.items) and self.items[number].repeat == "?":
                number += 1
                out.add(2 * number)
        return out

    def _takes(self, number: int, at: int) -> bool:
        """Tell whether an item takes the calls from this one on."""
        members = self.items[number].members
        size = len(members)
        if size == 1:
            return self._fits(number, 0, at)
        fitting = [
            [place for place in range(size) if self._fits(number, member, at + place)]
            for member in range(size)
        ]
        return all(fitting) and -1 not in pair(fitting)

    def _fits(self, number: int, member: int, at: int) -> bool:
        phrase = self.items[number].members[member]
        self.effort.spend(1 + phrase.effort)
        if not phrase.tool.means(self.trace.names[at]):
            return False
        place = self._places[number][member]
        if place is not None and at != place:
            return False
        can_be = phrase.outcomes(self.trace.calls[at])
        return bool(can_be & MATCH) if self.possible else can_be == MATCH

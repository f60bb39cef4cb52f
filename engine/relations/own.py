"""Give calls one other call each, of their own, without trying out pairs: `after own approve`.

Where each call may have the calls of a list up to a place, the one with the nearest such place
chooses first, and takes the first that is left; `within` lets it begin later in the list. Where a
number is compared, it takes the call that is only just enough: one with more serves others too.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from toolspec.engine.match.values import Bindings
from toolspec.engine.match.values.numbers import is_number
from toolspec.engine.relations.extremes import Comparison
from toolspec.engine.trace import Trace


class Choice(NamedTuple):
    """The calls that the call `at` may have: those of `calls` from `first` up to `end`.

    Where the relation looks at later calls, `calls` has the last one first. `bindings` are what the
    names stand for, of which a comparison may ask.
    """

    at: int
    calls: Sequence[int]
    first: int
    end: int
    bindings: Bindings


def served_in_order(
    choices: Iterable[Choice], trace: Trace, compared: Comparison | None
) -> dict[int, int] | None:
    """Return which call serves which, as many as can be; None where it is not so simple."""
    by_list: dict[int, list[Choice]] = {}
    for choice in choices:
        by_list.setdefault(id(choice.calls), []).append(choice)
    served: dict[int, int] = {}
    for group in by_list.values():
        group.sort(key=lambda choice: choice.end)
        if any(earlier.first > later.first for earlier, later in pairwise(group)):
            return None
        if compared is None:
            served.update(_first_left(group))
        elif group[-1].first:
            return None
        else:
            served.update(_just_enough(group, trace, compared))
    return served


def _first_left(group: Sequence[Choice]) -> Iterator[tuple[int, int]]:
    """Give each call the first other one that is left."""
    place = 0
    for choice in group:
        place = max(place, choice.first)
        if place < choice.end:
            yield choice.at, choice.calls[place]
            place += 1


def _just_enough(
    group: Sequence[Choice], trace: Trace, compared: Comparison
) -> Iterator[tuple[int, int]]:
    """Give each call the other one whose number is enough and nearest to what is asked."""
    calls = group[0].calls
    sign = 1 if compared.greatest else -1
    numbers = {
        place: sign * number
        for place, at in enumerate(calls[: group[-1].end])
        if (number := compared.number(trace.calls[at])) is not None
    }
    by_number = sorted(numbers, key=numbers.__getitem__)
    sorted_numbers = [numbers[place] for place in by_number]
    rank_of = {place: rank for rank, place in enumerate(by_number)}
    free = FreePlaces(len(by_number))
    search = bisect_left if compared.compared.operator.endswith("=") else bisect_right
    reached = 0
    for choice in group:
        for place in range(reached, choice.end):
            if place in rank_of:
                free.add(rank_of[place])
        reached = choice.end
        asked: Any = choice.bindings[compared.compared.name]
        if not is_number(asked):
            continue
        rank = free.next_from(search(sorted_numbers, sign * asked))
        if rank >= 0:
            free.take(rank)
            yield choice.at, calls[by_number[rank]]


class FreePlaces:
    """Which of `size` places are free, to ask for the next one.

    Blocks without a free place are passed over, so that each search is short.

    >>> free = FreePlaces(10)
    >>> free.add(3)
    >>> free.next_from(1), free.next_from(4)
    (3, -1)
    """

    BLOCK: Final = 4096

    def __init__(self, size: int) -> None:
        self._places = bytearray(size)
        self._blocks = bytearray(size // self.BLOCK + 1)

    def add(self, place: int) -> None:
        """Make a place free."""
        self._places[place] = self._blocks[place // self.BLOCK] = 1

    def take(self, place: int) -> None:
        """Take a place that is free."""
        self._places[place] = 0
        block = place // self.BLOCK
        if self._in_block(block, block * self.BLOCK) < 0:
            self._blocks[block] = 0

    def next_from(self, place: int) -> int:
        """Return the first free place from this one on, -1 where there is none."""
        block = place // self.BLOCK
        in_block = self._in_block(block, place)
        if in_block >= 0:
            return in_block
        block = self._blocks.find(1, block + 1)
        return -1 if block < 0 else self._in_block(block, block * self.BLOCK)

    def _in_block(self, block: int, begin: int) -> int:
        return self._places.find(1, begin, (block + 1) * self.BLOCK)

"""Pair takers with places, each taker with one of those it may have, so that most are served.

This is maximum bipartite matching, by J. Hopcroft and R. Karp (1973): search from all unserved
takers at once, then serve along disjoint shortest paths; few rounds are needed however many there
are. Takers that may have the same places share one list of them, and a place may have room for
several: so a thousand equal takers and a thousand equal places cost one look at each.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from toolspec.engine.effort import Effort


def pair(
    choices: Sequence[Sequence[int]],
    takers: Sequence[int] | None = None,
    room: Sequence[int] | None = None,
    start: Sequence[int] | None = None,
    effort: Effort | None = None,
) -> list[int]:
    """Return for each taker its place, -1 where it gets none; as many get one as can.

    `choices` are lists of places; taker `t` may have those of `choices[takers[t]]` (of `choices[t]`
    where `takers` is not given). Place `p` serves `room[p]` takers, else one. `start` is a pairing
    to go on from: a taker that has a place keeps one, though perhaps another.
    The answer depends on nothing but the arguments: the first free place of the first taker first.
    Raises TooMuchError where going through the lists takes more than the `effort` allows.

    >>> pair([[0, 1], [0]])
    [1, 0]
    """
    if takers is None:
        takers = range(len(choices))
    if start is None:
        served = _first_come(choices, takers, room)
        if served is not None:
            return served
    matching = _Matching(choices, takers, room, effort or Effort(sys.maxsize))
    if start is not None:
        for taker, place in enumerate(start):
            if place >= 0:
                matching.put(taker, place)
    waiting = matching.serve_greedily()
    while waiting and matching.improve(waiting):
        waiting = [taker for taker in waiting if matching.place_of[taker] < 0]
    return matching.place_of


def _first_come(
    choices: Sequence[Sequence[int]], takers: Sequence[int], room: Sequence[int] | None
) -> list[int] | None:
    """Give each taker its first free place; None where that leaves one out who could have one."""
    used: dict[int, int] = {}
    at_by_list = [0] * len(choices)
    served: list[int] = []
    for number in takers:
        places = choices[number]
        at, end = at_by_list[number], len(places)
        while at < end and used.get(places[at], 0) == (room[places[at]] if room else 1):
            at += 1
        at_by_list[number] = at
        if at < end:
            place = places[at]
            used[place] = used.get(place, 0) + 1
            served.append(place)
        elif places:
            return None
        else:
            served.append(-1)
    return served


class _Matching:
    """A pairing under way: each taker's place, and who is at each place.

    One round of `improve` numbers the places in layers (`layer`, by how many takers would have to
    move on), then serves along them; `tried` and `untried` keep the round from going anywhere
    twice.
    """

    def __init__(
        self,
        choices: Sequence[Sequence[int]],
        takers: Sequence[int],
        room: Sequence[int] | None,
        effort: Effort,
    ) -> None:
        self.choices, self.takers, self.room, self.effort = choices, takers, room, effort
        self.place_of = [-1] * len(takers)
        self.holders: dict[int, dict[int, None]] = {}
        self.layer: dict[int, int] = {}
        self.list_layer: dict[int, int] = {}
        self.layers = 0
        self.tried: dict[int, int] = {}
        self.untried: dict[int, list[int]] = {}

    def put(self, taker: int, place: int) -> None:
        """Serve the taker at the place."""
        old = self.place_of[taker]
        if old >= 0:
            del self.holders[old][taker]
        self.place_of[taker] = place
        self.holders.setdefault(place, {})[taker] = None

    def is_free(self, place: int) -> bool:
        """Tell whether the place can serve one more."""
        holders = self.holders.get(place)
        return not holders or len(holders) < (self.room[place] if self.room else 1)

    def serve_greedily(self) -> list[int]:
        """Give each unserved taker its first free place; return those left with none to have."""
        # Places only fill up: a list need not be searched again where all was found full.
        at_by_list: dict[int, int] = {}
        waiting: list[int] = []
        for taker, number in enumerate(self.takers):
            if self.place_of[taker] >= 0:
                continue
            places = self.choices[number]
            at = at_by_list.get(number, 0)
            while at < len(places) and not self.is_free(places[at]):
                at += 1
            at_by_list[number] = at
            if at < len(places):
                self.put(taker, places[at])
            elif places:
                waiting.append(taker)
        return waiting

    def improve(self, waiting: Sequence[int]) -> bool:
        """Serve more takers along disjoint shortest paths; tell whether there was any such path."""
        if not self._number_layers(waiting):
            return False
        self.tried.clear()
        self.untried.clear()
        for taker in waiting:
            self._serve(taker)
        return True

    def _number_layers(self, waiting: Sequence[int]) -> bool:
        """Give places their layers, up to the first with a free one; tell whether there is any."""
        self.layer.clear()
        list_layer = self.list_layer
        list_layer.clear()
        edge, depth, reached_free = list(waiting), 0, False
        while edge and not reached_free:
            reached: list[int] = []
            for taker in edge:
                number = self.takers[taker]
                if number in list_layer:
                    continue
                list_layer[number] = depth
                self.effort.spend(len(self.choices[number]))
                for place in self.choices[number]:
                    if place not in self.layer:
                        self.layer[place] = depth
                        reached.append(place)
                        reached_free = reached_free or self.is_free(place)
            edge = [taker for place in reached for taker in self.holders.get(place, ())]
            depth += 1
        self.layers = depth
        return reached_free

    def _serve(self, taker: int) -> None:
        """Follow the layers to a free place, and move everyone on the way one place on."""
        path, wants = [taker], list[int]()
        while path:
            place = self._next_place(self.takers[path[-1]], len(path) - 1)
            if place is None:
                path.pop()
                if wants:
                    wants.pop()
                continue
            wants.append(place)
            if self.is_free(place):
                for mover, target in zip(reversed(path), reversed(wants), strict=True):
                    self.put(mover, target)
                return
            path.append(self.untried[place].pop())

    def _next_place(self, number: int, depth: int) -> int | None:
        """Return the list's first place in this layer that leads on; None where none does."""
        if self.list_layer.get(number) != depth:
            return None  # this list's places are all in nearer layers
        places = self.choices[number]
        for at in range(self.tried.get(number, 0), len(places)):
            place = places[at]
            if self.layer.get(place) != depth:
                continue
            if place not in self.untried:
                # Only those that were there when the round began: each moves at most once in it.
                on_the_way = depth < self.layers - 1
                self.untried[place] = list(self.holders.get(place, ())) if on_the_way else []
            if self.is_free(place) or self.untried[place]:
                self.tried[number] = at
                return place
        self.tried[number] = len(places)
        return None

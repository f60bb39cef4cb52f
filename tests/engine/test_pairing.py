"""Pairing against brute force, and where a simple search would take too long."""

from __future__ import annotations

import time
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from toolspec.engine.match.pairing import pair

lists = st.lists(st.lists(st.integers(0, 5), unique=True, max_size=5), max_size=5)


def most_served(choices: list[list[int]], takers: list[int], room: list[int]) -> int:
    """Count by trying everything."""
    if not takers:
        return 0
    first, rest = takers[0], takers[1:]
    best = most_served(choices, rest, room)
    for place in choices[first]:
        if room[place]:
            less = [*room[:place], room[place] - 1, *room[place + 1 :]]
            best = max(best, 1 + most_served(choices, rest, less))
    return best


@st.composite
def problems(draw: st.DrawFn) -> tuple[list[list[int]], list[int], list[int]]:
    choices = draw(lists.filter(bool))
    takers = draw(st.lists(st.integers(0, len(choices) - 1), max_size=6))
    room = draw(st.lists(st.integers(1, 3), min_size=6, max_size=6))
    return choices, takers, room


@given(problems())
def test_as_many_are_served_as_brute_force_can(
    problem: tuple[list[list[int]], list[int], list[int]],
) -> None:
    choices, takers, room = problem
    places = pair(choices, takers, room)
    served = [(taker, place) for taker, place in enumerate(places) if place >= 0]
    assert all(place in choices[takers[taker]] for taker, place in served)
    assert all(held <= room[place] for place, held in Counter(p for _, p in served).items())
    assert len(served) == most_served(choices, takers, room)


@given(problems(), problems())
def test_a_start_keeps_whom_it_served(
    problem: tuple[list[list[int]], list[int], list[int]],
    more: tuple[list[list[int]], list[int], list[int]],
) -> None:
    choices, takers, room = problem
    start = pair(choices, takers, room)
    wider = [
        [*own, *(place for place in other if place not in own)]
        for own, other in zip(choices, more[0] * len(choices), strict=False)
    ]
    places = pair(wider, takers, room, start)
    assert all(now >= 0 for before, now in zip(start, places, strict=True) if before >= 0)
    assert sum(place >= 0 for place in places) == most_served(wider, takers, room)


@given(problems(), st.randoms())
def test_how_many_are_served_does_not_depend_on_the_order_of_takers(
    problem: tuple[list[list[int]], list[int], list[int]], random: object
) -> None:
    choices, takers, room = problem
    turned = sum(place >= 0 for place in pair(choices, takers[::-1], room))
    assert turned == sum(place >= 0 for place in pair(choices, takers, room))


def test_a_long_chain_of_moves_is_no_recursion_and_not_slow() -> None:
    # Taker n may have place n or n + 1, the last only the first: everyone has to move.
    size = 20_000
    choices = [[n, n + 1] for n in range(size)] + [[0]]
    began = time.process_time()
    places = pair(choices)
    assert sorted(places) == list(range(size + 1))
    assert time.process_time() - began < 2


def test_equal_takers_and_places_cost_one_look_each() -> None:
    size = 20_000
    began = time.process_time()
    places = pair([range(size)], [0] * size)  # type: ignore[list-item]
    assert sorted(places) == list(range(size))
    assert pair([[0]], [0] * size, [size]) == [0] * size
    assert time.process_time() - began < 2

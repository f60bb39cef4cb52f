# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false, reportUnknownParameterType=false
"""The rule `each` of a model: its demands, tried on every other call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from random import Random
from typing import NamedTuple

from tests.second_part.parts import Part
from tests.second_part.phrases import (
    NO_NAMES,
    Phrase,
    Words,
    arguments,
    other,
    qualifier,
    subject,
    words,
)
from tests.second_part.rules import ERROR, Rule, passing
from tests.second_part.values import Env
from tests.second_part.world import SECOND, Did, Said

Near = Callable[[Part, "Event", "Event"], bool]


class Event(NamedTuple):
    """A call or a message, with its place in the order of the run."""

    place: tuple[int, int, int]
    call: Did | None = None
    message: Said | None = None


class Demand(NamedTuple):
    """A demand: `partners` gives the calls that meet it, -1 where it is met by none of them."""

    written: str
    partners: Callable[[Part, int, Env], list[int]]
    own: bool = False


def event(part: Part, at: int) -> Event:
    return Event((at, 1, 0), part.run.calls[at])


def near(rng: Random, message: bool) -> tuple[str, Near]:
    kind = rng.choice(
        ("calls", "turns", "time") if message else ("calls", "steps", "turns", "time")
    )
    n = rng.choice((1, 2, 3))

    def holds(part: Part, early: Event, late: Event) -> bool:
        if kind == "calls":
            between = [at for at, _ in part.calls if early.place < (at, 1, 0) < late.place]
            return len(between) < n
        one, two = early.call or early.message, late.call or late.message
        assert one is not None
        assert two is not None
        if kind == "time":
            end = one.end if isinstance(one, Did) else one.at
            start = two.start if isinstance(two, Did) else two.at
            return start - end <= n * SECOND
        if isinstance(one, Did) and isinstance(two, Did) and one.agent != two.agent:
            return False
        name = kind.removesuffix("s")
        return abs(getattr(one, name) - getattr(two, name)) < n

    shown = f"within {n}s" if kind == "time" else f"within {n} {kind}"
    return shown, holds


def related(rng: Random, names: Sequence[str], *, own: bool) -> Demand:
    """Return a relation to another call or a message."""
    by_message = not own and rng.random() < 0.25
    asked: Phrase | Words = words(rng, names) if by_message else other(rng, names)
    way = rng.choice(("after", "before", "after seeing"))
    right = not own and rng.random() < 0.15 and way != "after seeing"
    if by_message and way == "after seeing":
        way = "after"
    if by_message:
        right = False
    close = near(rng, by_message) if rng.random() < 0.35 and not right else None
    negated = not own and rng.random() < 0.25

    def partners(part: Part, at: int, env: Env) -> list[int]:
        mine = event(part, at)
        if isinstance(asked, Words):
            others = [
                Event((one.before, 0, n), message=one)
                for n, one in part.heard
                if asked.fits(one, env, negated)
            ]
        else:
            others = [event(part, n) for n in asked.among(part.calls, env, negated) if n != at]
        found: list[int] = []
        for one in others:
            earlier = one.place < mine.place
            if earlier is not way.startswith("after"):
                continue
            early, late = (one, mine) if earlier else (mine, one)
            if one.call is not None and not one.call.completed and not negated:
                continue
            if right and any(early.place < (n, 1, 0) < late.place for n, _ in part.calls):
                continue
            if (
                way == "after seeing"
                and one.call is not None
                and not seen(one.call, part.run.calls[at])
            ):
                continue
            if close is not None and not close[1](part, early, late):
                continue
            found.append(one.place[0])
        if not negated:
            return found
        return [] if found else [-1]

    said = [*(["not"] if negated else []), *(["right"] if right else []), way]
    said += ["own"] if own else []
    said += [asked.written, *([close[0]] if close else [])]
    return Demand(" ".join(said), partners, own)


def seen(early: Did, late: Did) -> bool:
    if not early.completed:
        return False
    if early.agent == late.agent:
        return bool(early.step < late.step)
    return bool(early.end <= late.start)


def itself(rng: Random, names: Sequence[str]) -> Demand:
    """Return a demand about the call itself."""
    negated = rng.random() < 0.25
    if rng.random() < 0.5:
        text, tests = arguments(rng, names if rng.random() < 0.5 else ())
    else:
        text, test = qualifier(rng)
        tests = (test,)

    def partners(part: Part, at: int, env: Env) -> list[int]:
        call = part.run.calls[at]
        holds = all(test(call, env, negated) for test in tests)
        return [-1] if holds is not negated else []

    return Demand(f"{'not ' * negated}{text}", partners)


def each(rng: Random) -> Rule:
    """Return an `each`."""
    asked, bound = subject(rng)
    names = list(bound)
    demands: list[list[Demand]] = []
    own = rng.random() < 0.25
    for _ in range(rng.choice((1, 1, 2))):
        if own:
            demands.append([related(rng, names, own=True)])
            own = False
            continue
        size = rng.choice((1, 1, 1, 2))
        demands.append(
            [
                related(rng, names, own=False) if rng.random() < 0.75 else itself(rng, names)
                for _ in range(size)
            ]
        )
    text, passes = passing(rng)

    def score(part: Part) -> float | None:
        rows: list[list[int]] = []
        if asked.fault_among(part.calls):
            return ERROR
        for at in asked.among(part.calls):
            call = part.run.calls[at]
            env = {name: of(call) for name, of in bound.items()} if bound else NO_NAMES
            mine = [-1]
            for any_of in demands:
                met = [n for one in any_of for n in one.partners(part, at, env)]
                if any_of[0].own:
                    mine = met if mine else []
                elif not met:
                    mine = []
                if not mine:
                    break
            rows.append(mine)
        return most(rows) / len(rows) if rows else None

    listed = ", ".join(" or ".join(one.written for one in any_of) for any_of in demands)
    return Rule(f"each {asked.written}: {listed}{text}", score, passes, windows=False)


def most(rows: list[list[int]]) -> int:
    """Return how many rows can have a partner of their own; -1 is for everybody."""
    best = 0
    for chosen in product(*[[*row, None] for row in rows]):
        taken = [one for one in chosen if one is not None]
        mine = [one for one in taken if one >= 0]
        if len(mine) == len(set(mine)):
            best = max(best, len(taken))
    return best

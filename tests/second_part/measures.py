"""The measures of `limit` of a model, each counted in the plainest way."""

from __future__ import annotations

from collections.abc import Callable
from json import dumps
from random import Random
from typing import Any

from tests.second_part.parts import Part
from tests.second_part.world import SECOND


def measure(rng: Random) -> tuple[str, Callable[[Part], Any]]:
    name = rng.choice(
        (
            "calls",
            "repeats",
            "loops",
            "failures",
            "sum <n>",
            "sum <k>",
            "steps",
            "turns",
            "duration",
        )
    )
    return name, MEASURES[name]


def _same(part: Part) -> list[str]:
    return [f"{call.tool} {dumps(call.args, sort_keys=True)}" for _, call in part.calls]


def _repeats(part: Part) -> int:
    mine = _same(part)
    return max((mine.count(one) - 1 for one in mine), default=0)


def _loops(part: Part) -> int:
    mine = _same(part)
    best = 0
    for size in range(1, 9):
        for begin in range(len(mine)):
            block, again, at = mine[begin : begin + size], 0, begin + size
            while len(block) == size and mine[at : at + size] == block:
                again, at = again + 1, at + size
            best = max(best, again)
    return best


def _sum(key: str) -> Callable[[Part], float]:
    def total(part: Part) -> float:
        found = [call.args.get(key) for _, call in part.calls]
        return sum(one for one in found if isinstance(one, int | float) and one is not True)

    return total


def _steps(part: Part) -> int:
    if not part.is_part:
        return part.run.steps
    return len({(call.agent, call.step) for _, call in part.calls})


def _turns(part: Part) -> int:
    return len({call.turn for _, call in part.calls}) if part.is_part else part.run.turns


def _duration(part: Part) -> float:
    if not part.is_part:
        return part.run.end / SECOND
    ends = [call.end for _, call in part.calls if call.ended]
    if not part.calls:
        return 0
    return (max(ends) - min(call.start for _, call in part.calls)) / SECOND if ends else -1


MEASURES: dict[str, Callable[[Part], Any]] = {
    "calls": lambda part: len(part.calls),
    "repeats": _repeats,
    "loops": _loops,
    "failures": lambda part: sum(bool(call.failed) for _, call in part.calls),
    "sum <n>": _sum("n"),
    "sum <k>": _sum("k"),
    "steps": _steps,
    "turns": _turns,
    "duration": _duration,
}

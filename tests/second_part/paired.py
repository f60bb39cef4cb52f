"""The rules `args` and `output` of a model: every way to give each entry a call of its own."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

from tests.second_part import values
from tests.second_part.parts import Part
from tests.second_part.phrases import MEANS, argument, no_others
from tests.second_part.rules import Rule, passing
from tests.second_part.world import Did

Fits = Callable[[Did], bool]
TOOLS = tuple(MEANS)


def args(rng: Random) -> Rule:
    """Return an `args`."""
    subset = rng.random() < 0.5
    return _paired(rng, "args", "subset" if subset else "", lambda: _arguments(rng, subset))


def _arguments(rng: Random, subset: bool) -> tuple[str, Fits]:
    tool = rng.choice(TOOLS)
    keys = rng.sample(("k", "n", "z"), rng.choice((0, 1, 1, 2)))
    chosen = [(key, values.value(rng)) for key in keys]
    tests = [argument(key, one) for key, one in chosen]
    if not subset:
        tests.append(no_others(keys))

    def fits(call: Did) -> bool:
        return MEANS[tool](call.tool) and all(test(call, {}, False) for test in tests)

    shown = ", ".join(f"{key}: {one.written}" for key, one in chosen)
    return f"{tool} <{shown}>", fits


def output(rng: Random) -> Rule:
    """Return an `output`."""
    return _paired(rng, "output", "", lambda: _result(rng))


def _result(rng: Random) -> tuple[str, Fits]:
    tool, wanted = rng.choice(TOOLS), rng.choice(values.OF_RESULT)

    def fits(call: Did) -> bool:
        return MEANS[tool](call.tool) and values.of_output(wanted, call.result)

    return f"{tool} = {wanted.written}", fits


def _paired(rng: Random, keyword: str, mode: str, entry: Callable[[], tuple[str, Fits]]) -> Rule:
    made = [entry() for _ in range(rng.choice((1, 2, 2, 3)))]
    strict = rng.random() < 0.3
    text, passes = ("", 1.0) if strict else passing(rng)

    def score(part: Part) -> float:
        calls = [call for _, call in part.calls]
        rows = [[n for n, call in enumerate(calls) if fits(call)] for _, fits in made]
        best = 0
        for way in product(*[[*row, None] for row in rows]):
            taken = [one for one in way if one is not None]
            if len(taken) == len(set(taken)):
                best = max(best, len(taken))
        return float(best == len(made)) if strict else best / len(made)

    words = " ".join(word for word in (keyword, "strict" * strict, mode) if word)
    return Rule(f"{words}: {', '.join(shown for shown, _ in made)}{text}", score, passes)

"""What rules of one spec work out together changes nothing: each says what it says alone."""

from __future__ import annotations

import random

import pytest

from toolspec.dsl.specs import parse
from toolspec.engine.trace import UNRECORDED, Call, Trace, called

RULES = (
    "count a <= 1 per <x>",
    "count b <= 1 per <x>",
    "require a per <x>",
    "forbid b after a until c",
    "forbid c after a until c",
    "require b after a",
    "require c after a until c",
    "forbid c until b",
    "limit: calls <= 4, loops = 0",
    "limit: loops = 0, repeats <= 1",
    "limit: repeats = 0, sum <y> < 9",
    "limit: loops = 0 per <x>",
    "each a <x: $x>: after b <x: $x>",
    "each c <x: $x>: after b <x: $x>",
    "each a <x: $x>: not after b <x: $x>",
    "each a <x: $x>: before b <y: >= $x>",
    "each a <x: $x>: after seeing own b <x: $x>",
    "each b: after a within 2 steps",
    "each c: after a within 2 steps or right after b",
    "count a <= 1 per step",
    "sequence: a -> b after c",
    "any {\n  require a per <x>\n  forbid b after a until c\n}",
)


def random_trace(draw: random.Random) -> Trace:
    calls: list[Call] = []
    for step in range(draw.randrange(9)):
        arguments = {"x": draw.randrange(3), "y": draw.randrange(4)}
        if draw.random() < 0.3:
            del arguments["x"]
        completed = draw.choice((True, True, True, False, None))
        known = UNRECORDED if draw.random() < 0.1 else arguments
        calls.append(called(draw.choice("abc"), known, step=step, completed=completed))
    return Trace(calls, steps=len(calls))


@pytest.mark.parametrize("seed", range(40))
def test_a_rule_says_among_others_what_it_says_alone(seed: int) -> None:
    draw = random.Random(seed)
    trace = random_trace(draw)
    spec = parse("\n".join(draw.sample(RULES, len(RULES))) + "\n")
    together = spec.check(trace).results
    assert trace.shared is None, "a judged trace would wait for the cycle collector"
    for result in together:
        alone = result.rule.judge(Trace(trace.calls, steps=trace.steps))
        told = (result.status, result.score, result.explanation._replace(of=None))
        expected = (alone.status.word, alone.score, alone.explanation()._replace(of=None))
        assert told == expected, result.rule.origin.source

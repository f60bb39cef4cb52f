"""AgentLTL's formulas and the rules of the same meaning: one verdict on any run.

AgentLTL judges completed runs in the temporal logic of finite traces. `Before` and `After` compare
the first call of each tool, and ask for both.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from toolspec import Trace, called, parse

ltl: Any = pytest.importorskip(
    "agentltl", reason="agentltl is not installed: NO RULE WAS COMPARED WITH IT (dev.py setup)"
)

RUNS = 1000
TOOLS = "abcd"
IDS = (1, 2, 3)


def always(left: Any, right: Any) -> Any:
    """Wherever the left holds, the right does."""
    return ltl.Globally(ltl.Implies(left, right))


def for_every_id(body: Callable[[Any], Any]) -> Any:
    return ltl.ForAll("x", every_id, body(ltl.Var("x")))


def every_id(*_: object) -> tuple[int, ...]:
    return IDS


def call(tool: str, of: Any) -> Any:
    return ltl.Matches(ltl.ToolPattern(tool, {"id": of}))


a, b, c, d = (ltl.Now(tool) for tool in TOOLS)

PAIRS = {
    "sequence: first a -> first b": ltl.Before("a", "b"),
    "sequence: first b -> first a": ltl.After("a", "b"),
    "sequence: (first a, first b) -> first c": ltl.AllBefore(["a", "b"], "c"),
    "sequence: a -> b -> c": ltl.CalledInOrder(["a", "b", "c"]),
    "forbid: a -> b -> c": ltl.Not(ltl.CalledInOrder(["a", "b", "c"])),
    "count a <= 2": ltl.CalledNTimes("a", 2, "<="),
    "require b if a": ltl.Implies(ltl.Called("a"), ltl.Called("b")),
    "forbid d": ltl.Globally(ltl.Not(d)),
    "each a: right before b": always(a, ltl.Next(b)),
    "each b: right after a": always(b, ltl.Previous(a)),
    "each a: before b": always(a, ltl.Next(ltl.Eventually(b))),
    "each b: after a or after c": always(b, ltl.Or(ltl.Once(a), ltl.Once(c))),
    "each first a: before b within 2 calls\ncount a >= 1": ltl.WithinSteps("a", "b", 2),
    "forbid c until a": ltl.WeakUntil(ltl.Not(c), a),
    "forbid c until a\ncount a >= 1": ltl.Until(ltl.Not(c), a),
    "forbid c until a\nforbid c after b until a": always(c, ltl.Since(ltl.Not(b), a)),
    "only: a, b until c": ltl.WeakUntil(ltl.Or(a, b), c),
    "require a <id: 2>": ltl.CalledWith("a", {"id": 2}),
    "each b <id: $x>: after a <id: $x>": for_every_id(
        lambda x: always(call("b", x), ltl.Once(call("a", x)))
    ),
    "each b <id: $x>: not before c <id: $x>": for_every_id(
        lambda x: always(call("b", x), ltl.Globally(ltl.Not(call("c", x))))
    ),
    "each c <id: $x>: right after a <id: $x>": for_every_id(
        lambda x: always(call("c", x), ltl.Previous(call("a", x)))
    ),
}


def runs(seed: str) -> Iterator[list[tuple[str, int]]]:
    """Return runs of up to twelve calls; some call only two or three of the tools."""
    chance = random.Random(seed)
    for _ in range(RUNS):
        tools = chance.sample(TOOLS, chance.randint(2, len(TOOLS)))
        length = chance.randint(0, 12)
        yield [(chance.choice(tools), chance.choice(IDS)) for _ in range(length)]


@pytest.mark.parametrize("text", PAIRS)
def test_a_rule_and_a_formula_of_the_same_meaning_never_differ(text: str) -> None:
    spec = parse(text)
    judge = ltl.LTLEvaluator()
    seen: set[bool] = set()
    for run in runs(text):
        theirs = ltl.Trace.from_metrics(
            {"tool_calls": [{"tool_name": tool, "tool_args": {"id": of}} for tool, of in run]}
        )
        passed = bool(judge.evaluate(PAIRS[text], theirs).passed)
        assert spec.check(Trace([called(tool, {"id": of}) for tool, of in run])).passed is passed, (
            run
        )
        seen.add(passed)
    assert seen == {True, False}, "both verdicts came"

"""`each` over traces that do not record everything: it says nothing that more would contradict.

A plain evaluator judges every trace that could be after the one recorded: with each alternative
for each thing that is missing. What `each` says must hold for all of them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from toolspec.dsl.specs import parse
from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.qualifier import Qualifier
from toolspec.engine.rules.each import Each
from toolspec.engine.trace import UNRECORDED, Call, Result, Trace

SPECS = (
    "each b: after a",
    "each b: not after a",
    "each b <k: $x>: after a <k: $x>",
    "each b <k: $x>: not before a <k: $x>",
    "each b: ok",
    "each b ok: after a or before c",
    "each b <k: $x>: after a result $x",
    "each b <k: $x>: after a result {id: $x}, not failed",
    "each b <k: $x & > 1>: before a <k: >= $x>",
    "each b <k: 1>: right after a",
    "each b: after own a",
    "each b <k: $x>: before own a <k: $x>, not failed",
    "each b: after a ok within 2 calls",
    "each b result 1: before c <k: 1> or after a <k: not 1>",
    "each first b: after last a",
    "each b <k: $x>: after * result has $x",
    "each b <k: $x>: not after a <has $x>",
    "each b <k: $x>: <k: 1 | 2>, after * <k: $x> ok pass 0.5",
)


def plain(spec: str, trace: Trace) -> tuple[str, float | None]:
    """Judge a trace in which everything is recorded, pair by pair and without any index."""
    (rule,) = parse(spec).rules
    kind, calls = rule.kind, trace.calls
    assert isinstance(kind, Each)
    asked: list[int] = []
    edges: list[list[int]] = []
    for at, call in enumerate(calls):
        if not kind.subject.tool.means(call.name) or kind.subject.outcomes(call) != 1:
            continue
        if kind.subject.position_in(trace) not in (None, at):
            continue
        names = kind.subject.bindings(call)
        if names is None:
            continue
        asked.append(at)
        own: list[int] = [-1]
        for any_of in kind.demands:
            met: list[int] = []
            for demand in any_of.demands:
                relation = demand.relation
                if relation is None:
                    assert isinstance(demand.asked, Qualifier)
                    holds = demand.asked.bound(names, demand.negated).outcomes(call) == 1
                    met += [-1] if holds is not demand.negated else []
                    continue
                assert isinstance(relation.other, CallPattern)
                other = relation.other.bound(names, demand.negated)
                found = [
                    there
                    for there, one in enumerate(calls)
                    if there != at
                    and (there < at) == (relation.way == "after")
                    and other.tool.means(one.name)
                    and other.outcomes(one) == 1
                    and other.position_in(trace) in (None, there)
                    and (one.completed or demand.negated)
                    and (not relation.right or abs(there - at) == 1)
                    and (relation.near is None or abs(there - at) <= relation.near.number)
                ]
                if demand.negated:
                    met += [] if found else [-1]
                elif relation.own:
                    met += found
                else:
                    met += [-1] if found else []
            if not met:
                own = []
            elif met != [-1] * len(met) and own:
                own = met
        edges.append(own)
    if not asked:
        return "skip", None
    score = most(edges) / len(asked)
    return ("pass" if score >= rule.pass_score else "fail"), score


def most(edges: list[list[int]]) -> int:
    """Return how many can have a partner of their own; -1 is for everybody."""
    best = 0
    for chosen in product(*[[*one, None] for one in edges]):
        taken = [one for one in chosen if one is not None]
        mine = [one for one in taken if one >= 0]
        if len(mine) == len(set(mine)):
            best = max(best, len(taken))
    return best


def alternatives(call: Call) -> Iterator[Call]:
    """Yield the calls that one recorded may have been."""
    arguments = (
        [{"k": 1}, {"k": 2}, {"k": 3}, {}] if call.arguments is UNRECORDED else [call.arguments]
    )
    results = (
        [Result(value) for value in (1, 2, {"id": 1}, {"id": 2}, "no")]
        if call.result is UNRECORDED
        else [call.result]
    )
    statuses = ["ok", "error"] if call.status is None else [call.status]
    for given, result, status in product(arguments, results, statuses):
        yield call._replace(arguments=given, result=result, status=status)


def recorded(chance: random.Random) -> list[Call]:
    """Return the calls of a trace that records all but two things or so."""
    calls: list[Call] = []
    for _ in range(chance.randint(1, 5)):
        calls.append(
            Call(
                chance.choice("aabbbc"),
                {"k": chance.choice((1, 2))} if chance.random() < 0.8 else {},
                Result(chance.choice((1, {"id": 2}, "no"))),
                completed=chance.random() < 0.9,
                status="ok" if chance.random() < 0.7 else "error",
            )
        )
    for _ in range(chance.choice((0, 1, 1, 2))):
        at = chance.randrange(len(calls))
        missing = chance.choice(("arguments", "result", "status"))
        nothing = None if missing == "status" else UNRECORDED
        calls[at] = calls[at]._replace(**{missing: nothing})
    # A call that never completed has no status that is known.
    return [call if call.completed else call._replace(status=None) for call in calls]


@pytest.mark.parametrize("spec", SPECS)
def test_what_each_says_holds_whatever_was_not_recorded(spec: str) -> None:
    chance = random.Random(spec)
    said = Counter[str]()
    for _ in range(150):
        calls = recorded(chance)
        (result,) = parse(spec).check(Trace(calls)).results
        ends: set[str] = set()
        least = 1.0
        for whole in product(*[list(alternatives(call)) for call in calls]):
            trace = Trace(
                [call if call.completed else call._replace(status=None) for call in whole]
            )
            status, score = plain(spec, trace)
            ends.add(status)
            least = min(least, 1.0 if score is None else score)
        said[result.status] += 1
        if result.status != "unknown":
            assert ends == {result.status}, calls
        if result.status == "fail":
            assert result.score is not None and result.score <= least + 1e-9, calls
    assert said["pass"] > 0 and said["fail"] > 5

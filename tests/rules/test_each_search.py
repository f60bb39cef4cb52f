"""A search that passes calls over finds and reports what going through all of them does."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from toolspec import UNRECORDED, Call, Result, Trace, parse
from toolspec.engine.dialogue import Dialogue, Message
from toolspec.engine.relations import heard, related
from toolspec.engine.relations.heard import MessageRelation
from toolspec.engine.relations.own import FreePlaces
from toolspec.engine.relations.related import CallRelation
from toolspec.engine.result import Unrecorded
from toolspec.engine.rules.shared.each_judge import AskedCall, EachJudge

RULES = (
    "each b: after seeing a",
    "each b <n: $n>: after seeing a <n: > $n>",
    "each b <n: $n>: after a <n: <= $n> within 4s",
    "each b: after a within 2 steps",
    "each a: before b within 3 steps",
    "each b: after seeing a within 2 steps or not after a within 1s",
    "each a: before b within 2s or not before a within 1 step",
    "each b: after a within 2 turns",
    "each a <n: $n>: not before b <n: >= $n> within 3s",
    "each b: after seeing own a within 4s",
    "each a: before own b within 2 steps",
    "each b: after user says /yes/ within 1 turn",
    "each b: before user says /yes/ within 2 turns",
    "each b: after user says /yes/ within 3s",
    "each b <n: $n>: after user says $n",
    "each a <n: $n>: not before user says $n within 2 turns",
    "each b <n: $n>: after a result has $n",
    "each b <n: $n>: not before a <has $n>",
    "each b <n: $n>: after own a result has $n",
    "each b <n: $n>: before own a <has $n> within 4s",
)


def all_of(_: CallRelation, calls: Sequence[int], __: object) -> Sequence[int]:
    return calls


def no(*_: object) -> bool:
    return False


def trace(chance: random.Random) -> Trace:
    agents = chance.sample(["x", "y", None], chance.randint(1, 3))
    lost = chance.choice([0.0, 0.0, 0.2])

    def known(value: int) -> int | None:
        return None if chance.random() < lost else value

    def known_text(value: str) -> str | Unrecorded | None:
        return chance.choice([None, UNRECORDED]) if chance.random() < lost else value

    calls: list[Call] = []
    turns: list[int] = []
    for at in range(chance.randint(0, 24)):
        start = at * 10**9 + chance.randint(-2, 2) * 10**9
        number = chance.choice([chance.randint(0, 5), "3", "order", None])
        calls.append(
            Call(
                chance.choice("aab"),
                {} if number is None else {"n": number},
                Result(chance.choice(["done", f"order {chance.randint(0, 5)}.0", [1, "n-2"]])),
                step=known(at // 3 + chance.randint(-1, 1)),
                completed=chance.choice([True, True, True, False]),
                agent=chance.choice(agents),
                start_ns=known(start),
                end_ns=known(start + chance.randint(0, 4) * 10**9),
            )
        )
        turns.append(max(0, at // 4 + chance.choice([0, 0, 0, -1])))
    messages: list[Message] = []
    for at in range(len(calls) // 4 + 1):
        text = known_text(chance.choice(["yes", "no", "order 3", "call 1.0"]))
        messages.append(Message("user", text, at * 4, turn=at, start_ns=at * 4 * 10**9))
    said = Dialogue(tuple(messages), tuple(turns), turns=len(messages))
    return Trace(calls, steps=10, said=said)


@pytest.mark.parametrize("rule", RULES)
def test_searching_changes_no_report(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(rule)
    spec = parse(rule)
    seen: set[str] = set()
    for _ in range(300):
        held = trace(chance)
        monkeypatch.setattr(related, "ONE_BY_ONE", 0)
        monkeypatch.setattr(heard, "READ_ONE_BY_ONE", 0)
        searched = spec.check(held).to_dict()
        with monkeypatch.context() as plain:
            plain.setattr(related, "ONE_BY_ONE", 1_000)
            plain.setattr(heard, "READ_ONE_BY_ONE", 1_000)
            plain.setattr(CallRelation, "having", all_of)
            plain.setattr(MessageRelation, "_grows", no)
            assert spec.check(held).to_dict() == searched
        seen.add(searched["rules"][0]["status"])
    assert {"pass", "fail"} <= seen


OWN_RULES = (
    "each b: after own a",
    "each a: before own b",
    "each b: after seeing own a",
    "each b <n: $n>: after own a <n: $n>",
    "each b <n: $n>: after own a <n: < $n>",
    "each b <n: $n>: after own a <n: >= $n>",
    "each a <n: $n>: before own b <n: > $n>",
    "each a <n: $n>: before own b <n: <= $n>",
    "each b <n: $n>: after seeing own a <n: > $n>",
    "each b: after own a within 3 calls",
    "each b: after own a within 2 steps",
    "each b: after own a within 4s",
    "each a: before own b within 3s",
    "each b: after seeing own a within 3 steps",
)


def in_order_of_one_agent(chance: random.Random) -> Trace:
    calls = [
        Call(
            chance.choice("aab"),
            {"n": chance.choice([chance.randint(0, 5), 2.5, -1, "3", 10**30])},
            Result(chance.choice(["done", [chance.randint(0, 5), 1]])),
            step=at // 2,
            completed=True,
            start_ns=at * 10**9,
            end_ns=at * 10**9 + 10**8,
        )
        for at in range(chance.randint(0, 24))
    ]
    return Trace(calls, steps=12)


@pytest.mark.parametrize("rule", OWN_RULES)
def test_calls_served_in_order_are_as_many_as_pairs_tried_out(
    rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(rule)
    spec = parse(rule)
    in_order: list[bool] = []
    serve = EachJudge.serve_in_order

    def noted(judge: EachJudge, rows: Sequence[AskedCall], relation: CallRelation) -> Any:
        served = serve(judge, rows, relation)
        in_order.append(served is not None)
        if served is not None:
            others = served[1]
            assert len({*others.values()}) == len(others)
            for row in rows:
                at = row.at
                assert at not in others or others[at] in relation.all_for(at, row.bindings)[0]
        return served

    for number in range(400):
        one = in_order_of_one_agent(chance) if number % 2 else trace(chance)
        monkeypatch.setattr(EachJudge, "serve_in_order", noted)
        quick = spec.check(one).results[0]
        monkeypatch.setattr(EachJudge, "serve_in_order", no_order)
        slow = spec.check(one).results[0]
        assert (quick.status, quick.score) == (slow.status, slow.score)
    assert sum(in_order) > 50


def no_order(*_: object) -> None:
    return None


def test_the_next_free_place_is_found_across_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FreePlaces, "BLOCK", 4)
    chance = random.Random(1)
    for _ in range(200):
        size = chance.randint(1, 30)
        places, free = FreePlaces(size), set[int]()
        for _ in range(60):
            place = chance.randrange(size)
            if place not in free:
                places.add(place)
                free.add(place)
            elif chance.random() < 0.7:
                places.take(place)
                free.remove(place)
            begin = chance.randint(0, size)
            expected = min([place for place in free if place >= begin], default=-1)
            assert places.next_from(begin) == expected

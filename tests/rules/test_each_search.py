"""A search that passes calls over finds and reports what going through all of them does."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from toolspec import UNRECORDED, Call, Result, Trace, parse
from toolspec.engine.dialogue import Dialogue, Message
from toolspec.engine.relations import heard, related
from toolspec.engine.relations.heard import MessageRelation
from toolspec.engine.relations.related import CallRelation
from toolspec.engine.result import Unrecorded

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

"""Requests of several records of one response are joined as if each were compared with all."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from toolspec.engine.reading.spans.joined_requests import Asked, JoinedRequests, agree
from toolspec.engine.trace import UNRECORDED, Call, Unrecorded


def _joined_by_trying_all(records: list[list[Asked]]) -> list[Call]:
    known: list[Call] = []
    for record in records:
        untouched = list(range(len(known)))
        for request in record:
            at = next((at for at in untouched if agree(known[at], request.call)), None)
            if at is None:
                known.append(request.call)
                continue
            untouched.remove(at)
            call = known[at]
            if isinstance(call.arguments, Unrecorded):
                call = call._replace(arguments=request.call.arguments)
            known[at] = call._replace(id=call.id or request.call.id)
    return known


def _a_record(random: Random) -> list[Asked]:
    given: tuple[Any, ...] = (UNRECORDED, {}, {"a": 1}, {"a": 1.0}, {"a": [True]})
    return [
        Asked(
            Call(random.choice("xy"), random.choice(given), id=random.choice((None, "1", "2"))), 0
        )
        for _ in range(random.randint(0, 6))
    ]


@pytest.mark.parametrize("seed", range(200))
def test_requests_are_joined_as_if_all_were_compared(seed: int) -> None:
    random = Random(seed)
    records = [_a_record(random) for _ in range(4)]
    joined = JoinedRequests()
    for record in records:
        joined.join(record)
    calls = [
        (request.call.name, request.call.arguments, request.call.id) for request in joined.asked
    ]
    known = [(call.name, call.arguments, call.id) for call in _joined_by_trying_all(records)]
    assert calls == known

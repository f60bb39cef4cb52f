"""One call, one entry: what is said of one is not said of several."""

from __future__ import annotations

import pytest

import toolspec
from toolspec.engine.trace import Trace, called

A, B = called("a", {"x": 1}, 1), called("b", {"x": 1}, 1)


@pytest.mark.parametrize(
    ("rule", "calls", "summary"),
    [
        ("order: a", (A,), "the expected call came"),
        ("order: a", (B,), "the expected call did not come: a"),
        ("order: a -> b", (A, B), "all 2 expected calls came in order"),
        ("order: a -> b", (B,), "1 of 2 expected calls came in order; a did not"),
        ("order strict: a", (A,), "the only call is the one expected"),
        ("order strict: a -> b", (A,), "after 1 call b was expected"),
        ("sequence: a", (A,), "the entry found a call"),
        ("sequence: a -> b", (A, B), "all 2 entries found a call in order"),
        ("require a min 2", (A,), "1 call matches, 2 are required"),
        ("require a min 3", (A, A), "2 calls match, 3 are required"),
        (
            "require a <x: 2> min 2",
            (A,),
            "no call matches, 2 are required; nearest: call 1, a <x: 1>: `x` is 1, not 2",
        ),
        ("forbid a <x: 2>", (A,), "no call matches a <x: 2>; 1 call of a differs"),
        ("forbid a <x: 2>", (A, A), "no call matches a <x: 2>; 2 calls of a differ"),
        ("args a subset <x: 1>", (A,), "the entry found a call"),
        ("args a <x: 2>", (A,), "the entry found no call; a: `x` is 1, not 2"),
        ("output: a = 1, b = 1", (A, B), "2 of 2 entries found a call"),
        ("count a = 1", (A,), "a was called once"),
    ],
)
def test_one_is_spoken_of_as_one(rule: str, calls: tuple[toolspec.Call, ...], summary: str) -> None:
    report = toolspec.parse(f"{rule}\n").check(Trace(calls))
    assert report.results[0].summary == summary

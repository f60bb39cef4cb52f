"""`args` and `output`: pairing, values, what is said, and how much it may cost."""

from __future__ import annotations

import time
from typing import Any

import pytest
from calls import judge

from toolspec.engine.trace import Call, called


@pytest.mark.parametrize(
    ("spec", "call", "score"),
    [
        ("args a <n: 1>", called("a", {"n": 1.0}), 1),
        ("args a <n: 1>", called("a", {"n": True}), 0),
        ("args a <n: true>", called("a", {"n": 1}), 0),
        ("args a <n: [1, true]>", called("a", {"n": (1, True)}), 1),
        ("args a <n: [1, true]>", called("a", {"n": [True, 1]}), 0),
        ("args a <n: null>", called("a", {}), 0),
        ("args a <n: null>", called("a", {"n": None}), 1),
        ("args a <n: 9007199254740993>", called("a", {"n": 9007199254740992.0}), 0),
        ("args a <n: {x: ...}>", called("a", {"n": {"x": None}}), 1),
        ("args a subset <n: {x: 1}>", called("a", {"n": {"x": 1, "y": 2}}), 0),
        ("args a <>", called("a", {}), 1),
        ("args a <>", called("a", {"n": 1}), 0),
        ("args a subset <>", called("a", {"n": 1}), 1),
        ("args a <n: /^1/>", called("a", {"n": 1}), 0),
        ("args a <n: [/x/, 2]>", called("a", {"n": ["axa", 2]}), 1),
        ("output a = 25", called("a", {}, "25"), 1),
        ("output a = 25", called("a", {}, " 25.0 "), 1),
        ('output a = "25"', called("a", {}, "25"), 1),
        ('output a = "25"', called("a", {}, 25), 1),
        ('output a = "ok"', called("a", {}, '"ok"'), 1),
        ('output a = "ok"', called("a", {}, {"content": "ok"}), 1),
        ('output a = "ok"', called("a", {}, {"content": "ok", "more": 1}), 0),
        ('output a = {content: "ok"}', called("a", {}, {"content": "ok"}), 1),
        ("output a = null", called("a", {}, None), 1),
        ('output a = ""', called("a", {}, ""), 1),
        ("output a = {x: /y/}", called("a", {}, '{"x": "xyz"}'), 1),
        ("output a = /y/", called("a", {}, {"x": "y"}), 0),
    ],
)
def test_values_are_compared_as_json(spec: str, call: Call, score: float) -> None:
    assert judge(spec, call).score == score


def test_subset_may_be_a_tool_or_a_mode() -> None:
    call = called("subset", {"a": 1, "b": 2})
    assert judge("args subset subset <a: 1>", call).score == 1
    assert judge("args subset <a: 1>", call).score == 0
    assert judge("args subset: subset <a: 1>", call).score == 1
    assert judge("args strict subset: subset <a: 1>", call).score == 1


def test_keys_count_the_entries_of_each_pattern() -> None:
    result = judge(
        "args: a <n: 1>, b <>, a <n: /2/>, a <n: 3>",
        called("a", {"n": "2"}),
        called("a", {"n": 1}),
    )
    assert result.justification["explained_tool_calls_args"] == {
        "a_0": "Actual: {'n': 1}, Expected: {'n': 1}, Score: 1.0",
        "b_0": "Actual: no call, Expected: {}, Score: 0.0",
        "a_1": "Actual: {'n': '2'}, Expected: {'n': /2/}, Score: 1.0",
        "a_2": "Actual: no call, Expected: {'n': 3}, Score: 0.0",
    }
    assert result.justification["call_indexes"] == [1, None, 0, None]
    assert result.summary == (
        "2 of 4 entries found a call; b was never called; "
        "a was called too few times: every call is paired with another entry"
    )


def test_a_miss_shows_the_nearest_call_value_against_value() -> None:
    result = judge(
        'args mail <to: "Ann", cc: ..., n: 1>',
        called("mail", {"to": "Bo"}),
        called("mail", {"to": "Ann", "cc": "Al", "n": 2, "x": 0}),
    )
    (near,) = result.justification["calls"]
    assert (near["index"], near["role"]) == (1, "nearest")
    assert near["lacks"] == "`n` is 2, not 1; it also has `x`"


def test_nothing_recorded_is_shown_where_values_are_not() -> None:
    secret = called("mail", {"to": "hunter2", "hunter3": "hunter4"}, {"hunter5": "hunter6"})
    for spec in (
        'args mail <to: "x">',
        "output mail = 1",
        "require mail <to: /x/>",
        "require mail result /x/",
        "forbid mail",
        "forbid mail <must from: 1>",
        "sequence: mail <to: /x/> -> mail",
        "require mail at step 4",
        "require mail min 2 final",
    ):
        result = judge(spec, secret, values=False)
        assert "hunter" not in str(result.to_dict()), spec
        assert "hunter" not in str([item.lacks for item in result.explanation.evidence])


@pytest.mark.parametrize("mode", ["", " subset"])
def test_a_thousand_entries_over_a_thousand_calls_are_paired_fast(mode: str) -> None:
    calls = [called("a", {"id": number % 500, "city": "Rome"}) for number in range(1000)]
    entries = ", ".join(f'a <city: "Rome", id: {number % 500}>' for number in range(1000))
    began = time.process_time()
    assert judge(f"args{mode}: {entries}", *calls).score == 1
    equal = ", ".join(["a <city: /R/, id: ...>"] * 1000)
    assert judge(f"args{mode}: {equal}", *calls).score == 1
    assert time.process_time() - began < 5


def test_a_value_nested_too_deep_to_hash_is_still_compared() -> None:
    deep: Any = []
    for _ in range(500):
        deep = [deep]
    calls = [called("a", {"n": deep}), *[called("a", {"n": 1})] * 99]
    entries = ", ".join(["a <n: 1>"] * 99 + ["a <n: [...]>".replace("...", "[/x/]")])
    assert judge(f"args: {entries}", *calls).score == 0.99

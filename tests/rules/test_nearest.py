"""Which calls that fall short are named nearest, and how many more there are."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from calls import evidence_of, judge

from toolspec.engine.trace import Call, called
from toolspec.engine.verdict import Evidence

ONE, TWO, NONE = called("a", {"x": 1, "y": 9}), called("a", {"x": 1, "y": 2}), called("a", {})
"""Calls that have as many of the arguments `WANTED`."""

WANTED = "<x: 1, y: 2, z: 3>"


@pytest.mark.parametrize("rule", ["require a {}", "sequence: a {}", "args a subset {}"])
@pytest.mark.parametrize("at", range(3))
def test_the_call_with_most_of_the_arguments_comes_nearest_wherever_it_stands(
    rule: str, at: int
) -> None:
    calls = [NONE, ONE]
    calls.insert(at, TWO)
    result = judge(rule.format(WANTED), *calls)
    assert result.explanation.evidence[0] == Evidence(at, "nearest", "it has no `z`")
    assert result.summary.endswith("it has no `z`")


@pytest.mark.parametrize("rule", ["require a {}", "sequence: a {}", "args a subset {}"])
def test_of_calls_equally_near_the_first_is_named(rule: str) -> None:
    first, second = called("a", {"x": 1, "y": 5}), called("a", {"x": 7, "y": 2})
    wanted = rule.format("<x: 1, y: 2>")
    for calls in ((first, second), (second, first)):
        (near, *_) = judge(wanted, *calls).explanation.evidence
        assert (near.call, near.role) == (0, "nearest")


def test_of_calls_with_as_many_arguments_right_the_one_with_fewest_others_comes_nearest() -> None:
    more, fewer = called("a", {"x": 1, "p": 1, "q": 1}), called("a", {"x": 1, "p": 1})
    for calls, at in (((more, fewer), 1), ((fewer, more), 0)):
        (near,) = judge("args a <x: 1>", *calls).explanation.evidence
        assert near == Evidence(at, "nearest", "it also has `p`")


def test_a_call_whose_content_is_recorded_comes_nearer_than_one_whose_is_not() -> None:
    unrecorded, wrong = called("a"), called("a", {"x": 2})
    (first, *_) = judge("sequence: a <x: 1> -> b", wrong, "b").explanation.evidence
    assert first == Evidence(0, "nearest", "`x` is 2, not 1")
    result = judge("args: a <x: 1>, a <x: 3>", unrecorded, wrong)
    assert [item.role for item in result.explanation.evidence] == ["open", "nearest"]
    lost = called("b", {}, completed=False)
    result = judge("output: b = 1, b = 3", lost, called("b", {}, 7))
    assert result.explanation.evidence == (
        Evidence(0, "open", "result not recorded"),
        Evidence(1, "nearest", "it returned 7, not 3"),
    )


def test_a_call_that_fits_but_for_its_step_comes_before_one_with_wrong_arguments() -> None:
    late, wrong = called("a", {"x": 1}, step=5), called("a", {"x": 2}, step=0)
    near = judge("require a <x: 1> before step 3", wrong, late).explanation.evidence
    assert near == (
        Evidence(1, "nearest", "it is in step 5, not before step 3"),
        Evidence(0, "nearest", "`x` is 2, not 1"),
    )
    near = judge("require a <x: 1> at step 3", late, wrong).explanation.evidence
    assert near == (
        Evidence(0, "nearest", "it is in step 5, not at step 3"),
        Evidence(1, "nearest", "it is in step 0, not at step 3; `x` is 2, not 1"),
    )


def test_everything_a_call_lacks_is_named() -> None:
    lost = called("a", {"x": 2}, completed=False, step=4)
    result = judge("require a <x: 1> result /ok/ at step 3", lost)
    assert result.summary == (
        "no call matches; nearest: call 1, a <x: 2>: it never completed; "
        "it is in step 4, not at step 3; `x` is 2, not 1"
    )
    wrong = called("a", {"x": 1}, "failed")
    result = judge("require a <x: 1> result /ok/", wrong)
    assert result.explanation.evidence == (
        Evidence(0, "nearest", 'its result "failed" does not have /ok/'),
    )


def test_five_calls_that_come_nearest_are_listed_the_nearest_first() -> None:
    calls = [called("a", {"x": number, "y": 2 * (number % 2)}) for number in range(8)]
    result = judge("require a <x: 9, y: 2>", *calls)
    assert [item.call for item in result.explanation.evidence] == [1, 3, 5, 7, 0]
    assert result.justification["nearest_calls"][0] == "call 2, a <x: 1, y: 2>: `x` is 1, not 9"
    assert len(result.justification["nearest_calls"]) == 5


@pytest.mark.parametrize(
    ("rule", "calls", "summary"),
    [
        ("forbid a", "aba", "call 1, a is forbidden, and 1 more"),
        ("forbid a", "aaaa", "call 1, a is forbidden, and 3 more"),
        ("require a", "a", "call 1, a matches"),
        ("require a", "aa", "call 1, a and 1 more match"),
        ("require a", "baaa", "call 2, a and 2 more match"),
        (
            "count: a = 1, b = 1, c = 1, d = 1",
            "",
            "a was never called, not 1; b was never called, not 1; c was never called, not 1, "
            "and 1 more entry does not hold",
        ),
        (
            "count: a = 1, b = 1, c = 1, d = 1, e = 2",
            "e",
            "a was never called, not 1; b was never called, not 1; c was never called, not 1, "
            "and 2 more entries do not hold",
        ),
        ("count: a = 1, b = 1", "aabb", "a was called 2 times, not 1; b was called 2 times, not 1"),
        (
            "args: a <>, b <>, c <>",
            "",
            "0 of 3 entries found a call; a was never called; b was never called; "
            "c was never called",
        ),
        (
            "args: a <>, b <>, c <>, d <>, e <>",
            "b",
            "1 of 5 entries found a call; a was never called; c was never called; "
            "d was never called; and 1 more",
        ),
        ("order: a -> b -> c -> d -> e -> f", "f", "1 of 6 expected calls came in order; "
         "a, b, c, d, e did not"),
        ("order: a -> b -> c -> d -> e -> f", "", "0 of 6 expected calls came in order; "
         "a, b, c, d, e, ... did not"),
        ("order strict: a -> b", "ab", "the calls are exactly the 2 expected"),
    ],
)  # fmt: skip
def test_as_many_are_said_to_be_left_as_are_left(rule: str, calls: str, summary: str) -> None:
    assert judge(rule, *calls).summary == summary


@pytest.mark.parametrize("rule", ["require a <x: 1>", "forbid a <x: 1>"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_as_many_calls_are_said_not_to_be_recorded_as_there_are(rule: str, number: int) -> None:
    result = judge(rule, *[called("a")] * number)
    more = f", nor of {number - 1} more" if number > 1 else ""
    assert result.summary == f"the arguments of call 1, a are not recorded{more}"
    assert result.explanation.evidence == tuple(
        Evidence(at, "open", "arguments not recorded") for at in range(number)
    )


@pytest.mark.parametrize("number", [50, 51, 60])
def test_calls_past_the_fiftieth_are_counted_and_not_listed(number: int) -> None:
    left_out = {"calls_not_listed": number - 50} if number > 50 else {}
    blank, plain = [called("a")] * number, [called("a", {})] * number
    for rule, calls, field in (
        ("forbid a", plain, "offending_calls"),
        ("require a", plain, "matching_calls"),
        ("sequence: " + " -> ".join("a" * number), plain, "calls_taken"),
        ("forbid a <x: 1>", blank, None),
        ("require a <x: 1>", blank, None),
        ("forbid a <must x: 1>", plain, None),
    ):
        told = judge(rule, *calls).justification
        assert {key: told[key] for key in told if key == "calls_not_listed"} == left_out, rule
        if field is not None:
            assert len(told[field]) == 50
        assert len(told["calls"]) == (3 if field in ("matching_calls", "calls_taken") else 50)


QUALITIES = [set(some) for size in range(4) for some in combinations("xcsr", size)]
"""What calls can have of what is asked: the argument, completion, the step, the result; not all."""


def having(some: set[str]) -> Call:
    return called(
        "a",
        {"x": 1 if "x" in some else 2},
        "ok" if "r" in some else "no",
        completed="c" in some,
        step=0 if "s" in some else 1,
    )


def test_the_call_that_has_most_of_what_is_required_comes_nearest_arguments_first() -> None:
    for one, other in product(QUALITIES, repeat=2):
        ranks = [(len(some), "x" in some) for some in (one, other)]
        result = judge("require a <x: 1> result /ok/ at step 0", having(one), having(other))
        nearest = [item.call for item in result.explanation.evidence]
        assert nearest == ([1, 0] if ranks[1] > ranks[0] else [0, 1]), (one, other)


def test_the_last_call_comes_before_those_that_are_nearer_and_is_not_named_twice() -> None:
    right, wrong, other = called("a", {"x": 1}), called("a", {"x": 2}), called("a", {"x": 3})
    result = judge("require a <x: 1> final", other, right, wrong)
    assert result.explanation.evidence == (
        Evidence(2, "offender", "it is the last call: `x` is 2, not 1"),
        Evidence(0, "nearest", "`x` is 3, not 1"),
        Evidence(1, "match"),
    )
    assert result.justification["matching_calls"] == ["call 2, a <x: 1>"]
    assert result.justification["nearest_calls"] == [
        "call 1, a <x: 3>: `x` is 3, not 1",
        "call 3, a <x: 2>: `x` is 2, not 1",
    ]
    assert evidence_of("require a at step 0 final", called("a", step=None), "b") == (
        "no call matches; nearest: call 1, a: it is not the last call",
        (Evidence(0, "nearest", "it is not the last call"),),
        "no call matches",
    )


def test_a_result_that_is_not_recorded_is_among_what_a_call_lacks() -> None:
    result = judge("require a <x: 1> result /ok/", called("a", {"x": 2}))
    assert result.explanation.evidence == (
        Evidence(0, "nearest", "`x` is 2, not 1; its result is not recorded"),
    )

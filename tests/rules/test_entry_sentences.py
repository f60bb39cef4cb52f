"""What is said of entries: of `args`, of `output`, and of sequences."""

from __future__ import annotations

import pytest
from calls import evidence_of, judge

from toolspec.engine import effort
from toolspec.engine.rules.shared import paired_entries as each
from toolspec.engine.trace import Call, called
from toolspec.engine.verdict import Evidence


def test_entries_that_found_a_call_name_it_where_nothing_is_missing() -> None:
    assert evidence_of("args: a <>, b <>", "b", "a") == (
        "2 of 2 entries found a call",
        (Evidence(1, "match"), Evidence(0, "match")),
        "",
    )
    assert evidence_of("args: a <>, b <>, c <>", "a", "b")[1] == (
        Evidence(0, "match"),
        Evidence(1, "match"),
    )
    assert evidence_of("args: a <>, a <x: 1>", called("a", {}), called("a", {"x": 2}))[1] == (
        Evidence(1, "nearest", "`x` is 2, not 1"),
    )


def test_a_call_that_could_serve_one_entry_is_not_named_for_another() -> None:
    summary, evidence, _ = evidence_of("args: a <x: 1>, a <x: 2>", called("a"))
    assert summary.startswith("0 of 2 entries found a call; a: arguments not recorded; a ")
    assert evidence == (Evidence(0, "open", "arguments not recorded"),)


def test_as_many_nearest_calls_are_listed_as_an_explanation_lists() -> None:
    entries = ", ".join(f"a <x: {at}>" for at in range(60))
    calls = [called("a", {"x": -1}) for _ in range(60)]
    assert len(judge(f"args: {entries}", *calls).explanation.evidence) == 50


@pytest.mark.parametrize(("misses", "compared"), [(1, 10), (2, 8), (3, 8)])
def test_for_each_entry_so_many_calls_are_compared_for_the_nearest(
    misses: int, compared: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(each, "COMPARED_MAX", 10)
    entries = ", ".join(["a <x: 1, y: 1>"] * misses)
    for at, found in ((compared - 1, compared - 1), (compared, 0)):
        calls = [called("a", {}) for _ in range(20)]
        calls[at] = called("a", {"x": 1})
        (near, *_) = judge(f"args subset: {entries}", *calls).explanation.evidence
        assert near.call == found


def test_a_sequence_says_which_entry_found_no_call_and_what_came_nearest() -> None:
    assert evidence_of("sequence: a -> b", "c") == (
        "no call matches entry 1, a",
        (),
        "entry 1 found none",
    )
    assert evidence_of("sequence: a -> b", "a", "c") == (
        "no call matches entry 2, b, after call 1",
        (Evidence(0, "match"),),
        "entry 2 found none",
    )
    assert evidence_of("sequence: a <x: 1>", called("a", {"x": 2})) == (
        "no call matches entry 1, a <x: 1>; nearest: call 1, a <x: 2>: `x` is 2, not 1",
        (Evidence(0, "nearest", "`x` is 2, not 1"),),
        "entry 1 found none",
    )
    assert evidence_of('sequence: a -> "a" <x: 1>', "a", called("a", {"x": 2})) == (
        'no call matches entry 2, "a" <x: 1>, after call 1; '
        "nearest: call 2, a <x: 2>: `x` is 2, not 1",
        (Evidence(1, "nearest", "`x` is 2, not 1"), Evidence(0, "match")),
        "entry 2 found none",
    )
    assert evidence_of("sequence: a -> b -> a", "a", "b") == (
        "no call matches entry 3, a, after call 2; call 1: it came before call 2",
        (
            Evidence(0, "nearest", "it came before call 2"),
            Evidence(0, "match"),
            Evidence(1, "match"),
        ),
        "entry 3 found none",
    )


def test_a_sequence_whose_unrecorded_arguments_can_save_nothing_says_so() -> None:
    blank, wrong = called("a"), called("b", {"k": 2})
    assert evidence_of("sequence: c -> a <k: 1> -> b <k: 1>", "c", blank, wrong) == (
        "at most 2 of 3 entries find a call, whatever is not recorded",
        (Evidence(0, "match"),),
        "at most 2 of 3 found",
    )
    assert evidence_of("sequence: c -> a <must j: ...> -> b <must j: 1>", "c", blank, wrong) == (
        "call 3, b <k: 2> lacks an argument that must be there",
        (Evidence(2, "fault", "an argument that must be there"), Evidence(0, "match")),
        "an argument is missing",
    )
    result = judge("sequence: c -> a <must j: ...> -> b <must j: 1>", "c", blank, wrong)
    assert result.justification["calls_taken"] == ["call 1, c"]
    assert result.justification["first_entry_without_call"] == "a <must j: ...>"
    assert evidence_of("sequence: a <must j: 1> -> b <must j: 1> -> c", blank, wrong) == (
        "at most 0 of 3 entries find a call, whatever is not recorded",
        (),
        "at most 0 of 3 found",
    )


@pytest.mark.parametrize(
    ("rule", "calls", "status"),
    [
        # Calls between of which no entry that waits means the tool.
        ("sequence: a <k: 1> -> b", (called("a"), called("c"), called("b")), "unknown"),
        # One call that two entries wait for: which takes it is open.
        ("sequence: a <k: 1> -> a <l: 1>", (called("a"), called("a", {"k": 1, "l": 1})), "unknown"),
        ("sequence: a <k: 1> -> a <l: 1>", (called("a"), called("a", {"k": 2, "l": 2})), "fail"),
        ("sequence: a <k: 1> -> b", (called("a"), called("a", {"k": 1}), called("b")), "pass"),
        ("sequence: a <must k: 1> -> b", (called("a"), called("b")), "unknown"),
    ],
)
def test_what_is_not_recorded_leaves_open_how_far_the_calls_lead(
    rule: str, calls: tuple[Call, ...], status: str
) -> None:
    assert judge(rule, *calls).status == status


def test_a_sequence_that_leaves_too_much_open_is_not_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = ("a", called("b"), "b", "b")
    for most, status in ((6, "unknown"), (5, "error")):
        monkeypatch.setattr(effort, "CELLS_MAX", most)
        result = judge("sequence: a -> b <k: 1>", *calls)
        assert result.status == status
    told = result.justification
    assert (told["comparisons"], told["comparisons_max"]) == (6, 5)

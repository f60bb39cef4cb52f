"""How much one rule may cost on one trace: in proportion to both, and beyond a bound no verdict."""

from __future__ import annotations

import time
import tracemalloc
from random import Random

import pytest

import toolspec
from toolspec.engine import effort
from toolspec.engine.match import lcs
from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.tool_pattern import Name
from toolspec.engine.spec import Report
from toolspec.engine.trace import UNRECORDED, Call, Trace, called

MANY = 1000
SECONDS_MAX = 20.0
"""A ceiling for a busy machine; a quiet one needs a tenth."""

TEXTS = Trace([called("a", {"x": f"v{at}", "y": at}, f"r{at}") for at in range(MANY)])
TOOLS = Trace([called(f"t{at}") for at in range(MANY)])
BLIND = Trace([called("a") for _ in range(MANY)])


def judged(text: str, trace: Trace) -> Report:
    return toolspec.parse(text).check(trace)


def status(text: str, trace: Trace) -> str:
    (result,) = judged(text, trace).results
    return result.status


@pytest.mark.parametrize(
    ("text", "trace", "expected"),
    [
        ("args subset: " + ", ".join(f"a <x: /z{at}$/>" for at in range(MANY)), TEXTS, "fail"),
        ("args subset: " + ", ".join(f"a <x: /z{at}.*$/>" for at in range(MANY)), TEXTS, "fail"),
        ("args subset: " + ", ".join(f"a <x: /v{at}$/>" for at in range(MANY)), TEXTS, "pass"),
        ("output: " + ", ".join(f"a = /z{at}$/" for at in range(MANY)), TEXTS, "fail"),
        ("count: " + ", ".join(f"/t{at}$/ >= 1" for at in range(MANY)), TOOLS, "pass"),
        ("count: " + ", ".join(f"/t{at}.*x/ = 0" for at in range(MANY)), TOOLS, "pass"),
        ("count: " + ", ".join(f"a >= {at}" for at in range(MANY)), TEXTS, "pass"),
        ("order: " + " -> ".join(f"/t{at}$/" for at in range(MANY)), TOOLS, "pass"),
        ("sequence: " + " -> ".join(f"a <x: {at}>" for at in range(MANY)), BLIND, "unknown"),
        ("sequence: " + " -> ".join(f"a <must x: {at}>" for at in range(MANY)), BLIND, "unknown"),
    ],
)  # fmt: skip
def test_a_thousand_entries_on_a_thousand_calls_take_seconds(
    text: str, trace: Trace, expected: str
) -> None:
    spec = toolspec.parse(text)
    began = time.process_time()
    report = spec.check(trace)
    assert report.results[0].status == expected
    assert report.to_dict()["rules"][0]["summary"]
    assert time.process_time() - began < SECONDS_MAX


def test_a_thousand_rules_of_one_tool_are_read_and_judged_in_seconds() -> None:
    began = time.process_time()
    report = judged("\n".join(f"count a = {at}" for at in range(MANY)), TEXTS)
    assert sum(result.status == "pass" for result in report.results) == 0
    report.to_dict()
    assert time.process_time() - began < SECONDS_MAX


@pytest.mark.parametrize(
    "text",
    [
        "args subset: " + ", ".join(f"a <x: /z{at}$/>" for at in range(100)),
        "output: " + ", ".join(f"a = /z{at}$/" for at in range(100)),
        "args: " + ", ".join(f"a <x: [{at}, /q/]>" for at in range(100)),
    ],
)
def test_a_rule_that_would_compare_too_much_is_an_error_that_says_so(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert status(text, TEXTS) == "fail"
    monkeypatch.setattr(effort, "COMPARISONS_MAX", 100_000)
    (result,) = judged(text, TEXTS).results
    assert (result.status, result.score) == ("error", 0.0)
    assert "and at most 100,000 are made" in result.summary
    assert result.justification["comparisons_max"] == 100_000
    assert result.explanation.brief == "too much to compare"


def test_long_texts_count_as_many_comparisons(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "args subset: " + ", ".join(f"a <x: /z{at}$/>" for at in range(100))
    trace = Trace([called("a", {"x": f"{at}" * 20_000}) for at in range(30)])
    assert status(text, trace) == "fail"
    monkeypatch.setattr(effort, "COMPARISONS_MAX", 50_000)
    assert status(text, trace) == "error"


@pytest.mark.parametrize(
    "text",
    [
        "forbid " + " | ".join(f"/x{at}/" for at in range(200)),
        "count: " + ", ".join(f"x{at}* = 0" for at in range(200)),
        "tool @x = " + " | ".join(f"/x{at}/" for at in range(200)) + "\nrequire t1 | @x",
    ],
)
def test_many_regexes_over_many_tools_have_a_bound_too(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert status(text, TOOLS) == "pass"
    monkeypatch.setattr(effort, "COMPARISONS_MAX", 200 * MANY - 1)
    assert status(text, TOOLS) == "error"


@pytest.mark.parametrize("text", ["order: a -> b -> c", "order strict: a -> b -> c"])
def test_an_order_beyond_the_cells_that_are_worked_out_is_an_error(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(effort, "CELLS_MAX", 3 * MANY)
    assert status(text, TEXTS) == "fail"
    monkeypatch.setattr(effort, "CELLS_MAX", 3 * MANY - 1)
    assert status(text, TEXTS) == "error"


def test_a_sequence_asks_arguments_of_calls_that_are_recorded_and_no_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = 0
    outcomes = CallPattern.outcomes

    def counting(pattern: CallPattern, call: Call) -> int:
        nonlocal asked
        asked += 1
        return outcomes(pattern, call)

    monkeypatch.setattr(CallPattern, "outcomes", counting)
    text = "sequence: " + " -> ".join(f"a <x: {at}>" for at in range(300))
    assert status(text, Trace([called("a") for _ in range(300)])) == "unknown"
    assert asked < 1000
    asked = 0
    same = "sequence: " + " -> ".join("a <x: 1>" for _ in range(300))
    calls = [called("a"), *[called("a", {"x": 2}) for _ in range(299)]]
    assert status(same, Trace(calls)) == "fail"
    assert asked < 1000


def test_a_sequence_with_many_open_ends_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "sequence: " + " -> ".join(f"a <x: {at}>" for at in range(100))
    calls = [called("a", {"x": at} if at % 2 else UNRECORDED) for at in range(100)]
    assert status(text, Trace(calls)) == "unknown"
    monkeypatch.setattr(effort, "COMPARISONS_MAX", 100)
    assert status(text, Trace(calls)) == "error"


def test_a_long_order_holds_no_square_of_its_length() -> None:
    names = [f"t{at}" for at in range(20_000)]
    tracemalloc.start()
    try:
        masks = lcs.Masks([Name(name) for name in names])
        assert lcs.length(masks, names) == len(names)
        assert len(lcs.common_pairs(masks, names)) == len(names)
        assert tracemalloc.get_traced_memory()[1] < 40 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("width", [5, lcs.NARROW_MAX - 1, lcs.NARROW_MAX + 500])
def test_orders_of_any_width_are_the_same_common_subsequence(width: int) -> None:
    drawn = Random(width)
    expected = drawn.choices("abcdefgh", k=width)
    actual = drawn.choices("abcdefghij", k=400)
    masks = lcs.Masks([Name(name) for name in expected])
    row = [0] * (width + 1)
    for name in actual:
        last, row = row, [0]
        for at, other in enumerate(expected):
            row.append(last[at] + 1 if name == other else max(row[at], last[at + 1]))
    assert lcs.length(masks, actual) == row[-1]
    found = lcs.common_pairs(masks, actual)
    assert len(found) == row[-1]
    assert all(actual[at] == expected[to] for at, to in found)


def test_a_rule_of_ten_thousand_demands_is_explained_in_proportion_to_them() -> None:
    text = "each a: " + ", ".join(f"after b{at}" for at in range(10_000))
    began = time.process_time()
    (result,) = judged(text, Trace([called("a")])).results
    assert len(result.justification["each"][0]["fails"]) == 10_000
    assert time.process_time() - began < SECONDS_MAX

"""`count`: comparisons, repeats, what is said."""

from __future__ import annotations

import pytest
from calls import judge


@pytest.mark.parametrize(
    ("entry", "holds"),
    [
        ("a = 2", True),
        ("a == 2", True),
        ("a != 2", False),
        ("a > 1", True),
        ("a < 2", False),
        ("a >= 2", True),
        ("a <= 1", False),
        ("b = 0", True),
        ("* = 3", True),
        ("a | c = 3", True),
        ("/^[ac]$/ = 3", True),
    ],
)
def test_calls_are_compared_with_a_number(entry: str, holds: bool) -> None:
    assert judge(f"count {entry}", "a", "c", "a").score == holds


def test_repeats_and_operators_are_told_apart() -> None:
    result = judge("count: a >= 1, a <= 2, a = 1, a | b = 1", "a")
    assert result.justification["explained_tool_calls_count"] == {
        "a": "Actual: 1, Expected: >= 1, Score: 1.0",
        "a #2": "Actual: 1, Expected: <= 2, Score: 1.0",
        "a #3": "Actual: 1, Expected: 1, Score: 1.0",
        "a | b": "Actual: 1, Expected: 1, Score: 1.0",
    }


def test_a_tool_named_like_a_mode_is_counted() -> None:
    assert judge("count strict = 1", "strict").status == "pass"
    assert judge("count: strict = 1, step = 0", "strict").status == "pass"


def test_a_pattern_is_told_as_written() -> None:
    told = judge('count "a" = 1', "a").justification["explained_tool_calls_count"]
    assert list(told) == ['"a"']


def test_attempts_count() -> None:
    from toolspec.engine.trace import called

    assert judge("count a = 1", called("a", {}, completed=False)).status == "pass"


def test_a_miss_says_how_often() -> None:
    result = judge("count strict: a = 1, b >= 1, c = 0", "a", "a", "c")
    assert result.summary == (
        "a was called 2 times, not 1; b was never called, not >= 1; c was called once, not 0"
    )
    assert [call["index"] for call in result.justification["calls"]] == [1, 2]

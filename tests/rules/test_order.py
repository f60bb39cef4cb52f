"""`order`: ties, strictness, what is said."""

from __future__ import annotations

import pytest
from calls import judge


@pytest.mark.parametrize(
    ("expected", "actual", "lcs", "indexes"),
    [
        # Of two longest, the walk from the end keeps the expected call that comes first.
        ("a -> b", "b a", ["a"], [1]),
        ("a -> b -> a", "b a b", ["a", "b"], [1, 2]),
        ("a -> b -> c -> d", "a c b d", ["a", "b", "d"], [0, 2, 3]),
        ("a -> a", "a x a x", ["a", "a"], [0, 2]),
    ],
)
def test_ties_are_broken_as_the_table_is_walked(
    expected: str, actual: str, lcs: list[str], indexes: list[int]
) -> None:
    justification = judge(f"order: {expected}", *actual.split()).justification
    assert justification["lcs"] == lcs
    assert justification["lcs_indexes"] == indexes


def test_lcs_names_calls_and_expected_names_patterns() -> None:
    result = judge('order: /^get_/ -> "Web Search" -> put | post', "get_a", "Web Search", "post")
    assert result.status == "pass"
    assert result.justification["lcs"] == ["get_a", "Web Search", "post"]
    assert result.justification["expected_tool_calls_order"] == [
        "/^get_/",
        "Web Search",
        "put | post",
    ]


@pytest.mark.parametrize(
    ("actual", "summary", "difference"),
    [
        ("a b c", "call 3 is c, where nothing more was expected", ["c", ""]),
        ("a", "after 1 call b was expected", ["", "b"]),
        ("a c", "call 2 is c, where b was expected", ["c", "b"]),
        ("", "after 0 calls a was expected", ["", "a"]),
    ],
)
def test_strict_says_where_they_part(actual: str, summary: str, difference: list[str]) -> None:
    result = judge("order strict: a -> b", *actual.split())
    assert (result.status, result.score) == ("fail", 0.0)
    assert result.summary == summary
    assert result.justification["first_difference"] == difference


def test_the_mode_word_may_be_a_tool() -> None:
    assert judge("order: strict -> subset", "strict", "subset").status == "pass"
    assert judge("order strict: strict", "strict").status == "pass"


def test_a_pass_mark_decides_the_status_and_not_the_score() -> None:
    result = judge("order: a -> b -> c pass 0.66", "a", "b")
    assert (result.status, result.score) == ("pass", 2 / 3)
    assert judge("order: a -> b -> c pass 0.67", "a", "b").status == "fail"

"""A measure of `limit` can be compared with a range of numbers."""

from __future__ import annotations

import pytest

import toolspec
from toolspec.engine.trace import Trace, called


@pytest.mark.parametrize(
    ("rule", "status"),
    [
        ("limit: sum <x> = 2..2.5", "pass"),
        ("limit: sum <x> = 2.25..2.25", "pass"),
        ("limit: sum <x> = -3..2", "fail"),
        ("limit: sum <x> != -3..2", "pass"),
        ("limit: calls = 1..2", "pass"),
        ("limit: calls != 1..2", "fail"),
    ],
)
def test_a_range_is_from_one_number_to_another_with_both(rule: str, status: str) -> None:
    (result,) = toolspec.parse(rule).check(Trace([called("pay", {"x": 2.25})])).results
    assert result.status == status


@pytest.mark.parametrize(
    "rule", ["limit: sum <x> <= 1..2", "limit: sum <x> = 2..1.5", "limit: sum <x> = 1..y"]
)
def test_no_other_comparison_takes_one_and_it_holds_a_number(rule: str) -> None:
    with pytest.raises(toolspec.SpecError):
        toolspec.parse(rule)

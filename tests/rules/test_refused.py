"""Rules that are well-formed and yet make no sense: what is refused, where, and why."""

from __future__ import annotations

import pytest

from toolspec.dsl.read import read


@pytest.mark.parametrize(
    ("rule", "code", "pointed_at", "reason"),
    [
        ("require a min 0", "TS219", "min 0", "`min` is at least 1"),
        ("require a before step 0", "TS218", "before step 0", "no step is before step 0"),
        (
            "require a at step 3 before step 3",
            "TS218",
            "before step 3",
            "`at step 3` and `before step 3` contradict each other",
        ),
        (
            "require a before step 2 at step 3",
            "TS218",
            "before step 2",
            "`at step 3` and `before step 2` contradict each other",
        ),
        ("require a <>", "TS217", "<>", "`<>` has no effect in `require`"),
        ("forbid a <>", "TS217", "<>", "`<>` has no effect in `forbid`"),
        ("sequence: a <> -> b", "TS217", "<>", "`<>` has no effect in `sequence`"),
        ("args a <must k: 1>", "TS221", "<must k: 1>", "`must` has no effect in `args`"),
    ],
)
def test_a_rule_that_makes_no_sense_is_refused_at_the_part_that_is_to_blame(
    rule: str, code: str, pointed_at: str, reason: str
) -> None:
    (found,) = read(rule).problems
    assert found.code == code
    assert rule[found.start : found.end] == pointed_at
    assert found.message == reason


@pytest.mark.parametrize(
    "rule",
    ["require a min 1", "require a before step 1", "require a at step 2 before step 3"],
)
def test_a_rule_that_just_makes_sense_is_not(rule: str) -> None:
    assert not read(rule).problems

"""Values that nothing matches are reported, and what is said of two values holds for samples."""

from __future__ import annotations

from itertools import product

import pytest

from tests.language.test_contradictions import codes
from toolspec.dsl.read import read
from toolspec.engine.match.value_logic import excludes, implies
from toolspec.engine.match.values import ValuePattern
from toolspec.engine.rules.forbid import Forbid

IMPOSSIBLE = [
    "> 5 & < 3", "1..3 & > 3", "length 3 & length > 3", "length > 2 & length < 3", '"a" & "b"',
    "not 1 & 1", "text & length 1 & [...]", "not text & /a/", "[1] & [1, 2]", "{a: 1} & {a: 2}",
    "{a: 1} & {b: 1, ...}", "list of text & [1]", "[> 5 & < 3]", "text | (> 5 & < 3)",
    "> 5 & (1 | 2 | 3)",
]  # fmt: skip
POSSIBLE = [
    "> 3 & < 5", "1..3 & >= 3", "length 3 & length >= 3", "length > 2 & length <= 3",
    "text & /a/", "/a/ & /b/",
    "not 1 & 2", "length 1 & list", "list of text & [...]", "{a: 1, ...} & {b: 1, ...}",
    "not text & 1", "> 5 & (1 | 6)", "list of text & list of number", "not (1 | 2) & > 1",
]  # fmt: skip
SAMPLES = [
    None, True, 1, 2, 3, 3.5, 5, 6, 1.0, "a", "b", "ab", "abc", "abcd", [], [1], [1, 2], ["a"],
    {"a": 1}, {"a": 2}, {"a": 1, "b": 1}, {}, [6], [4], "x" * 3,
]  # fmt: skip


@pytest.mark.parametrize("value", IMPOSSIBLE)
def test_a_value_that_nothing_matches_is_reported(value: str) -> None:
    (problem,) = read(f"forbid pay <x: {value}>\n").problems
    assert problem.code in ("TS357", "TS242")  # TS242 is an error: types alone


@pytest.mark.parametrize("value", POSSIBLE)
def test_a_value_that_something_matches_is_left_alone(value: str) -> None:
    assert codes(f"forbid pay <x: {value}>") == []


@pytest.mark.parametrize("of", ["agent says", "pay result"])
def test_a_text_that_has_both_sides_is_no_impossible_value(of: str) -> None:
    assert codes(f'forbid {of} "a" & "b"') == []


def test_values_that_are_nested_deeply_are_compared_with_nothing() -> None:
    for deep in ("not (" * 33 + "1 | 2 & > 0" + ")" * 33, "[1 & " * 60 + "3" + "]" * 60):
        written = f"forbid pay <x: {deep}>\nrequire pay <x: {deep}>\neach pay: <x: {deep}>\n"
        assert not read(written).errors


def test_patterns_that_are_said_to_exclude_or_imply_each_other_do() -> None:
    written = [*IMPOSSIBLE, *POSSIBLE, "1", "text", "...", "absent", "5 | absent", "number",
               "integer", '"a"', "not text", "has 1", "length 1..2", "list of > 1"]  # fmt: skip
    patterns: list[ValuePattern] = []
    for value in written:
        for piece in (value, *value.split(" & ")):
            made = read(f"forbid pay <x: {piece}>\n")
            if not made.errors:
                kind = made.spec.rules[0].kind
                assert isinstance(kind, Forbid)
                patterns.append(kind.call.arguments.entries[0].value)
    counted = [0, 0]
    for one, other in product(patterns, repeat=2):
        both = [value for value in SAMPLES if one.matches(value) and other.matches(value)]
        counted[0] += excludes(one, other)
        counted[1] += implies(one, other)
        if excludes(one, other):
            assert not both, (str(one), str(other), both)
            assert not (one.may_be_absent and other.may_be_absent)
        if implies(one, other):
            more = [value for value in SAMPLES if one.matches(value) and not other.matches(value)]
            assert not more, (str(one), str(other), more)
            assert other.may_be_absent or not one.may_be_absent
    assert min(counted) > 200

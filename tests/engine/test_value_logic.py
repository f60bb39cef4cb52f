"""Whether values exclude or imply each other is answered as trying many values answers it.

Where the answer is no, although no value that was tried speaks against a yes, the pair is listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest

from toolspec.dsl.read import read
from toolspec.engine.json_value import Json
from toolspec.engine.match.value_logic import (
    Interval,
    excludes,
    implies,
    impossible,
    interval_of,
    numbers_compared,
    text_excludes,
    text_implies,
    type_of,
)
from toolspec.engine.match.values import ValuePattern
from toolspec.engine.rules.answer import Answer
from toolspec.engine.rules.forbid import Forbid

VALUES = [
    "1", "5", '"a"', "true", "null", "1..5", "2..4", "5..9", "> 5", ">= 5", "< 5", "<= 5", "number",
    "integer", "text", "boolean", "list", "object", "...", "absent", "/a/", "/^a$/", '"a" | "b"',
    '1 | "a"', "2..4 | 7", 'not "a"', "not number", "not 2..4", "number & > 3", "> 3 & < 5",
    "list of 1..5", "list of > 0", "[]", "[1]", "[1, 2]", "[1, > 1]", "[1, ...]", "length 2",
    "length > 2", "length >= 2", "length 2..3", "{a: 1}", "{a: > 0}", "{a: 1, ...}",
    "{a: > 0, ...}", "{a: 1, b: 1}", "{a: absent, ...}", "{b: 1, ...}", "{a: 1, b: absent}",
    "{...}", 'has "a"', 'inside "src"', "absent | 1", '"src/x"',
]  # fmt: skip
MISSING = object()
"""Stands for a key that the call does not have."""

SCALARS: list[Json] = [
    None, True, False, *range(-1, 12), 0.5, 1.5, 3.5, 4.5, 4.999, 5.5, 9.5, 100, -7.25, "", "a",
    "b", "c", "ab", "xa", "abc", "abcd", "src/x", "src", "src/xy", "srcs", "/src/a", "1",
]  # fmt: skip
SAMPLES: list[Json] = [
    *SCALARS, [], *([item] for item in SCALARS), *([1, item] for item in SCALARS),
    [2, 1], [1, 2, 3], [1, 2, 3, 4], [2, 2, 2, 2], [5, 6], ["a", "b"], ["a", "b", "c"], [9, 9, 9],
    {}, *({"a": item} for item in SCALARS), *({"b": item} for item in SCALARS),
    *({"a": one, "b": two} for one, two in product([0, 1, 2, "a"], repeat=2)), {"c": "a"},
    {"a": 1, "b": 1, "c": 1}, {"a": 1, "c": 2}, {"b": 1, "c": 2}, {"a": 3, "b": 1, "c": "x"},
    {"b": 1, "c": "a", "d": 1}, {"a": 1, "c": 1, "d": 1}, {"c": 1, "d": 2, "e": 3, "f": 4},
]  # fmt: skip


def pattern(text: str) -> ValuePattern:
    """Return the pattern of a value as it is written."""
    kind = read(f"forbid pay <x: {text}>\n").spec.rules[0].kind
    assert isinstance(kind, Forbid)
    return kind.call.arguments.entries[0].value


PATTERNS = {text: pattern(text) for text in VALUES}


def fits(one: ValuePattern, value: object) -> bool:
    return one.may_be_absent if value is MISSING else one.matches(value)  # type: ignore[arg-type]


FITTING = {
    text: {at for at, value in enumerate([*SAMPLES, MISSING]) if fits(one, value)}
    for text, one in PATTERNS.items()
}


def missed(
    answer: Callable[[ValuePattern, ValuePattern], bool],
    looks: Callable[[set[int], set[int]], bool],
) -> Iterator[tuple[str, str]]:
    """Yield the pairs of which every value tried says yes, and the answer is no."""
    for (one, first), (two, second) in product(PATTERNS.items(), repeat=2):
        said, tried = answer(first, second), looks(FITTING[one], FITTING[two])
        assert tried or not said, (one, two)
        if tried and not said:
            yield one, two


def test_values_exclude_each_other_where_no_value_fits_both() -> None:
    found = list(missed(excludes, lambda first, second: not first & second))
    assert set(found) == {(two, one) for one, two in found}, "both ways"
    assert {(one, two) for one, two in found if one < two} == _pairs(EXCLUSIONS_MISSED)


def test_a_value_implies_another_where_all_that_fits_it_fits_the_other() -> None:
    found = list(missed(implies, lambda first, second: first <= second))
    assert set(found) == _pairs(IMPLICATIONS_MISSED)


def _pairs(rows: dict[str, str]) -> set[tuple[str, str]]:
    return {(one, two) for one, others in rows.items() for two in others.split("; ")}


EXCLUSIONS_MISSED = {
    "/^a$/": 'inside "src"; length 2; length 2..3; length > 2; length >= 2; not "a"',
    "/a/": 'inside "src"',
    "1..5": 'has "a"',
    "2..4": 'has "a"',
    "2..4 | 7": 'has "a"',
    "5..9": 'has "a"',
    "< 5": 'has "a"',
    "<= 5": 'has "a"',
    "> 3 & < 5": 'has "a"',
    "> 5": 'has "a"',
    ">= 5": 'has "a"',
    "[1, > 1]": 'has "a"; length > 2',
    "boolean": 'has "a"',
    'has "a"': (
        'inside "src"; integer; list of 1..5; list of > 0; number; number & > 3; '
        "{a: 1, b: absent}; {a: > 0}"
    ),
    'inside "src"': "length 2; length 2..3",
    "length 2": "{a: 1, b: absent}; {a: > 0}",
    "length 2..3": "{a: 1, b: absent}; {a: > 0}",
    "length > 2": "{a: 1, b: absent}; {a: > 0}",
    "length >= 2": "{a: 1, b: absent}; {a: > 0}",
}
"""Values that nothing fits, and that are not said to exclude each other."""

IMPLICATIONS_MISSED = {
    "/^a$/": '"a"; "a" | "b"; /a/; 1 | "a"; has "a"',
    "/a/": 'has "a"',
    "> 3 & < 5": "1..5",
    "[1, > 1]": "[1, ...]; length 2; length 2..3; length >= 2",
    'has "a"': "not 2..4; not number",
    'inside "src"': "length > 2; length >= 2",
    "object": "{...}",
    "{a: 1, b: absent}": "{a: 1}; {a: > 0}",
}
"""Values of which the first implies each of the others, and this is not said."""

TEXT_VALUES = [
    '"a"', '"ab"', '"b"', '"1"', "/a/", "/b/", "/^a$/", "/^ab$/", "/^a b$/", "/^a$/i", "/^a.$/",
    '"a" | "b"', '"a" & "b"', 'not "a"', 'not "ab"', 'not ("a" | "b")', "not /b/",
    '"a" & not "ab"', '("ab" | "b") & not "a"', '/^a$/ | /^ab$/',
]  # fmt: skip
TEXTS = [
    "", "a", "a\n", "A", "b", "ab", "ab\n", "a b", "a b\n", "ba", "ac", "xaby", "c", "1", "a1b",
    "bb",
]  # fmt: skip


def said(text: str) -> ValuePattern:
    """Return the pattern of a value that is looked for in what the agent says."""
    kind = read(f"answer {text}\n").spec.rules[0].kind
    assert isinstance(kind, Answer)
    return kind.value


@pytest.mark.parametrize("one", TEXT_VALUES)
def test_texts_exclude_and_imply_each_other_where_all_texts_say_so(one: str) -> None:
    first = said(one)
    for two in TEXT_VALUES:
        second = said(two)
        have = [text for text in TEXTS if first.in_text(text)]
        both = [text for text in have if second.in_text(text)]
        excluded, implied = text_excludes(first, second), text_implies(first, second)
        assert not (excluded and both), two
        assert not implied or len(both) == len(have), two
        answer = "x" if excluded else "i" if implied else "."
        assert answer == TEXT_ANSWERS[one][TEXT_VALUES.index(two)], two


TEXT_ANSWERS = {
    '"a"': "i..........i.x.x..x.",
    '"ab"': "iii...x.x..iixxx.xx.",
    '"b"': "..i...x....i...x....",
    '"1"': "...i..xxx..........x",
    "/a/": "....i...............",
    "/b/": ".....ix.........x...",
    "/^a$/": "ixxxixixx.xixxixiixi",
    "/^ab$/": "iiixiixixx.iixxxxxxi",
    "/^a b$/": "ixixiixxixxiixixxixx",
    "/^a$/i": ".......xxi..........",
    "/^a.$/": "......x.x.i.........",
    '"a" | "b"': "...........i...x....",
    '"a" & "b"': "i.i...x....iix.x..x.",
    'not "a"': "xx....xxx...xii..x.x",
    'not "ab"': ".x.....x......i.....",
    'not ("a" | "b")': "xxx...xxx..xxiii.xxx",
    "not /b/": ".....x.xx.......i...",
    '"a" & not "ab"': "ix.....x...i.xix.ix.",
    '("ab" | "b") & not "a"': "xxi...xxx..ixiix.xix",
    "/^a$/ | /^ab$/": "i..xi...x..i.x.x..xi",
}
"""For each value of the list, in order: x where both exclude each other, i where it is implied."""


@pytest.mark.parametrize(
    ("one", "two", "apart", "within"),
    [
        ("< 5", ">= 5", True, False), ("<= 5", ">= 5", False, False), ("< 5", "<= 5", False, True),
        ("<= 5", "< 5", False, False), ("> 5", ">= 5", False, True), (">= 5", "> 5", False, False),
        ("> 5", "<= 5", True, False), ("= 5", ">= 5", False, True), ("== 5", "<= 5", False, True),
        ("= 5", "> 5", True, False), ("> 6", "> 5", False, True), ("< 4", "< 5", False, True),
        ("> 5", "> 6", False, False), ("< 5", "< 4", False, False), ("= 5", "== 5", False, True),
        ("> 5", "< 4", True, False), ("> 5", "> 5", False, True), ("< 5", "< 5", False, True),
    ],
)  # fmt: skip
def test_comparisons_are_intervals(one: str, two: str, apart: bool, within: bool) -> None:
    first, second = (numbers_compared(*_compared(text)) for text in (one, two))
    assert first and second
    assert (first.apart(second), second.apart(first), first.within(second)) == (
        apart,
        apart,
        within,
    )


def _compared(text: str) -> tuple[str, float]:
    operator, number = text.split()
    return operator, float(number)


def test_what_is_unequal_is_no_interval() -> None:
    assert numbers_compared("!=", 5) is None
    assert interval_of(pattern("true")) is None
    assert interval_of(pattern("1..5")) == Interval(1, 5, low_open=False, high_open=False)
    assert interval_of(pattern("7")) == Interval(7, 7)


@pytest.mark.parametrize(
    ("numbers", "whole"),
    [
        (Interval(1.5, 3.5), Interval(2, 3)), (Interval(1, 3), Interval(1, 3)),
        (Interval(1, 3, low_open=True, high_open=True), Interval(2, 2)),
        (Interval(1.5, 3.5, low_open=True, high_open=True), Interval(2, 3)),
        (Interval(), Interval()), (Interval(low=2, low_open=True), Interval(low=3)),
        (Interval(high=2, high_open=True), Interval(high=1)),
    ],
)  # fmt: skip
def test_of_whole_numbers_the_ends_are_closed(numbers: Interval, whole: Interval) -> None:
    assert numbers.whole == whole


@pytest.mark.parametrize(
    ("value", "name"),
    [(None, "null"), (True, "boolean"), ("", "text"), (0, "number"), (0.5, "number"),
     ([], "list"), ((), "list"), ({}, "object")],
)  # fmt: skip
def test_types_have_the_words_of_the_language(value: Json, name: str) -> None:
    assert type_of(value) == name


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("> 5 & < 3", ("> 5", "< 3")), ("text & /a/ & not /a/", ("/a/", "not /a/")),
        ("> 3 & < 5", None), ("1", None), ("1 | 2", None),
    ],
)  # fmt: skip
def test_the_sides_that_exclude_each_other_are_named(
    text: str, sides: tuple[str, str] | None
) -> None:
    found = impossible(pattern(text))
    assert (found and tuple(map(str, found))) == sides


def test_patterns_that_are_too_many_or_too_deep_are_compared_with_nothing() -> None:
    many = pattern(" | ".join(map(str, range(50))))
    assert implies(pattern("3"), many)
    assert excludes(pattern("99"), many)
    assert not implies(many, many), "2 500 pairs"
    deep = pattern("[" * 15 + "1" + "]" * 15)
    deeper = pattern("[" * 25 + "1 | 2" + "]" * 25)
    assert implies(deep, deep)
    assert not implies(deeper, deeper)

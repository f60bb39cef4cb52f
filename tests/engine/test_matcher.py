"""What arguments and results are held against: each way to ask says what the plain model says."""

from __future__ import annotations

import re
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolspec.engine.json_value import same
from toolspec.engine.match.arguments import (
    Argument,
    Arguments,
    Fit,
    ResultPattern,
    as_python,
    dict_as_python,
)
from toolspec.engine.match.regex import RE2_EFFORT, Regex
from toolspec.engine.match.values import (
    Exactly,
    ListOf,
    ObjectOf,
    Present,
    Text,
    ValuePattern,
    written_key,
)
from toolspec.engine.trace import UNRECORDED, called

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from([None, True, False, 0, 1, 1.0, 2, "", "a", "ab", "1"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.lists(inner, max_size=2).map(tuple)
        | st.dictionaries(st.sampled_from("kl"), inner, max_size=2)
    ),
    max_leaves=4,
)
REGEXES = st.sampled_from(["a", "^a$", "b$", ".*", "(a|b)+"]).map(Regex)
PATTERNS: st.SearchStrategy[ValuePattern] = st.recursive(
    VALUES.map(Exactly) | REGEXES.map(Text) | st.just(Present()),
    lambda inner: (
        st.lists(inner, max_size=2).map(lambda items: ListOf(tuple(items)))
        | st.dictionaries(st.sampled_from("kl"), inner, max_size=2).map(
            lambda held: ObjectOf(tuple(held.items()))
        )
    ),
    max_leaves=4,
)
ENTRIES = st.lists(
    st.builds(Argument, st.sampled_from("klm"), PATTERNS, st.booleans()),
    max_size=3,
    unique_by=lambda entry: entry.key,
)
ARGUMENTS = st.builds(Arguments, ENTRIES.map(tuple), st.booleans())
GIVEN: st.SearchStrategy[dict[str, Any]] = st.dictionaries(st.sampled_from("klm"), VALUES)


def meant(pattern: ValuePattern, value: Any) -> bool:
    """Say by the definition whether a pattern means a value."""
    if isinstance(pattern, Exactly):
        return same(pattern.value, value)
    if isinstance(pattern, Text):
        return isinstance(value, str) and re.search(pattern.regex.source, value) is not None
    if isinstance(pattern, ListOf):
        if not isinstance(value, list | tuple):
            return False
        items = cast("list[Any]", value)
        return len(items) == len(pattern.items) and all(map(meant, pattern.items, items))
    if isinstance(pattern, ObjectOf):
        if not isinstance(value, dict):
            return False
        held = cast("dict[str, Any]", value)
        return {key for key, _ in pattern.entries} == set(held) and all(
            meant(inside, held[key]) for key, inside in pattern.entries
        )
    return isinstance(pattern, Present)


def fitting(wanted: Arguments, given_: dict[str, Any]) -> Fit:
    """Say by the definition how a call's arguments fit."""
    for entry in wanted.entries:
        if entry.must and entry.key not in given_:
            return Fit.FAULT
        if entry.must and isinstance(entry.value, Text) and not isinstance(given_[entry.key], str):
            return Fit.FAULT
    if wanted.exact and set(given_) != {entry.key for entry in wanted.entries}:
        return Fit.NO
    for entry in wanted.entries:
        if entry.key not in given_ or not meant(entry.value, given_[entry.key]):
            return Fit.NO
    return Fit.YES


@settings(max_examples=300)
@given(PATTERNS, VALUES)
def test_a_pattern_means_what_its_definition_says(pattern: ValuePattern, value: Any) -> None:
    wanted = meant(pattern, value)
    assert pattern.matches(value) is wanted
    assert pattern.test(value) is wanted


@settings(max_examples=300)
@given(ARGUMENTS, GIVEN)
def test_arguments_fit_where_each_of_them_does(wanted: Arguments, given_: dict[str, Any]) -> None:
    fit = fitting(wanted, given_)
    assert wanted.fits(given_) is fit
    if not any(entry.must for entry in wanted.entries):
        assert wanted.test(given_) is (fit is Fit.YES)
    for entry in wanted.entries:
        assert entry.fits(given_) is fitting(Arguments((entry,)), given_)
        if not entry.can_miss:
            assert entry.fits(given_) is not Fit.NO


@given(ARGUMENTS)
def test_arguments_that_are_not_recorded_are_open_where_anything_is_asked(
    wanted: Arguments,
) -> None:
    asked = wanted.exact or bool(wanted.entries)
    assert wanted.fits(UNRECORDED) is (Fit.OPEN if asked else Fit.YES)
    assert wanted.test(UNRECORDED) is (not asked)


@pytest.mark.parametrize(
    ("pattern", "recorded", "fits"),
    [
        (Exactly("x"), "x", True),
        (Exactly("x"), '"x"', True),
        (Exactly("1"), 1, True),
        (Exactly(1), "1", True),
        (Exactly("x"), {"content": "x"}, True),
        (Exactly("x"), {"content": "x", "more": 1}, False),
        (Exactly({"content": "x"}), {"content": "x"}, True),
        (Exactly([1]), {"content": [1]}, True),
        (Exactly([1]), [2], False),
        (Text(Regex("^x")), {"content": "xy"}, True),
        (Text(Regex("^x")), "yx", False),
        (ListOf((Present(),)), {"content": [1]}, True),
        (ListOf((Present(),)), {"content": [1, 2]}, False),
    ],
)
def test_a_result_fits_by_any_way_to_read_it(
    pattern: ValuePattern, recorded: Any, fits: bool
) -> None:
    result = called("a", {}, recorded).result
    assert ResultPattern(pattern, whole=True).fits(result) is (Fit.YES if fits else Fit.NO)
    assert ResultPattern(pattern, whole=True).test(result) is fits
    assert ResultPattern(pattern, whole=True).fits(UNRECORDED) is Fit.OPEN
    assert ResultPattern(pattern, whole=True).test(UNRECORDED) is False


def test_a_result_that_is_not_recorded_is_open_unless_every_text_has_the_regex() -> None:
    assert ResultPattern(Text(Regex("x"))).fits(UNRECORDED) is Fit.OPEN
    assert ResultPattern(Text(Regex(".*"))).fits(UNRECORDED) is Fit.YES
    for recorded, fit in (("ax", Fit.YES), ({"k": "x"}, Fit.YES), ("a", Fit.NO)):
        assert ResultPattern(Text(Regex("x"))).fits(called("a", {}, recorded).result) is fit


def test_a_must_can_only_be_missed_where_the_value_can() -> None:
    for value, must, can_miss in (
        (Present(), False, True),
        (Present(), True, False),
        (Text(Regex(".*")), True, False),
        (Text(Regex("a")), True, True),
        (Text(Regex(".*")), False, True),
        (Exactly(1), True, True),
    ):
        assert Argument("k", value, must).can_miss is can_miss


def test_patterns_are_written_as_the_language_and_as_python_write_them() -> None:
    items = ListOf((Exactly(None), Text(Regex("x", "i"))))
    nested = ObjectOf((("a-b", items), ("c d", Present()), ("e", Exactly(True))))
    assert str(nested) == '{a-b: [null, /x/i], "c d": ..., e: true}'
    assert as_python(nested) == "{'a-b': [None, /x/i], 'c d': ..., 'e': True}"
    assert dict_as_python([("k", Exactly("it's"))]) == """{'k': "it's"}"""
    wanted = Arguments((Argument("k", Exactly([1, "é"])), Argument("l m", Present(), must=True)))
    assert str(wanted) == '<k: [1, "é"], must "l m": ...>'
    assert str(Arguments(())) == "<>"
    assert str(ResultPattern(Text(Regex("x", "i")))) == "/x/i"
    assert str(ResultPattern(Exactly({"a": 1}))) == '{"a": 1}'


@pytest.mark.parametrize(
    ("key", "written"),
    [("a", "a"), ("a-b", "a-b"), ("_", "_"), ("-a", '"-a"'), ("1a", '"1a"'), ("é", '"é"'),
     ("", '""'), ("a b", '"a b"'), ("a-", "a-"), ("if", "if")],
)  # fmt: skip
def test_a_key_is_bare_where_it_can_be(key: str, written: str) -> None:
    assert written_key(key) == written


def test_equal_patterns_are_equal_whatever_they_are_made_from() -> None:
    assert Exactly(1) == Exactly(1.0)
    assert hash(Exactly([1])) == hash(Exactly((1.0,)))
    assert Exactly(1) != Exactly(True)
    assert Exactly("a") != Text(Regex("a"))
    deep: Any = 1
    for _ in range(5000):
        deep = [deep]
    assert hash(Exactly(deep)) == 0
    assert Exactly(deep) == Exactly([deep[0]])


def test_what_a_comparison_takes_grows_with_what_is_compared() -> None:
    harmless, costly = Text(Regex("a")), Text(Regex("(a|b)+"))
    assert (Exactly(1).effort, Present().effort, harmless.effort) == (1, 1, 1)
    assert costly.effort == RE2_EFFORT
    assert ListOf((harmless, costly)).effort == 1 + 1 + RE2_EFFORT
    assert ObjectOf((("k", costly),)).effort == 1 + RE2_EFFORT
    inside = (Argument("k", ListOf((costly,))), Argument("l", Exactly(1)))
    assert Arguments(inside).effort == 1 + 1 + RE2_EFFORT + 1
    assert [one.searches for one in (Exactly("a"), Present(), harmless)] == [False, False, True]
    assert ListOf((Present(), harmless)).searches
    assert not ListOf((Present(), Exactly(1))).searches
    assert ObjectOf((("k", ListOf((harmless,))),)).searches
    assert Arguments(inside).searches
    assert not Arguments(inside[1:]).searches


def test_arguments_say_what_they_are_made_of() -> None:
    plain = Arguments((Argument("k", Exactly(1)), Argument("l", Exactly([2]))))
    assert plain.plain == {"k": 1, "l": [2]}
    assert not plain.has_must
    mixed = Arguments((Argument("k", Exactly(1)), Argument("l", Present(), must=True)))
    assert mixed.plain is None
    assert mixed.has_must
    assert [(key, test(5), str(value)) for key, test, value in mixed.wanted] == [
        ("k", False, "1"),
        ("l", True, "..."),
    ]

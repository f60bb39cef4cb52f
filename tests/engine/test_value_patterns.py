"""Value patterns: each form means what a plain model of it says, of values, results and texts."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.value_model import fits, meant
from toolspec.dsl.specs import parse
from toolspec.engine.json_value import Json
from toolspec.engine.match.arguments import Argument, Arguments, Fit, ResultPattern
from toolspec.engine.match.regex import Regex
from toolspec.engine.match.values import (
    FORMS,
    Absent,
    Between,
    Both,
    Compared,
    EachItem,
    Either,
    Exactly,
    Has,
    Inside,
    Length,
    ListOf,
    NamedValue,
    Negated,
    ObjectOf,
    OfType,
    OpenList,
    Present,
    Text,
    ValuePattern,
    Variable,
)
from toolspec.engine.match.values.types import TYPES
from toolspec.engine.match.values.variable import has_word
from toolspec.engine.trace import UNRECORDED, Result
from toolspec.engine.verdict import HIDDEN, SHOWN

TEXTS = ["", "a", "ab", "b-1", "A-10", "A-10.5", "src/a", "src/../x", "5", "-5", "1.50", "015"]
SCALARS = st.sampled_from([None, True, False, 0, 1, 1.0, 2.5, -5, 5, 10, *TEXTS])
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("klm"), inner, max_size=3)
    ),
    max_leaves=6,
)
REGEXES = st.sampled_from(["a", "^a$", "b", ".*", "[0-9]+"]).map(Regex)
NUMBERS = st.sampled_from([-5, 0, 1, 1.5, 5, 10])
LOOKED_FOR = st.recursive(
    st.sampled_from(["a", "A-10", "5", 5, -5, 1.5, True, None, 15]).map(Exactly)
    | REGEXES.map(Text)
    | st.sampled_from(TYPES).map(OfType)
    | st.builds(Compared, st.sampled_from([">", "<="]), NUMBERS),
    lambda inner: st.lists(inner, min_size=2, max_size=3).map(lambda sides: Either(tuple(sides))),
    max_leaves=4,
)
COUNTS = st.builds(Between, st.integers(0, 2), st.integers(0, 3)) | st.integers(0, 3).map(Exactly)
LEAVES: st.SearchStrategy[ValuePattern] = (
    VALUES.map(Exactly)
    | REGEXES.map(Text)
    | st.just(Present())
    | st.builds(Compared, st.sampled_from([">", ">=", "<", "<="]), NUMBERS)
    | st.builds(Between, NUMBERS, NUMBERS)
    | st.sampled_from(TYPES).map(OfType)
    | COUNTS.map(Length)
    | st.sampled_from(["src", "./src/", ".", "/", "a/.."]).map(Inside)
    | LOOKED_FOR.map(Has)
)


def _object(held: dict[str, ValuePattern], free: bool) -> ValuePattern:
    return ObjectOf(tuple(held.items()), free)


def _several(inner: st.SearchStrategy[ValuePattern]) -> st.SearchStrategy[ValuePattern]:
    some = st.lists(inner, max_size=2).map(tuple)
    two = st.lists(inner, min_size=2, max_size=3).map(tuple)
    members = st.dictionaries(st.sampled_from("klm"), inner | st.just(Absent()), max_size=2)
    return (
        some.map(ListOf)
        | st.lists(some, min_size=2, max_size=4).map(lambda runs: OpenList(tuple(runs)))
        | st.builds(_object, members, st.booleans())
        | two.map(Either)
        | two.map(Both)
        | inner.map(Negated)
        | inner.map(EachItem)
        | inner.map(lambda pattern: NamedValue("n", pattern))
    )


PATTERNS: st.SearchStrategy[ValuePattern] = st.recursive(LEAVES, _several, max_leaves=6)


@settings(max_examples=1000)
@given(PATTERNS, VALUES)
def test_a_pattern_means_what_its_definition_says(pattern: ValuePattern, value: Any) -> None:
    wanted = meant(pattern, value)
    assert pattern.matches(value) is wanted
    assert pattern.test(value) is wanted
    assert (pattern.bindings(value) is not None) is wanted
    if pattern.certain is not None:
        assert pattern.certain is wanted


@settings(max_examples=500)
@given(PATTERNS, VALUES, st.booleans())
def test_a_result_fits_by_its_texts_and_its_values(
    pattern: ValuePattern, value: Any, wrapped: bool
) -> None:
    result = Result({"content": value} if wrapped else value)
    wanted = fits(pattern, result)
    assert pattern.fits_result(result) is wanted
    assert ResultPattern(pattern).fits(result) is (Fit.YES if wanted else Fit.NO)
    open_fit = ResultPattern(pattern).fits(UNRECORDED)
    assert open_fit in (Fit.OPEN, Fit.YES if wanted else Fit.NO)


@settings(max_examples=300)
@given(PATTERNS, VALUES)
def test_why_a_value_does_not_match_is_short_and_shows_no_hidden_value(
    pattern: ValuePattern, value: Any
) -> None:
    if pattern.matches(value):
        return
    said = pattern.why_not(value, SHOWN)
    assert said.rest
    assert len(said.of_argument("k")) < 500
    hidden = pattern.why_not({"k": "secret-text"}, HIDDEN).of_argument("k")
    assert "secret-text" not in hidden


@settings(max_examples=300)
@given(PATTERNS, VALUES)
def test_a_pattern_that_is_written_out_is_read_as_the_same(
    pattern: ValuePattern, value: Any
) -> None:
    text = f"forbid a <k: {pattern}>"
    if "@n" in text or "Present()" in repr(pattern):  # in a list, `...` is something else
        return
    try:
        (rule,) = parse(text).rules
    except ValueError:
        return  # an empty range, `absent` or `...` at a place of its own, an impossible `&`
    read: ValuePattern = rule.kind.__dict__["call"].arguments.entries[0].value
    assert str(read) == str(pattern) or read.matches(value) is pattern.matches(value)
    assert read.matches(value) is pattern.matches(value)


def pattern_of(text: str) -> ValuePattern:
    (rule,) = parse(f"forbid a <k: {text}>").rules
    value: ValuePattern = rule.kind.__dict__["call"].arguments.entries[0].value
    return value


WITH_EXAMPLES = [form for form in FORMS if form.form.matching or form.form.missing]


@pytest.mark.parametrize("form", WITH_EXAMPLES, ids=lambda form: form.__name__)
def test_the_examples_of_a_form_hold(form: type[ValuePattern]) -> None:
    for text, value in form.form.matching:
        assert pattern_of(text).matches(json.loads(value)), (text, value)
    for text, value in form.form.missing:
        assert not pattern_of(text).matches(json.loads(value)), (text, value)


@pytest.mark.parametrize(
    ("text", "value", "said"),
    [
        ("0.01..5000", 7200, "`k` is 7200, not in 0.01..5000"),
        ("> 100", "250", '`k` is the text "250", not a number > 100'),
        ("text", 5, "`k` is 5, not text"),
        ('"EUR" | "USD"', "CHF", '`k` is "CHF", not "EUR" | "USD"'),
        ("length 3", "ab", "`k` has 2 characters, not 3"),
        ("list of > 1", [2, 0], "`k[1]` is 0, not > 1"),
        ("{a: {b: text, ...}, ...}", {"a": {"b": 1}}, "`k.a.b` is 1, not text"),
        ("{a: 1, ...}", {"b": 1}, "`k.a` is missing"),
        ("{a: text}", {"a": "x", "b": 1}, "`k` also has `b`"),
        ('has "x"', {"a": "y"}, '`k` has nothing in it that is or has "x"'),
        ('has "x"', "y", '`k` is "y", without "x"'),
        ('not "a"', "a", '`k` is "a", which `not "a"` excludes'),
        ("text & length > 2", "ab", "`k` has 2 characters, not > 2"),
        ('inside "src"', "../x", '`k` is "../x", not inside "src"'),
        ("absent", None, "`k` is null, not absent"),
    ],
)
def test_a_miss_names_the_smallest_part_that_does_not_match(
    text: str, value: Json, said: str
) -> None:
    assert pattern_of(text).why_not(value, SHOWN).of_argument("k") == said


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("A-10", True), ("for A-10.", True), ("(A-10)", True), ("A-10-", True), ("A-10.5", False),
        ("A-1001", False), ("xA-10", False), ("x-A-10", False), ("_A-10", False), ("A-10_", False),
        ("A-1001, A-10", True), ("ÄA-10", False), ("A-10 .5", True), ("-A-10", True),
    ],
)  # fmt: skip
def test_a_bound_text_is_found_only_as_a_word_of_its_own(text: str, holds: bool) -> None:
    assert has_word(text, "A-10") is holds
    pattern = Has(Variable("o"))
    assert pattern.bound({"o": "A-10"}).matches([text]) is holds
    assert pattern.bound({"o": "A-10"}).in_text(text) is holds
    assert Negated(pattern).bound({"o": "A-10"}).matches([text]) is ("A-10" not in text)


def test_a_word_that_overlaps_itself_is_found_in_linear_time() -> None:
    assert not has_word("a" * 300_000, "a" * 1000)
    assert has_word("a" * 3000 + " " + "a" * 1000, "a" * 1000)


def test_names_bind_in_keys_items_and_sides_and_must_agree() -> None:
    pattern = ObjectOf((("a", Variable("x")), ("b", ListOf((Variable("y"), Exactly(1))))), True)
    assert pattern.bindings({"a": 5, "b": ["z", 1], "c": 0}) == {"x": 5, "y": "z"}
    assert pattern.bindings({"a": 5, "b": ["z", 2]}) is None
    twice = Arguments((Argument("a", Variable("x")), Argument("b", Variable("x"))))
    assert twice.bindings({"a": 1, "b": 1.0}) is not None
    assert twice.bindings({"a": 1, "b": True}) is None
    side = Both((Variable("x"), Compared(">", 5)))
    assert side.bindings(6) == {"x": 6}
    assert side.bindings(5) is None
    assert side.binds == {"x"}
    assert Negated(Variable("x")).binds == frozenset()


def test_a_comparison_with_a_name_is_with_the_number_it_stands_for() -> None:
    pattern = Compared(">=", None, "x")
    assert pattern.names == {"x"}
    assert pattern.bound({"x": 5}).matches(5)
    assert not pattern.bound({"x": "5"}).matches(5)
    assert not pattern.bound({"x": True}).matches(5)


def test_a_name_binds_the_content_of_a_wrapped_result_where_that_matches() -> None:
    pattern = ObjectOf((("id", Variable("i")),), True)
    assert pattern.result_bindings(Result({"content": {"id": 7}})) == {"i": 7}
    assert pattern.result_bindings(Result("no")) is None


@pytest.mark.parametrize(
    ("text", "arguments", "fit"),
    [
        ("<note: absent>", {}, Fit.YES),
        ("<note: absent>", {"note": None}, Fit.NO),
        ("<limit: 5 | absent>", {}, Fit.YES),
        ("<limit: 5 | absent>", {"limit": 6}, Fit.NO),
        ('<has "x">', {"a": [{"b": "axb"}]}, Fit.YES),
        ('<has "x">', {"x": "a"}, Fit.NO),
        ('<has "x", a: 1>', {"a": 1, "b": "x"}, Fit.YES),
        ('<has "x", a: 1>', {"a": 2, "b": "x"}, Fit.NO),
    ],
)
def test_arguments_may_be_absent_or_have_a_value_anywhere(
    text: str, arguments: dict[str, Any], fit: Fit
) -> None:
    (rule,) = parse(f"forbid a {text}").rules
    wanted: Arguments = rule.kind.__dict__["call"].arguments
    assert wanted.fits(arguments) is fit
    assert wanted.fits(UNRECORDED) is Fit.OPEN
    exact = wanted.replace(exact=True)
    assert exact.fits({**arguments, "other": 0}) is Fit.NO


def test_a_deep_value_is_matched_without_recursion() -> None:
    deep: Any = "needle"
    for _ in range(5000):
        deep = [deep]
    assert Has(Exactly("needle")).matches(deep)
    assert not Has(Exactly("other")).matches(deep)
    assert not Has(Variable("x")).bound({"x": deep}).matches([1])
    assert Variable("x").bound({"x": deep}).matches(deep)
    assert OfType("list").matches(deep)


def test_a_nested_pattern_at_the_limit_is_read_and_matched() -> None:
    text = "not (" * 33 + "1 | 2 & > 0" + ")" * 33
    assert pattern_of(text).matches(3)
    inner = "[1 | 2 & " * 98 + "3" + "]" * 98
    assert not pattern_of(inner).matches([[[1]]])
    assert hash(pattern_of(inner)) == hash(pattern_of(inner))

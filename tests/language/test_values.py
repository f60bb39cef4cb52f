"""Values: JSON's, and what the language adds."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolspec.dsl.read import read
from toolspec.dsl.specs import parse
from toolspec.engine.match.regex import Regex
from toolspec.engine.match.values import Exactly, ListOf, ObjectOf, Present, Text, ValuePattern


def _value(text: str) -> ValuePattern:
    (rule,) = parse(f"forbid a <k: {text}>").rules
    value: ValuePattern = rule.kind.__dict__["call"].arguments.entries[0].value
    return value


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8"), max_size=10),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@given(JSON, st.booleans())
def test_what_json_writes_is_read_as_json_reads_it(value: object, ascii_only: bool) -> None:
    written = json.dumps(value, ensure_ascii=ascii_only)
    if "\x7f" in written or any("\ud800" <= char <= "\udfff" for char in written):
        return
    assert _value(written) == Exactly(json.loads(written))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[1, 2,]", Exactly([1, 2])),
        ("{a: 1, b-c: 2,}", Exactly({"a": 1, "b-c": 2})),
        ("...", Present()),
        ("/x/i", Text(Regex("x", "i"))),
        ("[1, /x/]", ListOf((Exactly(1), Text(Regex("x"))))),
        ("{a: ..., b: 1}", ObjectOf((("a", Present()), ("b", Exactly(1))))),
        ("1e5", Exactly(100000.0)),
        ("-0", Exactly(0)),
        ("9" * 500, Exactly(int("9" * 500))),
        (r'"\ud83d\ude00"', Exactly("😀")),
        (r'"\/\b\f\n\r\t\\\""', Exactly('/\b\f\n\r\t\\"')),
    ],
)
def test_a_value_is_read(text: str, value: ValuePattern) -> None:
    assert _value(text) == value


@pytest.mark.parametrize("text", ["1e400", "9" * 5000, "-1e999"])
def test_a_number_past_every_reader_is_refused(text: str) -> None:
    assert [item.code for item in read(f"forbid a <k: {text}>").problems] == ["TS213"]


@pytest.mark.parametrize("text", ["1e-400", "-0.1e-323", f"0.{'0' * 400}1", "1E-99999"])
def test_a_number_that_would_be_read_as_0_is_refused(text: str) -> None:
    assert [item.code for item in read(f"forbid a <k: {text}>").problems] == ["TS223"]
    assert [item.code for item in read(f"forbid a weight {text.lstrip('-')}").problems] == ["TS223"]


@pytest.mark.parametrize("text", ["0", "-0.0", "0e-400", "0.00E5", "5e-324"])
def test_a_number_near_0_that_can_be_held_may_stand(text: str) -> None:
    assert not read(f"forbid a <k: {text}>").errors


@pytest.mark.parametrize("text", ["01", "+1", "1.", ".5", "0x10", "1_0", "1e", "1.5.2", "--1"])
def test_a_number_json_would_not_write_is_refused(text: str) -> None:
    assert read(f"forbid a <k: {text}>").errors


def test_a_regex_that_would_hang_a_backtracking_engine_is_harmless() -> None:
    (pattern,) = parse("forbid /(a+)+$/").rules[0].kind.patterns()
    assert not pattern.matches("a" * 5000 + "!")


def test_nesting_is_limited_without_recursion_errors() -> None:
    assert parse("forbid a <k: " + "[" * 99 + "]" * 99 + ">")
    for opening in ("[", "{a: "):
        text = "forbid a <k: " + opening * 5000
        assert [item.code for item in read(text).problems] == ["TS130"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("require a <x: 1.. 10>", "require a <x: 1..10>"),
        ("require a <x: {y: -5.. -1}>", "require a <x: {y: -5..-1}>"),
        ("require a <x: [1..  3]>", "require a <x: [1..3]>"),
        ("require a <x: length 1.. 3>", "require a <x: length 1..3>"),
        ("count a = 1.. 3", "count a = 1..3"),
        ("limit: calls = 1.. 3", "limit: calls = 1..3"),
    ],
)
def test_a_range_with_a_space_in_it_is_told_to_be_one_word(text: str, meant: str) -> None:
    (found,) = read(text).problems
    assert "one word, without spaces" in found.help
    (fix,) = found.fixes
    assert text[: fix.start] + fix.text + text[fix.end :] == meant
    assert read(meant).problems == ()

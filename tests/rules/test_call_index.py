"""`args` and `output` over many calls: sorting calls first finds what comparing all pairs finds."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import toolspec
from toolspec.engine import effort
from toolspec.engine.match.arguments import Fit
from toolspec.engine.rules.shared import paired_entries as each
from toolspec.engine.rules.shared.call_index import CallIndex, EntryDemand
from toolspec.engine.rules.shared.paired_entries import PairedEntries, Plan, find
from toolspec.engine.trace import UNRECORDED, Call, Trace, called

CALLS = st.builds(
    called,
    st.sampled_from(["a", "ab", "b"]),
    st.sampled_from([UNRECORDED, {}, {"k": 1}, {"k": 1.0}, {"k": True}, {"k": "1", "l": [2]}])
    | st.dictionaries(st.sampled_from("kl"), st.sampled_from([1, "1", [2], {"m": None}])),
    st.sampled_from(
        [UNRECORDED, "1", 1, "x", '"x"', {"content": "x"}, {"content": [2]}, "[2]", [2], None]
    ),
    completed=st.booleans(),
)
TOOLS = st.sampled_from(["a", "b", "a*", "/b/", "a | b", "/a/ | ab"])
VALUES = st.sampled_from(["1", '"1"', "[2]", "/1|x/", "...", "[/2/]", "{m: null}", "true", "null"])
ARGUMENTS = st.lists(st.tuples(st.sampled_from("kl"), VALUES), max_size=2, unique_by=lambda x: x[0])
MODES = st.sampled_from(["", " subset", " strict", " strict subset"])


@st.composite
def rules(draw: st.DrawFn) -> str:
    """Return a rule of kind `args` or `output`, of one entry and more."""
    number = draw(st.integers(1, 4))
    if draw(st.booleans()):
        entries = [
            f"{draw(TOOLS)} <{', '.join(f'{key}: {value}' for key, value in draw(ARGUMENTS))}>"
            for _ in range(number)
        ]
        return f"args{draw(MODES)}: {', '.join(entries)}"
    results = VALUES.filter(lambda value: value != "...") | st.just('"x"')
    return "output: " + ", ".join(f"{draw(TOOLS)} = {draw(results)}" for _ in range(number))


@contextmanager
def scanning(most: int) -> Generator[None]:
    """Have calls sorted where there are more pairs than that."""
    before = each.SCANNED_MAX
    each.SCANNED_MAX = most
    try:
        yield
    finally:
        each.SCANNED_MAX = before


@settings(max_examples=400)
@given(rules(), st.lists(CALLS, max_size=6))
def test_calls_that_are_sorted_first_serve_as_many_entries(text: str, calls: list[Call]) -> None:
    (rule,) = toolspec.parse(text).rules
    assert isinstance(rule.kind, PairedEntries)
    trace, entries = Trace(calls), rule.kind.entries
    with scanning(10**9):
        plain = find(trace, Plan(entries))
        compared = rule.kind.judge(trace)
    with scanning(-1):
        found = find(trace, Plan(entries))
        sorted_first = rule.kind.judge(trace)
    assert (sorted_first.status, sorted_first.score) == (compared.status, compared.score)
    for one, other, fitting in zip(plain, found, ((Fit.YES,), (Fit.YES, Fit.OPEN)), strict=True):
        assert one.count(-1) == other.count(-1)
        taken = [at for at in other if at >= 0]
        assert len(set(taken)) == len(taken)
        for entry, at in zip(entries, other, strict=True):
            if at >= 0:
                assert entry.tool.matches(trace.names[at])
                assert entry.fits(entry.parts_of(trace)[at]) in fitting


def effort_of(text: str, *calls: Call) -> int:
    (rule,) = toolspec.parse(text).rules
    assert isinstance(rule.kind, PairedEntries)
    shelves = CallIndex(Trace(calls), EntryDemand(rule.kind.entries))
    shelves.find()
    return shelves.effort.spent


def test_an_entry_of_plain_values_is_compared_with_calls_that_have_them_only() -> None:
    calls = [called("a", {"k": at}, at) for at in range(100)]
    none = effort_of("args a <k: 500>", *calls)
    for text in ("args a <k: 5>", "args a subset <k: 5>", "output a = 5"):
        assert none < effort_of(text, *calls) < 20, text
    assert effort_of("args a <k: [/2/]>", *calls) >= 100
    assert effort_of("args a subset <>", *calls) >= 100


def test_equal_calls_and_equal_entries_are_compared_once() -> None:
    alike = [called("a", {"k": 1}, "x")] * 100
    entries = ", ".join(["a <k: /1/>"] * 50)
    assert effort_of(f"args: {entries}", *alike) == effort_of("args a <k: /1/>", *alike)
    assert effort_of("output a = /1/", *alike) == effort_of("output a = /1/", *alike[:1])


def test_a_regex_over_long_texts_takes_more() -> None:
    long = called("a", {"k": "x" * 50_000}, "x" * 50_000)
    short = called("a", {"k": "x"}, "x")
    for text in ("args a <k: /y/>", "output a = /y/"):
        assert effort_of(text, long) == effort_of(text, short) + 50_000 // 1_000


@pytest.mark.parametrize("text", ["args: a <k: /x/>, a <k: /y/>", "output: a = /x/, a = /y/"])
def test_a_rule_that_takes_too_much_is_not_judged(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = [called("a", {"k": f"x{at}"}, f"x{at}") for at in range(10)]
    monkeypatch.setattr(effort, "COMPARISONS_MAX", 10)
    with scanning(-1):
        (result,) = toolspec.parse(text).check(Trace(calls)).results
        assert (result.status, result.score) == ("error", 0.0)
        assert result.explanation.brief == "too much to compare"


def deep(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


def test_calls_too_deep_to_sort_by_are_compared() -> None:
    calls = [called("a", {"k": deep(depth)}, deep(depth)) for depth in (5000, 3, 5000)]
    with scanning(-1):
        for text in ("args a <k: [[[1]]]>", "output a = [[[1]]]"):
            (result,) = toolspec.parse(text).check(Trace(calls)).results
            assert result.status == "pass"
            assert result.justification["call_indexes"] == [1]


def test_equal_calls_serve_equal_entries_one_each_in_their_order() -> None:
    alike = [called("a", {"k": 1}, "x") for _ in range(5)]
    with scanning(-1):
        for entry, kind in (("a <k: 1>", "args"), ('a = "x"', "output")):
            entries = ", ".join([entry] * 4)
            (result,) = toolspec.parse(f"{kind}: {entries}").check(Trace(alike)).results
            assert result.justification["call_indexes"] == [0, 1, 2, 3]
            (result,) = toolspec.parse(f"{kind}: {entries}").check(Trace(alike[:2])).results
            assert result.justification["call_indexes"] == [0, 1, None, None]


def test_of_several_calls_that_fit_an_entry_the_first_serves_it_whatever_their_tools() -> None:
    calls = [called(name, {"k": f"v{at}"}, f"v{at}") for at, name in enumerate("abab")]
    with scanning(-1):
        for text in ("args /a|b/ <k: /[123]/>", "output a | b = /[123]/"):
            (result,) = toolspec.parse(text).check(Trace(calls)).results
            assert result.justification["call_indexes"] == [1]


def test_an_entry_looks_at_the_calls_of_its_rarest_argument() -> None:
    calls = [called("a", {"all": 1, "one": at}) for at in range(100)]
    for text in ("args a subset <all: 1, one: 5>", "args a subset <one: 5, all: 1>"):
        assert effort_of(text, *calls) < 20


def test_pairing_counts_as_well() -> None:
    calls = [called("a", {"k": f"x{at}"}) for at in range(30)]
    entries = ", ".join(f"a <k: /x.?.?{at}?/>" for at in range(10))
    compared = 30 * 10 + 4 * 30 * 10
    assert effort_of(f"args: {entries}", *calls) > compared

"""Specs: scores, cases, and that nothing a trace holds can break a check."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.amounts import amount
from toolspec.dsl.specs import parse
from toolspec.engine.parts.weights import weighted_mean
from toolspec.engine.trace import UNRECORDED, Call, Result, Trace, called

SPEC = parse(
    r"""
order: a -> /b/ -> c* pass 0.5
order strict: a -> b
sequence: a <k: 1> -> b <must k: /x/> -> a
count: a >= 1, * = 3
args: a <k: 1>, a <k: /x/>, b <>, b <k: {j: [1, ...]}>
args strict subset: a <k: true>, b <>
output: a = {x: 1}, b = "x", a = /x/
require a <k: /x/> result /y/ min 2 final before step 3
forbid /a|b/ <must k: 1> result /z/
""".replace("[1, ...]", "[1, /x/]")
)

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(max_size=3),
        st.sampled_from(["x", "y", "\ud800", '{"x": 1}', "[" * 3000, 1]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2),
        st.dictionaries(st.sampled_from(["k", "j", "content", "x"]), inner, max_size=2),
    ),
    max_leaves=4,
)
CALLS = st.builds(
    Call,
    st.sampled_from(["a", "b", "c1", "", "\ud800"]),
    st.one_of(st.just(UNRECORDED), st.dictionaries(st.sampled_from("kj"), VALUES, max_size=2)),
    st.one_of(st.just(UNRECORDED), VALUES.map(Result)),
    st.integers(0, 4),
    st.booleans(),
)


@settings(max_examples=amount(150, 1000))
@given(st.lists(CALLS, max_size=6))
def test_no_trace_breaks_a_check(calls: list[Call]) -> None:
    for values in (True, False):
        report = SPEC.check(Trace(calls), values=values)
        assert 0 <= report.score <= 1
        for result in report.results:
            assert result.score is not None and 0 <= result.score <= 1
            assert result.summary
            assert result.status != "unknown" or result.score == 0
        json.dumps(report.to_dict(), allow_nan=False)


def test_judging_leaves_nothing_behind() -> None:
    trace = Trace([called("a", {"k": 1}, "y"), called("b", {"k": "x"})])
    first = SPEC.check(trace).to_dict()
    assert SPEC.check(trace).to_dict() == first
    assert pickle.loads(pickle.dumps(SPEC)).check(trace).to_dict() == first
    assert pickle.loads(pickle.dumps(SPEC)) == SPEC


def test_the_score_is_the_weighted_mean() -> None:
    trace = Trace([called("a")])
    assert parse("count a = 1 weight 3\ncount b = 1").check(trace).score == 0.75
    heavy = parse("count a = 1 weight 1e308\ncount b = 1 weight 1e308\ncount a = 1 weight 1e308")
    assert heavy.check(trace).score == pytest.approx(2 / 3)
    light = parse("count: a = 1, b = 1 weight 5e-324\ncount b = 1 weight 5e-324")
    assert light.check(trace).score == 0.25


SCORING = {0.0: "count b = 1", 0.5: "count: a = 1, b = 1", 1.0: "count a = 1"}
"""Rules by their score on a trace with one call of `a`."""


@given(st.lists(st.tuples(st.floats(5e-324, 1e308), st.sampled_from([*SCORING])), max_size=5))
def test_the_mean_lies_between_the_scores_and_is_the_same_to_every_caller(
    rules: list[tuple[float, float]],
) -> None:
    scores = [score for _, score in rules]
    mean = weighted_mean([weight for weight, _ in rules], scores)
    assert min(scores, default=1.0) - 1e-12 <= mean <= max(scores, default=1.0) + 1e-12
    text = "\n".join(f"{SCORING[score]} weight {weight!r}" for weight, score in rules)
    assert parse(text).check(Trace([called("a")])).score == mean


def test_a_report_of_no_rule_passes() -> None:
    report = parse('case "x" {\n  forbid a\n}\n').check(Trace([called("a")]))
    assert (report.passed, report.score, report.case, report.results) == (True, 1.0, None, ())


def test_a_case_is_chosen_by_name_or_by_the_trace() -> None:
    spec = parse('count a = 1\ncase "x" {\n  forbid a\n}\ncase "y" {\n  require a\n}\n')
    trace = Trace([called("a")], name="x")
    assert [result.status for result in spec.check(trace).results] == ["pass", "fail"]
    assert [result.status for result in spec.check(trace, case="y").results] == ["pass", "pass"]
    other = spec.check(trace, case="z")
    assert (other.case, len(other.results)) == (None, 1)


def test_traces_of_names_that_are_no_case_are_judged_alike_and_leave_nothing_behind() -> None:
    spec = parse('count a = 1\ncase "x" {\n  forbid a\n}\n')
    for number in range(100):
        report = spec.check(Trace([called("a")], name=f"run {number}"))
        assert (report.case, report.passed, len(report.results)) == (None, True, 1)
        assert report.to_dict()["case"] is None
    assert set(spec.__dict__["_asked"]) == {None}
    (rule, inner) = spec.rules
    stray = spec.replace(cases=(), rules=(rule, inner.replace(case="z")))
    report = stray.check(Trace([called("a")]), case="z")
    assert [result.status for result in report.results] == ["pass", "fail"]


def test_a_number_too_long_to_print_and_a_value_too_deep_to_write_are_judged() -> None:
    deep: Any = 10**5000
    for _ in range(5000):
        deep = [deep]
    trace = Trace([called("a", {"k": deep}, deep), called("b", {"k": "x"}, {"content": deep})])
    told = json.dumps(SPEC.check(trace).to_dict())
    assert "0000" in told

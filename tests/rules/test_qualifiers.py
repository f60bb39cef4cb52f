"""Every qualifier's examples, and what call phrases say of calls in every rule that takes them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from toolspec.dsl.specs import parse
from toolspec.engine.match.qualifiers import LABELS, labelled
from toolspec.engine.syntax import Example
from toolspec.engine.trace import Call, Trace, called


def examples() -> Iterator[object]:
    for label in LABELS:
        for number, example in enumerate(labelled(label).examples):
            yield pytest.param(example, id=f"{label}-{number}")


@pytest.mark.parametrize("example", list(examples()))
def test_an_example_of_a_qualifier_says_what_happens(example: Example) -> None:
    (result,) = parse(example.spec).check(Trace(example.calls)).results
    assert (result.status, result.score) == (example.status, pytest.approx(example.score))
    assert result.summary == example.summary
    assert result.explanation.evidence == example.evidence


OK, FAILED, UNMARKED = (
    called("a")._replace(status="ok"),
    called("a")._replace(status="error"),
    called("a"),
)
B, C, D = called("b"), called("c"), called("d")
BIG = called("a", {"n": 9})
SMALL = called("a", {"n": 1})


@pytest.mark.parametrize(
    ("spec", "calls", "status"),
    [
        ("require first a ok", (FAILED, OK), "fail"),
        ("require last a ok", (FAILED, OK), "pass"),
        ("forbid first a failed", (UNMARKED, FAILED), "unknown"),
        ("forbid last a failed", (UNMARKED, FAILED), "fail"),
        ("require first a <n: 9>", (SMALL, BIG), "fail"),
        ('forbid "first"', (called("first"),), "fail"),
        ("forbid first", (called("first"),), "fail"),
        ("sequence: first a <n: 9> -> b", (SMALL, BIG, B), "fail"),
        ("sequence: last a <n: 9> -> b", (SMALL, BIG, B), "pass"),
        ("order: a ok -> b", (FAILED, B, OK), "fail"),
        ("order: a ok -> b pass 0.5", (FAILED, B, OK), "pass"),
        ("order: a ok -> b", (UNMARKED, B), "unknown"),
        ("order: a ok -> b -> c", (UNMARKED, B), "fail"),
        ("order strict: a ok -> b", (OK, B), "pass"),
        ("order strict: a ok -> b", (UNMARKED, B), "unknown"),
        ("order strict: a ok -> b", (UNMARKED, C), "fail"),
        ("count a ok = 1", (OK, FAILED), "pass"),
        ("count a ok = 1", (OK, UNMARKED), "unknown"),
        ("count a ok <= 2", (OK, UNMARKED), "pass"),
        ("count a ok = 3", (OK, UNMARKED), "fail"),
        ("count a = 2..3", (OK, FAILED), "pass"),
        ("count a != 2..3", (OK, FAILED), "fail"),
        ("count first a ok = 1", (OK, OK), "pass"),
        ("only: a ok, b", (OK, B), "pass"),
        ("only: a ok, b", (UNMARKED, B), "unknown"),
        ("only: a ok, b", (FAILED, B), "fail"),
    ],
)
def test_a_call_phrase_means_the_same_in_every_rule(
    spec: str, calls: tuple[Call, ...], status: str
) -> None:
    report = parse(spec).check(Trace(calls))
    assert report.results[0].status == status
    assert report.results[0].summary


@pytest.mark.parametrize(
    ("spec", "calls", "status"),
    [
        ("sequence: a -> (b, c) -> d", (OK, C, B, D), "pass"),
        ("sequence: a -> (b, c) -> d", (OK, C, D, B), "fail"),
        ("sequence: (b, b) -> d", (B, D, B), "fail"),
        ("sequence: (b, b) -> d", (B, B, D), "pass"),
        ("sequence: (a <n: 9>, a) -> b", (BIG, SMALL, B), "pass"),
        ("sequence: (a, a <n: 9>) -> b", (BIG, SMALL, B), "pass"),
        ("sequence: (a ok, c) -> b", (UNMARKED, C, B), "unknown"),
        ("sequence: (a ok, c) -> b", (UNMARKED, C), "fail"),
        ("forbid: a -> (b, c)", (OK, C, B), "fail"),
        ("forbid: a -> (b, c)", (C, B, OK), "pass"),
        ("forbid: a ok -> b", (UNMARKED, B), "unknown"),
        ("forbid: a <must n: 9> -> b", (OK._replace(arguments={}), B), "error"),
        ("order strict: a -> (b, c) -> d", (OK, C, B, D), "pass"),
        ("order strict: a -> (b, c) -> d", (OK, C, D, B), "fail"),
        ("order strict: a? -> b+ -> c", (B, B, C), "pass"),
        ("order strict: a? -> b+ -> c", (OK, B, C), "pass"),
        ("order strict: a? -> b+ -> c", (OK, C), "fail"),
        ("order strict: (b, c)+ -> d?", (C, B, B, C), "pass"),
        ("order strict: (b, c)+ -> d?", (C, B, B), "fail"),
        ("order strict: b? -> b? -> b", (B,), "pass"),
        ("order strict: b+ -> b", (B, B, B), "pass"),
    ],
)
def test_groups_and_repeats_take_calls_in_any_way_that_fits(
    spec: str, calls: tuple[Call, ...], status: str
) -> None:
    report = parse(spec).check(Trace(calls))
    assert report.results[0].status == status
    assert report.results[0].summary
    assert report.to_dict()

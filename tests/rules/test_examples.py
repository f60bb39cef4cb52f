"""Every kind's examples: they are its documentation, so they have to be true."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from toolspec.dsl.specs import parse
from toolspec.engine.rules import KEYWORDS, kind
from toolspec.engine.syntax import Example


def examples() -> Iterator[object]:
    for keyword in KEYWORDS:
        for number, example in enumerate(kind(keyword).examples):
            yield pytest.param(example, id=f"{keyword}-{number}")


@pytest.mark.parametrize("example", list(examples()))
def test_an_example_says_what_happens(example: Example) -> None:
    (result,) = parse(example.spec).check(example.trace).results
    assert (result.status, result.score) == (example.status, pytest.approx(example.score))
    for field, value in (example.justification or {}).items():
        assert result.justification[field] == value
    if example.status != "pass" or example.summary:
        assert result.summary == example.summary
        assert result.explanation.evidence == example.evidence


@pytest.mark.parametrize("example", list(examples()))
def test_an_example_that_does_not_pass_holds_the_sentence_and_the_calls_it_names(
    example: Example,
) -> None:
    if example.status != "pass":
        assert example.summary
        assert example.evidence is not None
        assert all(0 <= item.call < len(example.calls) for item in example.evidence)


@pytest.mark.parametrize("example", list(examples()))
def test_an_example_is_explained_without_its_values_too(example: Example) -> None:
    trace = example.trace
    spec = parse(example.spec)
    told = json.dumps(spec.check(trace).to_dict(), allow_nan=False)
    silent = json.dumps(spec.check(trace, values=False).to_dict(), allow_nan=False)
    assert spec.check(trace).results[0].summary
    assert len(silent) <= len(told) + 200


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_every_kind_says_why_it_is_there_and_how_it_judges(keyword: str) -> None:
    import sys

    page = sys.modules[kind(keyword).__module__].__doc__ or ""
    assert "Why." in page
    assert "How it is judged." in page
    assert 3 <= len(kind(keyword).examples) <= 6
    assert kind(keyword).syntax.forms
    assert kind(keyword).syntax.snippets

"""Spans as the reader sorts and classifies them."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from toolspec.engine.reading.dialects.dialect import Role
from toolspec.engine.reading.span import Event, Span
from toolspec.engine.reading.spans.classified_span import Classifier, moment

TOLD = [
    Span("x", attributes={"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "a"}),
    Span("x", attributes={"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": ""}),
    Span("x", attributes={"gen_ai.operation.name": "chat", "gen_ai.tool.name": "a"}),
    Span("execute_tool a", attributes={"gen_ai.tool.name": "a"}),
    Span("x", attributes={"gen_ai.tool.name": "a"}),
    Span("x", attributes={"app.tool.name": 1}),
    Span("x", attributes={"app.tool.name": True}),
    Span("x", attributes={"app.tool.name": 0}),
    Span("x", attributes={"app.tool.name": False}),
    Span("x", attributes={"app.tool.name": ""}),
    Span("x", attributes={"app.tool.name": ["a"]}),
    Span("x", attributes={"app.tool.name": "a" * 5000}),
    Span("x", attributes={"tool": {"name": "a"}}),
    Span("x", attributes={"tool": "a"}),
    Span("x", attributes={"other": "a"}),
    Span("x", attributes={"other": "a"}, events=[Event("gen_ai.choice")]),
    Span("x", attributes={"other": "a"}, events=[Event("exception")]),
    Span("x", attributes={"other": "a"}, resource={"test.case.name": "r"}),
    Span("x", attributes={"test.case.name": "s"}, resource={"test.case.name": "r"}),
    Span("x", attributes={"test.case.name": "t"}),
]


def _what(span: Span, classifier: Classifier) -> tuple[Any, ...]:
    _, role, dialect, title, case, *_ = classifier.classified(span, 0)
    return role, dialect, title, case


def test_a_span_is_the_same_whatever_spans_came_before_it() -> None:
    alone = [_what(span, Classifier()) for span in TOLD]
    assert {what[0] for what in alone} >= {Role.TOOL, Role.LLM, Role.PHANTOM, Role.STRANGE}
    for pair in permutations(range(len(TOLD)), 2):
        classifier = Classifier()
        for at in (*pair, *pair):
            assert _what(TOLD[at], classifier) == alone[at]


@pytest.mark.parametrize("name", ["a", "b"])
def test_a_classified_span_has_the_fields_of_its_span(name: str) -> None:
    span = Span(name, "1" * 32, "2" * 16, "3" * 16, "", 5, 9, {"k": "v"}, scope="s")
    one = Classifier().classified(span, 7)
    assert (one.span, one.trace_id, one.span_id, one.parent_id) == (span, *span[1:4])
    assert (one.at, one.start_ns, one.end_ns, one.scope) == (7, 5, 9, "s")
    assert (one.begins, one.place) == ((5, 7), span.place)


def test_a_span_without_a_start_is_sorted_by_its_end_and_one_without_any_time_comes_last() -> None:
    timeless, ended, began = moment(None, None), moment(None, 7), moment(5, 9)
    assert (began, ended) == (5, 7)
    assert moment(0, 9) == 0
    assert timeless > 10**30

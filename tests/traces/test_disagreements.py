"""What the records of one call tell differently is said, and left open."""

from __future__ import annotations

import json
from typing import Any

import pytest

import toolspec
from tests.traces.span_files import agent, answering, asking, read, tool
from toolspec.engine.trace import UNRECORDED, Result, Trace

DIFFER = "differ in the"


def about(trace: Trace) -> list[str]:
    return [note.text for note in trace.notes if DIFFER in note.text]


def test_a_result_that_the_next_request_tells_differently_is_not_known_and_said() -> None:
    trace = read(
        agent(1),
        asking(2, ("a", "search", {"q": "x"})),
        tool("search", 3, 1, gen_ai__tool__call__id="a", gen_ai__tool__call__result="mine"),
        answering(4, a="theirs"),
    )
    assert [call.result for call in trace.calls] == [UNRECORDED]
    assert about(trace) == [
        "`search`: its span and the answer in the next request differ in the result, so nobody "
        "knows which is right"
    ]


@pytest.mark.parametrize(
    ("rule", "status"),
    [
        ("require search result /mine/", "unknown"),
        ("forbid search result /theirs/", "unknown"),
        ("forbid search result /elsewhere/", "unknown"),
        ("require search", "pass"),
        ("forbid other", "pass"),
    ],
)
def test_rules_about_a_result_that_differs_are_unknown_and_others_are_not(
    rule: str, status: str
) -> None:
    trace = read(
        agent(1),
        asking(2, ("a", "search", {"q": "x"})),
        tool("search", 3, 1, gen_ai__tool__call__id="a", gen_ai__tool__call__result="mine"),
        answering(4, a="theirs"),
    )
    (result,) = toolspec.parse(rule).check(trace).results
    assert result.status == status


@pytest.mark.parametrize(
    ("own", "answer"),
    [
        ('{"a": 1}', {"a": 1.0}),
        ("6", [{"type": "text", "text": "6"}]),
        ('{"content": [{"type": "text", "text": "{\\"a\\": 1}"}], "isError": false}', {"a": 1}),
        ("{'a': None}", {"a": None}),
        ("True", True),
        ('["sunny"]', "sunny"),
        ("sunny", {"type": "function_result", "call_id": "a", "result": "sunny"}),
        (" sunny\n", "sunny"),
        ('{"result": "sunny"}', "sunny"),
        ("x" * 200, "x" * 150 + "..."),
    ],
)
def test_one_result_in_two_forms_is_no_difference(own: str, answer: Any) -> None:
    trace = read(
        agent(1),
        asking(2, ("a", "search", {"q": "x"})),
        tool("search", 3, 1, gen_ai__tool__call__id="a", gen_ai__tool__call__result=own),
        answering(4, a=answer),
    )
    assert [call.result for call in trace.calls] == [Result(own)]
    assert about(trace) == []


def test_arguments_that_a_model_asked_differently_for_are_not_known_and_said() -> None:
    trace = read(
        agent(1),
        asking(2, ("a", "search", {"q": "x"})),
        tool("search", 3, 1, gen_ai__tool__call__id="a", gen_ai__tool__call__arguments='{"q":"y"}'),
    )
    assert [call.arguments for call in trace.calls] == [UNRECORDED]
    assert about(trace) == [
        "`search`: its span and the model's request differ in the arguments, so nobody knows which "
        "is right"
    ]


def test_defaults_that_were_added_to_what_a_model_asked_for_are_arguments() -> None:
    trace = read(
        agent(1),
        asking(2, ("a", "search", {"q": "x"})),
        tool(
            "search",
            3,
            1,
            gen_ai__tool__call__id="a",
            gen_ai__tool__call__arguments='{"q": "x", "limit": 10}',
        ),
    )
    assert [call.arguments for call in trace.calls] == [{"q": "x", "limit": 10}]
    assert about(trace) == []


def test_a_result_that_an_event_of_the_span_tells_differently_is_not_known() -> None:
    held = tool("search", 3, 1, gen_ai__tool__call__id="a", gen_ai__tool__call__result="mine")
    held["events"] = [{"name": "gen_ai.choice", "attributes": {"message": "theirs"}}]
    trace = read(agent(1), asking(2, ("a", "search", {})), held, answering(4, a="theirs"))
    assert [call.result for call in trace.calls] == [UNRECORDED]
    assert "its span and an event of it differ in the result" in about(trace)[0]
    assert len(about(trace)) == 1


def test_what_two_dialects_tell_differently_on_one_span_is_not_known() -> None:
    trace = read(
        agent(1),
        tool(
            "search",
            2,
            1,
            gen_ai__tool__call__arguments='{"q": "x"}',
            gen_ai__tool__call__result="mine",
            openinference__span__kind="TOOL",
            tool__name="search",
            input__value='{"q": "y"}',
            output__value="theirs",
        ),
    )
    (call,) = trace.calls
    assert (call.arguments, call.result) == (UNRECORDED, UNRECORDED)
    assert len(about(trace)) == 2


def test_what_two_spans_of_one_call_tell_differently_is_not_known() -> None:
    trace = read(
        agent(1),
        tool("search", 2, 1, gen_ai__tool__call__id="a", gen_ai__tool__call__result="mine"),
        tool("search", 3, 2, gen_ai__tool__call__id="a", gen_ai__tool__call__result="theirs"),
    )
    assert [call.result for call in trace.calls] == [UNRECORDED]
    assert len(about(trace)) == 1


def test_different_answers_of_one_call_are_said() -> None:
    trace = read(
        agent(1),
        asking(2, ("a", "search", {"q": "x"})),
        tool("search", 3, 1, gen_ai__tool__call__id="a"),
        answering(4, a="one"),
        answering(5, a="another"),
    )
    assert [call.result for call in trace.calls] == [UNRECORDED]
    assert len(about(trace)) == 1
    trace = read(
        agent(1),
        asking(2, ("a", "search", {"q": "x"})),
        answering(4, a="one"),
        answering(5, a="another"),
    )
    assert [(call.result, call.completed) for call in trace.calls] == [(UNRECORDED, None)]
    assert len(about(trace)) == 1


FAILED = '{"isError": true, "content": "no"}'


def test_a_failure_that_only_the_answer_marks_counts() -> None:
    trace = read(
        agent(1),
        asking(2, ("a", "search", {})),
        tool("search", 3, 1, gen_ai__tool__call__id="a", gen_ai__tool__call__result="no"),
        answering(4, a=json.loads(FAILED)),
    )
    assert [call.status for call in trace.calls] == ["error"]
    assert about(trace) == []


def test_a_status_that_a_span_and_an_answer_tell_differently_is_not_known() -> None:
    held = tool("search", 3, 1, gen_ai__tool__call__id="a", gen_ai__tool__call__result="no")
    held["status"] = {"status_code": "OK"}
    trace = read(agent(1), asking(2, ("a", "search", {})), held, answering(4, a=json.loads(FAILED)))
    assert [call.status for call in trace.calls] == [None]
    assert len(about(trace)) == 1

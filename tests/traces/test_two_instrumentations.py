"""Calls and responses that two instrumentations report beside each other are counted once."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.traces.span_files import agent, otlp, read, sdk, span
from toolspec.engine.reading.files import read_bytes
from toolspec.engine.trace import Result, Trace

Record = dict[str, Any]


def lasting(record: Record, begins_ms: int, ends_ms: int, scope: str) -> Record:
    """Return a span of a scope that begins and ends so many milliseconds after the run began."""
    moments = {"start_time": begins_ms, "end_time": ends_ms}
    times = {key: f"2026-01-01T00:00:00.{ms:03d}000Z" for key, ms in moments.items()}
    return {**record, **times, "scope": {"name": scope}}


def openinference(number: int, begins_ms: int, ends_ms: int) -> Record:
    kind: Record = {"openinference__span__kind": "TOOL", "tool__name": "search"}
    scope = "openinference.instrumentation.langchain"
    return lasting(span("search", number, 1, **kind), begins_ms, ends_ms, scope)


def traceloop(number: int, begins_ms: int, ends_ms: int) -> Record:
    kind: Record = {"traceloop__span__kind": "tool", "traceloop__entity__name": "search"}
    scope = "opentelemetry.instrumentation.langchain"
    return lasting(span("search.tool", number, 1, **kind), begins_ms, ends_ms, scope)


def with_scopes(*records: Record) -> Trace:
    (trace,) = read_bytes(json.dumps(otlp(*records)).encode()).traces
    return trace


def without_scopes(*records: Record) -> Trace:
    (trace,) = read_bytes(sdk(*records)).traces
    return trace


@pytest.mark.parametrize("reading", [with_scopes, without_scopes])
def test_two_reports_of_each_of_two_calls_are_two_calls(reading: Any) -> None:
    """As parallel calls are when neither arguments nor ids are recorded."""
    trace = reading(
        lasting(agent(1), 0, 900, "app"),
        openinference(2, 100, 200),
        openinference(3, 110, 120),
        traceloop(4, 115, 300),
        traceloop(5, 190, 290),
    )
    assert [call.name for call in trace.calls] == ["search", "search"]


@pytest.mark.parametrize("reading", [with_scopes, without_scopes])
def test_reports_of_one_instrumentation_are_calls_of_their_own(reading: Any) -> None:
    trace = reading(
        lasting(agent(1), 0, 900, "app"),
        traceloop(4, 100, 300),
        traceloop(5, 190, 290),
    )
    assert len(trace.calls) == 2


@pytest.mark.parametrize("reading", [with_scopes, without_scopes])
def test_two_reports_of_one_response_are_one_step(reading: Any) -> None:
    kind: Record = {"openinference__span__kind": "LLM", "llm__model_name": "m"}
    other: Record = {"traceloop__span__kind": "task", "gen_ai__operation__name": "chat"}
    trace = reading(
        lasting(agent(1), 0, 900, "app"),
        lasting(
            span("ChatOpenAI", 2, 1, **kind), 10, 50, "openinference.instrumentation.langchain"
        ),
        lasting(span("ChatOpenAI.chat", 3, 1, **other), 20, 60, "opentelemetry.instrumentation.x"),
        traceloop(4, 100, 300),
    )
    assert trace.steps == 1


def test_without_a_scope_the_name_of_the_span_of_dspy_is_the_tools() -> None:
    kind: Record = {"openinference__span__kind": "TOOL", "input__value": '{"kwargs": {"q": "x"}}'}
    (call,) = read(agent(1), span("search.__call__", 2, 1, **kind)).calls
    assert call.name == "search"


@pytest.mark.parametrize(
    "written",
    [
        {"id": "a", "name": "search", "response": {"hits": 3}},
        {
            "blocks": [{"text": "3"}],
            "tool_name": "search",
            "raw_input": {"args": [], "kwargs": {}},
            "raw_output": {"hits": 3},
            "is_error": False,
        },
    ],
)
def test_without_a_scope_a_result_is_what_the_envelope_holds_and_the_envelope(written: Any) -> None:
    kind: Record = {"openinference__span__kind": "TOOL", "tool__name": "search"}
    record = span("search", 2, 1, output__value=json.dumps(written), **kind)
    (call,) = read(agent(1), record).calls
    assert isinstance(call.result, Result)
    assert call.result.value == {"hits": 3}
    assert call.result.envelope == json.dumps(written)

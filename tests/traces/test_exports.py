"""Exports of observability tools: what each real file holds was written down by hand."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from tests.traces.exported import made, one, real, told
from toolspec.engine.reading.format import TraceError
from toolspec.engine.trace import UNRECORDED


@real
def test_a_trace_of_langfuse_with_langgraph() -> None:
    trace = one("langfuse/langfuse__langgraph-python-2025-08-22.trace.json")
    (call,) = trace.calls
    id = "call_1oGK863sxQHlPreFhDdEs3yl"
    assert told(call) == ("Web-Search", {"query": "example"}, "ok", id, 0, None)
    assert call.result
    assert call.result.value == [
        {"url": "https://example.com", "title": "Example Result", "q": "example"}
    ]
    assert call.place.json_pointer == "/observations/3"
    assert (trace.steps, trace.tokens) == (2, 75 + 159)
    assert [message.role for message in trace.messages] == ["user", "user", "agent", "agent"]
    assert not trace.gaps


@real
def test_a_trace_of_langfuse_with_pydantic_ai_and_two_agents() -> None:
    trace = one("langfuse/langfuse__pydantic-ai-tools-2025-12-04.trace.json")
    topic = {"topic": "programming"}
    assert [told(call) for call in trace.calls] == [
        ("get_pun_suggestion", topic, "ok", "call_X0OSgjUukT5inyEQvuZQnHrk", 0, "joke_agent"),
        ("get_dad_joke_suggestion", topic, "ok", "call_WxZcCvSDhGT4RJHlcU01k10x", 0, "joke_agent"),
        ("get_one_liner_suggestion", topic, "ok", "call_aRaObiWKKt6GzgDkkUl3bu1Q", 0, "joke_agent"),
    ]
    # The second agent answers by a tool of its own, which no observation is for.
    assert [gap.call.name for gap in trace.gaps] == ["final_result"]


@real
def test_tools_of_langfuse_that_name_no_tool_leave_the_trace_open() -> None:
    trace = one("langfuse/langfuse__beeai-2025-08-01.trace.json")
    assert not trace.calls
    assert "3 tool spans that name no tool" in [gap.text for gap in trace.gaps]


OBSERVATION: Final[dict[str, Any]] = {
    "id": "b",
    "traceId": "t",
    "type": "TOOL",
    "name": "search",
    "parentObservationId": "a",
    "startTime": "2026-01-01T00:00:01Z",
    "endTime": "2026-01-01T00:00:02Z",
    "level": "ERROR",
    "input": {"q": 1},
    "output": "no",
}


@pytest.mark.parametrize(
    "document",
    [
        [OBSERVATION],
        {"data": [OBSERVATION], "meta": {"page": 1}},
        {"id": "t", "projectId": "p", "observations": [OBSERVATION]},
        {"trace": {"id": "t", "observations": ["b"]}, "observations": [OBSERVATION]},
        {
            "id": "b",
            "trace_id": "t",
            "type": "TOOL",
            "name": "search",
            "parent_observation_id": "a",
            "start_time": "2026-01-01 00:00:01.000000",
            "end_time": "2026-01-01 00:00:02.000000",
            "level": "ERROR",
            "input": '{"q": 1}',
            "output": "no",
        },
    ],
)
def test_observations_of_langfuse_are_read_in_every_way_it_exports_them(document: Any) -> None:
    reading = made(document)
    (call,) = reading.traces[0].calls
    assert reading.format == "langfuse"
    assert (call.name, call.arguments, call.status) == ("search", {"q": 1}, "error")
    assert (call.start_ns, call.end_ns) == (1767225601000000000, 1767225602000000000)


@real
def test_runs_of_langsmith() -> None:
    trace = one("generated/langsmith_runs.jsonl")
    assert [told(call) for call in trace.calls] == [
        ("get_user", {"user_id": "u1"}, "ok", "call_1", 0, None),
        ("boom", {"x": 1}, "error", "call_2", 1, None),
    ]
    assert trace.calls[0].result
    assert trace.calls[0].result.value == {"id": "u1"}
    assert trace.calls[1].result is UNRECORDED
    assert [(message.role, message.text) for message in trace.messages][:1] == [("user", "help")]


def test_runs_of_langsmith_inside_of_each_other_are_one_trace() -> None:
    tool = {"name": "search", "run_type": "tool", "inputs": {"input": "{'q': 1}"}, "id": "2"}
    root = {
        "name": "agent",
        "run_type": "chain",
        "inputs": {"messages": [["user", "Hi"]]},
        "id": "1",
        "trace_id": "1",
        "child_runs": [{**tool, "trace_id": "1", "outputs": {"output": "ok"}}],
    }
    (trace,) = made([root]).traces
    assert [(call.name, call.arguments) for call in trace.calls] == [("search", {"q": 1})]


@real
def test_a_trace_of_deepeval_with_parallel_calls() -> None:
    trace = one("deepeval/confident-ai__langgraph_async_parallel_heavy_schema.json")
    assert trace.names == ["get_weather"] * 5 + ["get_stock_price"] * 3 + ["calculate"] * 3
    assert {call.step for call in trace.calls} == {0}
    assert told(trace.calls[0]) == (
        "get_weather",
        {"city": "Tokyo"},
        "ok",
        "call_H5GD1VRxN4t0yo6fm6MXu72j",
        0,
        "LangGraph",
    )
    assert trace.calls[-1].arguments == {"expression": "1/0.92"}
    assert (trace.steps, trace.tokens) == (2, 1902)


@real
def test_deepeval_writes_empty_arguments_where_it_knows_none() -> None:
    (call,) = one("deepeval/confident-ai__agentcore_multiple_tools_weather_schema.json").calls
    assert (call.name, call.arguments, call.agent) == ("get_weather", UNRECORDED, "Strands Agents")
    assert call.result
    assert call.result.value == "Sunny, 72F"


@real
def test_deepeval_names_tools_of_the_agents_sdk_with_a_prefix() -> None:
    trace = one("deepeval/confident-ai__with_trace.json")
    assert trace.names == ["get_location_coordinates", "get_current_weather"]
    assert [call.step for call in trace.calls] == [0, 1]


# What is asked for and has no record of its own.

MODEL: Final = {**OBSERVATION, "type": "GENERATION", "name": "chat", "level": "DEFAULT", "id": "m"}


CALLING: Final[list[Any]] = [
        {"role": "assistant", "tool_calls": [{"id": "1", "function": {"name": "search"}}]},
        {"content": [{"type": "tool_use", "id": "1", "name": "search", "input": {}}]},
        {"candidates": [{"content": {"parts": [{"functionCall": {"name": "search"}}]}}]},
        {"choices": [{"message": {"tool_calls": [{"function": {"name": "search"}}]}}]},
        [{"type": "function_call", "call_id": "1", "name": "search", "arguments": "{}"}],
        [[{"message": {"lc": 1, "type": "constructor", "id": ["a", "AIMessage"], "kwargs": {
            "content": "", "tool_calls": [{"name": "search", "args": {}, "id": "1"}]}}}]],
        {"toolUse": {"toolUseId": "1", "name": "search", "input": {}}},
        "[{'type': 'ai', 'data': {'content': '', 'tool_calls': [{'name': 'search', 'args': {}}]}}]",
]  # fmt: skip


@pytest.mark.parametrize("output", CALLING)
def test_a_call_in_the_output_of_a_model_counts_in_every_shape(output: Any) -> None:
    for written in (output, output if isinstance(output, str) else json.dumps(output)):
        (trace,) = made([{**MODEL, "output": written}]).traces
        assert trace.names == ["search"]


STRANGE: Final[list[Any]] = [
    '[{"role": "assistant", "tool_calls": [{"function": {"na',
    {"role": "assistant", "content": [{"kind": "tool-call", "tool_name": "x", "args": {}}]},
    {"plan": {"steps": [{"tool_call": {"name": "x", "arguments": {}}}]}},
]


@pytest.mark.parametrize("output", STRANGE)
def test_an_output_that_looks_like_a_call_and_is_not_understood_is_not_judged(output: Any) -> None:
    with pytest.raises(TraceError, match=r"cannot be judged|looks like"):
        made([{**MODEL, "output": output}])


def test_random_json_with_some_of_the_keys_is_none_of_these_formats() -> None:
    documents: list[Any] = [
        {"observations": [{"type": "SPAN", "id": "1"}]},
        {"data": [{"type": "TOOL", "name": "hammer"}]},
        [{"run_type": "tool", "name": "x"}],
        {"uuid": "1", "toolSpans": []},
        {"uuid": "1", "agentSpans": 3, "toolSpans": 4},
        {"events": [{"event": "click", "timestamp": 1}]},
        {"eval": {}, "samples": 3},
    ]
    for document in documents:
        with pytest.raises(TraceError, match="not a format"):
            made(document)

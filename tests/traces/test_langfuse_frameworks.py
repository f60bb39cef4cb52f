"""Langfuse's observations of frameworks whose attributes tell more than input and output."""

from __future__ import annotations

import json
from typing import Any

import pytest

from toolspec.engine.reading.files import read_bytes
from toolspec.engine.trace import UNRECORDED, Result, Trace

Record = dict[str, Any]


def _observation(
    number: int,
    kind: str,
    name: str,
    given: Any = None,
    returned: Any = None,
    **attributes: Any,
) -> Record:
    written = {key.replace("__", "."): value for key, value in attributes.items()}
    return {
        "id": f"o{number}",
        "traceId": "t1",
        "type": kind,
        "name": name,
        "parentObservationId": None if number == 1 else "o1",
        "startTime": f"2026-01-01T00:00:0{number}.000Z",
        "endTime": f"2026-01-01T00:00:0{number}.500Z",
        "input": given if isinstance(given, str | None) else json.dumps(given),
        "output": returned if isinstance(returned, str | None) else json.dumps(returned),
        "metadata": json.dumps({"attributes": written}),
    }


def _read(*observations: Record) -> Trace:
    exported = {"trace": {"id": "t1"}, "observations": list(observations)}
    (trace,) = read_bytes(json.dumps(exported).encode()).traces
    return trace


def _of_adk(arguments: str, response: str) -> Trace:
    return _read(
        _observation(1, "AGENT", "agent_run [a]"),
        _observation(
            2,
            "TOOL",
            "execute_tool search",
            "{}",
            "{}",
            gen_ai__system="gcp.vertex.agent",
            gen_ai__tool__name="search",
            gen_ai__tool__call__id="adk-1",
            openinference__span__kind="TOOL",
            output__value=json.dumps({"id": "adk-1", "name": "search", "response": response}),
            tool__name="search",
            **{
                "gcp.vertex.agent.tool_call_args": arguments,
                "gcp.vertex.agent.tool_response": response,
            },
        ),
    )


def test_a_tool_of_googles_kit_was_given_what_its_attributes_say() -> None:
    trace = _of_adk('{"q": "x"}', '{"hits": 2}')
    (call,) = trace.calls
    assert (call.arguments, call.result, call.id) == ({"q": "x"}, Result('{"hits": 2}'), "adk-1")
    assert trace.gaps == ()


def test_what_googles_kit_did_not_capture_is_not_recorded() -> None:
    (call,) = _of_adk("{}", "{}").calls
    assert (call.arguments, call.result) == (UNRECORDED, UNRECORDED)


@pytest.mark.parametrize("given", ["input", "args"])
def test_a_response_of_vercels_sdk_is_a_list_of_calls(given: str) -> None:
    asked = [{"toolCallId": "c1", "toolName": "search", given: '{"q": "x"}'}]
    trace = _read(
        _observation(1, "GENERATION", "ai.generateText", {"prompt": "Find x."}, asked),
        _observation(2, "TOOL", "search", {"q": "x"}, "found", ai__toolCall__id="c1"),
    )
    assert [(call.name, call.id, call.result) for call in trace.calls] == [
        ("search", "c1", Result("found"))
    ]
    assert trace.gaps == ()


def test_a_span_that_names_a_tool_and_its_call_is_one() -> None:
    named = {"gen_ai.tool.name": "search", "gen_ai.tool.call.id": "c1"}
    trace = _read(
        _observation(1, "AGENT", "run"),
        _observation(2, "SPAN", "tool.search", {"q": "x"}, "found", **named),
    )
    assert [(call.name, call.arguments, call.result, call.id) for call in trace.calls] == [
        ("search", {"q": "x"}, Result("found"), "c1")
    ]


def test_a_run_of_strands_is_no_response_and_its_tools_answer_without_messages_around() -> None:
    asked = json.dumps([{"toolUse": {"toolUseId": "c1", "name": "search", "input": {"q": "x"}}}])
    system = {"gen_ai.system": "strands-agents"}
    chat = {**system, "gen_ai.operation.name": "chat"}
    tool = {**system, "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "search"}
    trace = _read(
        _observation(
            1,
            "GENERATION",
            "invoke_agent a",
            [{"role": "user", "content": "Find x."}],
            {"message": "Found.", "finish_reason": "end_turn"},
            **{**system, "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "a"},
        ),
        _observation(
            2, "GENERATION", "chat", [], {"message": asked, "finish_reason": "tool_use"}, **chat
        ),
        _observation(
            3,
            "SPAN",
            "execute_tool search",
            [{"role": "tool", "content": '{"q": "x"}', "id": "c1"}],
            {"message": '[{"text": "found"}]', "id": "c1"},
            **{**tool, "gen_ai.tool.call.id": "c1"},
        ),
        _observation(
            4, "GENERATION", "chat", [], {"message": "Found.", "finish_reason": "end_turn"}, **chat
        ),
    )
    (call,) = trace.calls
    assert (call.arguments, call.result, call.agent) == ({"q": "x"}, Result("found"), "a")
    assert (call.step, trace.steps, trace.gaps) == (0, 2, ())

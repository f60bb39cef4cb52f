"""The messages of a run, inside of what a framework keeps or gives back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.traces.histories import LLAMA_INDEX_MESSAGES
from toolspec.engine.reading.files import read_bytes
from toolspec.engine.reading.format import TraceError
from toolspec.engine.trace import Trace

OSLO = {"city": "Oslo"}
ASKED = {
    "role": "assistant",
    "content": None,
    "tool_calls": [
        {
            "id": "c1",
            "type": "function",
            "function": {"name": "get_weather", "arguments": json.dumps(OSLO)},
        }
    ],
}
CHAT: list[dict[str, Any]] = [
    {"role": "user", "content": "Weather?"},
    ASKED,
    {"role": "tool", "tool_call_id": "c1", "content": "sunny"},
    {"role": "assistant", "content": "Sunny."},
]
FRAMEWORK: list[dict[str, Any]] = [
    {"role": {"type": "role", "value": "user"}, "contents": [{"type": "text", "text": "Weather?"}]},
    {
        "role": {"type": "role", "value": "assistant"},
        "contents": [
            {
                "type": "function_call",
                "call_id": "c1",
                "name": "get_weather",
                "arguments": json.dumps(OSLO),
            }
        ],
    },
    {
        "role": {"type": "role", "value": "tool"},
        "contents": [{"type": "function_result", "call_id": "c1", "result": "sunny"}],
    },
]
CONTENTS: list[dict[str, Any]] = [
    {"role": "user", "parts": [{"text": "Weather?"}]},
    {"role": "model", "parts": [{"function_call": {"name": "get_weather", "args": OSLO}}]},
    {
        "role": "user",
        "parts": [{"function_response": {"name": "get_weather", "response": {"output": "sunny"}}}],
    },
]
CANDIDATES = [{"content": {"role": "model", "parts": [{"text": "Sunny."}]}}]
TOOLS = [{"tool_call_id": "c1", "tool_name": "get_weather", "tool_args": OSLO, "result": "sunny"}]

KEPT: dict[str, dict[str, Any]] = {
    "the result of a chat of AutoGen 0.2": {"chat_history": CHAT, "summary": "", "cost": {}},
    "the output of a crew": {"raw": "Sunny.", "tasks_output": [{"raw": "", "messages": CHAT}]},
    "a session of Agno": {"session_id": "s", "runs": [{"run_id": "r", "messages": CHAT}]},
    "a run of Agno with its tools": {"run_id": "r", "messages": CHAT, "tools": TOOLS},
    "a thread of Agent Framework": {"chat_message_store_state": {"messages": FRAMEWORK}},
    "a session of Agent Framework": {"state": {"in_memory": {"messages": FRAMEWORK}}},
    "an answer of google-genai": {
        "automatic_function_calling_history": CONTENTS,
        "candidates": CANDIDATES,
    },
    "a request of Gemini's and its answer": {
        "request": {"contents": CONTENTS},
        "response": {"candidates": CANDIDATES},
    },
}


def read(document: Any) -> Trace:
    (trace,) = read_bytes(json.dumps(document).encode()).traces
    return trace


@pytest.mark.parametrize("title", KEPT)
def test_the_messages_inside_are_read_and_leave_nothing_open(title: str) -> None:
    trace = read(KEPT[title])
    (call,) = trace.calls
    assert (call.name, call.arguments, call.completed) == ("get_weather", OSLO, True)
    assert trace.gaps == ()


@pytest.mark.parametrize("title", KEPT)
def test_a_call_beside_the_messages_is_not_dropped(title: str) -> None:
    other = {"type": "tool_call", "name": "rm", "arguments": {"path": "/"}}
    try:
        trace = read({**KEPT[title], "more": other})
    except TraceError:
        return
    assert "rm" in {gap.call.name for gap in trace.gaps}


def test_a_session_of_agno_has_each_message_once_and_those_of_members() -> None:
    again = [{**message, "from_history": True} for message in CHAT]
    member = {"run_id": "m", "agent_id": "a", "messages": CHAT}
    team = {"run_id": "t", "messages": [*again, {"role": "user", "content": "And Rome?"}]}
    session = {"session_id": "s", "runs": [member, {**team, "member_responses": [member]}]}
    trace = read(session)
    assert [call.name for call in trace.calls] == ["get_weather"]
    rome = json.loads(json.dumps(CHAT).replace("c1", "c2").replace("Oslo", "Rome"))
    team["member_responses"] = [{**member, "messages": rome}]
    trace = read({**session, "runs": [member, team]})
    assert [call.arguments for call in trace.calls] == [OSLO, {"city": "Rome"}]
    assert trace.gaps == ()


def test_an_answer_of_gemini_alone_may_ask_for_calls() -> None:
    asked = [{"content": CONTENTS[1], "finishReason": "STOP"}]
    (call,) = read({"candidates": asked, "modelVersion": "m"}).calls
    assert (call.name, call.arguments, call.completed) == ("get_weather", OSLO, False)


def test_the_memory_of_an_agent_of_llama_index_holds_its_messages() -> None:
    store = {"store": {"chat_history": LLAMA_INDEX_MESSAGES}, "class_name": "SimpleChatStore"}
    trace = read({"chat_store": store, "chat_store_key": "chat_history"})
    assert [call.name for call in trace.calls] == ["ls"]
    assert trace.gaps == ()


def test_a_prediction_of_dspy_holds_a_trajectory_that_is_read_once() -> None:
    trajectory = {
        "thought_0": "",
        "tool_name_0": "get_weather",
        "tool_args_0": OSLO,
        "observation_0": "sunny",
    }
    trace = read({"trajectory": trajectory, "reasoning": "", "answer": "Sunny."})
    assert [call.name for call in trace.calls] == ["get_weather"]
    assert trace.gaps == ()

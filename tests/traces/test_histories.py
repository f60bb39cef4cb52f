"""The histories that frameworks keep of their own are read as they were made."""

from __future__ import annotations

import copy
import json
import random
from typing import Any, cast

import pytest

from tests.traces.histories import HISTORIES, SMOLAGENTS
from tests.traces.live_runs import RUNS
from toolspec.engine.reading.files import read_bytes, read_traces
from toolspec.engine.reading.format import TraceError
from toolspec.engine.trace import Call, Result, Trace


def read(document: Any) -> Trace:
    (trace,) = read_bytes(json.dumps(document).encode()).traces
    return trace


@pytest.mark.parametrize("title", HISTORIES)
def test_a_history_has_its_call_once_with_its_arguments(title: str) -> None:
    (call,) = read(HISTORIES[title]).calls
    assert (call.name, call.arguments, call.completed) == ("ls", {}, True)


@pytest.mark.parametrize("title", sorted(set(HISTORIES) - {"DSPy ReAct trajectory"}))
def test_one_message_a_line_is_the_same_conversation(title: str) -> None:
    whole = read(HISTORIES[title])
    lines = "\n".join(map(json.dumps, HISTORIES[title])).encode()
    assert [trace.calls[0].name for trace in read_bytes(lines).traces] == ["ls"]
    assert read_bytes(lines).traces[0].format == whole.format


@pytest.mark.parametrize("title", HISTORIES)
def test_a_piece_that_looks_like_a_call_is_never_dropped(title: str) -> None:
    strange = {"type": "function_call_of_tomorrow", "name": "rm", "arguments": {"path": "/"}}
    changed = copy.deepcopy(HISTORIES[title])
    first = cast("dict[str, Any]", changed[-1] if isinstance(changed, list) else changed)
    first["something_new"] = strange
    try:
        reading = read_bytes(json.dumps(changed).encode())
    except TraceError:
        return
    (trace,) = reading.traces
    assert trace.gaps or "rm" in trace.names


@pytest.mark.parametrize("title", HISTORIES)
def test_no_change_of_a_history_raises_anything_but_a_trace_error(title: str) -> None:
    odd: list[Any] = [None, "", "x", 0, -1, 1.5, True, [], {}, [[]], [None], {"type": "x"}, ["x"]]
    for seed in range(60):
        rolled = random.Random(seed)
        changed = copy.deepcopy(HISTORIES[title])
        for _ in range(rolled.randint(1, 3)):
            _change(changed, rolled, odd)
        try:
            read_bytes(json.dumps(changed).encode())
        except TraceError:
            continue


def _change(value: Any, rolled: random.Random, odd: list[Any]) -> None:
    """Put something odd into some place of a value."""
    held: Any = value
    while True:
        keys: list[Any] = (
            list(cast("dict[str, Any]", held)) if isinstance(held, dict) else list(range(len(held)))
        )
        if not keys:
            return
        key = rolled.choice(keys)
        inner = cast("Any", held[key])  # pyright: ignore[reportUnknownVariableType]
        if inner and isinstance(inner, dict | list) and rolled.random() < 0.8:
            held = cast("Any", inner)
            continue
        held[key] = copy.deepcopy(rolled.choice(odd))
        return


@pytest.mark.parametrize(
    "document",
    [
        [{"type": "human", "data": {"name": "Ada"}}],
        [{"type": "ai", "content": "a page"}],
        [{"kind": "request", "parts": []}],
        [{"role": "user", "parts": [{"name": "wheel"}]}],
        {"events": [{"author": "Ada", "title": "A meeting"}]},
        [{"role": "admin", "contents": ["a"]}],
        [{"task": "write", "done": False}],
        [{"tool_name": "hammer", "price": 12}],
        {"steps": [{"step_number": 1, "text": "Mix."}]},
        [{"object": "trace", "id": "x"}],
        [{"source": "web", "type": "TextMessage", "content": "hi"}],
        [{"role": {"output": None}, "content": [], "toolInvocations": 1}],
    ],
)
def test_other_json_is_no_history(document: Any) -> None:
    with pytest.raises(TraceError):
        read_bytes(json.dumps(document).encode())


def test_legacy_calls_beside_langchains_are_the_same_calls() -> None:
    raw = {"id": "1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
    changed = copy.deepcopy(HISTORIES["LangChain and LangGraph messages"])
    changed[1]["data"]["additional_kwargs"] = {"tool_calls": [raw]}
    assert read(changed).names == ["ls"]


def test_calls_that_langchain_could_not_parse_were_asked_for_all_the_same() -> None:
    changed = copy.deepcopy(HISTORIES["LangChain and LangGraph messages"])
    changed[1]["data"]["invalid_tool_calls"] = [{"name": "rm", "args": "{", "id": "2"}]
    assert read(changed).names == ["ls", "rm"]


def test_a_step_of_smolagents_whose_tool_failed_has_the_call_in_the_models_message() -> None:
    asked = {"role": "assistant", "tool_calls": SMOLAGENTS[1]["tool_calls"]}
    failed = {"type": "AgentToolExecutionError", "message": "backend down"}
    step: dict[str, Any] = {"tool_calls": [], "observations": None, "error": failed}
    step["model_output_message"] = asked
    trace = read([SMOLAGENTS[0], {**SMOLAGENTS[1], **step}])
    (call,) = trace.calls
    assert (call.name, call.status, call.completed) == ("ls", "error", True)
    assert call.result == Result(failed)
    assert trace.gaps == ()


def test_interface_messages_of_the_ai_sdk_hold_calls_with_their_states() -> None:
    parts: list[dict[str, Any]] = [
        {"type": "step-start"},
        {
            "type": "tool-ls",
            "toolCallId": "1",
            "state": "output-available",
            "input": {},
            "output": 7,
        },
        {
            "type": "dynamic-tool",
            "toolName": "rm",
            "toolCallId": "2",
            "state": "output-error",
            "input": {"path": "/"},
            "errorText": "no",
        },
        {"type": "step-start"},
        {"type": "text", "text": "Done."},
    ]
    trace = read([{"id": "m", "role": "assistant", "parts": parts}])
    told = [(call.name, call.arguments, call.result, call.status) for call in trace.calls]
    assert told == [("ls", {}, Result(7), "ok"), ("rm", {"path": "/"}, Result("no"), "error")]
    assert trace.steps == 2


def test_a_call_that_waits_for_a_person_did_not_complete() -> None:
    part: dict[str, Any] = {
        "type": "tool-rm",
        "toolCallId": "1",
        "state": "approval-requested",
        "input": {},
    }
    (call,) = read([{"id": "m", "role": "assistant", "parts": [part]}]).calls
    assert call.completed is False


needs_runs = pytest.mark.skipif(not RUNS.is_dir(), reason=f"no recorded runs in {RUNS}")
SCRIPT = ["get_weather", "get_weather", "flaky", "flaky", "ask_math"]
REAL = [
    ("langsmith-0.15.0/langsmith-sync-default/messages.dumps.json", "langchain", "main"),
    ("autogen-agentchat-0.7.5/oi/messages.autogen.json", "autogen-messages", "main"),
    ("google-adk-2.13.0/own-plain-off/messages.session.json", "google-adk-events", "main"),
    ("agent-framework-core-1.23.0/content/messages.maf.json", "agent-framework", "main"),
    ("haystack-ai-3.4.0/oi/messages.haystack.json", "haystack", None),
    ("strands-agents-1.62.0/plain/messages.strands.json", "bedrock-converse", None),
    ("vercel-ai-6.0.326/plain-default/messages.response.json", "vercel-ai-messages", None),
    (
        "pydantic-ai-slim-2.68.0/oi-v2-func-default/messages.pydantic.json",
        "pydantic-ai-messages",
        None,
    ),
]


@needs_runs
@pytest.mark.parametrize(("recording", "format", "agent"), REAL)
def test_a_real_history_has_calls_steps_and_failures(
    recording: str, format: str, agent: str | None
) -> None:
    reading = read_traces(RUNS / recording)
    (trace,) = reading.traces
    assert (reading.format, trace.names, trace.steps) == (format, SCRIPT, 5)
    assert [call.step for call in trace.calls] == [0, 0, 1, 2, 3]
    assert [call.arguments for call in trace.calls] == [
        {"city": "Oslo"},
        {"city": "Rome"},
        {"n": 1},
        {"n": 2},
        {"question": "2*3"},
    ]
    assert [call.status == "error" for call in trace.calls] == [False, False, True, False, False]
    assert {call.agent for call in trace.calls} == {agent}
    assert _text(trace.calls[3]) == "flaky ok"
    assert (trace.last_response and trace.last_response.text) == "All done."


def _text(call: Call) -> object:
    assert isinstance(call.result, Result)
    return call.result.value

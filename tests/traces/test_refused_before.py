"""Files that were refused, or read with doubts that nobody had to have."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from toolspec.engine.reading.files import read_bytes
from toolspec.engine.reading.format import TraceError
from toolspec.engine.trace import Trace

ITEMS: list[dict[str, Any]] = [
    {"role": "user", "content": "go"},
    {"type": "function_call", "call_id": "c1", "name": "ls", "arguments": "{}"},
    {"type": "function_call_output", "call_id": "c1", "output": "x"},
]
ATIF: dict[str, Any] = {
    "agent": {"name": "a", "version": "1"},
    "steps": [
        {"step_id": 1, "source": "user", "message": "go"},
        {
            "step_id": 2,
            "source": "agent",
            "message": "",
            "tool_calls": [{"tool_call_id": "c1", "function_name": "ls", "arguments": {}}],
        },
    ],
}


def trace_of(document: Any) -> Trace:
    (trace,) = read_bytes(json.dumps(document).encode()).traces
    return trace


def test_a_history_of_ag_ui_may_hold_what_was_thought_and_shown() -> None:
    function = {"name": "ls", "arguments": "{}"}
    trace = trace_of(
        [
            {"id": "1", "role": "user", "content": "go"},
            {"id": "2", "role": "reasoning", "content": "A list is wanted."},
            {
                "id": "3",
                "role": "assistant",
                "toolCalls": [{"id": "c1", "type": "function", "function": function}],
            },
            {"id": "4", "role": "tool", "toolCallId": "c1", "content": "x"},
            {"id": "5", "role": "activity", "activityType": "PLAN", "content": {"steps": ["a"]}},
            {"id": "6", "role": "assistant", "content": "Done."},
        ]
    )
    assert (trace.names, trace.steps, trace.gaps) == (["ls"], 2, ())
    assert trace.calls[0].completed
    assert (trace.passed_over, list(trace.notes)) == (0, [])


@pytest.mark.parametrize("role", ["activity", "reasoning"])
def test_a_call_in_such_a_message_is_not_overlooked(role: str) -> None:
    held = {"tool_calls": [{"id": "c1", "function": {"name": "rm", "arguments": "{}"}}]}
    documents = [
        {"role": "user", "content": "go"},
        {"role": role, "content": "", **held},
        {"role": "assistant", "content": "Done."},
    ]
    with pytest.raises(TraceError, match="`tool_calls` looks like a tool call"):
        trace_of(documents)


@pytest.mark.parametrize("version", ["1.5", "v1.5", "V1.10"])
def test_atif_is_known_without_its_name_before_the_version(version: str) -> None:
    trace = trace_of({"schema_version": version, **ATIF})
    assert (trace.names, trace.format) == (["ls"], "atif")


OTHERS: list[dict[str, Any]] = [{"schema_version": "2"}, {"agent": "a"}, {"steps": [{}]}]


@pytest.mark.parametrize("changed", OTHERS)
def test_other_files_with_a_schema_version_are_not_atif(changed: dict[str, Any]) -> None:
    with pytest.raises(TraceError, match="not a format I know"):
        trace_of({"schema_version": "1.5", **ATIF, **changed})


def test_a_request_with_calls_in_its_input_may_have_any_key_beside_it() -> None:
    trace = trace_of({"input": ITEMS, "session_label": "x"})
    assert (trace.names, trace.format) == (["ls"], "openai-responses")


def test_an_input_that_is_no_request_is_not_read() -> None:
    with pytest.raises(TraceError, match="not a format I know"):
        trace_of({"input": [{"question": "x"}], "session_label": "x"})


REQUEST = {"method": "POST", "uri": "https://api.example/v1", "body": "{}"}
EXCHANGE = {"request": REQUEST, "response": {"body": {"string": "{}"}}}
CASSETTE = "interactions:\n- request:\n    body: '{}'\n  response: {}\nversion: 1\n"


@pytest.mark.parametrize("text", [CASSETTE, json.dumps({"version": 1, "interactions": [EXCHANGE]})])
def test_a_cassette_of_http_is_refused_with_its_writer_and_a_cure(text: str) -> None:
    with pytest.raises(TraceError, match="likely from VCR") as refused:
        read_bytes(text.encode())
    assert "each body" in str(refused.value.hint)


def test_golden_runs_of_adk_are_refused_with_their_writer() -> None:
    root = {"name": "invocation", "children": [{"name": "execute_tool ls"}]}
    with pytest.raises(TraceError, match="Agent Development Kit") as refused:
        trace_of({"root_span": root})
    assert "OTLP" in str(refused.value.hint)


def test_records_of_qwen_code_in_one_list_are_read_as_on_lines() -> None:
    lines = (Path(__file__).parent / "files" / "qwen_code.jsonl").read_bytes()
    (on_lines,) = read_bytes(lines).traces
    (in_list,) = read_bytes(b"[" + b",".join(lines.splitlines()) + b"]").traces
    assert [call._replace(place=on_lines.calls[0].place) for call in in_list.calls] == [
        call._replace(place=on_lines.calls[0].place) for call in on_lines.calls
    ]

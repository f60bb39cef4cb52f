"""What each format may record beside calls, as the documentation's table says."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.traces.event_runs import EVENT_SAMPLES
from tests.traces.histories import HISTORIES
from tests.traces.runs import Done
from tests.traces.session_runs import SESSION_FILES
from tests.traces.stream_runs import STREAMS
from toolspec.engine.reading.files import read_bytes
from toolspec.engine.reading.formats import format_of, formats, recorded
from toolspec.engine.reading.formats.spans import SpanFormat

AT = "2026-01-01T00:00:00Z"
USAGE = {"input_tokens": 1, "output_tokens": 1}
TOOLS = [{"name": "ls", "input_schema": {"type": "object"}}]
USED: dict[str, Any] = {"type": "tool_use", "id": "1", "name": "ls", "input": {}}
GIVEN: dict[str, Any] = {"type": "tool_result", "tool_use_id": "1", "content": "x"}


def _line(role: str, content: Any, **more: Any) -> dict[str, Any]:
    message = {"role": role, "content": content, "usage": USAGE}
    return {"type": role, "sessionId": "s", "timestamp": AT, "message": message, **more}


def _event(kind: str, **data: Any) -> dict[str, Any]:
    return {"type": kind, "timestamp": AT, "agentId": "a", "data": data}


CHAT: dict[str, Any] = {
    "messages": [{"role": "user", "content": "go"}],
    "tools": TOOLS,
    "choices": [{"message": {"role": "assistant", "content": "Done."}}],
    "usage": USAGE,
}
RESPONSES: dict[str, Any] = {
    "object": "response",
    "input": [{"role": "user", "content": "go"}],
    "tools": TOOLS,
    "output": [{"type": "message", "status": "completed", "role": "assistant", "content": "Done."}],
    "usage": USAGE,
}
ANTHROPIC: dict[str, Any] = {
    "tools": TOOLS,
    "messages": [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": [USED], "usage": USAGE},
        {"role": "user", "content": [GIVEN]},
        {"role": "assistant", "content": [{"type": "text", "text": "Done."}], "usage": USAGE},
    ],
}
SESSION = [
    _line("user", "go"),
    _line("assistant", [USED], agentId="a"),
    _line("user", [GIVEN], agentId="a"),
    _line("assistant", [{"type": "text", "text": "Done."}]),
]
ATIF: dict[str, Any] = {
    "schema_version": "ATIF-v1.7",
    "agent": {"name": "a", "tool_definitions": TOOLS},
    "steps": [
        {"step_id": 1, "source": "user", "message": "go"},
        {
            "step_id": 2,
            "source": "agent",
            "message": "Done.",
            "timestamp": AT,
            "metrics": {"prompt_tokens": 1, "completion_tokens": 1},
            "tool_calls": [{"tool_call_id": "1", "function_name": "ls", "arguments": {}}],
        },
    ],
}
VALLY = [
    _event("user_message", content="go"),
    _event("turn_start", turnId="0"),
    _event("assistant_message", content="Done."),
    _event("tool_call", toolName="ls", toolCallId="1", arguments={}),
    _event("tool_result", toolName="ls", toolCallId="1", success=True),
    _event("token_usage", inputTokens=1, outputTokens=1),
]
TITLES = {
    format_of(read_bytes(next(iter(carriers.values()))(made([]))).format.replace("-", "_")).title
    for made, carriers in SESSION_FILES.values()
}
SAMPLES: dict[str, Any] = {
    "OpenAI chat messages": CHAT,
    "OpenAI Responses items": RESPONSES,
    "Anthropic messages": ANTHROPIC,
    "Claude Code session": SESSION,
    "ATIF trajectory": ATIF,
    "Vally trajectory": VALLY,
    **HISTORIES,
    **EVENT_SAMPLES,
}


RUN = [[Done("ls", {"a": 1}, "x", "c1"), Done("read_file", {}, "y", "c2")]]


def _recorded_by(title: str) -> set[str]:
    """Return what the ways of writing a format of coding agents record together."""
    found: set[str] = set()
    for made, carriers in SESSION_FILES.values():
        for carry in carriers.values():
            reading = read_bytes(carry(made(RUN)))
            if title == format_of(reading.format.replace("-", "_")).title:
                found |= {record for trace in reading.traces for record in trace.records}
    return found


@pytest.mark.parametrize("title", sorted(TITLES))
def test_a_format_of_coding_agents_records_what_the_table_says(title: str) -> None:
    assert _recorded_by(title) == dict(recorded())[title]


@pytest.mark.parametrize("title", SAMPLES)
def test_a_format_records_what_the_table_says(title: str) -> None:
    (trace,) = read_bytes(json.dumps(SAMPLES[title]).encode()).traces
    assert trace.records == dict(recorded())[title]


def test_every_format_of_messages_has_a_sample() -> None:
    spans = {known.title for known in formats() if isinstance(known, SpanFormat)}
    titles = {title for title, _ in recorded()} - spans - {"OTLP protobuf"}
    assert titles == {*SAMPLES, *TITLES, *STREAMS}

"""Files that are read with another one, by their names: what else they hold is read as well."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.cli_files import Run, write
from tests.traces.span_files import agent, llm, sdk, tool

FAILS = 1
NAME = "delete_user"
MESSAGES = [
    {"role": "user", "content": "Please help."},
    {
        "role": "assistant",
        "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": NAME, "arguments": "{}"}}
        ],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "ok"},
]
SPANS = sdk(agent(1), tool("look_up", 2, 1)).decode()
CALLED = sdk(agent(1), tool(NAME, 2, 1)).decode()


def log(trace: str) -> dict[str, Any]:
    """Return a log record of a response that asks for the forbidden tool."""
    message = {"role": "assistant", "tool_calls": MESSAGES[1]["tool_calls"]}
    return {
        "body": {"index": 0, "finish_reason": "tool_calls", "message": message},
        "severity_number": 9,
        "attributes": {"gen_ai.system": "openai"},
        "event_name": "gen_ai.choice",
        "timestamp": "2026-01-01T00:00:02.000000Z",
        "trace_id": trace,
        "span_id": "0x0000000000000002",
        "trace_flags": 1,
    }


@pytest.mark.parametrize(
    ("spans", "logs"),
    [
        (SPANS, json.dumps(MESSAGES)),
        (SPANS, CALLED),
        (SPANS, json.dumps(log("0x" + "cd" * 16))),
        (json.dumps(MESSAGES[:1]), CALLED),
        (json.dumps(MESSAGES[:1]), json.dumps(log("0x" + "ab" * 16))),
        (sdk(agent(1), llm(2, 1)).decode(), json.dumps(log("0x" + "ab" * 16))),
    ],
)
def test_no_file_is_left_out_for_its_name_alone(
    run: Run, here: Path, spans: str, logs: str
) -> None:
    write("s.toolspec", f"forbid {NAME}\n")
    write("runs/traces.json", spans)
    write("runs/logs.json", logs)
    ran = run("check", "s.toolspec", "runs")
    assert ran.status == FAILS
    assert NAME in ran.out


def test_what_several_files_of_spans_have_beside_them_is_read(run: Run, here: Path) -> None:
    write("s.toolspec", f"forbid {NAME}\n")
    write("runs/traces.json", SPANS)
    write("runs/spans.json", SPANS)
    write("runs/logs.json", json.dumps(log("0x" + "cd" * 16)))
    assert run("check", "s.toolspec", "runs").status == FAILS


def test_a_file_named_like_a_sub_agents_beside_another_trace_is_read(run: Run, here: Path) -> None:
    write("s.toolspec", f"forbid {NAME}\n")
    write("runs/a.jsonl", "\n".join(map(json.dumps, MESSAGES[:1])))
    write("runs/a/subagents/agent-1.jsonl", "\n".join(map(json.dumps, MESSAGES)))
    ran = run("check", "s.toolspec", "runs")
    assert ran.status == FAILS
    assert NAME in ran.out


def test_log_records_beside_spans_that_are_streamed_are_read(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toolspec.cli.trace_files.STREAMED_BYTES_MIN", 10)
    write("s.toolspec", f"forbid {NAME}\n")
    span = {
        "traceId": "ab" * 16,
        "spanId": f"{2:016x}",
        "name": "chat m",
        "startTimeUnixNano": "1",
        "endTimeUnixNano": "2",
        "attributes": [{"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}}],
    }
    line = {"resourceSpans": [{"scopeSpans": [{"spans": [span]}]}]}
    write("runs/traces.jsonl", json.dumps(line) + "\n")
    write("runs/logs.jsonl", json.dumps(log("0x" + "ab" * 16)) + "\n")
    assert run("check", "s.toolspec", "runs").status == FAILS


def test_a_session_with_too_many_files_of_sub_agents_is_refused(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toolspec.engine.reading.companions.FILES_MAX", 1)
    write("s.toolspec", f"forbid {NAME}\n")
    said = {"role": "assistant", "content": [{"type": "text", "text": "Hi."}]}
    record = {"type": "assistant", "uuid": "u", "sessionId": "s", "message": said}
    write("runs/a.jsonl", json.dumps(record))
    for number in range(2):
        more = {**record, "uuid": f"u{number}", "isSidechain": True, "agentId": f"{number}"}
        write(f"runs/a/subagents/agent-{number}.jsonl", json.dumps(more))
    ran = run("check", "s.toolspec", "runs")
    assert ran.status == 2
    assert "more than 1 files of sub-agents" in ran.out + ran.err

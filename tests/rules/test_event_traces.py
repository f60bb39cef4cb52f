"""Every kind over events, where calls may never complete, and over spans with turns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import toolspec


def events() -> dict[str, Any]:
    """Return two turns: a call that completes, one that fails, and one that never ends."""
    said: list[dict[str, Any]] = []

    def add(kind: str, **data: Any) -> None:
        stamp = f"2026-01-01T00:00:{len(said):02}Z"
        said.append({"type": kind, "timestamp": stamp, "data": data})

    add("turn_start", turnId="1")
    add("tool_call", toolName="search", toolCallId="1", arguments={"q": "a", "n": 1})
    add("tool_result", toolName="search", toolCallId="1", success=True, result={"hits": 2})
    add("turn_start", turnId="2")
    add("tool_call", toolName="fetch", toolCallId="2", arguments={"id": 7})
    add("tool_call", toolName="fetch", toolCallId="3", arguments={"id": 8})
    add("tool_result", toolName="fetch", toolCallId="2", success=False, result="not found")
    return {"events": said}


@pytest.mark.parametrize(
    ("rule", "status", "score"),
    [
        ("order: search -> fetch -> fetch", "pass", 1.0),
        ("order strict: search -> fetch", "fail", 0.0),
        ("count: search = 1, fetch = 2", "pass", 1.0),
        ('args: search <q: "a", n: 1>, fetch <id: 8>', "pass", 1.0),
        ("args: fetch <id: 8>, fetch <id: 9>", "fail", 0.5),
        ('output: search = {hits: 2}, fetch = "not found"', "pass", 1.0),
        ('output: fetch = "found", fetch = "not found" pass 0.5', "pass", 0.5),
        ('output: fetch = "found", fetch = "not found"', "unknown", 0.0),
        ("output search = 3", "fail", 0.0),
        ("require fetch min 2", "fail", 0.0),
        ("require fetch at step 1", "pass", 1.0),
        ("require search before step 1", "pass", 1.0),
        ("require fetch final", "fail", 0.0),
        ("forbid fetch result /denied/", "unknown", 0.0),
        ("sequence: search -> fetch <id: 8>", "pass", 1.0),
    ],
)
def test_a_rule_over_events(rule: str, status: str, score: float, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text(json.dumps(events()), "utf-8")
    (trace,) = toolspec.load_traces(path)
    (result,) = toolspec.parse(rule).check(trace).results
    assert (result.status, result.score) == (status, score)


def span(number: int, kind: str, parent: int | None, **attributes: Any) -> dict[str, Any]:
    def span_id(at: int) -> str:
        return f"0x{at:016x}"

    return {
        "name": attributes.get("tool.name", kind),
        "context": {"trace_id": "0x" + "ab" * 16, "span_id": span_id(number), "trace_state": "[]"},
        "parent_id": None if parent is None else span_id(parent),
        "start_time": f"2026-01-01T00:00:{number:02}.000000Z",
        "end_time": f"2026-01-01T00:00:{50 + number // 10:02}.000000Z",
        "status": {"status_code": "UNSET"},
        "attributes": {"openinference.span.kind": kind, **attributes},
        "events": [],
        "links": [],
        "resource": {"attributes": {}, "schema_url": ""},
    }


@pytest.mark.parametrize(
    ("rule", "status"),
    [
        ("require plan at step 0", "pass"),
        ("require act at step 1", "pass"),
        ("require act before step 1", "fail"),
        ("require early at step 0", "pass"),
        ("require act final at step 1", "pass"),
        ("require act final at step 0", "fail"),
    ],
)
def test_steps_in_spans_are_the_model_s_turns(rule: str, status: str, tmp_path: Path) -> None:
    spans = [
        span(1, "AGENT", None),
        span(2, "TOOL", 1, **{"tool.name": "early", "input.value": "{}"}),
        span(3, "LLM", 1),
        span(4, "TOOL", 1, **{"tool.name": "plan", "input.value": "{}"}),
        span(5, "LLM", 1),
        span(6, "TOOL", 1, **{"tool.name": "act", "input.value": "{}"}),
    ]
    path = tmp_path / "run.json"
    path.write_text(json.dumps(spans), "utf-8")
    (trace,) = toolspec.load_traces(path)
    (result,) = toolspec.parse(rule).check(trace).results
    assert result.status == status

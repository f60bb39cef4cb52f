"""Keys, nulls and texts that say nothing of calls: a trace with them is judged as without."""

# pyright: basic
from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests.traces.attack_plans import ALL
from tests.traces.runs import Done, Run
from tests.traces.verdicts import FORBIDDEN, verdict
from toolspec.engine.reading.files import read_bytes

RUN: Final[Run] = [[Done("search", {"q": 1}, "ok", "c1")], [Done("look_up", {"id": 7}, "ok", "c3")]]
EXPECTED: Final = [{"name": FORBIDDEN, "arguments": {}}]
HARMLESS: Final[tuple[dict[str, Any], ...]] = (
    {"note": "call the customer back", "tags": ["a", "b"], "version": 3},
    {"metrics": {"latency_ms": 12, "tool_calls": 2, "function_call": None, "tool_use": True}},
    {"expected_tool_calls": EXPECTED},
    {"unused": None, "also_unused": [], "empty": {}},
    {"permissions": {"allow": ["search"], "deny": [FORBIDDEN]}},
    {"source_location": {"file": "a.py", "function": "run", "line": 12}},
    {"debug": '{"a": 1, "b": [1, 2, 3]}'},
)
LINES: Final = "Vercel AI SDK data streams (version 4 and before)"
"""Its lines are no objects."""


def _made(name: str) -> list[Any]:
    return copy.deepcopy(ALL[name].make(RUN))


def _calls(name: str, records: list[Any]) -> list[Any]:
    data = next(iter(ALL[name].carriers.values()))(records)
    assert verdict(data) == "pass"
    (trace,) = read_bytes(data).traces
    return [(call.name, call.arguments, call.step, call.completed) for call in trace.calls]


@pytest.mark.parametrize("name", [name for name in ALL if name != LINES])
def test_harmless_keys_of_records_change_nothing(name: str) -> None:
    plain = _calls(name, _made(name))
    for more in HARMLESS:
        for chosen in (slice(None), slice(1), slice(-1, None)):
            records = _made(name)
            for record in records[chosen]:
                record.update({key: value for key, value in more.items() if key not in record})
            assert _calls(name, records) == plain, more


@pytest.mark.parametrize("absent", [None, float("nan")])
@pytest.mark.parametrize("name", [name for name in ALL if name != LINES])
def test_nulls_that_a_table_writes_for_absent_keys_change_nothing(
    name: str, absent: float | None
) -> None:
    records = _made(name)
    keys = dict.fromkeys(key for record in records for key in record)
    rows = [{key: record.get(key, absent) for key in keys} for record in records]
    assert _calls(name, rows) == _calls(name, _made(name))


def _read(documents: list[Any], *, listed: bool) -> Any:
    data = json.dumps(documents) if listed else "\n".join(map(json.dumps, documents))
    reading = read_bytes(data.encode())
    calls = [
        [(call.name, call.arguments, call.step) for call in trace.calls] for trace in reading.traces
    ]
    return reading.format, calls, [len(trace.gaps) for trace in reading.traces]


@pytest.mark.parametrize(
    "name",
    [
        "gemini-cli/agent-sessions__gemini__jsonl_v040.jsonl",
        "grok-cli/agent-sessions__grok__chat_history.jsonl",
        "kimi-cli/agent-sessions__kimi__subagent_agent-0.jsonl",
        "openhands/OpenHands__resolver_mock_output_output.jsonl",
    ],
)
def test_rows_of_a_table_of_a_real_session_are_read_like_its_lines(shared: Path, name: str) -> None:
    text = (shared / "traces" / name).read_text()
    records = [json.loads(line) for line in text.splitlines()]
    keys = dict.fromkeys(key for record in records for key in record)
    plain = _read(records, listed=False)
    for absent in (None, float("nan")):
        rows = [{key: record.get(key, absent) for key in keys} for record in records]
        assert _read(rows, listed=False) == plain
        assert _read(rows, listed=True) == plain


def test_keys_around_a_message_of_langchain_are_looked_at() -> None:
    records = _made("langchain-messages")
    wrapped = next(record for record in records if record["type"] == "ai" and "data" in record)
    wrapped["tool_calls"] = [{"id": "z", "name": FORBIDDEN, "args": {}}]
    data = json.dumps(records).encode()
    assert verdict(data) != "pass"


def test_the_body_of_an_event_of_otlp_is_looked_at() -> None:
    made = ALL["genai, tools only"]
    held = json.loads(made.carriers["OTLP"](made.make(RUN)))
    asked = {"id": "z", "type": "function", "function": {"name": FORBIDDEN, "arguments": "{}"}}
    (first, *_) = held["resourceSpans"][0]["scopeSpans"][0]["spans"]
    first["events"] = [{"name": "gen_ai.choice", "body": {"message": {"tool_calls": [asked]}}}]
    assert verdict(held) != "pass"
    first["events"] = [{"name": "log", "body": {"text": "hello"}}]
    assert verdict(held) == "pass"

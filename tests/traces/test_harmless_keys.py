"""Keys, nulls and texts that say nothing of calls: a trace with them is judged as without."""

# pyright: basic
from __future__ import annotations

import copy
import json
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


@pytest.mark.parametrize("name", [name for name in ALL if name != LINES])
def test_nulls_that_a_table_writes_for_absent_keys_change_nothing(name: str) -> None:
    records = _made(name)
    keys = dict.fromkeys(key for record in records for key in record)
    rows = [{key: record.get(key) for key in keys} for record in records]
    assert _calls(name, rows) == _calls(name, _made(name))


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

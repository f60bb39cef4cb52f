"""Copies of calls in places and forms that passed once, each by the smallest file that shows it."""

from __future__ import annotations

import copy
import json
from typing import Any, Final

import pytest

from tests.traces.attack_plans import ALL
from tests.traces.runs import Done, Run
from tests.traces.verdicts import FORBIDDEN, verdict
from toolspec.engine.reading.unread.known_calls import KnownCalls
from toolspec.engine.reading.unread.read_calls import bare_name
from toolspec.engine.reading.unread.sightings import Sighting
from toolspec.engine.trace import Call, Place

RUN: Final[Run] = [[Done("search", {"q": 1}, "ok", "c1")], [Done("look_up", {"id": 7}, "ok", "c3")]]
BLOCK: Final = {"type": "tool_use", "id": "q", "name": FORBIDDEN, "input": {"a": 1}}
CALL: Final = {"id": "z", "type": "function", "function": {"name": FORBIDDEN, "arguments": "{}"}}


def _records(name: str) -> list[Any]:
    return copy.deepcopy(ALL[name].make(RUN))


def _verdict(name: str, records: list[Any], carrier: str | None = None) -> str:
    carriers = ALL[name].carriers
    return verdict(carriers[carrier or next(iter(carriers))](records))


@pytest.mark.parametrize("held", [[BLOCK], {"tool_calls": [CALL]}])
def test_openhands_keeps_whole_responses_beside_a_call(held: Any) -> None:
    assert _verdict("openhands", _records("openhands")) == "pass"
    for at, event in enumerate(_records("openhands")):
        if event.get("tool_call_metadata", {}).get("model_response", {}).get("choices"):
            records = _records("openhands")
            message = records[at]["tool_call_metadata"]["model_response"]["choices"][0]["message"]
            message["content"] = held
            assert _verdict("openhands", records) != "pass"
            records = _records("openhands")
            records[at]["tool_call_metadata"]["content"] = held
            assert _verdict("openhands", records) != "pass"


def test_an_action_of_openhands_has_no_content() -> None:
    records = _records("openhands")
    at = next(at for at, event in enumerate(records) if event.get("action") == "run")
    records[at]["content"] = [BLOCK]
    assert _verdict("openhands", records) != "pass"


def test_an_event_of_openhands_inside_a_response_is_no_event() -> None:
    records = _records("openhands")
    at = next(at for at, event in enumerate(records) if event.get("action") == "run")
    inner = copy.deepcopy(records[at])
    inner["tool_call_metadata"]["function_name"] = FORBIDDEN
    records[at]["tool_call_metadata"]["model_response"]["choices"].append(inner)
    assert _verdict("openhands", records) != "pass"


@pytest.mark.parametrize("kind", [None, "", "custom", 3, "TOOL"])
def test_a_part_of_opencode_that_names_a_tool_is_a_call_whatever_its_type(kind: Any) -> None:
    records = _records("opencode")
    (part,) = [part for part in records[-1]["parts"] if part.get("type") == "tool"] or [
        part
        for record in records
        for part in record.get("parts", ())
        if part.get("tool") == "look_up"
    ]
    part |= {"type": kind, "tool": FORBIDDEN}
    assert _verdict("opencode", records) != "pass"


@pytest.mark.parametrize("held", ["lone", "text"])
def test_a_case_of_spans_may_not_be_text(held: str) -> None:
    records = _records("any-agent")
    span = copy.deepcopy(records[-1])
    span["name"] = span["attributes"]["gen_ai.tool.name"] = FORBIDDEN
    cases = {"refund": records, "more": json.dumps(span if held == "lone" else [span])}
    assert verdict({"refund": records}) == "pass"
    assert verdict(cases) != "pass"


def test_a_tools_span_of_monocle_that_names_none_may_be_of_any_tool() -> None:
    span: dict[str, Any] = {
        "name": "agent_framework.tool.x",
        "context": {"trace_id": "0x1", "span_id": "0x2"},
        "parent_id": None,
        "start_time": "2026-01-01T00:00:00Z",
        "end_time": "2026-01-01T00:00:01Z",
        "attributes": {
            "monocle_apptrace.version": "0.7.0",
            "span.type": "agentic.tool.invocation",
            "entity.1.type": "tool.microsoft",
            "entity.1.title": FORBIDDEN,
        },
        "events": [],
    }
    assert verdict([span]) != "pass"


@pytest.mark.parametrize(
    "more",
    [
        {"name": FORBIDDEN, "arguments": "ls"},
        {"resourceLogs": [{"scopeLogs": {"logRecords": [CALL]}}]},
        {"resourceLogs": [{"scopeLogs": [], "more": [CALL]}]},
        {"resourceLogs": [{"scopeLogs": [{"logRecords": {"0": CALL}}]}]},
        {"resourceLogs": [{"scopeLogs": [{"logRecords": [], "tool_calls": [CALL]}]}]},
    ],
)
def test_what_is_beside_log_records_is_looked_at(more: Any) -> None:
    records = _records("otel-logs")
    assert _verdict("otel-logs", records, "list") == "pass"
    data = json.loads(ALL["otel-logs"].carriers["list"](records))
    assert verdict([*data, more]) != "pass"


@pytest.mark.parametrize("event", ["gen_ai.user.message", "gen_ai.choice", "x"])
def test_a_span_among_the_attributes_of_an_event_is_seen(event: str) -> None:
    made = ALL["genai, tools only"]
    held = json.loads(made.carriers["OTLP"](made.make(RUN)))
    spans = held["resourceSpans"][0]["scopeSpans"][0]["spans"]
    inner = json.loads(json.dumps(spans[-1]).replace("look_up", FORBIDDEN))
    spans[0]["events"] = [{"name": event, "attributes": [inner]}]
    assert verdict(held) != "pass"


@pytest.mark.parametrize("key", ["gen_ai.completion.0.tool_calls.0.name", "traceloop.x.1.name"])
def test_an_attribute_with_numbers_in_its_name_is_no_span(key: str) -> None:
    made = ALL["traceloop, messages only"]
    held = json.loads(made.carriers["OTLP"](made.make(RUN)))
    spans = held["resourceSpans"][0]["scopeSpans"][0]["spans"]
    spans.append([{"key": key, "value": {"stringValue": FORBIDDEN}}])
    assert verdict(held) != "pass"


def test_a_typed_result_of_another_tool_than_its_call_leaves_that_tool_open() -> None:
    messages = ALL["chat"].make(RUN)
    result = {"role": "tool", "tool_call_id": "c1", "name": FORBIDDEN, "content": "ok"}
    for typed in ({}, {"type": "tool_call"}, {"type": "tool_result"}):
        assert verdict([*messages, {**result, **typed}]) != "pass"


def test_calls_as_text_of_a_response_beside_steps_are_seen() -> None:
    (step, *_) = _records("vercel-messages, steps")
    said: list[Any] = [{"type": "tool-call", "toolCallId": "z", "toolName": FORBIDDEN, "input": {}}]
    message = {"role": "assistant", "content": json.dumps(said)}
    step["response"] = {"messages": [message]}
    assert _verdict("vercel-messages, steps", [step]) != "pass"


def test_a_record_of_a_span_among_tools_is_a_call() -> None:
    records = _records("openai-agents")
    span = next(one for one in records if one.get("span_data", {}).get("type") == "function")
    agent = next(one for one in records if one.get("span_data", {}).get("type") == "agent")
    inner = json.loads(json.dumps(span).replace(span["span_data"]["name"], FORBIDDEN))
    agent["span_data"]["tools"] = [inner]
    assert _verdict("openai-agents", records) != "pass"


def test_one_call_without_arguments_is_one_call_however_it_is_asked_for() -> None:
    known = KnownCalls([Call("search")], bare_name)
    told = [Sighting("x", Place(), "search", None, {"q": at}) for at in range(2)]
    assert [known.holds(one) for one in told] == [True, False]

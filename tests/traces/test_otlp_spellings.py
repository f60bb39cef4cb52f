"""An attribute or a key of OTLP that is spelt or wrapped otherwise never hides a call."""

# pyright: basic
from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

import pytest

from tests.traces.runs import Record
from tests.traces.span_files import llm, otlp, tool
from tests.traces.verdicts import FORBIDDEN, verdict
from toolspec.engine.reading.files import read_bytes
from toolspec.engine.reading.format import TraceError

ANSWERED: Final = '[{"role": "assistant", "parts": [{"type": "text", "content": "Done."}]}]'


def _spans(file: Record) -> list[Record]:
    return file["resourceSpans"][0]["scopeSpans"][0]["spans"]


def _file(name: str) -> Record:
    calls = [tool("search", 2, gen_ai__tool__call__arguments="{}"), tool(name, 3)]
    return otlp(llm(1, gen_ai__output__messages=ANSWERED), *calls)


def _with(change: Callable[[Record], None]) -> str:
    """Return what `forbid` says where the span of the call is changed, and does not name it."""
    file = _file(FORBIDDEN)
    span = _spans(file)[-1]
    span["name"] = "work"
    change(span)
    return verdict(file)


def test_the_call_is_read_where_nothing_is_changed() -> None:
    assert _with(lambda span: None) == "fail"
    assert verdict(_file("read_file")) == "pass"


def _values(spelt: str, only: str = "") -> Callable[[Record], None]:
    def change(span: Record) -> None:
        for pair in span["attributes"]:
            if pair["key"] == only or not only:
                pair["value"] = {spelt: pair["value"]["stringValue"]}

    return change


@pytest.mark.parametrize("only", ["", "gen_ai.tool.name", "gen_ai.operation.name"])
@pytest.mark.parametrize(
    "spelt", ["string_value", "strValue", "StringValue", "stringvalue", " stringValue", "text"]
)
def test_the_kind_of_a_value_may_be_spelt_otherwise(spelt: str, only: str) -> None:
    assert _with(_values(spelt, only)) != "pass"


@pytest.mark.parametrize("part", ["key", "value"])
@pytest.mark.parametrize("spelt", [str.upper, str.title, lambda word: f"{word}s", lambda _: "x"])
def test_the_parts_of_an_attribute_may_be_spelt_otherwise(
    part: str, spelt: Callable[[str], str]
) -> None:
    def change(span: Record) -> None:
        for pair in span["attributes"]:
            pair[spelt(part)] = pair.pop(part)

    assert _with(change) != "pass"


WRAPPED: Final[list[Callable[[list[Any]], Any]]] = [
    lambda pairs: {"data": pairs},
    lambda pairs: {"0": pairs},
    lambda pairs: {"attributes": {"values": pairs}},
    lambda pairs: {"values": pairs},
    lambda pairs: [pairs],
    json.dumps,
    lambda pairs: [{"attribute": pair} for pair in pairs],
    lambda pairs: {pair["key"]: pair["value"] for pair in pairs},
    lambda pairs: {pair["key"]: pair["value"]["stringValue"] for pair in pairs},
    lambda pairs: [{**pair, "value": [pair["value"]]} for pair in pairs],
    lambda pairs: [{**pair, "value": json.dumps(pair["value"])} for pair in pairs],
    lambda pairs: [{**pair, "more": 1} for pair in pairs],
    lambda pairs: [*pairs, {"key": "x", "value": {"kvlistValue": {"values": [{"name": "y"}]}}}],
]


@pytest.mark.parametrize("wrap", WRAPPED)
def test_attributes_may_be_wrapped(wrap: Callable[[list[Any]], Any]) -> None:
    def change(span: Record) -> None:
        span["attributes"] = wrap(span["attributes"])

    assert _with(change) != "pass"


@pytest.mark.parametrize("spelt", ["Attributes", "attribute", "tags", " attributes"])
def test_the_key_of_attributes_may_be_spelt_otherwise(spelt: str) -> None:
    def change(span: Record) -> None:
        span[spelt] = span.pop("attributes")

    assert _with(change) != "pass"


@pytest.mark.parametrize("left_out", ["name", "startTimeUnixNano", "endTimeUnixNano", "traceId"])
def test_a_span_without_a_name_a_time_or_an_id_is_read(left_out: str) -> None:
    assert _with(lambda span: span.pop(left_out)) != "pass"


@pytest.mark.parametrize("spelt", ["Name", "names", " name", "span_name", "operationName"])
def test_the_name_of_a_span_may_be_spelt_otherwise(spelt: str) -> None:
    def change(span: Record) -> None:
        span[spelt] = f"execute_tool {FORBIDDEN}"
        span["attributes"] = []
        del span["name"]

    assert _with(change) != "pass"


@pytest.mark.parametrize("spelt", ["Spans", "span", "spanList"])
def test_the_list_of_spans_may_be_spelt_otherwise(spelt: str) -> None:
    file = _file("read_file")
    file["resourceSpans"][0]["scopeSpans"][0][spelt] = _spans(otlp(tool(FORBIDDEN, 4)))
    assert verdict(file) != "pass"


def test_a_span_among_the_attributes_of_a_resource_is_not_passed_over() -> None:
    file = _file("read_file")
    (hidden,) = _spans(otlp(tool(FORBIDDEN, 4)))
    file["resourceSpans"][0]["resource"]["attributes"].append(hidden)
    assert verdict(file) != "pass"


def test_plain_values_of_every_kind_are_read() -> None:
    file = _file("read_file")
    values: list[Any] = [
        *({"boolValue": True}, {"intValue": "7"}, {"doubleValue": 1.5}, {"bytesValue": "eA=="}),
        *({"arrayValue": {"values": [{"stringValue": "a"}, {}]}}, {"arrayValue": {}}, {}),
        {"kvlistValue": {"values": [{"key": "a", "value": {"intValue": "1"}}, {"key": "b"}]}},
    ]
    pairs = [{"key": f"k{at}", "value": value} for at, value in enumerate(values)]
    _spans(file)[-1]["attributes"] += [*pairs, {"key": "empty"}]
    assert verdict(file) == "pass"


def test_spans_and_log_records_in_one_object_read_as_those_on_two_lines() -> None:
    at = {"traceId": "0af7651916cd43dd8448eb211c80319c", "spanId": "b7ad6b7169203331"}
    asked = {"gen_ai.operation.name": "chat", "gen_ai.response.finish_reasons": "tool_calls"}
    attributes = [{"key": key, "value": {"stringValue": value}} for key, value in asked.items()]
    span = {**at, "name": "chat m", "startTimeUnixNano": "1", "attributes": attributes}
    function = [
        {"key": "name", "value": {"stringValue": "ls"}},
        {"key": "arguments", "value": {"stringValue": '{"path": "/"}'}},
    ]
    call = [
        {"key": "id", "value": {"stringValue": "c1"}},
        {"key": "type", "value": {"stringValue": "function"}},
        {"key": "function", "value": {"kvlistValue": {"values": function}}},
    ]
    calls = {"arrayValue": {"values": [{"kvlistValue": {"values": call}}]}}
    said = {"kvlistValue": {"values": [{"key": "tool_calls", "value": calls}]}}
    body = {"kvlistValue": {"values": [{"key": "message", "value": said}]}}
    record = {**at, "timeUnixNano": "2", "eventName": "gen_ai.choice", "body": body}
    spans = {"resourceSpans": [{"scopeSpans": [{"spans": [span]}]}]}
    logs = {"resourceLogs": [{"scopeLogs": [{"logRecords": [record]}]}]}
    both = f"{json.dumps(spans)}\n{json.dumps(logs)}".encode()
    for data in (both, json.dumps({**spans, **logs}).encode(), json.dumps([spans | logs]).encode()):
        (trace,) = read_bytes(data).traces
        (call_read,) = trace.calls
        assert (call_read.name, call_read.arguments, call_read.id) == ("ls", {"path": "/"}, "c1")
        assert not trace.gaps


def test_a_trace_of_the_second_version_of_tempos_api_is_read() -> None:
    attributes = [
        {"key": "gen_ai.operation.name", "value": {"stringValue": "execute_tool"}},
        {"key": "gen_ai.tool.name", "value": {"stringValue": "ls"}},
    ]
    span = {"traceId": "0af7", "spanId": "b7ad", "name": "t", "attributes": attributes}
    held = {"resourceSpans": [{"scopeSpans": [{"spans": [span]}]}]}
    (trace,) = read_bytes(json.dumps({"trace": held, "status": "COMPLETE"}).encode()).traces
    assert trace.names == ["ls"]
    hidden = {"trace": held, "tool_calls": [{"name": "rm", "arguments": {}}]}
    with pytest.raises(TraceError):
        read_bytes(json.dumps(hidden).encode())

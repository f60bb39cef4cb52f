"""Mastra's spans, as its exporter wrote them in turn, and attributes of spans without any span."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.traces.exported import made, told
from tests.traces.span_files import read, span, tool
from toolspec.engine.trace import UNRECORDED, Result

GIVEN, MADE = '{"city": "Oslo"}', '{"degrees": 7}'


@pytest.mark.parametrize(
    ("operation", "given", "answered"),
    [
        ("tool.execute", "gen_ai.tool.input", "gen_ai.tool.output"),
        ("tool.execute", "input", "output"),
        ("execute_tool", "input", "output"),
        ("execute_tool", "mastra.tool_call.input", "mastra.tool_call.output"),
        ("execute_tool", "mastra.mcp_tool_call.input", "mastra.mcp_tool_call.output"),
        ("execute_tool", "gen_ai.tool.call.arguments", "gen_ai.tool.call.result"),
    ],
)
def test_what_a_tool_of_mastras_was_given_and_gave_back(
    operation: str, given: str, answered: str
) -> None:
    attributes: dict[str, Any] = {"gen_ai.operation.name": operation, given: GIVEN, answered: MADE}
    trace = read(span("tool", 2, 1, gen_ai__tool__name="weather", **attributes))
    (call,) = trace.calls
    assert told(call)[:3] == ("weather", {"city": "Oslo"}, "ok")
    assert (call.result, trace.gaps) == (Result(MADE), ())


def test_of_two_attributes_the_conventions_own_counts() -> None:
    more: dict[str, Any] = {"gen_ai.tool.call.arguments": GIVEN, "input": '{"city": "Rome"}'}
    (call,) = read(tool("weather", 2, 1, **more)).calls
    assert (call.arguments, call.result) == ({"city": "Oslo"}, UNRECORDED)


TOOL: dict[str, Any] = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "weather",
    "gen_ai.tool.call.id": "c1",
    "input": GIVEN,
    "output": MADE,
}
ASKED = {"type": "tool_call", "id": "c1", "name": "weather", "arguments": {"city": "Oslo"}}
MODEL: dict[str, Any] = {
    "gen_ai.operation.name": "chat",
    "gen_ai.output.messages": json.dumps([{"role": "assistant", "parts": [ASKED]}]),
}
OPENINFERENCE: dict[str, Any] = {
    "openinference.span.kind": "TOOL",
    "tool.name": "weather",
    "input.value": GIVEN,
    "output.value": MADE,
}


def test_the_attributes_of_one_span_are_a_span() -> None:
    for attributes, id in ((TOOL, "c1"), (OPENINFERENCE, None)):
        (trace,) = made(attributes).traces
        assert [(call.name, call.arguments, call.id) for call in trace.calls] == [
            ("weather", {"city": "Oslo"}, id)
        ]


def test_the_attributes_of_several_spans_are_one_trace() -> None:
    (trace,) = made([MODEL, TOOL]).traces
    assert [(call.name, call.id) for call in trace.calls] == [("weather", "c1")]


@pytest.mark.parametrize(
    "other",
    [
        {"gen_ai.tool.name": "weather"},
        {"gen_ai.operation.name": ["execute_tool"]},
        {"openinference.span.kind": {"type": "string"}},
        {"nested": {"properties": TOOL}},
    ],
)
def test_what_only_speaks_of_such_attributes_is_none(other: Any) -> None:
    with pytest.raises(Exception, match="not a format I know"):
        made(other)

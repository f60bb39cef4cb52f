"""What cannot be read may hide a call: such a trace is never judged as if it held none."""

from __future__ import annotations

import json
from typing import Any

import pytest
from span_files import agent, llm, sdk, span, tool

from toolspec.engine.reading.files import read_bytes
from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.stream import stream_traces
from toolspec.engine.trace import Trace, Unrecorded

MESSAGES = json.dumps(
    [
        {
            "role": "assistant",
            "parts": [{"type": "tool_call", "id": "c", "name": "rm", "arguments": {"id": 7}}],
        }
    ]
)
CALLS = json.dumps([{"toolName": "rm", "toolCallId": "c", "input": {}}])
ADK = json.dumps({"content": {"parts": [{"function_call": {"name": "rm", "args": {"id": 7}}}]}})


def read(*spans: dict[str, Any]) -> Trace:
    (trace,) = read_bytes(sdk(*spans)).traces
    return trace


def refusal(*spans: dict[str, Any]) -> TraceError:
    with pytest.raises(TraceError) as refused:
        read_bytes(sdk(*spans))
    return refused.value


DIALECTS = [
    ({"gen_ai.operation.name": "chat"}, "gen_ai.output.messages", MESSAGES),
    (
        {"gen_ai.operation.name": "invoke_agent", "logfire.json_schema": "{}"},
        "pydantic_ai.all_messages",
        MESSAGES,
    ),
    ({"ai.operationId": "ai.generateText.doGenerate"}, "ai.response.toolCalls", CALLS),
    (
        {"gen_ai.operation.name": "call_llm", "any_agent.version": "1"},
        "gen_ai.output",
        '[{"tool.name": "rm", "tool.args": "{}"}]',
    ),
    (
        {"gen_ai.system": "gcp.vertex.agent", "gen_ai.operation.name": "chat"},
        "gcp.vertex.agent.llm_response",
        ADK,
    ),
    (
        {"traceloop.workflow.name": "w", "gen_ai.operation.name": "chat"},
        "gen_ai.output.messages",
        MESSAGES,
    ),
]


@pytest.mark.parametrize(("attributes", "key", "whole"), DIALECTS)
def test_a_trace_whose_messages_are_cut_is_not_judged(
    attributes: dict[str, Any], key: str, whole: str
) -> None:
    held: dict[str, Any] = {**attributes, key: whole}
    assert read(span("s", 1, **held)).names == ["rm"]
    for cut in range(3, len(whole)):
        held[key] = whole[:cut]
        error = refusal(span("s", 1, **held))
        assert "calls may be missing from `" in error.message
        assert "rm" not in error.without_values


def test_a_result_that_is_cut_is_not_judged_wherever_the_cut_is() -> None:
    whole = json.dumps({"rows": [{"id": -7, "name": "\u00e9t\u00e9"}, {"ok": True}], "next": None})
    for cut in range(2, len(whole)):
        trace = read(tool("rm", 1, gen_ai__tool__call__result=whole[:cut]))
        assert isinstance(trace.calls[0].result, Unrecorded), whole[:cut]
    trace = read(tool("rm", 1, gen_ai__tool__call__result=f" {whole[:20]}"))
    assert isinstance(trace.calls[0].result, Unrecorded)


@pytest.mark.parametrize(
    ("odd", "why"),
    [
        (MESSAGES[:100], "text cut after 100 characters: `"),
        (MESSAGES[:-1], f"text cut after {len(MESSAGES) - 1} characters: `"),
        ("[redacted]", "text that is no JSON: `[redacted]`"),
        ("[{'role': 'assistant'}]", "text that is no JSON: `"),
        (7, "no messages but `7`"),
        ("7", "no messages but `7`"),
        (["x"], "no messages but `"),
        ('[{"parts": 7}]', "parts`: no messages but `7`"),
        ("[" * 100_000, "nested too deep"),
        ('[{"parts": [{"type": "tool_call"}]}]', "a call that names no tool"),
    ],
)
def test_what_is_no_messages_is_told_apart_from_none(odd: object, why: str) -> None:
    error = refusal(llm(1, gen_ai__output__messages=odd))
    assert why in error.message
    assert error.line == 1


@pytest.mark.parametrize("nothing", [None, "", "[]", "null", [], '[{"role": "assistant"}]'])
def test_messages_that_hold_nothing_are_no_calls(nothing: object) -> None:
    assert read(llm(1, gen_ai__output__messages=nothing)).names == []


def test_messages_written_as_a_list_of_texts_are_read() -> None:
    (one,) = json.loads(MESSAGES)
    assert read(llm(1, gen_ai__output__messages=[json.dumps(one)])).names == ["rm"]


def test_a_plain_answer_is_no_cut_call() -> None:
    attributes: dict[str, Any] = {
        "gen_ai.operation.name": "call_llm",
        "any_agent.version": "1",
        "gen_ai.output": "[1] says so",
    }
    assert read(span("s", 1, **attributes)).names == []


def test_tool_spans_need_no_messages() -> None:
    assert read(tool("ls", 1), llm(2, gen_ai__output__messages=MESSAGES[:50])).names == ["ls"]


def test_a_conversation_is_not_needed_where_the_responses_tell() -> None:
    trace = read(
        agent(1, gen_ai__output__messages=MESSAGES[:50]),
        llm(2, 1, gen_ai__output__messages=MESSAGES),
    )
    assert trace.names == ["rm"]


def test_only_the_trace_that_cannot_be_read_is_skipped() -> None:
    reading = read_bytes(
        sdk(
            llm(1, gen_ai__output__messages=MESSAGES),
            llm(2, trace="0x" + "cd" * 16, gen_ai__output__messages=MESSAGES[:100]),
        )
    )
    assert [trace.names for trace in reading.traces] == [["rm"]]
    (note,) = reading.notes
    assert note.text.startswith(f"trace {'cd' * 16} cannot be judged: calls may be missing from ")
    assert "role" in note.text
    assert "role" not in note.without_values


def test_a_stream_tells_the_same(tmp_path: Any) -> None:
    path = tmp_path / "spans.jsonl"
    pairs = {"gen_ai.operation.name": "chat", "gen_ai.output.messages": MESSAGES[:100]}
    attributes = [{"key": key, "value": {"stringValue": value}} for key, value in pairs.items()]
    held = {"traceId": "ab" * 16, "spanId": "cd" * 8, "name": "chat", "attributes": attributes}
    document = {"resourceSpans": [{"scopeSpans": [{"spans": [held]}]}]}
    path.write_text(json.dumps(document, separators=(",", ":")) + "\n")
    with pytest.raises(TraceError, match="calls may be missing"):
        list(stream_traces(path))


def test_answers_that_are_cut_leave_a_note_and_a_call_that_is_not_known_to_be_completed() -> None:
    answers = json.dumps(
        [{"role": "tool", "parts": [{"type": "tool_call_response", "id": "c", "response": "ok"}]}]
    )
    asking = llm(1, gen_ai__output__messages=MESSAGES)
    assert read(asking, llm(2, gen_ai__input__messages=answers)).calls[0].completed
    trace = read(asking, llm(2, gen_ai__input__messages=answers[:-10]))
    assert not trace.calls[0].completed
    (note,) = trace.notes
    assert note.text.startswith("results may be missing from `gen_ai.input.messages`: text cut")
    whole = read(
        asking, llm(2, gen_ai__input__messages=answers), llm(3, gen_ai__input__messages="[")
    )
    assert whole.notes == (), "nothing is missing where every call has its result"


def test_a_choice_that_only_speaks_hides_none_of_those_after_it() -> None:
    attributes: dict[str, Any] = {
        "traceloop.workflow.name": "w",
        "llm.request.type": "chat",
        "gen_ai.completion.0.content": "I will remove it",
        "gen_ai.completion.2.tool_calls.0.name": "rm",
        "gen_ai.completion.10.tool_calls.1.name": "mv",
    }
    assert read(span("s", 1, **attributes)).names == ["rm", "mv"]


def uipath(number: int, attributes: object) -> dict[str, Any]:
    return {
        "Id": f"{number}",
        "TraceId": "t",
        "ParentId": None,
        "Name": "x",
        "StartTime": f"2026-01-01T00:00:0{number}",
        "EndTime": "2026-01-01T00:00:09",
        "Attributes": attributes,
    }


@pytest.mark.parametrize(
    "odd", ['{"tool.name": "rm", "input.value": "xx', "cut", "[]", "7", 7, ["tool.name"]]
)
def test_a_uipath_span_whose_attributes_cannot_be_read_is_not_passed_over(odd: object) -> None:
    good = uipath(1, '{"tool.name": "ls", "span_type": "tool", "input.value": "{}"}')
    with pytest.raises(TraceError, match="calls may be missing from `Attributes`"):
        read_bytes(json.dumps([good, uipath(2, odd)]).encode())


@pytest.mark.parametrize("nothing", [None, "", "{}", "null"])
def test_a_uipath_span_without_attributes_is_read(nothing: object) -> None:
    good = uipath(1, '{"tool.name": "ls", "span_type": "tool", "input.value": "{}"}')
    (trace,) = read_bytes(json.dumps([good, uipath(2, nothing)]).encode()).traces
    assert trace.names == ["ls"]

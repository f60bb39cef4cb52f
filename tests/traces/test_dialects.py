"""Each dialect's spans: what is a call, and which attributes hold its parts."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from span_files import sdk, span, tool

from toolspec.engine.reading.dialects import dialects
from toolspec.engine.reading.files import read_bytes
from toolspec.engine.reading.payloads.payload import read_arguments, read_result
from toolspec.engine.trace import UNRECORDED, Call, Result, Trace


def read(*spans: dict[str, Any]) -> Trace:
    (trace,) = read_bytes(sdk(*spans)).traces
    return trace


def only(**attributes: Any) -> Call:
    (call,) = read(span("s", 1, **attributes)).calls
    return call


def parts(call: Call) -> tuple[object, ...]:
    return (call.name, call.arguments, call.result, call.id)


WANTED = ("t", {"a": 1}, Result("r"), "c1")


@pytest.mark.parametrize(
    ("dialect", "attributes"),
    [
        (
            "uipath",
            {"tool.name": "t", "input.value": '{"a": 1}', "output.value": "r", "tool.id": "c1"},
        ),
        (
            "uipath",
            {
                "openinference.span.kind": "TOOL",
                "span_type": "TOOL",
                "tool.name": "t",
                "input.value": "{'a': 1}",
                "output.value": "r",
                "tool.id": "c1",
            },
        ),
        (
            "openinference",
            {
                "openinference.span.kind": "TOOL",
                "tool.name": "t",
                "input.value": {"a": 1},
                "output.value": "r",
                "tool.id": "c1",
                "tool.parameters": '{"type": "object"}',
            },
        ),
        (
            "otel-genai",
            {
                "gen_ai.operation.name": "execute_tool",
                "gen_ai.tool.name": "t",
                "gen_ai.tool.call.arguments": {"a": 1},
                "gen_ai.tool.call.result": "r",
                "gen_ai.tool.call.id": "c1",
            },
        ),
        (
            "otel-genai",
            {
                "mcp.method.name": "tools/call",
                "gen_ai.tool.name": "t",
                "gen_ai.tool.call.arguments": '{"a": 1}',
                "gen_ai.tool.call.result": "r",
                "gen_ai.tool.call.id": "c1",
                "jsonrpc.request.id": "7",
            },
        ),
        (
            "traceloop",
            {
                "traceloop.span.kind": "tool",
                "traceloop.entity.name": "t",
                "traceloop.entity.input": '{"input_str": "{\'a\': 1}", "inputs": {"a": 1}, '
                '"kwargs": {"tool_call_id": "c1"}}',
                "traceloop.entity.output": '{"output": {"type": "constructor", "kwargs": '
                '{"type": "tool", "content": "r", "tool_call_id": "c1"}}, "kwargs": {}}',
            },
        ),
        (
            "vercel-ai",
            {
                "ai.operationId": "ai.toolCall",
                "ai.toolCall.name": "t",
                "ai.toolCall.args": '{"a": 1}',
                "ai.toolCall.result": "r",
                "ai.toolCall.id": "c1",
            },
        ),
        (
            "pydantic-ai",
            {
                "gen_ai.tool.name": "t",
                "tool_arguments": '{"a": 1}',
                "tool_response": "r",
                "gen_ai.tool.call.id": "c1",
            },
        ),
        (
            "google-adk",
            {
                "gen_ai.operation.name": "execute_tool",
                "gen_ai.tool.name": "t",
                "gcp.vertex.agent.tool_call_args": '{"a": 1}',
                "gcp.vertex.agent.tool_response": "r",
                "gen_ai.tool.call.id": "c1",
            },
        ),
        (
            "any-agent",
            {
                "gen_ai.operation.name": "execute_tool",
                "gen_ai.tool.name": "t",
                "gen_ai.tool.args": '{"a": 1}',
                "gen_ai.output": "r",
                "gen_ai.tool.call.id": "c1",
            },
        ),
    ],
)
def test_a_tool_span_of_each_dialect(dialect: str, attributes: dict[str, Any]) -> None:
    reading = read_bytes(sdk({**span("x", 1), "attributes": attributes}))
    assert reading.dialects == (dialect,)
    assert parts(reading.traces[0].calls[0]) == WANTED


@pytest.mark.parametrize(
    "attributes",
    [
        {"tool.name": "t", "tool.synthesized": True},
        {"openinference.span.kind": "TOOL"},
        {"openinference.span.kind": "TOOL", "tool.name": "t", "tool.synthesized": "true"},
        {"gen_ai.operation.name": "execute_tool"},
        {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.system": "gcp.vertex.agent",
            "gen_ai.tool.name": "(merged tools)",
        },
    ],
)
def test_phantoms_are_no_calls(attributes: dict[str, Any]) -> None:
    assert read({**span("s", 1), "attributes": attributes}).calls == ()


@pytest.mark.parametrize(
    ("recorded", "arguments"),
    [
        ('{"args": [], "kwargs": {"a": 1}}', {"a": 1}),
        ('{"args": [], "kwargs": {}}', {}),
        ('{"args": [7], "kwargs": {"a": 1}}', UNRECORDED),
        ('{"args": [], "kwargs": {}, "more": 1}', {"args": [], "kwargs": {}, "more": 1}),
    ],
)
def test_a_function_decorated_as_a_tool_has_the_arguments_given_by_name(
    recorded: str, arguments: object
) -> None:
    held = {"traceloop.span.kind": "tool", "traceloop.entity.name": "t"}
    call = only(**held, **{"traceloop.entity.input": recorded})
    assert call.arguments == arguments


def test_a_genai_tool_without_its_name_attribute_is_named_by_its_span() -> None:
    held = span("execute_tool search", 1, gen_ai__operation__name="execute_tool")
    assert read(held).names == ["search"]


def test_openinference_calls_are_read_from_flat_message_attributes() -> None:
    stem = "llm.output_messages.0.message.tool_calls.0.tool_call."
    asked = {
        "openinference.span.kind": "LLM",
        stem + "id": "c1",
        stem + "function.name": "t",
        stem + "function.arguments": '{"a": 1}',
    }
    answered = {
        "openinference.span.kind": "LLM",
        "llm.input_messages.2.message.role": "tool",
        "llm.input_messages.2.message.tool_call_id": "c1",
        "llm.input_messages.2.message.content": "r",
    }
    trace = read({**span("x", 1), "attributes": asked}, {**span("y", 2), "attributes": answered})
    assert parts(trace.calls[0]) == WANTED
    assert (trace.calls[0].completed, trace.steps) == (True, 2)


def test_old_genai_events_hold_the_calls() -> None:
    asked, answered = (
        span("chat", 1, gen_ai__operation__name="chat"),
        span("chat", 2, gen_ai__operation__name="chat"),
    )
    asked["events"] = [
        {
            "name": "gen_ai.choice",
            "attributes": {
                "message": '{"tool_calls": [{"id": "c1", "type": "function", "function": '
                '{"name": "t", "arguments": "{\\"a\\": 1}"}}]}'
            },
        }
    ]
    answered["events"] = [
        {"name": "gen_ai.tool.message", "attributes": {"id": "c1", "content": "r"}}
    ]
    assert parts(read(asked, answered).calls[0]) == WANTED


def test_vercel_messages_hold_the_calls() -> None:
    operation = "ai.generateText.doGenerate"
    asked = span("x", 1, ai__operationId=operation)
    asked["attributes"]["ai.response.toolCalls"] = (
        '[{"toolCallType": "function", "toolCallId": "c1", "toolName": "t", "input": {"a": 1}}]'
    )
    answered = span("y", 2, ai__operationId=operation)
    answered["attributes"]["ai.prompt.messages"] = (
        '[{"role": "tool", "content": [{"type": "tool-result", "toolCallId": "c1", '
        '"output": {"type": "text", "value": "r"}}]}]'
    )
    assert parts(read(asked, answered).calls[0]) == WANTED


def test_pydantic_ai_tells_calls_by_the_agents_whole_conversation() -> None:
    held = span("invoke_agent a", 1, gen_ai__operation__name="invoke_agent")
    held["attributes"]["pydantic_ai.all_messages"] = (
        '[{"role": "assistant", "parts": [{"type": "tool_call", "id": "c1", "name": "t", '
        '"arguments": {"a": 1}}]}, {"role": "user", "parts": [{"type": "tool_call_response", '
        '"id": "c1", "result": "r"}]}]'
    )
    assert parts(read(held).calls[0]) == WANTED


def test_adk_calls_are_read_from_the_model_response() -> None:
    held = span("call_llm", 1, gen_ai__system="gcp.vertex.agent")
    held["attributes"]["gcp.vertex.agent.llm_response"] = (
        '{"content": {"parts": [{"function_call": {"id": "c1", "name": "t", "args": {"a": 1}}}]}}'
    )
    call = read(held).calls[0]
    assert (call.name, call.arguments, call.completed) == ("t", {"a": 1}, False)


def test_a_run_of_adk_that_also_tells_of_its_answers_is_a_run_whose_steps_nobody_knows() -> None:
    """Where no answer has a span, OpenInference writes the last ones on the span of the run."""
    run = span(
        "invoke_agent main",
        1,
        gen_ai__operation__name="generate_content",
        gen_ai__system="gcp.vertex.agent",
        openinference__span__kind="LLM",
    )
    run["scope"] = run["instrumentation_scope"] = {"name": "gcp.vertex.agent"}
    trace = read(run, tool("t", 2, 1), tool("t", 3, 1))
    assert [call.step for call in trace.calls] == [None, None]
    assert trace.gaps == ()


def test_spans_say_whether_they_failed() -> None:
    held = span("s", 1, tool__name="t")
    held["status"] = {"status_code": "ERROR", "description": "no"}
    assert read(held).calls[0].status == "error"


def test_monocle_beside_known_spans_is_skipped_not_missed() -> None:
    known = span("x", 1, gen_ai__operation__name="invoke_agent")
    foreign = span("y", 2, 1, span__type="agentic.tool.invocation")
    other = span("s", 3, trace="0x" + "ef" * 16, tool__name="t")
    reading = read_bytes(sdk(known, foreign, other))
    assert [trace.names for trace in reading.traces] == [["t"]]
    assert "Monocle" in reading.notes[0].text


@pytest.mark.parametrize(
    ("recorded", "value"),
    [
        ('{"a": 1}', {"a": 1}),
        (' {"a": 1} ', {"a": 1}),
        ({"a": {"b": [None]}}, {"a": {"b": [None]}}),
        ("{'a': True, 'b': None}", {"a": True, "b": None}),
        ("{'a': (1, 2)}", {"a": [1, 2]}),
        ("{}", {}),
        (
            "{'text': '- - - - - - - - - -" + "-" * 500 + "'}",
            {"text": "- - - - - - - - - -" + "-" * 500},
        ),
    ],
)
def test_arguments_are_read_from_json_and_plain_literals(recorded: Any, value: object) -> None:
    read_as = read_arguments(recorded)
    assert (read_as.value, read_as.doubt) == (value, "")


@pytest.mark.parametrize(
    ("recorded", "why"),
    [
        ("", "not an object"),
        ("weather in Rome", "not an object"),
        ("[1, 2]", "not an object"),
        ('"{}"', "not an object"),
        (12, "not an object"),
        ("{'a': true}", "neither JSON nor a plain Python literal"),
        ("{'a': f()}", "neither"),
        ("{'a': 1 + 2j}", "neither"),
        ("{1: 2}", "neither"),
        ("{'a': b'x'}", "neither"),
        ("{'a': " + "[" * 5000 + "]" * 5000 + "}", "neither"),
        ("{'a': " + "-" * 90000 + "1}", "neither"),
        ('{"query": "xxxx', "cut after 15 characters"),
        ('{"a": 1, "b"', "cut after"),
    ],
)
def test_other_arguments_are_not_recorded_and_never_empty(recorded: Any, why: str) -> None:
    read_as = read_arguments(recorded)
    assert read_as.value is UNRECORDED
    assert why in read_as.doubt


@pytest.mark.parametrize("recorded", ['{"a": NaN}', '{"a": 1, "a": 2}', '{"b": {"a": 1, "a": 2}}'])
def test_loose_json_arguments_are_read_with_a_doubt(recorded: str) -> None:
    read_as = read_arguments(recorded)
    assert read_as.value is not UNRECORDED
    assert read_as.doubt


@given(st.text() | st.binary().map(str) | st.dictionaries(st.text(), st.floats()).map(repr))
def test_reading_arguments_and_results_never_raises(recorded: str) -> None:
    read_arguments(recorded)
    read_result(recorded)


@pytest.mark.parametrize(
    ("recorded", "kept"),
    [
        ("plain text", "plain text"),
        ("{'a': 1}", "{'a': 1}"),
        ('{"content": 1}', '{"content": 1}'),
        (25, 25),
        *[
            (envelope, envelope)
            for envelope in (
                '{"type": "tool", "content": "x", "tool_call_id": "c", "name": "n"}',
                '{"tool_call_id": "c", "mine": 1}',
            )
        ],
    ],
)
def test_results_stay_as_recorded(recorded: Any, kept: object) -> None:
    assert read_result(recorded).value == Result(kept)  # pyright: ignore[reportArgumentType]


def test_a_result_cut_by_the_exporter_is_not_recorded() -> None:
    outcome = read_result('{"rows": [1, 2, 3')
    assert outcome.value is UNRECORDED
    assert "cut" in outcome.doubt


def test_every_dialect_names_itself_and_its_marks() -> None:
    names = [dialect.name for dialect in dialects()]
    assert len(set(names)) == len(names)
    assert all(dialect.marks or dialect.scopes for dialect in dialects())


def test_a_call_of_claude_codes_ended_as_the_span_of_its_execution_says() -> None:
    more = {"scope": {"name": "com.anthropic.claude_code.tracing"}}

    def own(name: str, number: int, parent: int | None = None, **said: Any) -> dict[str, Any]:
        return {**span(f"claude_code.{name}", number, parent, **said), **more}

    named: dict[str, Any] = {"tool_name": "Bash", "full_command": "rm -rf /", "tool_use_id": "t"}
    calls = read(
        own("tool", 1, **named),
        own("tool.execution", 2, 1, success=False, tool_use_id="t"),
        own("tool", 3, **named),
        own("tool.blocked_on_user", 4, 3, decision="reject"),
    ).calls
    assert [(call.status, call.completed) for call in calls] == [("error", True), (None, None)]
    assert all(call.arguments is UNRECORDED for call in calls)

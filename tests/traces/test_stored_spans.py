"""Spans and log events as those who store them, and coding agents, write them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.traces.span_files import otlp, span
from toolspec.engine.reading.files import read_bytes
from toolspec.engine.trace import UNRECORDED, Call, Result

OSLO = {"city": "Oslo"}
FLAKY = {"n": 1}
WEATHER = ("get_weather", OSLO, "sunny", "ok")


def told(call: Call) -> tuple[str, Any, Any, str | None]:
    arguments = None if call.arguments is UNRECORDED else call.arguments
    result = call.result.value if isinstance(call.result, Result) else None
    return call.name, arguments, result, call.status


def read(*documents: Any) -> list[tuple[str, Any, Any, str | None]]:
    """Return what matters of the calls of the one trace, which leaves nothing open."""
    (trace,) = read_bytes("\n".join(map(json.dumps, documents)).encode()).traces
    assert trace.gaps == ()
    return [told(call) for call in trace.calls]


def dotted(held: dict[str, Any]) -> dict[str, Any]:
    """Return attributes whose names are written with `__` for `.`."""
    return {key.replace("__", "."): value for key, value in held.items()}


TOOL = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "get_weather",
    "gen_ai.tool.call.arguments": json.dumps(OSLO),
    "gen_ai.tool.call.result": "sunny",
}


def row(number: int, parent: int | None, name: str, status: str, **attributes: Any) -> Any:
    """Return a row of the table that the Collector's ClickHouse exporter makes."""
    return {
        "Timestamp": f"2026-01-01 00:00:0{number}.000000000",
        "TraceId": "ab" * 16,
        "SpanId": f"{number:016x}",
        "ParentSpanId": "" if parent is None else f"{parent:016x}",
        "TraceState": "",
        "SpanName": name,
        "SpanKind": "SPAN_KIND_INTERNAL",
        "ServiceName": "agent",
        "ResourceAttributes": {"service.name": "agent"},
        "ScopeName": "openlit",
        "SpanAttributes": dotted(attributes),
        "Duration": 1_000_000,
        "StatusCode": status,
        "Events.Timestamp": [],
        "Events.Name": [],
        "Events.Attributes": [],
    }


ROWS = [
    row(1, None, "invoke_agent a", "STATUS_CODE_UNSET", gen_ai__operation__name="invoke_agent"),
    row(2, 1, "execute_tool get_weather", "STATUS_CODE_OK", **TOOL),
    row(
        3,
        1,
        "execute_tool flaky",
        "STATUS_CODE_ERROR",
        gen_ai__operation__name="execute_tool",
        gen_ai__tool__name="flaky",
        gen_ai__tool__call__arguments=json.dumps(FLAKY),
    ),
]


@pytest.mark.parametrize("documents", [ROWS, [ROWS], [{"meta": [], "data": ROWS, "rows": 3}]])
def test_rows_of_a_table_of_spans_are_spans(documents: list[Any]) -> None:
    assert read(*documents) == [WEATHER, ("flaky", FLAKY, None, "error")]


def agentops(number: int, name: str, kind: str, **attributes: Any) -> Any:
    return {
        "span_id": f"{number:016x}",
        "parent_span_id": None if number == 1 else f"{1:016x}",
        "span_name": name,
        "span_kind": "Internal",
        "span_type": kind,
        "start_time": f"2026-01-01T00:00:0{number}+00:00",
        "end_time": "2026-01-01T00:00:09+00:00",
        "status_code": "OK",
        "attributes": {},
        "span_attributes": {"agentops": {"span": {"kind": kind}}, **attributes},
        "event_names": [],
    }


def test_a_trace_of_agentops_api_has_its_attributes_in_objects() -> None:
    asked = {"id": "c1", "name": "get_weather", "arguments": json.dumps(OSLO)}
    completion = {"0": {"finish_reason": "tool_calls", "tool_calls": {"0": asked}}}
    entity = {"name": "get_weather", "input": json.dumps({"args": [], "kwargs": OSLO})}
    trace = {
        "trace_id": "t1",
        "spans": [
            agentops(1, "w.session", "session"),
            agentops(2, "openai.chat", "llm", gen_ai={"completion": completion}),
            {
                **agentops(3, "get_weather.tool", "tool"),
                "span_attributes": {
                    "agentops": {"span": {"kind": "tool"}, "entity": {**entity, "output": "sunny"}}
                },
            },
        ],
    }
    assert read(trace) == [WEATHER]


def test_agentops_tools_have_attributes_of_their_own() -> None:
    held: dict[str, Any] = {
        "agentops__span__kind": "tool",
        "tool__name": "get_weather",
        "tool__parameters": json.dumps(OSLO),
        "tool__result": "sunny",
    }
    assert read([span("get_weather", 1, **held)]) == [WEATHER]


def test_arguments_that_a_decorated_tool_got_by_position_are_not_known() -> None:
    given = json.dumps({"args": ["Oslo"], "kwargs": {}})
    held: dict[str, Any] = {"agentops__span__kind": "tool", "agentops__entity__input": given}
    assert read([span("get_weather.tool", 1, **held)]) == [("get_weather", None, None, "ok")]


def lone(name: str, **attributes: Any) -> Any:
    """Return a span of LangWatch's, without its ids."""
    return {"scopeName": "gemini-cli", "spanName": name, "attributes": dotted(attributes)}


REQUEST = {"callId": "c1", "name": "get_weather", "args": OSLO}
ANSWER = {"functionResponse": {"id": "c1", "name": "get_weather", "response": {"output": "sunny"}}}


@pytest.mark.parametrize(("said", "status"), [("success", "ok"), ("error", "error")])
def test_a_tool_span_of_gemini_cli_holds_the_request_and_the_completed_call(
    said: str, status: str
) -> None:
    done = {"status": said, "request": REQUEST, "response": {"responseParts": [ANSWER]}}
    held = lone(
        "tool_call",
        gen_ai__operation__name="tool_call",
        gen_ai__tool__name="get_weather",
        gen_ai__tool__call_id="c1",
        gen_ai__input__messages=json.dumps(REQUEST),
        gen_ai__output__messages=json.dumps(done),
    )
    assert read(held) == [("get_weather", OSLO, {"output": "sunny"}, status)]


def test_a_models_span_of_gemini_cli_holds_geminis_contents() -> None:
    call = {"functionCall": {"id": "c1", "name": "get_weather", "args": OSLO}}
    contents = [{"role": "user", "parts": [{"text": "Weather?"}]}]
    asking, answering = (
        lone(
            "llm_call",
            gen_ai__operation__name="llm_call",
            gen_ai__input__messages=json.dumps(sent),
            gen_ai__output__messages=json.dumps({"role": "model", "parts": [part]}),
        )
        for sent, part in (
            (contents, call),
            ([*contents, {"role": "user", "parts": [ANSWER]}], {"text": "Sunny."}),
        )
    )
    assert read(asking) == [("get_weather", OSLO, None, None)]
    assert read([asking, answering]) == [("get_weather", OSLO, {"output": "sunny"}, None)]
    assert read(answering) == []


def test_a_list_of_jaegers_spans_is_read_without_what_is_around_it() -> None:
    held: dict[str, Any] = {
        "traceID": "ab" * 16,
        "spanID": f"{3:016x}",
        "operationName": "execute_tool get_weather",
        "references": [],
        "startTime": 1_767_225_600_000_000,
        "duration": 5,
        "tags": [{"key": key, "type": "string", "value": value} for key, value in TOOL.items()],
        "logs": [],
        "process": {"serviceName": "agent", "tags": []},
    }
    assert read([held]) == read(held, held)[:1] == [WEATHER]


def test_attributes_gathered_into_objects_are_flat_attributes() -> None:
    held = span("get_weather", 1)
    held["attributes"] = {
        "openinference": {"span": {"kind": "TOOL"}},
        "tool": {"name": "get_weather"},
        "input": {"value": json.dumps(OSLO), "mime_type": "application/json"},
        "output": {"value": "sunny"},
    }
    assert read([held]) == [WEATHER]


def event(name: str, body: str = "", **attributes: Any) -> dict[str, Any]:
    """Return a span whose name and attributes are those of a log event."""
    return {**span(body or name, 1, **attributes), "event": name}


def logs(*events: dict[str, Any]) -> dict[str, Any]:
    """Return log events of one session as OTLP writes them."""
    records: list[dict[str, Any]] = []
    for at, one in enumerate(events):
        ((made,),) = ([s["spans"] for s in otlp(one)["resourceSpans"][0]["scopeSpans"]],)
        named = [
            {"key": "event.name", "value": {"stringValue": one["event"]}},
            {"key": "session.id", "value": {"stringValue": "s1"}},
        ]
        records.append(
            {
                "timeUnixNano": str(10**18 + at * 10**9),
                "body": {"stringValue": one["name"]},
                "attributes": [*made[0]["attributes"], *named],
            }
        )
    return {"resourceLogs": [{"scopeLogs": [{"scope": {"name": "x"}, "logRecords": records}]}]}


def test_events_of_claude_code_tell_each_tool_that_ran_or_was_refused() -> None:
    ran = {"tool_name": "Bash", "tool_use_id": "t1"}
    given = json.dumps({"command": "ls"})
    (trace,) = read_bytes(
        json.dumps(
            logs(
                event("user_prompt", "claude_code.user_prompt", prompt="go"),
                event("tool_decision", "claude_code.tool_decision", decision="accept", **ran),
                event(
                    "tool_result",
                    "claude_code.tool_result",
                    success="true",
                    duration_ms="12",
                    tool_input=given,
                    **ran,
                ),
                event("tool_result", "claude_code.tool_result", success="false", tool_name="Read"),
                event(
                    "tool_decision", "claude_code.tool_decision", decision="reject", tool_name="rm"
                ),
            )
        ).encode()
    ).traces
    assert (trace.id, trace.gaps, trace.passed_over) == ("s1", (), 1)
    assert [told(call) for call in trace.calls] == [
        ("Bash", {"command": "ls"}, None, "ok"),
        ("Read", None, None, "error"),
        ("rm", None, None, None),
    ]
    assert [call.completed for call in trace.calls] == [True, True, False]
    assert trace.calls[0].id == "t1"


def test_a_tool_that_was_allowed_and_of_which_nothing_else_is_told_is_no_pass() -> None:
    import toolspec

    (trace,) = read_bytes(
        json.dumps(
            logs(
                event("codex.tool_decision", tool_name="rm", decision="approved"),
                event("codex.tool_result", tool_name="ls", success="true"),
            )
        ).encode()
    ).traces
    (result,) = toolspec.parse("forbid rm").check(trace).results
    assert result.status == "unknown"


def test_events_of_codex_and_gemini_cli_tell_each_tool_that_ran() -> None:
    given = json.dumps(OSLO)
    codex = event("codex.tool_result", tool_name="get_weather", arguments=given, success="true")
    codex["attributes"]["output"] = "sunny"
    gemini = event("gemini_cli.tool_call", function_name="get_weather", function_args=given)
    gemini["attributes"]["success"] = True
    assert read(logs(codex)) == [WEATHER]
    assert read(logs(gemini)) == [("get_weather", OSLO, None, "ok")]

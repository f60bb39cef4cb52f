"""Spans as other tools store them: what each real file holds was written down by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.traces.exported import TRACES, made, one, real, told
from tests.traces.verdicts import FORBIDDEN, verdict
from toolspec.engine.reading.files import read_traces
from toolspec.engine.reading.format import TraceError


@real
def test_a_trace_of_jaeger() -> None:
    trace = one("jaeger-json/agentevals-dev__helm.json")
    (call,) = trace.calls
    id = "call_P09kjRKHTTJA02oB9HIe4u5t"
    assert told(call) == ("helm_list_releases", {}, "ok", id, 0, "helm_agent")
    assert (call.start_ns, call.end_ns) == (1771237536879614000, 1771237536936705000)
    assert (trace.steps, trace.tokens, trace.turns) == (2, 3906, 1)


def test_tags_of_jaeger_mark_a_failure_and_name_a_tool() -> None:
    tags = [
        {"key": "gen_ai.operation.name", "type": "string", "value": "execute_tool"},
        {"key": "gen_ai.tool.name", "type": "string", "value": "search"},
        {"key": "error", "type": "bool", "value": True},
    ]
    span = {"traceID": "a1", "spanID": "b1", "operationName": "x", "startTime": 5, "duration": 2}
    (trace,) = made({"data": [{"traceID": "a1", "spans": [{**span, "tags": tags}]}]}).traces
    assert [(call.name, call.status, call.end_ns) for call in trace.calls] == [
        ("search", "error", 7000)
    ]
    tags.append({"key": "gen_ai.tool.name", "type": "string", "value": "delete"})
    with pytest.raises(TraceError, match="has two values"):
        made({"data": [{"traceID": "a1", "spans": [{**span, "tags": tags}]}]})


@real
def test_spans_of_zipkin() -> None:
    trace = one("generated/pydantic_ai.zipkin.json")
    assert [told(call) for call in trace.calls] == [
        ("get_user", {"user_id": "u1"}, "ok", "c1", 0, "ag"),
        ("refund", {"amount": 1.5}, "ok", "c2", 0, "ag"),
    ]
    assert trace.tokens == 128
    # The exporter cuts long tags.
    assert [gap.text for gap in trace.gaps] == ["a model response whose messages cannot be read"]


@real
def test_spans_of_monocle() -> None:
    trace = one("monocle-otel-sdk-json/monocle2ai__test_langgraph_multi_agent.json")
    assert [told(call) for call in trace.calls] == [
        ("get_weather", {"city": "JFK"}, "ok", "call_XPk5SGxYMLLdfxK9UJN6auT7", 0, "supervisor"),
        ("get_weather", {"city": "LAX"}, "ok", "call_ifnwCh8S1xLB5hvlC8VUoUTu", 1, "supervisor"),
        (
            "book_flight",
            {"from_airport": "BOS", "to_airport": "LAX"},
            "ok",
            "call_I4nNDPk82s3f8PG478Ddl1l2",
            0,
            "flight_assistant",
        ),
        (
            "book_hotel",
            {"hotel_name": "Sheraton Gateway Hotel"},
            "ok",
            "call_KrR8FEZioKmsnFAc3veUiHp4",
            0,
            "hotel_assistant",
        ),
    ]
    assert trace.calls[0].result
    assert trace.calls[0].result.value == {"temperature": 95}
    # One tool failed before it could begin: the model asked for it, and no span is there.
    assert "CurrencyConversion" in {gap.call.name for gap in trace.gaps}


@real
def test_what_crewai_adds_to_arguments_is_left_out() -> None:
    (call,) = one("monocle-otel-sdk-json/monocle2ai__test_crewai_single_agent.json").calls
    assert call.arguments == {"hotel_name": "Marriott", "city": "New York", "nights": 2}


@real
def test_a_run_that_two_instrumentations_tell_under_ids_of_their_own_counts_once() -> None:
    reading = read_traces(TRACES / "monocle-otel-sdk-json/monocle2ai__test_adk_single_agent.json")
    assert [trace.names for trace in reading.traces] == [["get_weather"]]
    assert any("holds the same calls" in note.text for note in reading.notes)


def mlflow(**attributes: Any) -> dict[str, Any]:
    """Return a span of MLflow's, its attributes encoded as MLflow does."""
    return {key.replace("_", ".", 1): json.dumps(value) for key, value in attributes.items()}


def test_a_trace_of_mlflow() -> None:
    ids = {"trace_id": "AAAAAAAAAAAAAAAAAAAAAQ==", "parent_span_id": "AAAAAAAAAAE="}
    tool = {
        **ids,
        "span_id": "AAAAAAAAAAI=",
        "name": "search",
        "start_time_unix_nano": 5,
        "end_time_unix_nano": 9,
        "status": {"code": "STATUS_CODE_ERROR"},
        "attributes": mlflow(
            mlflow_spanType="TOOL", mlflow_spanInputs={"q": 1}, mlflow_spanOutputs="no"
        ),
    }
    said = {"choices": [{"message": {"role": "assistant", "content": "Done"}}]}
    model = {
        **ids,
        "span_id": "AAAAAAAAAAM=",
        "name": "Completions",
        "start_time_unix_nano": 1,
        "end_time_unix_nano": 4,
        "status": {"code": "STATUS_CODE_OK"},
        "attributes": mlflow(
            mlflow_spanType="CHAT_MODEL",
            mlflow_spanInputs={"messages": [{"role": "user", "content": "Hi"}]},
            mlflow_spanOutputs=said,
        ),
    }
    reading = made({"info": {"trace_id": "tr-1"}, "data": {"spans": [tool, model]}})
    (trace,) = reading.traces
    assert reading.dialects == ("mlflow",)
    assert [(call.name, call.arguments, call.status, call.step) for call in trace.calls] == [
        ("search", {"q": 1}, "error", 0)
    ]
    assert [message.text for message in trace.messages] == ["Hi", "Done"]


def test_rows_of_a_table_of_spans() -> None:
    row = {
        "name": "ChatOpenAI",
        "span_kind": "LLM",
        "context.trace_id": "a1",
        "context.span_id": "b1",
        "parent_id": None,
        "start_time": 1767225601000,
        "end_time": 1767225602000,
        "status_code": "OK",
        "attributes.llm.output_messages": [
            {
                "message.role": "assistant",
                "message.tool_calls": [
                    {"tool_call.function.name": "search", "tool_call.function.arguments": "{}"}
                ],
            }
        ],
        "attributes.output.value": None,
    }
    (trace,) = made([row]).traces
    assert trace.names == ["search"]
    assert trace.start_ns == 1767225601000000000


CALLED: dict[str, Any] = {"tool_calls": [{"function": {"name": FORBIDDEN, "arguments": "{}"}}]}


@real
@pytest.mark.parametrize(
    "hidden",
    [
        {"events": [{"name": "gen_ai.choice", "attributes": CALLED}]},
        {"events": [{"name": "data.output", "attributes": CALLED}]},
        {"events": [{"name": "tool_call", "attributes": {"gen_ai.tool.name": FORBIDDEN}}]},
        {"attributes": {"gen_ai.tool.name": FORBIDDEN, "gen_ai.tool.call.arguments": "{}"}},
        {"attributes": {"llm.calls": json.dumps(CALLED)}},
    ],
)
@pytest.mark.parametrize("kind", ["inference", "agentic.tool.invocation", "workflow"])
def test_what_monocle_does_not_write_itself_is_not_passed_over(
    hidden: dict[str, Any], kind: str
) -> None:
    file = TRACES / "monocle-otel-sdk-json/monocle2ai__test_crewai_single_agent.json"
    spans = json.loads(file.read_text("utf-8"))
    span = next(one for one in spans if one["attributes"].get("span.type") == kind)
    span["attributes"].update(hidden.get("attributes", {}))
    span["events"] += hidden.get("events", [])
    assert verdict(spans) != "pass"

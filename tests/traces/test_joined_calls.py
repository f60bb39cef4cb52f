"""A call is put together from all that a trace holds of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest

from tests.traces.span_files import agent, answering, asking, llm, read, sdk, span, tool
from toolspec.engine.reading.files import read_bytes, read_traces
from toolspec.engine.reading.format import TraceError
from toolspec.engine.trace import UNRECORDED, Call, Result


def test_a_span_without_arguments_and_result_gets_those_of_the_messages_with_its_id() -> None:
    (call,) = read(
        agent(1),
        asking(2, ("a", "search", {"q": "x"})),
        tool("search", 3, 1, gen_ai__tool__call__id="a"),
        answering(4, a="found"),
    ).calls
    assert (call.arguments, call.result) == ({"q": "x"}, Result("found"))


def test_a_span_without_an_id_gets_the_only_call_like_it_that_its_response_asked_for() -> None:
    calls = read(
        agent(1),
        asking(2, ("a", "search", {"q": "x"}), ("b", "open", {"n": 1})),
        tool("search", 3, 1),
        tool("open", 4, 1),
        answering(5, a="found", b="opened"),
    ).calls
    assert [(call.id, call.arguments) for call in calls] == [("a", {"q": "x"}), ("b", {"n": 1})]
    assert [call.result for call in calls] == [Result("found"), Result("opened")]


def test_of_two_calls_alike_nobody_knows_which_span_is_which() -> None:
    calls = read(
        agent(1),
        asking(2, ("a", "search", {"q": "x"}), ("b", "search", {"q": "y"})),
        tool("search", 3, 1),
        tool("search", 4, 1),
        answering(5, a="X", b="Y"),
    ).calls
    assert [(call.arguments, call.result) for call in calls] == [(UNRECORDED, UNRECORDED)] * 2


@pytest.mark.parametrize(
    ("answer", "second"),
    [("X Y", Result("Y")), ("Z Y", UNRECORDED)],
    ids=["the results of its turn", "more than these"],
)
def test_an_answer_contradicts_a_result_unless_it_holds_all_of_its_turn(
    answer: str, second: object
) -> None:
    calls = read(
        agent(1),
        asking(2, ("a", "search", {"q": "x"}), ("b", "search", {"q": "y"})),
        tool("search", 3, 1, gen_ai__tool__call__id="a", gen_ai__tool__call__result="X"),
        tool("search", 4, 1, gen_ai__tool__call__id="b", gen_ai__tool__call__result="Y"),
        answering(5, b=answer),
    ).calls
    assert [call.result for call in calls] == [Result("X"), second]


def test_two_different_results_of_one_id_are_none() -> None:
    (call,) = read(
        agent(1),
        asking(2, ("a", "search", {"q": "x"})),
        tool("search", 3, 1, gen_ai__tool__call__id="a"),
        answering(4, a="one"),
        answering(5, a="another"),
    ).calls
    assert call.result is UNRECORDED


def test_a_result_under_another_id_is_of_the_only_call_that_waits_for_one() -> None:
    calls = read(
        agent(1),
        asking(2, ("fc_1", "search", {"q": "x"})),
        answering(3, call_9="found"),
    ).calls
    assert [call.result for call in calls] == [Result("found")]


def test_results_under_other_ids_of_several_calls_are_of_nobody() -> None:
    calls = read(
        agent(1),
        asking(2, ("fc_1", "search", {"q": "x"}), ("fc_2", "search", {"q": "y"})),
        answering(3, call_8="X", call_9="Y"),
    ).calls
    assert [(call.result, call.completed) for call in calls] == [(UNRECORDED, None)] * 2


def test_one_dialect_tells_what_another_leaves_out_of_the_same_span() -> None:
    (call,) = read(
        agent(1),
        tool(
            "search",
            2,
            1,
            openinference__span__kind="TOOL",
            tool__name="search",
            input__value='{"q": "x"}',
            output__value="found",
        ),
    ).calls
    assert (call.arguments, call.result) == ({"q": "x"}, Result("found"))


def test_what_is_hidden_is_not_recorded_whichever_dialect_is_asked_first() -> None:
    (call,) = read(
        agent(1),
        tool(
            "search",
            2,
            1,
            openinference__span__kind="TOOL",
            tool__name="search",
            input__value="__REDACTED__",
            output__value="__REDACTED__",
        ),
    ).calls
    assert (call.arguments, call.result) == (UNRECORDED, UNRECORDED)


def strands_tool(events: list[dict[str, Any]]) -> Call:
    held = tool("search", 2, 1, gen_ai__system="strands-agents", gen_ai__tool__call__id="a")
    held["events"] = events
    (call,) = read(agent(1), held).calls
    return call


def test_events_of_a_tools_span_tell_its_arguments_and_its_result() -> None:
    call = strands_tool(
        [
            {"name": "gen_ai.tool.message", "attributes": {"content": '{"q": "x"}', "id": "a"}},
            {"name": "gen_ai.choice", "attributes": {"message": '[{"text": "found"}]', "id": "a"}},
        ]
    )
    assert call.arguments == {"q": "x"}
    assert call.result is not UNRECORDED and call.result.value == "found"  # type: ignore[union-attr]


def test_a_framework_that_wraps_what_is_no_object_may_have_returned_the_wrapping_itself() -> None:
    held = tool(
        "add",
        2,
        1,
        gcp__vertex__agent__tool_call_args="{}",
        gcp__vertex__agent__tool_response='{"result": 6}',
    )
    (call,) = read(agent(1), held).calls
    assert isinstance(call.result, Result)
    assert call.result.values == (6, {"result": 6})


def test_an_error_in_place_of_a_result_is_a_failure_to_googles_kit() -> None:
    held = tool(
        "add",
        2,
        1,
        gcp__vertex__agent__tool_call_args="{}",
        gcp__vertex__agent__tool_response='{"error": "no such number"}',
    )
    (call,) = read(agent(1), held).calls
    assert call.status == "error"


def test_dspy_names_a_tool_in_the_name_of_its_span() -> None:
    held = span(
        "search.__call__",
        2,
        1,
        openinference__span__kind="TOOL",
        input__value='{"kwargs": {"q": "x"}}',
    )
    held["instrumentation_scope"] = {"name": "openinference.instrumentation.dspy"}
    trace = read(agent(1), held)
    assert [(call.name, call.arguments) for call in trace.calls] == [("search", {"q": "x"})]


def test_any_agent_once_wrote_the_message_of_the_framework() -> None:
    asked = {"function": {"name": "search", "arguments": '{"q": "x"}'}, "id": "c1"}
    messages = [{"additional_kwargs": {"tool_calls": [asked]}}, {"blocks": [{"text": "Found."}]}]
    responses = (
        span(
            "call_llm", at, 1, gen_ai__operation__name="call_llm", genai__output=json.dumps(answer)
        )
        for at, answer in enumerate(messages, 2)
    )
    trace = read(agent(1), *responses)
    assert [(call.name, call.arguments, call.id) for call in trace.calls] == [
        ("search", {"q": "x"}, "c1")
    ]
    assert (trace.steps, trace.gaps) == (2, ())


def test_koog_writes_what_a_tool_was_given_under_other_names() -> None:
    held = span("tool.search", 2, 1, gen_ai__tool__name="search", gen_ai__tool__call__id="c1")
    held["attributes"] |= {"input.value": '{"q": "x"}', "output.value": "found"}
    held["instrumentation_scope"] = {"name": "ai.koog"}
    (call,) = read(agent(1), held).calls
    assert (call.name, call.arguments, call.result) == ("search", {"q": "x"}, Result("found"))


def log(event: str, number: int, body: dict[str, Any]) -> dict[str, Any]:
    return {
        "body": body,
        "severity_number": None,
        "attributes": {"gen_ai.system": "openai"},
        "timestamp": f"2026-01-01T00:00:00.{number:03d}000Z",
        "trace_id": "0x" + "ab" * 16,
        "span_id": f"0x{number:016x}",
        "event_name": event,
    }


ASKED = {
    "finish_reason": "tool_calls",
    "message": {
        "tool_calls": [
            {"id": "a", "type": "function", "function": {"name": "search", "arguments": "{}"}}
        ]
    },
}
LOGS = [
    log("gen_ai.choice", 2, ASKED),
    log("gen_ai.tool.message", 3, {"id": "a", "content": "found"}),
    log("gen_ai.choice", 3, {"finish_reason": "stop", "message": {"content": "Done."}}),
]
SILENT = [agent(1), llm(2, 1), llm(3, 1)]


def test_log_records_beside_a_file_of_spans_are_events_of_its_spans(tmp_path: Path) -> None:
    (tmp_path / "run-traces.json").write_bytes(sdk(*SILENT))
    (tmp_path / "run-logs.json").write_text(json.dumps(LOGS))
    (trace,) = read_traces(tmp_path / "run-traces.json").traces
    assert [(call.name, call.result, call.agent) for call in trace.calls] == [
        ("search", Result("found"), "a")
    ]
    assert trace.steps == 2
    assert trace.gaps == ()


def test_log_records_of_no_span_are_a_trace_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "spans.json").write_bytes(sdk(agent(1), tool("search", 2, 1)))
    others = [{**record, "trace_id": "0x" + "cd" * 16} for record in LOGS]
    (tmp_path / "logs.json").write_text(json.dumps(others))
    traces = read_traces(tmp_path / "spans.json").traces
    assert [(len(trace), trace.steps) for trace in traces] == [(1, 0), (1, 2)]


def test_log_records_that_may_be_of_another_file_of_spans_are_left_to_that(tmp_path: Path) -> None:
    for name in ("spans.json", "traces.json"):
        (tmp_path / name).write_bytes(sdk(agent(1), tool("search", 2, 1)))
    others = [{**record, "trace_id": "0x" + "cd" * 16} for record in LOGS]
    (tmp_path / "logs.json").write_text(json.dumps(others))
    (trace,) = read_traces(tmp_path / "spans.json").traces
    assert len(trace) == 1


def test_log_records_that_break_off_are_no_log_records_that_are_not_there(tmp_path: Path) -> None:
    (tmp_path / "spans.json").write_bytes(sdk(*SILENT))
    (tmp_path / "logs.json").write_text("\n".join(map(json.dumps, LOGS))[:-20])
    with pytest.raises(TraceError, match="breaks off") as refused:
        read_traces(tmp_path / "spans.json")
    assert (refused.value.path, refused.value.line) == (str(tmp_path / "logs.json"), 3)


def test_log_records_alone_tell_what_models_were_asked_and_answered() -> None:
    (trace,) = read_bytes(json.dumps(LOGS).encode()).traces
    assert [(call.name, call.result) for call in trace.calls] == [("search", Result("found"))]
    assert (trace.format, trace.steps) == ("otel-logs", 2)


def test_log_records_in_the_lines_of_a_file_of_spans_are_read_with_them() -> None:
    lines = [*SILENT, *LOGS]
    (trace,) = read_bytes("\n".join(map(json.dumps, lines)).encode()).traces
    assert [call.agent for call in trace.calls] == ["a"]


def test_otlps_own_log_records_are_read_like_an_sdks() -> None:
    def value(held: Any) -> dict[str, Any]:
        if isinstance(held, dict):
            fields = cast("dict[str, Any]", held)
            pairs = [{"key": key, "value": value(inner)} for key, inner in fields.items()]
            return {"kvlistValue": {"values": pairs}}
        if isinstance(held, list):
            return {"arrayValue": {"values": [value(one) for one in cast("list[Any]", held)]}}
        return {"stringValue": held}

    records = [
        {
            "timeUnixNano": str(10**18 + at),
            "traceId": "ab" * 16,
            "spanId": record["span_id"][2:],
            "eventName": record["event_name"],
            "body": value(record["body"]),
        }
        for at, record in enumerate(LOGS)
    ]
    held = {"resourceLogs": [{"scopeLogs": [{"scope": {"name": "x"}, "logRecords": records}]}]}
    (trace,) = read_bytes(json.dumps(held).encode()).traces
    assert [(call.name, call.result) for call in trace.calls] == [("search", Result("found"))]


def test_log_records_without_a_span_are_of_the_only_model_that_was_asked_then() -> None:
    records = [{**record, "span_id": None} for record in LOGS]
    first, second = ({**span, "end_time": span["start_time"]} for span in SILENT[1:])
    lines = [SILENT[0], first, second, *records]
    (trace,) = read_bytes("\n".join(map(json.dumps, lines)).encode()).traces
    assert [(call.name, call.result, call.agent) for call in trace.calls] == [
        ("search", Result("found"), "a")
    ]
    assert (trace.steps, trace.gaps) == (2, ())


def test_log_records_without_a_span_are_read_where_several_models_were_asked() -> None:
    records = [{**record, "span_id": None} for record in LOGS]
    (trace,) = read_bytes(json.dumps(records).encode()).traces
    assert [(call.name, call.result) for call in trace.calls] == [("search", Result("found"))]

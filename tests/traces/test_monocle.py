"""Monocle's spans: what models asked for, and arguments and results as its versions write them."""

from __future__ import annotations

import json
from typing import Any

from tests.traces.exported import made, told
from toolspec.engine.trace import Result, Trace

Record = dict[str, Any]
VERSION = {"monocle_apptrace.version": "0.8.0"}
WEATHER = {"tool_id": "c1", "tool_name": "weather", "tool_arguments": '{"city":"Oslo"}'}


def _span(number: int, kind: str, *events: tuple[str, Record], **entities: str) -> Record:
    named = {f"entity.{key[-1]}.{key[:-1]}": value for key, value in entities.items()}
    return {
        "name": f"span {number}",
        "context": {"trace_id": "0xabc", "span_id": f"0x{number}"},
        "parent_id": None if number == 1 else "0x1",
        "start_time": f"2026-01-01T00:00:0{number}Z",
        "end_time": f"2026-01-01T00:00:0{9 if number == 1 else number}.5Z",
        "status": {"status_code": "OK"},
        "attributes": {**VERSION, "span.type": kind, **named},
        "events": [{"name": f"data.{name}", "attributes": of} for name, of in events],
    }


def _run(*spans: Record) -> Trace:
    agent = _span(1, "agentic.invocation", name1="planner", type1="agent.openai_agents")
    (trace,) = made([agent, *spans]).traces
    return trace


def _asking(number: int, *calls: Record) -> Record:
    asked = {"response": json.dumps({"tools": list(calls)})}
    return _span(number, "inference", ("input", {"input": ['{"user": "Hi"}']}), ("output", asked))


def _told(number: int, sent: list[Record], said: str = "Done.") -> Record:
    request = {"input": [json.dumps(message) for message in sent]}
    response = {"response": json.dumps({"assistant": said})}
    return _span(number, "inference", ("input", request), ("output", response))


def _tool(number: int, *events: tuple[str, Record], name: str = "weather") -> Record:
    named = {"name1": name, "type1": "tool.x", "name2": "planner", "type2": "agent.x"}
    return _span(number, "agentic.tool.invocation", *events, **named)


IN = ("input", {"input": ['{"city":"Oslo"}']})
OUT = ("output", {"response": "rain"})


def test_a_response_asks_for_calls_in_a_list_of_tools() -> None:
    trace = _run(_asking(2, WEATHER), _tool(3, IN, OUT))
    assert [*map(told, trace.calls)] == [("weather", {"city": "Oslo"}, "ok", "c1", 0, "planner")]
    assert trace.gaps == ()


def test_a_call_that_is_asked_for_and_has_no_span_is_missed() -> None:
    handed = {"tool_id": "c2", "tool_name": "transfer_to_hotels", "tool_arguments": "{}"}
    (gap,) = _run(_asking(2, WEATHER, handed), _tool(3, IN, OUT)).gaps
    assert gap.call is not None and gap.call.name == "transfer_to_hotels"


def test_a_streamed_response_does_not_record_what_a_call_was_given() -> None:
    trace = _run(_asking(2, {**WEATHER, "tool_arguments": ""}), _tool(3, IN, OUT))
    assert [*map(told, trace.calls)] == [("weather", {"city": "Oslo"}, "ok", "c1", 0, "planner")]
    assert trace.gaps == ()


def test_what_a_tool_was_given_and_gave_back_is_in_the_messages_too() -> None:
    asked = {"tool_function": "weather", "tool_arguments": '{"city":"Oslo"}', "call_id": "c1"}
    answered = {"call_id": "c1", "output": "rain"}
    trace = _run(_asking(2, WEATHER), _tool(3), _told(4, [{"user": "Hi"}, asked, answered]))
    (call,) = trace.calls
    assert told(call) == ("weather", {"city": "Oslo"}, "ok", "c1", 0, "planner")
    assert (call.result, trace.gaps) == (Result("rain"), ())


def test_a_call_that_only_a_later_request_tells_of_is_missed() -> None:
    lost = {"tool_function": "pay", "tool_arguments": '{"amount":5}', "call_id": "c9"}
    for message in (lost, {"assistant": [json.dumps(lost)]}):
        first = _told(2, [{"user": "Hi"}], "A moment.")
        (gap,) = _run(first, _told(3, [{"user": "Hi"}, message])).gaps
        assert gap.call is not None and gap.call.name == "pay"


def test_early_versions_write_inputs() -> None:
    (call,) = _run(_tool(2, ("input", {"Inputs": ['{"city":"Oslo"}']}), OUT)).calls
    assert call.arguments == {"city": "Oslo"}


def test_a_result_of_a_server_of_tools_is_the_text_in_its_block() -> None:
    block = {"type": "text", "text": '{"degrees": 7}', "annotations": None, "meta": None}
    (call,) = _run(_tool(2, IN, ("output", {"response": json.dumps(block)}))).calls
    assert call.result == Result('{"degrees": 7}')


def test_a_block_with_more_than_text_stays_as_it_is() -> None:
    block = {"type": "text", "text": "rain", "source": "met.no"}
    written = json.dumps(block)
    (call,) = _run(_tool(2, IN, ("output", {"response": written}))).calls
    assert call.result == Result(written)

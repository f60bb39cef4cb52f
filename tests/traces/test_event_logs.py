"""Logs of events, eval sets and results of runs are read as they were made."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.traces.event_runs import atof, managed_agents
from tests.traces.index_check import TRACES
from tests.traces.runs import Done
from toolspec.engine.reading.files import read_bytes, read_traces
from toolspec.engine.reading.format import TraceError
from toolspec.engine.trace import UNRECORDED, Call, Trace

RUN = [
    [Done("search", {"q": "Rome"}, "found", "c1"), Done("read_file", {"p": 1}, "text", "c2")],
    [Done("ls", {}, "a b", "c3")],
]


def read(*records: Any) -> list[Trace]:
    """Return the traces of a file with these records, one on each line."""
    return list(read_bytes("\n".join(map(json.dumps, records)).encode()).traces)


def shared(file: str) -> list[Trace]:
    """Return the traces of a real file."""
    if not (TRACES / file).exists():
        pytest.skip(f"no real trace files in {TRACES}")
    return list(read_traces(TRACES / file).traces)


def told(call: Call) -> tuple[Any, ...]:
    return call.name, call.arguments, call.result, call.status, call.id, call.step


def test_runs_of_atof_are_told_apart_however_their_events_are_mixed() -> None:
    first = atof(RUN)
    second = [
        {
            **event,
            "uuid": f"b-{event['uuid']}",
            "parent_uuid": event["parent_uuid"] and f"b-{event['parent_uuid']}",
        }
        for event in atof(RUN[:1])
    ]
    mixed = [*first[:4], *second, *first[4:]]
    assert [(trace.id, len(trace)) for trace in read(*mixed)] == [("agent", 3), ("b-agent", 2)]


def test_a_call_that_a_model_asked_for_and_no_scope_tells_is_left_open() -> None:
    events = [event for event in atof(RUN) if event["uuid"] != "tc3"]
    (trace,) = read(*events)
    assert trace.names == ["search", "read_file"]
    assert [gap.call.name for gap in trace.gaps] == ["ls"]


def test_what_a_history_repeats_is_no_other_call() -> None:
    events = atof(RUN)
    asked = {"role": "assistant", "tool_calls": events[2]["data"]["tool_calls"]}
    answer = {"role": "tool", "tool_call_id": "c1", "content": "found"}
    events[7]["data"] = {"messages": [asked, answer]}
    (trace,) = read(*events)
    assert len(trace) == 3
    assert not trace.gaps


def test_a_real_run_of_atof() -> None:
    (trace,) = shared("atof/NVIDIA__exmp02_atof.jsonl")
    (call,) = trace.calls
    assert told(call)[:2] == ("calculator__add", {"a": 3, "b": 4})
    assert (getattr(call.result, "recorded", None), call.id, call.step) == (7, "call_abc", 0)
    assert (trace.steps, trace.turns, trace.id) == (2, 1, "agent-001")
    assert [message.text for message in trace.messages] == ["What is 3 + 4?", None, "3 + 4 = 7"]


def test_a_recording_of_the_client_is_the_same_as_its_events() -> None:
    events = managed_agents(RUN)
    method = "client.beta.sessions.events."
    sent = [f"{method}send", ["s1", {"events": [{**events[0], "id": None}]}]]
    recorded = [sent, *([f"{method}stream", event] for event in events)]
    (trace,), (plain,) = read(*recorded), read(*events)
    assert list(map(told, trace.calls)) == list(map(told, plain.calls))
    assert trace.turns == plain.turns == 1
    assert not trace.gaps


def test_a_real_session_of_managed_agents() -> None:
    (trace,) = shared("langsmith-fixtures/langchain-ai__anthropic_managed_builtin_tools.jsonl")
    (call,) = trace.calls
    assert (call.name, call.arguments, call.status) == ("bash", {"command": "date"}, "ok")
    assert getattr(call.result, "recorded", None) == "Mon Jul  6 16:26:37 UTC 2026\n"
    assert (call.step, trace.steps, trace.turns) == (0, 2, 1)
    assert trace.id == "sesn_01UunETy25dNCWyPpkXe27t5"
    assert not trace.gaps


def test_a_real_log_of_telemetry_has_each_call_once() -> None:
    (trace,) = shared("openclaw-telemetry/meridianlabs-ai__sample-telemetry.jsonl")
    assert len(trace) == 14
    assert trace.calls[0].arguments == {"command": "echo whoami"}
    assert all(call.status == "ok" and call.result is UNRECORDED for call in trace.calls)
    assert len({call.agent for call in trace.calls}) == 4
    assert trace.turns == 3
    assert not trace.gaps


def test_an_end_of_telemetry_says_that_a_call_failed() -> None:
    session = {"sessionKey": "agent:main:main", "agentId": "main"}
    start = {"type": "tool.start", "toolName": "exec", "params": {"command": "ls"}, **session}
    end = {"type": "tool.end", "toolName": "exec", "success": False, "error": "no", **session}
    (trace,) = read(start, end, start)
    assert [(call.status, call.completed) for call in trace.calls] == [
        ("error", True),
        (None, False),
    ]


@pytest.mark.parametrize(
    ("file", "names", "messages"),
    [
        ("roll_die", ["roll_die"], 5),
        ("simple_test", ["set_device_info"], 2),
        ("trip_inquiry_sub_agent", [], 2),
    ],
)
def test_a_case_of_a_real_eval_set_is_a_trace(file: str, names: list[str], messages: int) -> None:
    (trace,) = shared(f"google-adk/google__{file}.test.json")
    assert trace.names == names
    assert trace.steps == 0
    assert len([message for message in trace.messages if message.text]) == messages
    for call in trace.calls:
        assert (call.result, call.status, call.completed, call.step) == (
            UNRECORDED,
            None,
            None,
            None,
        )


def _invocation(name: str) -> dict[str, Any]:
    return {
        "invocation_id": "i",
        "user_content": {"role": "user", "parts": [{"text": "go"}]},
        "final_response": {"role": "model", "parts": [{"text": "Done."}]},
        "intermediate_data": {
            "tool_uses": [{"id": "1", "name": name, "args": {"a": 1}}],
            "tool_responses": [{"id": "1", "name": name, "response": {"result": "x"}}],
            "intermediate_responses": [],
        },
    }


def test_of_a_result_of_an_eval_the_invocation_that_was_made_counts() -> None:
    result: dict[str, Any] = {
        "eval_set_result_id": "r",
        "eval_case_results": [
            {
                "eval_id": "e",
                "eval_metric_result_per_invocation": [
                    {
                        "actual_invocation": _invocation("ls"),
                        "expected_invocation": _invocation("find"),
                        "eval_metric_results": [],
                    }
                ],
                "session_details": {"events": [{"content": _calling("ls")}]},
            }
        ],
    }
    (trace,) = read(result)
    (call,) = trace.calls
    assert (trace.id, call.name, call.completed) == ("e", "ls", True)
    assert getattr(call.result, "recorded", None) == "x"
    assert not trace.gaps


def _calling(name: str) -> dict[str, Any]:
    return {"role": "model", "parts": [{"function_call": {"name": name, "args": {"a": 1}}}]}


def test_a_call_that_only_the_log_of_a_session_tells_is_never_dropped() -> None:
    event = {"invocation_id": "i", "author": "a", "content": _calling("ls")}
    log = {"model_response": {"candidates": [{"content": _calling("rm")}]}}
    (trace,) = read({"events": [event], "event_logs": []})
    assert trace.names == ["ls"]
    with pytest.raises(TraceError):
        read({"events": [event], "event_logs": [log]})


def test_the_result_of_a_run_holds_its_responses_and_what_tools_gave_back() -> None:
    call = {"type": "function_call", "call_id": "c1", "name": "ls", "arguments": '{"p": 1}'}
    answer = {"type": "function_call_output", "call_id": "c1", "output": "x"}
    message = {"type": "message", "role": "assistant", "content": "Done."}
    used = {"input_tokens": 3, "output_tokens": 4}
    result = {
        "input": "go",
        "raw_responses": [
            {"output": [call], "usage": used, "response_id": "r1"},
            {"output": [message], "usage": used, "response_id": "r2"},
        ],
        "new_items": [
            {"type": "tool_call_item", "raw_item": call},
            {"type": "tool_call_output_item", "raw_item": answer, "output": "x"},
        ],
        "final_output": "Done.",
    }
    (trace,) = read(result)
    (made,) = trace.calls
    assert told(made)[:2] == ("ls", {"p": 1})
    assert (getattr(made.result, "recorded", None), made.completed, made.step) == ("x", True, 0)
    assert (trace.steps, trace.tokens, trace.turns) == (2, 14, 1)
    (bare,) = read({key: held for key, held in result.items() if key != "new_items"})
    assert bare.calls[0].completed is None


def test_a_call_among_the_new_items_alone_is_never_dropped() -> None:
    call = {"type": "function_call", "call_id": "c1", "name": "rm", "arguments": "{}"}
    items = [{"type": "tool_call_item", "raw_item": call}]
    with pytest.raises(TraceError):
        read({"input": "go", "raw_responses": [], "new_items": items})


def test_an_object_of_traces_under_names_holds_each_of_them() -> None:
    traces = shared("strands/strands-agents__strands_agent_skills.json")
    assert [len(trace) for trace in traces] == [1, 1, 1, 2, 2, 2]
    assert traces[3].calls[0].place.pointer[0] == "retry_after_refusal"


OTHERS: list[Any] = [
    {"one": [{"role": "user", "content": "hi"}], "version": 1},
    {"one": {"a": 1}, "two": [{"role": "user", "content": "hi"}]},
    {"raw_responses": [{"outputs": []}]},
    {"eval_cases": [{"eval_id": "e", "conversation": [{"text": "hi"}]}]},
    {"eval_cases": []},
    {"type": "tool.start", "name": "drill"},
    {"kind": "scope", "category": "tool", "uuid": "u", "name": "drill"},
    {"type": "agent.tool_use", "name": "drill"},
    {"type": "message.in", "channel": "x", "content": "hi"},
    {"type": "session.updated", "id": "x", "processed_at": "2026-01-01T00:00:00Z"},
    ["client.beta.files.list", {"data": []}],
]


@pytest.mark.parametrize("document", OTHERS)
def test_other_json_is_no_trace(document: Any) -> None:
    with pytest.raises(TraceError):
        read(document)

"""What files that others recorded showed, each as a small cut of such a file."""

from __future__ import annotations

import json
from typing import Any

from toolspec.engine.reading.files import read_bytes
from toolspec.engine.trace import Trace

Record = dict[str, Any]


def read(document: Any) -> Trace:
    (trace,) = read_bytes(json.dumps(document).encode()).traces
    return trace


def honeyhive(kind: str, **more: Any) -> Record:
    """Return an event as HoneyHive's API gave it: github.com/honeyhiveai/python-sdk, MIT."""
    scope = {"name": "opentelemetry.instrumentation.openai.v1", "version": "0.30.0"}
    return {
        "event_name": "openai.chat",
        "event_type": kind,
        "event_id": "86b25f5f",
        "session_id": "100d66f0",
        "inputs": {"chat_history": [{"role": "user", "content": "Research."}]},
        "start_time": 1749067900082.0,
        "end_time": 1749067915538,
        "metadata": {"scope": scope, "completion_tokens": 410, "prompt_tokens": 2851},
        **more,
    }


def test_calls_of_a_honeyhive_response_are_read_from_flat_keys_whatever_its_type_begins_with() -> (
    None
):
    asked = {
        "finish_reason": "tool_calls",
        "role": "assistant",
        "tool_calls.0.id": "call_pS",
        "tool_calls.0.name": "search_web",
        "tool_calls.0.arguments": '{"query": "Tesla"}',
        "tool_calls.1.id": "call_pX",
        "tool_calls.1.name": "search_web",
        "tool_calls.1.arguments": '{"query": "Ford"}',
    }
    trace = read([honeyhive("EventType.model", outputs=asked)])
    calls = [(call.id, call.name, call.arguments) for call in trace.calls]
    assert calls == [
        ("call_pS", "search_web", {"query": "Tesla"}),
        ("call_pX", "search_web", {"query": "Ford"}),
    ]
    assert (trace.steps, trace.tokens) == (1, 3261)


def cline(content: Any) -> Record:
    """Return the session's file of a run of Cline's command line 3.0.65, Apache-2.0."""
    used = {"type": "tool_use", "id": "call_0", "name": "read_file", "input": {"path": "a.txt"}}
    result = {"type": "tool_result", "tool_use_id": "call_0", "name": "read_file"}
    messages = [
        {"role": "user", "content": [{"type": "text", "text": "Read it."}], "ts": 1795466806897},
        {"role": "assistant", "content": [used], "ts": 1795466807887},
        {"role": "user", "content": [{**result, "content": content}], "ts": 1795466807889},
    ]
    head = {"version": 1, "updated_at": "2026-11-23T20:46:48.592Z", "agent": "lead"}
    named = {"sessionId": "17954668", "origin": {"source": "cli", "version": "3.0.65"}}
    return {**head, **named, "messages": messages, "system_prompt": "You are Cline."}


def test_a_result_of_cline_failed_where_an_entry_of_it_failed_or_the_call_was_refused() -> None:
    good, bad = {"query": "a", "success": True}, {"query": "b", "error": "x", "success": False}
    refused = '{"error":"Tool call read_file was rejected before execution: ..."}'
    contents: tuple[Any, ...] = ([good], [good, bad], refused, "text", [])
    statuses = [read(cline(content)).calls[0].status for content in contents]
    assert statuses == ["ok", "error", "error", None, None]


def test_a_session_of_cline_without_messages_is_one_without_calls() -> None:
    trace = read({**cline("text"), "messages": []})
    assert (trace.format, trace.calls, trace.gaps) == ("cline", (), ())


def pi(kind: str, role: str, content: list[Record]) -> Record:
    """Return an event of `pi --mode json`, MIT."""
    return {"type": kind, "message": {"role": role, "content": content, "timestamp": 1795468781777}}


def test_a_message_of_pi_that_never_ends_in_the_events_leaves_the_rules_open() -> None:
    used: Record = {"type": "toolCall", "id": "1", "name": "rm", "partialArgs": "{"}
    used["arguments"] = {}
    head = {"type": "session", "version": 3, "id": "s", "timestamp": "2026-11-23T21:19:41.750Z"}
    begun = [pi("message_start", "assistant", []), pi("message_update", "assistant", [used])]
    said = pi("message_end", "assistant", [{"type": "text", "text": "Done."}])
    head |= {"cwd": "/repo"}
    for rest, gaps in (([said], 0), ([], 1), ([pi("message_start", "user", []), said], 1)):
        trace = read([head, *begun, *rest])
        assert not trace.calls
        assert len(trace.gaps) == gaps

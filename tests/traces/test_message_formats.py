"""OpenAI chat and Responses, Anthropic, Claude Code and ATIF, in the shapes their users write."""

from __future__ import annotations

import copy
import json
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolspec.engine.formats import (
    anthropic,
    atif,
    claude_code,
    openai_chat,
    openai_responses,
    vally,
)
from toolspec.engine.formats.format import Document, Format, TraceError
from toolspec.engine.trace import UNRECORDED, Place, Result, Trace

FORMATS: list[Format] = [
    vally.FORMAT,
    claude_code.FORMAT,
    atif.FORMAT,
    openai_responses.FORMAT,
    anthropic.FORMAT,
    openai_chat.FORMAT,
]


def knowing(document: Any) -> list[str]:
    """Return the formats that take the document for theirs."""
    return [known.name for known in FORMATS if known.recognise(document)]


def read(known: Format, *documents: Any) -> list[Trace]:
    """Return the traces of a file of these documents, one on each line."""
    return list(known.read([Document(d, Place(n)) for n, d in enumerate(documents, 1)], []))


def one(known: Format, *documents: Any) -> Trace:
    (trace,) = read(known, *documents)
    return trace


def shown(trace: Trace) -> list[tuple[str, int, bool]]:
    """Return what most tests look at: each call's tool, step, and whether it completed."""
    return [(call.name, call.step, call.completed) for call in trace.calls]


def asked(name: str, id: Any, arguments: Any = "{}") -> dict[str, Any]:
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


def assistant(*calls: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": None, "tool_calls": list(calls), **more}


USER = {"role": "user", "content": "Weather?"}
CHAT: list[Any] = [
    {"role": "system", "content": "Help."},
    USER,
    assistant(asked("find", "c1", '{"q": "Rome"}'), asked("clock", "c2")),
    {"role": "tool", "tool_call_id": "c2", "content": "12:00"},
    {"role": "tool", "tool_call_id": "c1", "content": [{"type": "text", "text": '{"n": 1}'}]},
    assistant(asked("send", "c3")),
    {"role": "assistant", "content": "Done."},
]


def test_chat_calls_carry_arguments_results_turns_and_places() -> None:
    assert knowing(CHAT) == ["openai-chat"]
    trace = one(openai_chat.FORMAT, CHAT)
    assert shown(trace) == [("find", 0, True), ("clock", 0, True), ("send", 1, False)]
    assert trace.steps == 3
    find = trace.calls[0]
    assert (find.arguments, find.result, find.id) == ({"q": "Rome"}, Result('{"n": 1}'), "c1")
    assert find.place == Place(1, (2, "tool_calls", 0))
    assert trace.calls[2].result is UNRECORDED


WRAPPED: list[Any] = [
    {"messages": CHAT},
    {
        "request": {"model": "m", "messages": CHAT[:2]},
        "response": {"choices": [{"message": CHAT[2]}]},
    },
    {"messages": CHAT[:2], "choices": [{"message": CHAT[2]}, {"message": CHAT[5]}]},
    {"custom_id": "r", "response": {"body": {"choices": [{"message": CHAT[2]}]}}},
    {"custom_id": "r", "params": {"model": "m", "messages": CHAT}},
    {"custom_id": "r", "result": {"type": "succeeded", "message": CHAT[2]}},
    {"object": "chat.completion", "choices": [{"index": 0, "message": CHAT[2]}]},
]


@pytest.mark.parametrize("document", WRAPPED)
def test_chat_messages_are_found_inside_requests_and_responses(document: Any) -> None:
    assert knowing(document) == ["openai-chat"]
    trace = one(openai_chat.FORMAT, document)
    assert trace.names[:2] == ["find", "clock"]
    held: Any = document
    for key in trace.calls[0].place.pointer:
        held = held[key]
    assert held == CHAT[2]["tool_calls"][0]


def test_chat_messages_may_stand_one_a_line() -> None:
    assert knowing(CHAT[0]) == ["openai-chat"]
    trace = one(openai_chat.FORMAT, *CHAT)
    assert shown(trace) == [("find", 0, True), ("clock", 0, True), ("send", 1, False)]
    assert trace.calls[2].place == Place(6, ("tool_calls", 0))


def test_a_file_may_hold_several_conversations() -> None:
    first = {"id": "one", "messages": CHAT}
    second = {"metadata": {"test.case.name": "quiet"}, "messages": [USER]}
    for documents in ([first, second], [[first, second]]):
        traces = read(openai_chat.FORMAT, *documents)
        assert [(trace.id, trace.name, len(trace)) for trace in traces] == [
            ("one", None, 3),
            (None, "quiet", 0),
        ]
    assert [len(trace) for trace in read(openai_chat.FORMAT, [CHAT, [USER]])] == [3, 0]


def test_the_function_call_of_old_pairs_by_name() -> None:
    trace = one(
        openai_chat.FORMAT,
        [
            {
                "role": "assistant",
                "content": None,
                "function_call": {"name": "f", "arguments": "{}"},
            },
            {"role": "function", "name": "f", "content": "7"},
        ],
    )
    assert trace.calls[0].result == Result("7")
    assert trace.calls[0].place == Place(1, (0, "function_call"))


ARGUMENTS: list[Any] = [
    ('{"a": 1}', {"a": 1}, 0),
    ({"a": 1}, {"a": 1}, 0),
    ("{'a': (1, None)}", {"a": [1, None]}, 0),
    ('{"a": ', UNRECORDED, 1),
    ("", UNRECORDED, 1),
    ("[1]", UNRECORDED, 1),
    ("{open(1)}", UNRECORDED, 1),
    (7, UNRECORDED, 1),
    (None, UNRECORDED, 0),
]


@pytest.mark.parametrize(("recorded", "arguments", "notes"), ARGUMENTS)
def test_unreadable_arguments_are_not_recorded_and_said(
    recorded: Any, arguments: Any, notes: int
) -> None:
    trace = one(openai_chat.FORMAT, [assistant(asked("f", "c", recorded))])
    assert trace.calls[0].arguments == arguments
    assert len(trace.notes) == notes


def test_a_call_repeated_in_a_history_counts_once() -> None:
    call = assistant(asked("f", "c", '{"a": 1}'))
    result = {"role": "tool", "tool_call_id": "c", "content": "ok"}
    trace = one(openai_chat.FORMAT, [call, result, call, result])
    assert shown(trace) == [("f", 0, True)]


def test_an_id_used_again_for_another_call_counts_again() -> None:
    def told(text: str) -> dict[str, Any]:
        return {"role": "tool", "tool_call_id": "c", "content": text}

    first, second = asked("f", "c", '{"a": 1}'), asked("f", "c", '{"a": 2}')
    trace = one(openai_chat.FORMAT, [assistant(first), told("1"), assistant(second), told("2")])
    assert [call.result for call in trace.calls] == [Result("1"), Result("2")]
    assert len(trace.notes) == 1


def test_results_without_ids_go_to_the_latest_turn_in_order() -> None:
    trace = one(
        openai_chat.FORMAT,
        [
            assistant(asked("lost", None)),
            assistant(asked("a", None), asked("b", None)),
            {"role": "tool", "content": "1"},
            {"role": "tool", "content": "2"},
        ],
    )
    assert [call.result for call in trace.calls] == [UNRECORDED, Result("1"), Result("2")]


def test_messages_of_odd_content_stay_messages() -> None:
    odd = [
        {"role": "assistant"},
        assistant(asked("f", "c")),
        {"role": "tool", "tool_call_id": "c", "content": {"a": 1}},
        {"role": "assistant", "tool_calls": {"id": "c"}},
        {"role": "user", "content": 5},
    ]
    assert knowing(odd) == ["openai-chat"]
    trace = one(openai_chat.FORMAT, odd)
    assert shown(trace) == [("f", 1, True)]
    assert trace.calls[0].result == Result({"a": 1})
    assert len(trace.notes) == 1


def test_other_spellings_of_a_chat_call_are_read() -> None:
    trace = one(
        openai_chat.FORMAT,
        [
            assistant(
                {"id": 7, "name": "flat", "arguments": {"a": 1}},
                {"id": "2", "function": "inspect", "args": {"b": 2}},
                {"id": "3", "type": "custom", "custom": {"name": "sql", "input": "select 1"}},
                {"id": "4", "function": {}},
            ),
            {"role": "tool", "tool_call_id": 7, "content": None, "status": "error"},
        ],
    )
    assert trace.names == ["flat", "inspect", "sql", ""]
    assert trace.calls[0].result == Result(None)
    assert (trace.calls[0].id, trace.calls[0].status) == ("7", "error")
    assert trace.calls[2].arguments == {"input": "select 1"}
    assert len(trace.notes) == 1


ITEMS: list[Any] = [
    {"role": "user", "content": "hi"},
    {"type": "reasoning", "id": "rs", "summary": []},
    {"type": "function_call", "call_id": "c1", "name": "a", "arguments": '{"x": 1}'},
    {"type": "custom_tool_call", "call_id": "c2", "name": "sql", "input": "select 1"},
    {
        "type": "function_call_output",
        "call_id": "c1",
        "output": [{"type": "input_text", "text": "ok"}],
    },
    {"type": "custom_tool_call_output", "call_id": "c2", "output": "1"},
    {"type": "local_shell_call", "call_id": "c3", "action": {"type": "exec", "command": ["ls"]}},
    {"type": "local_shell_call_output", "id": "c3", "output": "file"},
    {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": []},
]


def test_responses_items_between_outputs_are_one_turn() -> None:
    assert knowing(ITEMS) == ["openai-responses"]
    trace = one(openai_responses.FORMAT, ITEMS)
    assert shown(trace) == [("a", 0, True), ("sql", 0, True), ("local_shell", 1, True)]
    assert trace.steps == 3
    assert [call.arguments for call in trace.calls] == [
        {"x": 1},
        {"input": "select 1"},
        {"type": "exec", "command": ["ls"]},
    ]
    assert [call.result for call in trace.calls] == [Result("ok"), Result("1"), Result("file")]
    assert trace.calls[1].place == Place(1, (3,))


@pytest.mark.parametrize(
    "document",
    [
        {"input": ITEMS},
        {"model": "m", "input": ITEMS[:4], "output": ITEMS[4:]},
        {"object": "response", "id": "resp", "output": ITEMS[1:]},
        {"request": {"input": ITEMS, "model": "m"}, "response": {"output": []}},
    ],
)
def test_responses_items_are_found_inside_requests_and_responses(document: Any) -> None:
    assert knowing(document) == ["openai-responses"]
    assert one(openai_responses.FORMAT, document).names == ["a", "sql", "local_shell"]


def test_the_output_of_a_response_is_one_turn() -> None:
    message: Any = {"type": "message", "role": "assistant", "status": "completed", "content": []}
    call = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}
    document: Any = {"object": "response", "output": [message, message, call]}
    assert [(call.step) for call in one(openai_responses.FORMAT, document).calls] == [0]
    assert one(openai_responses.FORMAT, document).steps == 1


def test_tools_that_run_at_openai_bring_their_results_along() -> None:
    trace = one(
        openai_responses.FORMAT,
        [
            {"type": "mcp_approval_request", "id": "r", "name": "drop", "arguments": "{}"},
            {"type": "mcp_approval_response", "approval_request_id": "r", "approve": True},
            {
                "type": "mcp_call",
                "id": "m",
                "approval_request_id": "r",
                "name": "drop",
                "arguments": "{}",
                "output": "gone",
                "error": None,
            },
            {"type": "mcp_call", "id": "n", "name": "drop", "arguments": "{}", "error": "no"},
            {"type": "web_search_call", "id": "w", "status": "completed", "action": {"query": "q"}},
            {"type": "code_interpreter_call", "id": "i", "status": "in_progress", "code": "1"},
        ],
    )
    assert [(call.name, call.completed, call.status) for call in trace.calls] == [
        ("drop", True, "ok"),
        ("drop", True, "error"),
        ("web_search", True, "ok"),
        ("code_interpreter", False, None),
    ]
    assert [call.result for call in trace.calls] == [
        Result("gone"),
        Result("no"),
        UNRECORDED,
        UNRECORDED,
    ]
    assert trace.calls[3].arguments == {"code": "1"}


def test_a_kind_of_call_no_one_knew_is_a_call() -> None:
    later = {"type": "teleport_call", "call_id": "z", "arguments": "{}"}
    output = {"type": "teleport_call_output", "call_id": "z", "output": "there"}
    trace = one(openai_responses.FORMAT, [*ITEMS, later, output])
    assert trace.calls[-1].name == "teleport"
    assert trace.calls[-1].result == Result("there")


def used(name: str, id: str, **more: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": id, "name": name, "input": {}, **more}


def told(id: str, **more: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": id, **more}


ANTHROPIC: list[Any] = [
    {"role": "user", "content": "hi"},
    {
        "role": "assistant",
        "content": [
            {"type": "text", "text": "Two."},
            used("a", "t1", input={"x": 1}),
            used("b", "t2"),
        ],
    },
    {
        "role": "user",
        "content": [
            told("t1", content=[{"type": "text", "text": "one"}]),
            told("t2", content="no", is_error=True),
        ],
    },
    {"role": "assistant", "content": "Done."},
]


def test_anthropic_blocks_of_one_message_are_one_turn() -> None:
    for document in (ANTHROPIC, {"system": "s", "messages": ANTHROPIC}):
        assert knowing(document) == ["anthropic"]
        trace = one(anthropic.FORMAT, document)
        assert shown(trace) == [("a", 0, True), ("b", 0, True)]
        assert trace.steps == 2
        assert [call.result for call in trace.calls] == [Result("one"), Result("no")]
        assert [call.status for call in trace.calls] == [None, "error"]
        assert trace.calls[0].place.pointer[-3:] == (1, "content", 1)
        assert trace.calls[0].arguments == {"x": 1}


def test_anthropic_messages_one_a_line_are_read_though_the_first_tells_nothing() -> None:
    assert knowing(ANTHROPIC[0]) == ["openai-chat"]
    assert shown(one(openai_chat.FORMAT, *ANTHROPIC)) == [("a", 0, True), ("b", 0, True)]


def test_a_single_anthropic_response_is_read_with_its_own_tools() -> None:
    response: dict[str, Any] = {
        "type": "message",
        "role": "assistant",
        "stop_reason": "end_turn",
        "content": [
            used("web_search", "s1", type="server_tool_use"),
            {"type": "web_search_tool_result", "tool_use_id": "s1", "content": []},
            used("web_search", "s2", type="server_tool_use"),
            {
                "type": "web_search_tool_result",
                "tool_use_id": "s2",
                "content": {
                    "type": "web_search_tool_result_error",
                    "error_code": "max_uses_exceeded",
                },
            },
            used("ask", "m1", type="mcp_tool_use", server_name="x"),
            {"type": "mcp_tool_result", "tool_use_id": "m1", "is_error": False},
        ],
    }
    assert knowing(response) == ["anthropic"]
    trace = one(anthropic.FORMAT, response)
    assert [(call.name, call.step, call.status) for call in trace.calls] == [
        ("web_search", 0, None),
        ("web_search", 0, "error"),
        ("ask", 0, "ok"),
    ]
    assert trace.calls[0].result == Result([])
    assert trace.calls[2].completed
    assert trace.calls[2].result is UNRECORDED


def line(kind: str, content: Any, message_id: str | None = None, **more: Any) -> dict[str, Any]:
    message: dict[str, Any] = {"role": kind, "content": content}
    if message_id:
        message["id"] = message_id
    return {
        "type": kind,
        "sessionId": "s1",
        "timestamp": "2025-06-14T11:00:00Z",
        "message": message,
        **more,
    }


SESSION: list[Any] = [
    {"type": "summary", "summary": "x", "leafUuid": "u"},
    line("user", "hi", uuid="1"),
    line("assistant", [{"type": "text", "text": "ok"}], "m1", uuid="2"),
    line("assistant", [used("a", "t1")], "m1", uuid="3"),
    line("assistant", [used("b", "t2")], "m1", uuid="4"),
    line("user", [told("t1", content="1")], uuid="5", timestamp="2025-06-14T11:00:02Z"),
    line("assistant", [used("c", "t3")], "m2", uuid="6", timestamp="2025-06-14T11:00:03Z"),
]


def test_a_message_split_over_lines_is_one_turn() -> None:
    assert knowing(SESSION[0]) == knowing(SESSION[1]) == knowing(SESSION) == ["claude-code"]
    trace = one(claude_code.FORMAT, *SESSION)
    assert shown(trace) == [("a", 0, True), ("b", 0, False), ("c", 1, False)]
    assert (trace.id, trace.name, trace.steps) == ("s1", None, 2)
    call = trace.calls[0]
    assert call.place == Place(4, ("message", "content", 0))
    assert call.end_ns is not None
    assert call.start_ns is not None
    assert call.end_ns - call.start_ns == 2_000_000_000


def test_lines_a_resumed_session_repeats_count_once() -> None:
    trace = one(claude_code.FORMAT, *SESSION, *SESSION)
    assert trace.names == ["a", "b", "c"]
    assert trace.steps == 2


def test_sessions_of_one_file_are_traces_of_their_own() -> None:
    other = line("assistant", [used("z", "t9")], "m9", sessionId="s2", uuid="9")
    traces = read(claude_code.FORMAT, *SESSION[:5], other, *SESSION[5:])
    assert [(trace.id, trace.names) for trace in traces] == [("s1", ["a", "b", "c"]), ("s2", ["z"])]


def test_sub_agents_calls_name_their_agent() -> None:
    inner = line("assistant", [used("read", "t5")], "m5", uuid="i")
    trace = one(
        claude_code.FORMAT,
        line("assistant", [used("Task", "t4")], "m4"),
        line("assistant", [used("ls", "t6")], "m6", isSidechain=True),
        line("assistant", [used("cat", "t7")], "m7", isSidechain=True, agentId="a1"),
        {
            "type": "progress",
            "sessionId": "s1",
            "data": {"type": "agent_progress", "agentId": "a2", "message": inner},
        },
    )
    assert [(call.name, call.agent) for call in trace.calls] == [
        ("Task", None),
        ("ls", "sub-agent"),
        ("cat", "a1"),
        ("read", "a2"),
    ]
    assert trace.calls[3].place == Place(4, ("data", "message", "message", "content", 0))


def trajectory(*steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"schema_version": "ATIF-v1.7", "agent": {"name": "x"}, "steps": list(steps), **more}


def step(
    *calls: tuple[str, str | None], results: list[Any] | None = None, **more: Any
) -> dict[str, Any]:
    entries: list[Any] = [
        {"tool_call_id": id, "function_name": name, "arguments": {}} for name, id in calls
    ]
    observed = {} if results is None else {"observation": {"results": results}}
    return {"source": "agent", "message": "", "tool_calls": entries, **observed, **more}


def test_atif_results_are_paired_step_by_step() -> None:
    first = step(("a", "1"), ("b", "2"), results=[{"source_call_id": "2", "content": "two"}])
    second = step(
        ("a", "1"),
        results=[{"source_call_id": "1", "content": [{"type": "text", "text": "one"}]}],
        timestamp="2026-01-05T00:00:02Z",
    )
    document = trajectory({"source": "user", "message": "hi"}, first, second, session_id="s")
    assert knowing(document) == ["atif"]
    trace = one(atif.FORMAT, document)
    assert shown(trace) == [("a", 0, False), ("b", 0, True), ("a", 1, True)]
    assert (trace.id, trace.name, trace.steps) == ("s", None, 2)
    assert [call.result for call in trace.calls] == [UNRECORDED, Result("two"), Result("one")]
    assert trace.calls[1].place == Place(1, ("steps", 1, "tool_calls", 1))


def test_atif_results_without_ids_are_paired_by_position_where_the_counts_agree() -> None:
    named = [{"source_call_id": None, "content": "1"}, {"content": "2"}]
    agree = one(atif.FORMAT, trajectory(step(("a", "1"), ("b", "2"), results=named)))
    assert [call.result for call in agree.calls] == [Result("1"), Result("2")]
    differ = one(atif.FORMAT, trajectory(step(("a", "1"), ("b", "2"), results=named[:1])))
    assert [call.completed for call in differ.calls] == [False, False]
    assert len(differ.notes) == 1


def test_atif_observations_without_content_complete_their_call_unrecorded() -> None:
    result = {
        "source_call_id": "1",
        "content": None,
        "subagent_trajectory_ref": [{"trajectory_id": "t"}],
    }
    inner = trajectory(step(("deep", "1")), agent={"name": "helper"}, trajectory_id="t")
    document = trajectory(step(("delegate", "1"), results=[result]), subagent_trajectories=[inner])
    trace = one(atif.FORMAT, document)
    assert [(call.name, call.agent, call.completed) for call in trace.calls] == [
        ("delegate", None, True),
        ("deep", "helper", False),
    ]
    assert trace.calls[0].result is UNRECORDED
    assert trace.calls[1].place.pointer[:2] == ("subagent_trajectories", 0)


def test_atif_steps_copied_from_another_trajectory_are_left_out() -> None:
    trace = one(
        atif.FORMAT, trajectory(step(("old", "1"), is_copied_context=True), step(("new", "1")))
    )
    assert trace.names == ["new"]
    assert len(trace.notes) == 1


OTHERS: list[Any] = [
    [],
    {},
    None,
    7,
    "messages",
    {"role": "user", "message": {"content": []}},
    [{"role": "user", "content": [{"text": "Bedrock names no type"}]}],
    [{"role": "user", "content": [{"type": "tool-result"}]}],
    {"role": "model", "parts": [{"text": "Gemini"}]},
    {"type": "human", "data": {"content": "LangChain"}},
    {"type": "response_item", "payload": ITEMS[2]},
    [{"task_id": 1, "traj": CHAT}],
    {"messages": [{"direction": "recv", "message": {"type": "assistant"}}]},
    {"input": CHAT, "baseSpans": []},
    {"history": CHAT},
    [{"role": "session_meta"}],
    {"schema_version": "1.0", "steps": []},
    {"type": "user", "content": "no session"},
]


@pytest.mark.parametrize("document", OTHERS)
def test_documents_of_other_formats_are_left_alone(document: Any) -> None:
    assert knowing(document) == []


def test_a_conversation_without_calls_is_an_agent_that_called_nothing() -> None:
    documents: list[Any] = [[USER], {"messages": []}, {"messages": [USER, CHAT[-1]]}]
    for document in documents:
        assert knowing(document) == ["openai-chat"]
        assert len(one(openai_chat.FORMAT, document)) == 0


VALLY = """{"stimulus": {"name": "s"}, "events": [
    {"type": "turn_start", "timestamp": "2025-01-15T10:30:00Z", "data": {"turnId": "t"}},
    {"type": "tool_call", "data": {"toolName": "a", "toolCallId": "c", "arguments": {}}},
    {"type": "tool_result", "data": {"toolCallId": "c", "success": true, "result": {"content": 1}}}
]}"""
SEEDS: list[tuple[Format, Any]] = [
    (vally.FORMAT, json.loads(VALLY)),
    (claude_code.FORMAT, SESSION),
    (atif.FORMAT, trajectory(step(("a", "1"), results=[{"source_call_id": "1", "content": "x"}]))),
    (openai_responses.FORMAT, {"model": "m", "input": ITEMS, "output": ITEMS[2:]}),
    (anthropic.FORMAT, {"messages": ANTHROPIC}),
    (
        openai_chat.FORMAT,
        {"request": {"messages": CHAT}, "response": {"choices": [{"message": CHAT[2]}]}},
    ),
]
SCRAP = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)


def test_a_log_with_a_line_like_a_message_is_refused_not_read_as_no_calls() -> None:
    lines = [{"role": "user", "message": "x"}, {"type": "call"}, {"type": "end"}, USER]
    with pytest.raises(TraceError, match="most lines are no messages"):
        read(openai_chat.FORMAT, *lines)
    assert len(one(openai_chat.FORMAT, {"version": 1}, *CHAT)) == 3


def inside(value: Any) -> list[tuple[Any, Any]]:
    """Return the keys and values of an object or a list."""
    if isinstance(value, dict):
        return list(cast("dict[Any, Any]", value).items())
    return list(enumerate(cast("list[Any]", value))) if isinstance(value, list) else []


def paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the way to every value inside a document."""
    return [at, *(path for key, item in inside(value) for path in paths(item, (*at, key)))]


def changed(document: Any, data: st.DataObject) -> Any:
    """Return the document with one value replaced, left out or written twice."""
    way = data.draw(st.sampled_from(paths(document)))
    if not way:
        return data.draw(SCRAP)
    held: Any = document
    for key in way[:-1]:
        held = held[key]
    change = data.draw(st.sampled_from(["replace", "drop", "double"]))
    if change == "drop":
        del held[way[-1]]
    elif change == "double" and isinstance(held, list):
        listed = cast("list[Any]", held)
        listed.append(copy.deepcopy(listed[way[-1]]))
    else:
        held[way[-1]] = data.draw(SCRAP)
    return document


@settings(max_examples=600, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_no_document_raises_anything_but_a_trace_error(data: st.DataObject) -> None:
    document = copy.deepcopy(data.draw(st.sampled_from([seed for _, seed in SEEDS])))
    for _ in range(data.draw(st.integers(1, 4))):
        document = changed(document, data)
    one_a_line = data.draw(st.booleans())
    lines: list[Any] = [item for _, item in inside(document)] if one_a_line else [document]
    for known in FORMATS:
        known.recognise(document)
        try:
            traces = read(known, *lines)
        except TraceError:
            continue
        for trace in traces:
            assert all(call.name in trace.by_name for call in trace.calls)


@pytest.mark.parametrize(("known", "seed"), SEEDS)
def test_each_mutated_document_was_of_its_format(known: Format, seed: Any) -> None:
    assert known.recognise(seed)
    assert read(known, seed)[0].calls


def test_values_no_text_can_hold_are_read_all_the_same() -> None:
    huge, deep = 10**5000, json.loads("[" * 500 + "]" * 500)
    calls = [
        asked("f", huge, {"n": huge}),
        asked("f", huge, {"n": huge}),
        asked("g", "d", {"n": deep}),
    ]
    results = [{"role": "tool", "tool_call_id": huge, "content": deep}]
    trace = one(openai_chat.FORMAT, [assistant(*calls), *results])
    assert trace.names[0] == "f"
    assert trace.calls[0].completed
    assert trace.calls[0].result is UNRECORDED
    assert trace.calls[-1].arguments is UNRECORDED


def test_a_document_with_one_id_for_thousands_of_calls_is_read_in_linear_time() -> None:
    calls = [asked(f"f{n % 7}", "c", json.dumps({"n": n})) for n in range(20_000)]
    assert len(one(openai_chat.FORMAT, [assistant(*calls)])) == 20_000

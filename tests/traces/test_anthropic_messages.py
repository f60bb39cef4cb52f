"""Anthropic messages, and the sessions of Claude Code made of them."""

from __future__ import annotations

from typing import Any

from messages import (
    ANTHROPIC,
    SESSION,
    knowing,
    line,
    one,
    read,
    shown,
    used,
)

from toolspec.engine.reading.formats import claude_code, conversation
from toolspec.engine.trace import UNRECORDED, Place, Result


def test_anthropic_blocks_of_one_message_are_one_turn() -> None:
    for document in (ANTHROPIC, {"system": "s", "messages": ANTHROPIC}):
        assert knowing(document) == ["anthropic"]
        trace = one(conversation.FORMAT, document)
        assert shown(trace) == [("a", 0, True), ("b", 0, True)]
        assert trace.steps == 2
        assert [call.result for call in trace.calls] == [Result("one"), Result("no")]
        assert [call.status for call in trace.calls] == ["ok", "error"]
        assert trace.calls[0].place.pointer[-3:] == (1, "content", 1)
        assert trace.calls[0].arguments == {"x": 1}


def test_anthropic_messages_one_a_line_are_read_though_the_first_tells_nothing() -> None:
    assert knowing(ANTHROPIC[0]) == ["openai-chat"]
    assert shown(one(conversation.FORMAT, *ANTHROPIC)) == [("a", 0, True), ("b", 0, True)]


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
    trace = one(conversation.FORMAT, response)
    assert [(call.name, call.step, call.status) for call in trace.calls] == [
        ("web_search", 0, "ok"),
        ("web_search", 0, "error"),
        ("ask", 0, "ok"),
    ]
    assert trace.calls[0].result == Result([])
    assert trace.calls[2].completed
    assert trace.calls[2].result is UNRECORDED


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

"""What was said in conversations: messages, turns, tokens, tool lists, and how calls ended."""

from __future__ import annotations

from typing import Any

import pytest
from messages import ANTHROPIC, CHAT, SESSION, asked, assistant, one, used

from toolspec.engine.dialogue import BEFORE_TURNS, ToolDefinition
from toolspec.engine.reading.formats import atif, claude_code, conversation, vally
from toolspec.engine.trace import Trace


def told(trace: Trace) -> list[tuple[str, Any, int, int | None, int | None]]:
    """Return each message: who says what, before which call, in which step and turn."""
    return [(one.role, one.text, one.before, one.step, one.turn) for one in trace.messages]


def says(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def answers(text: str, **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": text, **more}


def gives(id: str, content: Any = "ok", **more: Any) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id, "content": content, **more}


def test_messages_stand_between_the_calls_with_their_steps_and_turns() -> None:
    trace = one(
        conversation.FORMAT,
        [
            {"role": "system", "content": "Never refund."},
            says("refund A-1"),
            answers("I look.", tool_calls=[asked("get", "1")]),
            gives("1"),
            assistant(asked("ask", "2")),
            gives("2"),
            answers("Shall I?"),
            says("yes"),
            answers("", tool_calls=[asked("refund", "3")]),
            gives("3"),
            answers("Done."),
        ],
    )
    assert told(trace) == [
        ("user", "refund A-1", 0, None, 0),
        ("agent", "I look.", 0, 0, 0),
        ("agent", None, 1, 1, 0),
        ("agent", "Shall I?", 2, 2, 0),
        ("user", "yes", 2, None, 1),
        ("agent", None, 2, 3, 1),
        ("agent", "Done.", 3, 4, 1),
    ]
    assert (trace.call_turns, trace.turns, trace.steps) == ((0, 0, 1), 2, 5)
    assert trace.last_response is not None
    assert trace.last_response.text == "Done."
    assert trace.records == {"responses", "steps", "user_messages"}


def test_calls_before_the_first_message_of_the_user_are_in_no_turn() -> None:
    trace = one(
        conversation.FORMAT, [assistant(asked("a", "1")), says("go"), assistant(asked("b", "2"))]
    )
    assert trace.call_turns == (BEFORE_TURNS, 0)


def test_without_a_message_of_the_user_no_turn_is_known() -> None:
    trace = one(conversation.FORMAT, [assistant(asked("a", "1")), gives("1")])
    assert (trace.call_turns, trace.turns) == ((None,), None)
    assert trace.records == {"responses", "steps"}


def test_a_users_message_of_results_only_begins_no_turn() -> None:
    trace = one(conversation.FORMAT, ANTHROPIC)
    assert [message.role for message in trace.messages].count("user") == 1
    assert set(trace.call_turns) == {0}


def test_text_beside_results_is_said_by_the_user() -> None:
    document = [
        says("go"),
        {"role": "assistant", "content": [used("a", "1")]},
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "1", "content": "x"},
                {"type": "text", "text": "stop"},
            ],
        },
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm."}]},
    ]
    trace = one(conversation.FORMAT, document)
    assert told(trace)[2:] == [("user", "stop", 1, None, 1), ("agent", None, 1, 1, 1)]


def test_an_image_alone_is_a_message_of_the_user() -> None:
    picture = {"type": "image_url", "image_url": {"url": "data:"}}
    trace = one(conversation.FORMAT, [{"role": "user", "content": [picture]}, answers("A cat.")])
    assert told(trace) == [("user", "", 0, None, 0), ("agent", "A cat.", 0, 0, 0)]


def test_a_refusal_is_what_the_agent_says() -> None:
    refused = {"role": "assistant", "content": None, "refusal": "I cannot."}
    trace = one(conversation.FORMAT, [says("hack"), refused])
    assert trace.last_response is not None
    assert trace.last_response.text == "I cannot."


def test_the_items_of_one_response_are_one_message_before_its_calls() -> None:
    text = {"type": "output_text", "text": "I look."}
    items: list[Any] = [
        {"role": "user", "content": "go"},
        {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "Hm."}]},
        {"type": "message", "status": "completed", "role": "assistant", "content": [text]},
        {"type": "function_call", "call_id": "1", "name": "a", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "1", "output": "x"},
        {"type": "reasoning", "id": "rs_2", "summary": []},
    ]
    trace = one(conversation.FORMAT, items)
    assert told(trace) == [
        ("user", "go", 0, None, 0),
        ("agent", "I look.", 0, 0, 0),
        ("agent", None, 1, 1, 0),
    ]
    assert [call.status for call in trace.calls] == [None]


@pytest.mark.parametrize(
    ("content", "more", "status"),
    [
        ("Error: no such file", {}, None),
        ('{"isError": true, "content": []}', {}, "error"),
        ({"isError": False, "content": []}, {}, "ok"),
        ('{"data": {"isError": true}}', {}, None),
        ('{"isError": "yes"}', {}, None),
        ("boom", {"is_error": True}, "error"),
        ("fine", {"error": None}, "ok"),
    ],
)
def test_chat_marks_no_failure_but_what_results_and_clients_add(
    content: Any, more: Any, status: Any
) -> None:
    trace = one(conversation.FORMAT, [assistant(asked("a", "1")), gives("1", content, **more)])
    assert trace.calls[0].status == status


def test_a_call_that_never_completed_has_no_status() -> None:
    trace = one(conversation.FORMAT, [{"role": "assistant", "content": [used("a", "1")]}])
    assert (trace.calls[0].completed, trace.calls[0].status) == (False, None)


def test_the_tokens_and_tools_of_a_recorded_request_are_read() -> None:
    schema = {"type": "object", "properties": {"city": {"type": "string"}}}
    tool = {"name": "weather", "description": "Look.", "parameters": schema}
    record = {
        "request": {"messages": [says("go")], "tools": [{"type": "function", "function": tool}]},
        "response": {
            "choices": [{"message": answers("Sunny.")}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105},
        },
    }
    trace = one(conversation.FORMAT, record)
    assert trace.tokens == 105
    assert trace.tools == (ToolDefinition("weather", "Look.", schema),)
    assert {"tokens", "tools"} <= trace.records


def test_tokens_that_one_response_does_not_record_are_not_known_of_the_run() -> None:
    usage = {"input_tokens": 10, "output_tokens": 2}
    whole = [says("a"), answers("b", usage=usage), answers("c", usage=usage)]
    assert one(conversation.FORMAT, whole).tokens == 24
    assert one(conversation.FORMAT, [*whole, answers("d")]).tokens is None


def wrote(role: str, message: dict[str, Any], **more: Any) -> dict[str, Any]:
    at = {"sessionId": "s1", "timestamp": "2026-01-01T00:00:00Z"}
    return {"type": role, **at, "message": {"role": role, **message}, **more}


def test_each_response_of_a_session_counts_its_tokens_once() -> None:
    usage = {"input_tokens": 3, "cache_read_input_tokens": 90, "output_tokens": 1}
    final = {**usage, "output_tokens": 7}
    blocks = [{"type": "text", "text": "I look."}, used("a", "1")]
    lines = [
        wrote("assistant", {"id": "m1", "content": [block], "usage": count})
        for block, count in zip(blocks, (usage, final), strict=True)
    ]
    trace = one(claude_code.FORMAT, *lines)
    assert (trace.tokens, told(trace)) == (100, [("agent", "I look.", 0, 0, None)])


def test_what_claude_code_writes_itself_is_said_by_nobody() -> None:
    trace = one(
        claude_code.FORMAT,
        wrote("user", {"content": "Caveat: ..."}, isMeta=True),
        wrote("user", {"content": "This session is continued."}, isCompactSummary=True),
        wrote("user", {"content": "go"}),
        wrote("assistant", {"model": "<synthetic>", "content": [{"type": "text", "text": "No."}]}),
        wrote("assistant", {"id": "m", "content": [{"type": "text", "text": "Hi."}]}),
    )
    assert told(trace) == [("user", "go", 0, None, 0), ("agent", "Hi.", 0, 0, 0)]


@pytest.mark.parametrize("as_list", [False, True])
def test_what_earlier_versions_wrote_in_the_users_name_is_said_by_nobody(as_list: bool) -> None:
    own = "<local-command-stdout>Bye!</local-command-stdout>"
    texts = [{"type": "text", "text": own}]
    trace = one(
        claude_code.FORMAT,
        wrote("user", {"content": texts if as_list else own}),
        wrote("user", {"content": [*texts, {"type": "text", "text": "go"}]}),
        wrote("assistant", {"id": "m", "content": [{"type": "text", "text": "Hi."}]}),
    )
    assert [(role, text) for role, text, *_ in told(trace)] == [
        ("user", f"{own}go"),
        ("agent", "Hi."),
    ]


def test_a_prompt_of_a_sub_agent_is_no_turn_of_the_top_agent() -> None:
    side = {"isSidechain": True, "agentId": "x"}
    trace = one(
        claude_code.FORMAT,
        wrote("user", {"content": "go"}),
        wrote("assistant", {"id": "m1", "content": [used("Task", "1")]}),
        wrote("user", {"content": "You must say yes."}, **side),
        wrote("assistant", {"id": "m2", "content": [used("a", "2")]}, **side),
    )
    assert [message.text for message in trace.messages if message.role == "user"] == ["go"]
    assert [
        (call.name, turn) for call, turn in zip(trace.calls, trace.call_turns, strict=True)
    ] == [
        ("Task", 0),
        ("a", 0),
    ]
    assert trace.turns == 1
    assert trace.last_response is not None
    assert trace.last_response.agent is None


def test_a_session_lasts_from_its_first_line_to_its_last() -> None:
    trace = one(claude_code.FORMAT, *SESSION)
    assert trace.start_ns is not None
    assert trace.end_ns is not None
    assert trace.end_ns > trace.start_ns


def test_atif_records_agents_tokens_tools_and_both_sides_of_the_dialogue() -> None:
    document: dict[str, Any] = {
        "schema_version": "ATIF-v1.7",
        "agent": {"name": "x", "tool_definitions": [{"function": {"name": "ls"}}]},
        "steps": [
            {"source": "system", "message": "Help."},
            {"source": "user", "message": "go", "timestamp": "2026-01-01T00:00:00Z"},
            {
                "source": "agent",
                "message": [{"type": "text", "text": "I look."}],
                "timestamp": "2026-01-01T00:00:02Z",
                "metrics": {"prompt_tokens": 10, "completion_tokens": 5, "cached_tokens": 8},
                "tool_calls": [{"tool_call_id": "1", "function_name": "ls", "arguments": {}}],
            },
            {"source": "agent", "message": "Done.", "metrics": {"prompt_tokens": 20}},
        ],
    }
    trace = one(atif.FORMAT, document)
    assert told(trace) == [
        ("user", "go", 0, None, 0),
        ("agent", "I look.", 0, 0, 0),
        ("agent", "Done.", 1, 1, 0),
    ]
    assert (trace.calls[0].agent, trace.tools, trace.tokens) == ("x", (ToolDefinition("ls"),), None)
    assert trace.end_ns is not None
    assert trace.start_ns is not None
    assert trace.end_ns - trace.start_ns == 2_000_000_000
    document["final_metrics"] = {"total_prompt_tokens": 30, "total_completion_tokens": 9}
    assert one(atif.FORMAT, document).tokens == 39


def event(kind: str, **data: Any) -> dict[str, Any]:
    return {"type": kind, "data": data}


def test_vally_messages_are_events_and_turn_starts_are_steps() -> None:
    trace = one(
        vally.FORMAT,
        event("user_message", content="go"),
        event("turn_start", turnId="0"),
        event("assistant_message", content="I look."),
        event("tool_call", toolName="a", toolCallId="1", arguments={}),
        event("tool_result", toolName="a", toolCallId="1", success=True, result="x"),
        event("token_usage", inputTokens=10, outputTokens=2),
        event("turn_start", turnId="1"),
        event("assistant_message", content="Done."),
    )
    assert told(trace) == [
        ("user", "go", 0, None, 0),
        ("agent", "I look.", 0, 0, 0),
        ("agent", "Done.", 1, 1, 0),
    ]
    assert trace.tokens == 12


def test_a_vally_run_without_messages_has_its_prompt_and_its_output() -> None:
    call = event("tool_call", toolName="a", toolCallId="1", arguments={})
    document = {"stimulus": {"prompt": "go"}, "events": [call], "output": "Done.", "metrics": {}}
    trace = one(vally.FORMAT, document)
    assert told(trace) == [("user", "go", 0, None, 0), ("agent", "Done.", 1, None, 0)]
    assert trace.last_response is not None
    assert trace.last_response.text == "Done."


def test_what_a_vally_run_said_on_the_way_is_not_known_from_its_output() -> None:
    start = event("turn_start", turnId="0")
    call = event("tool_call", toolName="a", toolCallId="1", arguments={})
    trace = one(vally.FORMAT, {"events": [start, call], "output": "Done.", "stimulus": {}})
    assert [message.text for message in trace.messages if not message.text] != [None]
    silent = one(vally.FORMAT, {"events": [start, call]})
    assert "responses" not in silent.records
    assert "steps" in silent.records


def test_a_trace_made_in_memory_records_nothing_beside_its_calls() -> None:
    assert Trace().records == frozenset()
    assert (Trace().messages, Trace().turns, Trace().tools) == ((), None, None)


def test_chat_in_lines_says_the_same_as_in_a_list() -> None:
    assert told(one(conversation.FORMAT, *CHAT)) == told(one(conversation.FORMAT, CHAT))
    assert told(one(conversation.FORMAT, CHAT))

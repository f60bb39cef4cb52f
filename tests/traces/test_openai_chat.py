"""OpenAI chat messages, in the shapes their users write."""

from __future__ import annotations

import json
from typing import Any

import pytest
from messages import (
    CHAT,
    USER,
    asked,
    assistant,
    knowing,
    made_of,
    one,
    read,
    shown,
)

from toolspec.engine.reading.files import read_bytes
from toolspec.engine.reading.format import TraceError
from toolspec.engine.reading.formats import conversation
from toolspec.engine.trace import UNRECORDED, Place, Result


def test_chat_calls_carry_arguments_results_turns_and_places() -> None:
    assert knowing(CHAT) == ["openai-chat"]
    trace = one(conversation.FORMAT, CHAT)
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
    trace = one(conversation.FORMAT, document)
    assert trace.names[:2] == ["find", "clock"]
    held: Any = document
    for key in trace.calls[0].place.pointer:
        held = held[key]
    assert held == CHAT[2]["tool_calls"][0]


def test_chat_messages_may_stand_one_a_line() -> None:
    assert knowing(CHAT[0]) == ["openai-chat"]
    trace = one(conversation.FORMAT, *CHAT)
    assert shown(trace) == [("find", 0, True), ("clock", 0, True), ("send", 1, False)]
    assert trace.calls[2].place == Place(6, ("tool_calls", 0))


def test_a_file_may_hold_several_conversations() -> None:
    first = {"id": "one", "messages": CHAT}
    second = {"metadata": {"test.case.name": "quiet"}, "messages": [USER]}
    for documents in ([first, second], [[first, second]]):
        traces = read(conversation.FORMAT, *documents)
        assert [(trace.id, trace.name, len(trace)) for trace in traces] == [
            ("one", None, 3),
            (None, "quiet", 0),
        ]
    assert [len(trace) for trace in read(conversation.FORMAT, [CHAT, [USER]])] == [3, 0]


def test_the_function_call_of_old_pairs_by_name() -> None:
    trace = one(
        conversation.FORMAT,
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
    trace = one(conversation.FORMAT, [assistant(asked("f", "c", recorded))])
    assert trace.calls[0].arguments == arguments
    assert len(trace.notes) == notes


def test_a_call_repeated_in_a_history_counts_once() -> None:
    call = assistant(asked("f", "c", '{"a": 1}'))
    result = {"role": "tool", "tool_call_id": "c", "content": "ok"}
    trace = one(conversation.FORMAT, [call, result, call, result])
    assert shown(trace) == [("f", 0, True)]


def test_a_call_written_again_with_another_result_counts_again() -> None:
    call = assistant(asked("poll", "call_0"))
    told = [{"role": "tool", "tool_call_id": "call_0", "content": text} for text in ("no", "yes")]
    trace = one(conversation.FORMAT, [call, told[0], call, told[1]])
    assert shown(trace) == [("poll", 0, True), ("poll", 1, True)]
    assert [call.result for call in trace.calls] == [Result("no"), Result("yes")]


def test_an_id_used_again_for_another_call_counts_again() -> None:
    def told(text: str) -> dict[str, Any]:
        return {"role": "tool", "tool_call_id": "c", "content": text}

    first, second = asked("f", "c", '{"a": 1}'), asked("f", "c", '{"a": 2}')
    trace = one(conversation.FORMAT, [assistant(first), told("1"), assistant(second), told("2")])
    assert [call.result for call in trace.calls] == [Result("1"), Result("2")]
    assert len(trace.notes) == 1


def test_results_without_ids_go_to_the_latest_turn_in_order() -> None:
    trace = one(
        conversation.FORMAT,
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
        {"role": "user", "content": 5},
    ]
    assert knowing(odd) == ["openai-chat"]
    trace = one(conversation.FORMAT, odd)
    assert shown(trace) == [("f", 1, True)]
    assert trace.calls[0].result == Result({"a": 1})


@pytest.mark.parametrize("calls", [{"id": "c"}, "[{", "call f", [7], [{"id": "4", "function": {}}]])
def test_calls_that_cannot_be_read_leave_the_conversation_unjudged(calls: Any) -> None:
    (error,) = made_of(conversation.FORMAT, [USER, {"role": "assistant", "tool_calls": calls}])
    assert isinstance(error, TraceError) and "looks like a tool call" in error.message


def test_other_spellings_of_a_chat_call_are_read() -> None:
    trace = one(
        conversation.FORMAT,
        [
            assistant(
                {"id": 7, "name": "flat", "arguments": {"a": 1}},
                {"id": "2", "function": "inspect", "args": {"b": 2}},
                {"id": "3", "type": "custom", "custom": {"name": "sql", "input": "select 1"}},
            ),
            {"role": "tool", "tool_call_id": 7, "content": None, "status": "error"},
        ],
    )
    assert trace.names == ["flat", "inspect", "sql"]
    assert trace.calls[0].result == Result(None)
    assert (trace.calls[0].id, trace.calls[0].status) == ("7", "error")
    assert trace.calls[2].arguments == {"input": "select 1"}


def test_a_log_with_a_line_like_a_message_is_refused_not_read_as_no_calls() -> None:
    lines = [{"role": "user", "message": "x"}, {"type": "call"}, {"type": "end"}, USER]
    with pytest.raises(TraceError, match="most lines are no OpenAI chat messages"):
        read_bytes("\n".join(map(json.dumps, lines)).encode())
    assert len(one(conversation.FORMAT, {"version": 1}, *CHAT)) == 3


def test_a_conversation_without_calls_is_an_agent_that_called_nothing() -> None:
    documents: list[Any] = [[USER], {"messages": []}, {"messages": [USER, CHAT[-1]]}]
    for document in documents:
        assert knowing(document) == ["openai-chat"]
        assert len(one(conversation.FORMAT, document)) == 0


def test_values_no_text_can_hold_are_read_all_the_same() -> None:
    huge, deep = 10**5000, json.loads("[" * 500 + "]" * 500)
    calls = [
        asked("f", huge, {"n": huge}),
        asked("f", huge, {"n": huge}),
        asked("g", "d", {"n": deep}),
    ]
    results = [{"role": "tool", "tool_call_id": huge, "content": deep}]
    trace = one(conversation.FORMAT, [assistant(*calls), *results])
    assert trace.names[0] == "f"
    assert trace.calls[0].completed
    assert trace.calls[0].result is UNRECORDED
    assert trace.calls[-1].arguments is UNRECORDED


def test_a_document_with_one_id_for_thousands_of_calls_is_read_in_linear_time() -> None:
    calls = [asked(f"f{n % 7}", "c", json.dumps({"n": n})) for n in range(20_000)]
    assert len(one(conversation.FORMAT, [assistant(*calls)])) == 20_000

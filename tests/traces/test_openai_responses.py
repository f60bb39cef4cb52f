"""Items of OpenAI's Responses, in the shapes their users write."""

from __future__ import annotations

from typing import Any

import pytest
from messages import (
    ITEMS,
    knowing,
    one,
    shown,
)

from toolspec.engine.reading.formats import conversation
from toolspec.engine.trace import UNRECORDED, Place, Result


def test_responses_items_between_outputs_are_one_turn() -> None:
    assert knowing(ITEMS) == ["openai-responses"]
    trace = one(conversation.FORMAT, ITEMS)
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
    assert one(conversation.FORMAT, document).names == ["a", "sql", "local_shell"]


def test_the_output_of_a_response_is_one_turn() -> None:
    message: Any = {"type": "message", "role": "assistant", "status": "completed", "content": []}
    call = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}
    document: Any = {"object": "response", "output": [message, message, call]}
    assert [(call.step) for call in one(conversation.FORMAT, document).calls] == [0]
    assert one(conversation.FORMAT, document).steps == 1


def test_tools_that_run_at_openai_bring_their_results_along() -> None:
    trace = one(
        conversation.FORMAT,
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
    trace = one(conversation.FORMAT, [*ITEMS, later, output])
    assert trace.calls[-1].name == "teleport"
    assert trace.calls[-1].result == Result("there")

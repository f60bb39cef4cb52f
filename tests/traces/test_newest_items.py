"""Items, blocks and parts as of openai 3.54, anthropic 2.12 and google-genai 3.4."""

from __future__ import annotations

from typing import Any

import pytest

from tests.traces.exported import made
from toolspec.engine.trace import UNRECORDED, Call, Result, Trace

Record = dict[str, Any]
USER: Record = {"role": "user", "content": "Hi"}
NOTHING: Record = {}
KNOWN: list[Record] = [
    {"type": "function_call", "call_id": "k", "name": "known", "arguments": "{}"},
    {"type": "function_call_output", "call_id": "k", "output": "fine"},
]
SAID: Record = {
    "type": "message",
    "role": "assistant",
    "status": "completed",
    "content": [{"type": "output_text", "text": "Done."}],
}


def _trace(document: Any) -> Trace:
    (trace,) = made(document).traces
    assert trace.gaps == ()
    assert not trace.passed_over
    return trace


def _items(*items: Record) -> Trace:
    trace = _trace([USER, *KNOWN, *items, SAID])
    assert trace.calls[0].name == "known"
    return trace


def _parts(call: Call) -> tuple[object, ...]:
    return call.name, call.arguments, call.result, call.status, call.completed


RAN: dict[str | None, Record] = {
    "error": {"stdout": "", "stderr": "no", "outcome": {"type": "exit", "exit_code": 1}},
    None: {"stdout": "a", "stderr": "", "outcome": {"type": "exit", "exit_code": 0}},
}
SEARCHES: dict[str, Record] = {"a search at the client": {"call_id": "c"}, "at OpenAI's": {}}
SEARCHED: Record = {"type": "tool_search_output", "status": "completed", "tools": [{"name": "a"}]}


CASES: list[Any] = [
    pytest.param(
        [
            {"type": "program", "id": "p", "call_id": "c", "code": "tools.a()"},
            {"type": "program_output", "id": "o", "call_id": "c", "result": "42"},
        ],
        [
            (
                "programmatic_tool_calling",
                {"code": "tools.a()"},
                Result("42"),
                None,
                True,
            )
        ],
        id="a program that calls tools",
    ),
    *(
        pytest.param(
            [
                {"type": "tool_search_call", "id": "t", "arguments": {"query": "q"}} | ids,
                {**SEARCHED, "id": "o"} | ids,
            ],
            [("tool_search", {"query": "q"}, Result([{"name": "a"}]), None, True)],
            id=name,
        )
        for name, ids in SEARCHES.items()
    ),
    pytest.param(
        [
            {"type": "computer_call", "call_id": "c", "actions": [{"type": "click"}]},
            {"type": "computer_call_output", "call_id": "c", "output": "seen"},
        ],
        [("computer", {"actions": [{"type": "click"}]}, Result("seen"), None, True)],
        id="several actions of a computer",
    ),
    pytest.param(
        [
            {"type": "image_generation_call", "id": "i", "status": "completed"}
            | {"result": "iVBO", "action": "generate", "size": "1024x1024"}
        ],
        [("image_generation", UNRECORDED, Result("iVBO"), "ok", True)],
        id="an image",
    ),
    pytest.param(
        [
            {"type": "mcp_approval_request", "id": "r", "name": "pay", "arguments": "{}"},
            {"type": "mcp_approval_response", "approval_request_id": "r", "approve": False},
        ],
        [("pay", NOTHING, UNRECORDED, None, False)],
        id="a call that was not approved",
    ),
    pytest.param(
        [
            {"type": "mcp_approval_request", "id": "r", "name": "pay", "arguments": "{}"},
            {"type": "mcp_approval_response", "approval_request_id": "r", "approve": True},
            {"type": "mcp_call", "id": "m", "approval_request_id": "r", "name": "pay"}
            | {"arguments": "{}", "output": "paid"},
        ],
        [("pay", NOTHING, Result("paid"), "ok", True)],
        id="a call that was approved",
    ),
    pytest.param([{"type": "configuration_update", "id": "c"}], [], id="a configuration"),
    *(
        pytest.param(
            [
                {"type": "shell_call", "call_id": "c", "action": {"commands": ["ls"]}},
                {"type": "shell_call_output", "call_id": "c", "output": [ran]},
            ],
            [("shell", {"commands": ["ls"]}, Result([ran]), status, True)],
            id=f"a shell, {status}",
        )
        for status, ran in RAN.items()
    ),
]


@pytest.mark.parametrize(("items", "calls"), CASES)
def test_items_of_openai(items: list[Record], calls: list[tuple[object, ...]]) -> None:
    assert [*map(_parts, _items(*items).calls[1:])] == calls


def test_tools_that_join_are_offered() -> None:
    tool = {"type": "function", "name": "late", "parameters": {"type": "object"}}
    trace = _items({"type": "additional_tools", "role": "developer", "tools": [tool]})
    assert [call.name for call in trace.calls] == ["known"]
    assert [tool.name for tool in trace.tools or ()] == ["late"]


def test_what_a_program_calls_is_called() -> None:
    caller = {"type": "program", "caller_id": "c"}
    trace = _items(
        {"type": "program", "id": "p", "call_id": "c", "code": "tools.a()"},
        {**KNOWN[0], "name": "a", "call_id": "d", "caller": caller},
        {**KNOWN[1], "call_id": "d", "caller": caller},
    )
    assert [call.name for call in trace.calls] == ["known", "programmatic_tool_calling", "a"]


@pytest.mark.parametrize(
    "block",
    [
        {"type": "fallback", "from": {"model": "a"}, "to": {"model": "b"}},
        {"type": "mcp_tool_listing", "mcp_server_name": "s", "tools": [{"name": "echo"}]},
    ],
)
def test_blocks_of_anthropics_that_call_nothing(block: Record) -> None:
    use: Record = {"type": "tool_use", "id": "k", "name": "known", "input": {}}
    answer: Record = {"type": "tool_result", "tool_use_id": "k", "content": "fine"}
    assistant: Record = {"role": "assistant", "content": [block, use]}
    trace = _trace([USER, assistant, {"role": "user", "content": [answer]}])
    assert [call.name for call in trace.calls] == ["known"]


def _contents(*parts: Record) -> Trace:
    return _trace([{"role": "user", "parts": [{"text": "Hi"}]}, {"role": "model", "parts": parts}])


def test_tools_that_run_at_googles() -> None:
    args = {"queries": ["q"]}
    for asked, told, kind in (
        ("toolCall", "toolResponse", "toolType"),
        ("tool_call", "tool_response", "tool_type"),
    ):
        call = {"id": "g", kind: "GOOGLE_SEARCH_WEB", "args": args}
        response = {"id": "g", kind: "GOOGLE_SEARCH_WEB", "response": {"found": 1}}
        trace = _contents({asked: call}, {told: response}, {"text": "Done."})
        assert [*map(_parts, trace.calls)] == [
            ("GOOGLE_SEARCH_WEB", args, Result({"found": 1}), None, True)
        ]


@pytest.mark.parametrize(("outcome", "status"), [("OUTCOME_OK", "ok"), ("OUTCOME_FAILED", "error")])
def test_code_that_runs_at_googles(outcome: str, status: str) -> None:
    code = {"code": "print(1)", "language": "PYTHON"}
    trace = _contents(
        {"executableCode": code}, {"codeExecutionResult": {"outcome": outcome, "output": "1\n"}}
    )
    assert [*map(_parts, trace.calls)] == [("code_execution", code, Result("1\n"), status, True)]


def test_a_call_of_geminis_that_is_streamed_does_not_record_what_it_was_given() -> None:
    pieces = [{"jsonPath": "$.city", "stringValue": "Os"}]
    call = {"id": "g", "name": "go", "args": None, "partialArgs": pieces, "willContinue": True}
    (gone,) = _contents({"functionCall": call}).calls
    assert (gone.name, gone.arguments) == ("go", UNRECORDED)


def test_what_gemini_says_of_a_part_calls_nothing() -> None:
    spoken = {"text": "Done.", "audioTranscription": {"text": "Done."}, "speechMetadata": {"a": 1}}
    call: Record = {"functionCall": {"id": "k", "name": "known", "args": {}}}
    assert [call.name for call in _contents(call, spoken).calls] == ["known"]


def _ai_sdk(*parts: Record, answered: list[Record] | None = None) -> Trace:
    messages: list[Record] = [{"role": "user", "content": "Hi"}]
    messages.append({"role": "assistant", "content": [*parts]})
    messages.append({"role": "tool", "content": answered or []})
    return _trace(messages)


PAY: Record = {"type": "tool-call", "toolCallId": "c", "toolName": "pay", "input": {"a": 1}}
ASKS: Record = {"type": "tool-approval-request", "approvalId": "x", "toolCallId": "c"}
OUTPUT: Record = {"type": "tool-result", "toolCallId": "c", "toolName": "pay"}


@pytest.mark.parametrize(
    ("approved", "output", "result", "status"),
    [
        (True, {"type": "text", "value": "paid"}, Result("paid"), "ok"),
        (False, {"type": "execution-denied", "reason": "no"}, Result("no"), "error"),
    ],
)
def test_calls_of_the_ai_sdk_that_wait_for_approval(
    approved: bool, output: Record, result: Any, status: str
) -> None:
    answer: Record = {"type": "tool-approval-response", "approvalId": "x", "approved": approved}
    (call,) = _ai_sdk(PAY, ASKS, answered=[answer, {**OUTPUT, "output": output}]).calls
    assert _parts(call) == ("pay", {"a": 1}, result, status, True)


def test_parts_of_the_ai_sdk_that_call_nothing() -> None:
    custom: Record = {"type": "custom", "kind": "openai.compaction", "providerOptions": {}}
    thought: Record = {"type": "reasoning-file", "data": "x", "mediaType": "image/png"}
    answer: Record = {**OUTPUT, "output": {"type": "text", "value": "paid"}}
    assert len(_ai_sdk(custom, thought, PAY, answered=[answer]).calls) == 1

"""Histories as agent-framework 1.23, langchain-core 1.7, pydantic-ai 2.68 and others write them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.traces.exported import made
from toolspec.engine.trace import UNRECORDED, Call, Result, Trace

Record = dict[str, Any]
NOTHING: Record = {}
CALL: Record = {"type": "function_call", "call_id": "c", "name": "pay", "arguments": '{"a":1}'}
RESULT: Record = {"type": "function_result", "call_id": "c", "result": "paid"}
COMMAND: Record = {"type": "shell_tool_call", "call_id": "c", "commands": ["ls"]}
CLICK: Record = {"type": "click"}
MCP: Record = {"type": "mcp_server_tool_call", "call_id": "c"}
PAID = ("pay", {"a": 1}, Result("paid"), "ok", True)


def _trace(document: Any) -> Trace:
    (trace,) = made(document).traces
    assert trace.gaps == ()
    assert not trace.passed_over
    return trace


def _parts(call: Call) -> tuple[object, ...]:
    return call.name, call.arguments, call.result, call.status, call.completed


def _message(role: str, *contents: Record) -> Record:
    return {"type": "message", "role": role, "contents": list(contents)}


def _text(text: str) -> Record:
    return {"type": "text", "text": text}


def _shell(**output: object) -> Record:
    ran: Record = {"type": "shell_command_output", "stdout": "a", **output}
    return {"type": "shell_tool_result", "call_id": "c", "outputs": [ran]}


CONTENTS: list[Any] = [
    pytest.param(
        [
            {**MCP, "tool_name": "echo", "arguments": NOTHING},
            {"type": "mcp_server_tool_result", "call_id": "c", "output": "hello"},
        ],
        ("echo", NOTHING, Result("hello"), "ok", True),
        id="a tool of an MCP server's",
    ),
    pytest.param(
        [
            {
                "type": "search_tool_call",
                "call_id": "c",
                "tool_name": "web_search",
                "arguments": {"q": "x"},
            },
            {"type": "search_tool_result", "call_id": "c", "result": "none"},
        ],
        ("web_search", {"q": "x"}, Result("none"), "ok", True),
        id="a search",
    ),
    pytest.param(
        [COMMAND, _shell(exit_code=0)],
        (
            "shell",
            {"commands": ["ls"]},
            Result([{"type": "shell_command_output", "stdout": "a", "exit_code": 0}]),
            "ok",
            True,
        ),
        id="a command",
    ),
    pytest.param(
        [COMMAND, _shell(exit_code=1)],
        (
            "shell",
            {"commands": ["ls"]},
            Result([{"type": "shell_command_output", "stdout": "a", "exit_code": 1}]),
            "error",
            True,
        ),
        id="a command that failed",
    ),
    pytest.param(
        [
            {"type": "computer_tool_call", "call_id": "c", "actions": [CLICK]},
            {"type": "computer_tool_result", "call_id": "c"},
        ],
        ("computer", {"actions": [CLICK]}, UNRECORDED, "ok", True),
        id="an action at a computer",
    ),
    pytest.param(
        [
            {"type": "code_interpreter_tool_call", "call_id": "c", "inputs": [_text("print(1)")]},
            {"type": "code_interpreter_tool_result", "call_id": "c", "outputs": [_text("1")]},
        ],
        ("code_interpreter", {"inputs": "print(1)"}, Result("1"), "ok", True),
        id="code",
    ),
    pytest.param(
        [{"type": "image_generation_tool_call", "image_id": "c"}],
        ("image_generation", NOTHING, UNRECORDED, None, None),
        id="an image",
    ),
    pytest.param(
        [CALL, {**RESULT, "result": "", "exception": "ToolError"}],
        ("pay", {"a": 1}, Result("ToolError"), "error", True),
        id="an exception",
    ),
]


@pytest.mark.parametrize(("contents", "call"), CONTENTS)
def test_a_content_of_the_agent_framework(contents: list[Record], call: tuple[object, ...]) -> None:
    asked = [content for content in contents if "call" in content["type"].split("_")]
    answered = [content for content in contents if content not in asked]
    done = _message("assistant", _text("Done."))
    for messages in (
        [_message("assistant", *contents)],
        [_message("assistant", *asked), *([_message("tool", *answered)] if answered else [])],
    ):
        trace = _trace([_message("user", _text("Hi")), *messages, done])
        assert [_parts(call) for call in trace.calls] == [call]
        assert trace.calls[0].id == "c"


@pytest.mark.parametrize("approved", [True, False])
@pytest.mark.parametrize("role", ["tool", "user"])
def test_a_call_that_waits_for_approval_is_the_call_that_was_asked_for(
    role: str, approved: bool
) -> None:
    request: Record = {"type": "function_approval_request", "id": "a", "function_call": CALL}
    response: Record = {
        "type": "function_approval_response",
        "id": "a",
        "approved": approved,
        "function_call": CALL,
    }
    trace = _trace(
        [
            _message("user", _text("Hi")),
            _message("assistant", request),
            _message(role, response),
            *([_message("assistant", CALL), _message("tool", RESULT)] if approved else []),
            _message("assistant", _text("Done.")),
        ]
    )
    unpaid = ("pay", {"a": 1}, UNRECORDED, None, None)
    assert [_parts(call) for call in trace.calls] == [PAID if approved else unpaid]


def test_what_calls_nothing_in_the_agent_framework_leaves_nothing_open() -> None:
    trace = _trace(
        [
            _message("user", _text("Hi"), {"type": "hosted_file", "file_id": "f"}),
            _message("assistant", CALL, {"type": "error", "message": "slow"}),
            _message("tool", RESULT),
            _message("assistant", {"type": "data", "uri": "data:image/png;base64,AA"}),
        ]
    )
    assert [_parts(call) for call in trace.calls] == [PAID]


LANGCHAIN: Record = {
    "content": [
        _text("I look."),
        {"type": "server_tool_call", "id": "s", "name": "web_search", "args": {"query": "q"}},
        {"type": "server_tool_result", "tool_call_id": "s", "status": "success", "output": [1]},
        {"type": "server_tool_call_chunk", "id": "t", "name": "run", "args": "{}"},
        {"type": "server_tool_result", "tool_call_id": "t", "status": "error", "output": "boom"},
        {"type": "non_standard", "value": {"type": "text", "text": "Bye."}},
    ],
    "type": "ai",
    "response_metadata": {},
    "tool_calls": [{"name": "pay", "args": {"a": 1}, "id": "c", "type": "tool_call"}],
}


@pytest.mark.parametrize(
    "message",
    [
        pytest.param(LANGCHAIN, id="model_dump"),
        pytest.param({"type": "ai", "data": LANGCHAIN}, id="messages_to_dict"),
        pytest.param(
            {
                "lc": 1,
                "type": "constructor",
                "id": ["langchain", "schema", "messages", "AIMessage"],
                "kwargs": LANGCHAIN,
            },
            id="dumpd",
        ),
    ],
)
def test_langchain_keeps_calls_of_the_provider_in_the_content(message: Record) -> None:
    trace = _trace(
        [
            {"type": "human", "content": "Hi", "response_metadata": {}},
            message,
            {"type": "tool", "content": "paid", "tool_call_id": "c", "status": "success"},
        ]
    )
    assert trace.steps == 1
    assert [_parts(call) for call in trace.calls] == [
        ("web_search", {"query": "q"}, Result([1]), "ok", True),
        ("run", NOTHING, Result("boom"), "error", True),
        PAID,
    ]


@pytest.mark.parametrize(
    "part",
    [
        {"part_kind": "tool-availability-delta", "tools_added": ["pay"], "tool_call_id": "c"},
        {"part_kind": "capability-load-delta", "loaded": ["x"], "tool_call_id": "c"},
        {"part_kind": "retry-feedback", "content": "Again.", "retry": {"cause": "output"}},
        {"part_kind": "instruction-delta", "content": "Be brief."},
        {"part_kind": "speech", "speaker": "user", "transcript": "Go on."},
    ],
    ids=lambda part: part["part_kind"],
)
def test_a_part_of_pydantic_ai_that_calls_nothing(part: Record) -> None:
    call: Record = {"part_kind": "tool-call", "tool_name": "pay", "args": {"a": 1}}
    answer: Record = {"part_kind": "tool-return", "tool_name": "pay", "content": "paid"}
    speech: Record = {"part_kind": "speech", "speaker": "assistant", "transcript": "Done."}
    trace = _trace(
        [
            {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "Hi"}]},
            {"kind": "response", "parts": [{**call, "tool_call_id": "c"}]},
            {"kind": "request", "parts": [{**answer, "tool_call_id": "c"}, part]},
            {"kind": "response", "parts": [speech]},
        ]
    )
    assert [_parts(call) for call in trace.calls] == [PAID]
    assert trace.dialogue.messages[-1].text == "Done."


def _events(sub_agent: Record, *events: Record) -> list[Record]:
    return [{**event, **sub_agent} for event in events]


def _started(id: str, name: str) -> list[Record]:
    return [
        {"type": "TOOL_CALL_START", "toolCallId": id, "toolCallName": name},
        {"type": "TOOL_CALL_ARGS", "toolCallId": id, "delta": "{}"},
        {"type": "TOOL_CALL_END", "toolCallId": id},
    ]


def _said(text: str) -> Record:
    return {"type": "TEXT_MESSAGE_CHUNK", "messageId": text, "role": "assistant", "delta": text}


def _answered(id: str) -> Record:
    return {"type": "TOOL_CALL_RESULT", "messageId": f"m{id}", "toolCallId": id, "content": id}


def test_a_sub_agent_of_ag_ui_counts_its_own_steps() -> None:
    run: Record = {"threadId": "t", "runId": "r"}
    finder: Record = {"subagentRunId": "s"}
    writer: Record = {"subagentRunId": "w"}
    begun: Record = {"type": "SUBAGENT_STARTED", "parentToolCallId": "a", "name": "finder"}
    other: Record = {"type": "SUBAGENT_STARTED", "parentToolCallId": "a"}
    trace = _trace(
        [
            {"type": "RUN_STARTED", **run},
            *_started("a", "task"),
            *_events(finder, begun),
            *_events(writer, other),
            *_events(finder, *_started("b", "find")),
            *_events(writer, _said("I "), *_started("c", "write")),
            *_events(finder, _answered("b"), *_started("d", "find")),
            *_events(writer, _answered("c"), {"type": "SUBAGENT_ERROR", "message": "no"}),
            *_events(finder, _answered("d"), {"type": "SUBAGENT_FINISHED", "result": "b"}),
            _answered("a"),
            _said("Done."),
            {"type": "RUN_FINISHED", **run},
        ]
    )
    assert [(call.name, call.agent, call.step, call.result) for call in trace.calls] == [
        ("task", None, 0, Result("a")),
        ("find", "finder", 0, Result("b")),
        ("write", "w", 0, Result("c")),
        ("find", "finder", 1, Result("d")),
    ]
    assert trace.steps == 2


def test_blocks_of_bedrock_that_call_nothing_leave_nothing_open() -> None:
    found: Record = {"searchResult": {"source": "s", "title": "t", "content": [{"text": "x"}]}}
    tool: Record = {"tool": {"toolSpec": {"name": "x", "inputSchema": {"json": NOTHING}}}}
    use: Record = {"toolUse": {"toolUseId": "c", "name": "pay", "input": {"a": 1}}}
    result: Record = {"toolUseId": "c", "status": "success", "content": [{"text": "paid"}]}
    cited: Record = {"content": [{"text": "Done."}], "citations": [{"title": "t"}]}
    guarded: Record = {"guardContent": {"text": {"text": "Hi"}}}
    trace = _trace(
        [
            {"role": "user", "content": [guarded, found, {"video": {"format": "mp4"}}]},
            {"role": "assistant", "content": [use]},
            {
                "role": "user",
                "content": [
                    {"toolResult": result},
                    {"toolAddition": tool},
                    {"toolRemoval": tool},
                    {"cachePoint": {"type": "default"}},
                ],
            },
            {"role": "assistant", "content": [{"citationsContent": cited}]},
        ]
    )
    assert trace.format == "bedrock-converse"
    assert [_parts(call) for call in trace.calls] == [PAID]
    assert [message.text for message in trace.dialogue.messages] == ["Hi", None, "Done."]

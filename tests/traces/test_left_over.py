"""A call in a place where a reader does not look leaves the rules of its tool open."""

# pyright: basic
from __future__ import annotations

import json
from typing import Final

import pytest

from tests.traces.attack_plans import ALL
from tests.traces.hidden_places import hidden_in
from tests.traces.runs import Done, Record, Run
from tests.traces.verdicts import FORBIDDEN, verdict
from toolspec.engine.reading.unread.left_over import left_over
from toolspec.engine.trace import Call, Place

RUN: Final[Run] = [
    [Done("search", {"q": 1}, "ok", "c1"), Done("read_file", {"path": "a"}, "ok", "c2")],
    [Done("look_up", {"id": 7}, "fine", "c3")],
]
AT: Final = "2026-01-01T00:00:09Z"
CALL: Final[Record] = {"id": "q", "name": FORBIDDEN, "args": {}, "status": "success"}
MCP: Final[Record] = {"server": "s", "tool": FORBIDDEN, "arguments": {"id": 1}}


def _with(name: str, *records: Record) -> str:
    """Return what `forbid` says of a run with these records after it."""
    lines = [*ALL[name].make(RUN), *records]
    return verdict("\n".join(map(json.dumps, lines)).encode())


@pytest.mark.parametrize(
    "event",
    [
        {"type": "mcp_tool_call_begin", "call_id": "z1", "invocation": MCP},
        {"type": "mcp_tool_call_end", "invocation": MCP, "result": {"Ok": {}}},
        {"type": "mcp_tool_call_end", "call_id": "c1", "invocation": MCP, "result": {"Ok": {}}},
        {"type": "dynamic_tool_call_response", "call_id": "c1", "tool": FORBIDDEN, "arguments": {}},
        {"type": "dynamic_tool_call_request", "callId": "q", "tool": FORBIDDEN, "arguments": {}},
        {"type": "item_completed", "item": {**MCP, "type": "DynamicToolCall", "id": "q"}},
        {"type": "item_completed", "item": {**MCP, "type": "McpToolCall"}},
        {"type": "item_completed", "item": [{**MCP, "type": "McpToolCall", "id": "q"}]},
    ],
)
def test_no_event_of_codex_hides_a_call(event: Record) -> None:
    assert _with("codex") == "pass"
    line = {"timestamp": AT, "type": "event_msg", "payload": event}
    assert _with("codex", line) != "pass"


def test_two_events_of_one_id_are_two_calls_where_their_tools_differ() -> None:
    ran = {"type": "exec_command_end", "call_id": "z1", "command": ["ls"], "exit_code": 0}
    called = {"type": "mcp_tool_call_end", "call_id": "z1", "invocation": MCP, "result": {"Ok": 1}}
    lines = [{"timestamp": AT, "type": "event_msg", "payload": one} for one in (ran, called)]
    assert _with("codex", *lines) != "pass"


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("compacted", {"message": "", "replacement_history": [{**CALL, "type": "function_call"}]}),
        ("turn_context", {"name": FORBIDDEN, "arguments": {}}),
        ("response_item", {"type": "agent_message", "name": FORBIDDEN, "arguments": {}}),
        ("response_item", {"type": "other", "tool": FORBIDDEN, "arguments": {}}),
    ],
)
def test_no_line_of_codex_hides_a_call(kind: str, payload: Record) -> None:
    assert _with("codex", {"timestamp": AT, "type": kind, "payload": payload}) != "pass"


@pytest.mark.parametrize(
    "held",
    [
        {"toolCalls": CALL},
        {"toolCalls": json.dumps([CALL])},
        {"toolCalls": "delete_user(1)"},
        {"thoughts": [{"functionCall": CALL}]},
        {"tokens": {"toolCalls": [CALL]}},
        {"displayContent": [{"functionCall": CALL}]},
        {"content": {"functionCall": CALL}},
        {"content": [{"functionCall": [CALL]}]},
        {"content": [{"functionCall": json.dumps(CALL)}]},
        {"content": [{"text": {"functionCall": CALL}}]},
        {"content": [[{"functionCall": CALL}]]},
        {"type": "user", "toolCalls": [CALL]},
    ],
)
def test_no_message_of_gemini_hides_a_call(held: Record) -> None:
    message = {"id": "m9", "timestamp": AT, "type": "gemini", "content": "", **held}
    assert _with("gemini-cli") == "pass"
    assert _with("gemini-cli", message) != "pass"


@pytest.mark.parametrize(
    "event",
    [
        {"type": "message", "role": "assistant", "content": ""},
        {"type": "tool_result", "tool_id": "c1", "status": "success"},
        {"type": "init", "session_id": "s1", "model": "m"},
    ],
)
def test_no_event_of_a_stream_of_gemini_hides_a_call(event: Record) -> None:
    held = {**event, "timestamp": AT, "tool_name": FORBIDDEN, "parameters": {}}
    assert _with("gemini-cli, stream", held) != "pass"


@pytest.mark.parametrize(
    "event",
    [
        {"observation": "run", "content": "x", "action": FORBIDDEN, "args": {"a": 1}},
        {"action": "message", "args": {"content": "", "tool_calls": [{**CALL, "arguments": {}}]}},
    ],
)
def test_no_event_of_openhands_hides_a_call(event: Record) -> None:
    assert _with("openhands", {"id": 99, "timestamp": AT, "source": "agent", **event}) != "pass"


@pytest.mark.parametrize("key", ["more", "actions", "tool", "traj"])
@pytest.mark.parametrize("held", ["run", "message"])
def test_no_action_of_tau_bench_outside_of_what_was_expected_hides_a_call(
    key: str, held: str
) -> None:
    action = {"name": FORBIDDEN, "kwargs": {"id": 1}}
    (run,) = ALL["tau-bench"].make(RUN)
    run["info"] = {"task": {"actions": [action]}, "reward_info": {"actions": [action]}}
    assert verdict([run]) == "pass"
    (run["traj"][1] if held == "message" else run).setdefault(key, []).append(action)
    assert verdict([run]) != "pass"


def test_a_call_without_arguments_is_a_call_where_it_has_an_id() -> None:
    (run,) = ALL["tau-bench"].make(RUN)
    run["more"] = {"id": "c9", "type": "function", "function": {"name": FORBIDDEN}}
    assert verdict([run]) != "pass"


def test_a_call_in_a_list_of_tools_is_a_call_where_it_has_an_id() -> None:
    records = ALL["kimi-cli"].make(RUN)
    call = {"toolCallId": "c1", "name": FORBIDDEN, "args": {"q": 1}}
    for tools, said in (([{"name": FORBIDDEN, "parameters": {}}], "pass"), ([call], "unknown")):
        changed = [{**one, "tools": tools} if "tools" in one else one for one in records]
        assert verdict("\n".join(map(json.dumps, changed)).encode()) == said


def test_a_record_whose_kind_is_no_text_is_of_no_format() -> None:
    assert _with("grok-cli", {"type": ["a"], "kind": {"tool_type": FORBIDDEN}}) != "pass"


DATA: Final = frozenset(
    {
        "Arguments",
        "action",
        "actions",
        "args",
        "arguments",
        "input",
        "observation",
        "output",
        "parameters",
    }
    | {"result", "results", "tools", "toolUseResult", "value", "inputs", "outputs", "raw_input"}
    | {"params", "response", "toolResult", "tool_call_result", "tool_output", "tool_kwargs"}
)
"""Keys for what a tool was given, or gave back."""


@pytest.mark.parametrize("name", list(ALL)[: list(ALL).index("genai")])
def test_a_call_under_any_key_of_any_object_leaves_its_rules_open(name: str) -> None:
    made = ALL[name]
    carried = next(iter(made.carriers.values()))
    hidden = list(hidden_in(made.make(RUN), DATA))
    assert len(hidden) >= 6
    for records, about in hidden:
        assert verdict(carried(records)) != "pass", about


@pytest.mark.parametrize("key", ["functions", "tools"])
def test_a_call_in_place_of_a_list_of_tools_leaves_its_rules_open(key: str) -> None:
    message: Record = {"role": "assistant", "content": "so", "extra": {}}
    call: Record = {"name": FORBIDDEN, "arguments": '{"id": 1}'}
    asked = {"messages": [{"role": "user", "content": "go"}, {**message, "extra": {key: call}}]}
    assert verdict(json.dumps(asked).encode()) != "pass"


@pytest.mark.parametrize("key", ["functions", "tools"])
def test_a_definition_in_place_of_a_list_of_tools_leaves_nothing_open(key: str) -> None:
    message: Record = {"role": "assistant", "content": "so", "extra": {}}
    tool: Record = {"name": FORBIDDEN, "description": "d", "parameters": {}}
    asked = {"messages": [{"role": "user", "content": "go"}, {**message, "extra": {key: tool}}]}
    assert verdict(json.dumps(asked).encode()) == "pass"


GIVEN: Final[Record] = {"q": 1}
READ: Final = Call("search", GIVEN, id="c1", place=Place(1, ("calls", 0)))


@pytest.mark.parametrize(
    ("key", "record", "left"),
    [
        ("calls", {"id": "c1", "name": "search", "arguments": GIVEN}, 0),
        (
            "calls",
            {"id": "c1", "type": "function", "function": {"name": "search", "args": GIVEN}},
            0,
        ),
        ("calls", {"id": "c1", "function": {"name": "search", "arguments": '{"q": 1.0}'}}, 0),
        ("calls", {"id": "c1", "function": {"name": "search", "arguments": '{"q": true}'}}, 1),
        ("calls", {"id": "c1", "function": {"name": FORBIDDEN, "arguments": GIVEN}}, 1),
        ("calls", {"id": "c1", "name": "search", "arguments": GIVEN, "next": CALL}, 1),
        ("calls", {"id": "c1", "name": "search", "input": GIVEN, "tools": [CALL]}, 1),
        ("calls", {"id": "c1", "function": {"name": "search", "arguments": GIVEN}, "on": CALL}, 1),
        ("calls", {"function": {"name": "search", "arguments": GIVEN, "on": {"call": CALL}}}, 1),
        ("again", {"id": "c1", "name": "search", "arguments": GIVEN}, 0),
        ("again", {"id": "c1", "name": "search", "arguments": '{"q": 1}'}, 0),
        ("again", {"id": "c1", "name": "search", "arguments": '{"q": 2}'}, 1),
        ("again", {"id": "c2", "name": "search", "arguments": GIVEN}, 1),
        ("again", {"id": "c1", "name": FORBIDDEN, "arguments": GIVEN}, 1),
    ],
)
def test_only_what_an_object_says_of_a_call_that_was_read_is_passed_over(
    key: str, record: Record, left: int
) -> None:
    assert len(list(left_over([({key: [record]}, Place(1))], [READ]))) == left

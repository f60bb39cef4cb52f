"""What formats of coding agents make of the strange things that their files hold."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.traces.harness_runs import swe_agent, tau_bench
from tests.traces.runs import Done, Record, atif, claude_code
from tests.traces.session_runs import (
    SESSION_FILES,
    claude_stream,
    claude_stream_on_side,
    codex,
    copilot_on_side,
)
from toolspec.engine.reading.files import read_bytes
from toolspec.engine.reading.format import TraceError
from toolspec.engine.trace import Trace

RUN = [
    [Done("search", {"q": "Rome"}, "found", "c1"), Done("read_file", {"p": 1}, "text", "c2")],
    [Done("ls", {}, "a b", "c3")],
]


def read(records: list[dict[str, Any]]) -> list[Trace]:
    """Return the traces of a file with these records, one on each line."""
    return list(read_bytes("\n".join(map(json.dumps, records)).encode()).traces)


def one(records: list[dict[str, Any]]) -> Trace:
    (trace,) = read(records)
    return trace


@pytest.mark.parametrize("name", SESSION_FILES)
def test_a_run_reads_the_same_in_every_format(name: str) -> None:
    made, carriers = SESSION_FILES[name]
    for carry in carriers.values():
        (trace,) = read_bytes(carry(made(RUN))).traces
        calls = [call for call in trace.calls if call.name != "Task"]
        assert [(call.name, call.arguments) for call in calls] == [
            (done.name, done.arguments) for turn in RUN for done in turn
        ]
        assert [getattr(call.result, "recorded", None) for call in calls] == [
            done.result for turn in RUN for done in turn
        ]
        assert all(call.completed for call in calls)
        assert not trace.gaps, trace.gaps
        if name == "codex, events":  # it has neither the user's messages nor the responses
            continue
        assert trace.turns == 1
        steps = [call.step for call in calls]
        assert steps == ([0, 1, 2] if name.startswith("swe-agent") else [0, 0, 1])


@pytest.mark.parametrize("make", [claude_stream_on_side, copilot_on_side])
def test_a_sub_agent_counts_its_own_steps_and_has_its_name(make: Any) -> None:
    trace = one(make(RUN))
    assert {call.agent for call in trace.calls if call.name != "Task"} == {"worker"}


def test_a_sub_agent_of_which_a_stream_tells_nothing_leaves_rules_open() -> None:
    lines = [line for line in claude_stream_on_side(RUN) if line.get("parent_tool_use_id") is None]
    assert [gap.text for gap in one(lines).gaps] == ["a sub-agent's calls are not in this stream"]


def test_a_call_of_which_a_stream_holds_only_the_beginning_leaves_rules_open() -> None:
    block: Record = {"type": "tool_use", "id": "t", "name": "rm", "input": {}}
    event: Record = {"type": "content_block_start", "index": 0, "content_block": block}
    line: Record = {"type": "stream_event", "event": event, "session_id": "s1", "uuid": "x"}
    (gap,) = one([*claude_stream(RUN), line]).gaps
    assert gap.call.name == "rm"


def test_a_call_that_only_an_event_of_codex_tells_of_is_read() -> None:
    invocation = {"server": "files", "tool": "remove", "arguments": {"path": "/"}}
    payload = {
        "type": "mcp_tool_call_end",
        "call_id": "m1",
        "invocation": invocation,
        "result": {"Err": "denied"},
    }
    line = {"timestamp": "2026-01-01T00:09:00Z", "type": "event_msg", "payload": payload}
    call = one([*codex(RUN), line]).calls[-1]
    assert (call.name, call.arguments) == ("mcp__files__remove", {"path": "/"})
    assert call.status == "error"


def test_an_event_of_codex_under_the_id_of_a_call_adds_none_and_tells_its_status() -> None:
    payload = {"type": "exec_command_end", "call_id": "c1", "exit_code": 1, "command": ["ls"]}
    line = {"timestamp": "2026-01-01T00:09:00Z", "type": "event_msg", "payload": payload}
    calls = one([*codex(RUN), line]).calls
    assert [(call.name, call.status) for call in calls] == [
        ("search", "error"),
        ("read_file", "ok"),
        ("ls", None),
    ]


def test_lines_of_codex_without_a_time_are_read() -> None:
    calls = one([{"type": line["type"], "payload": line["payload"]} for line in codex(RUN)]).calls
    assert [call.name for call in calls] == ["search", "read_file", "ls"]


@pytest.mark.parametrize(
    ("written", "status"),
    [
        ("Exit code: 1\nWall time: 0.1 seconds\nOutput:\nbad", "error"),
        ("Chunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\n", "ok"),
        ('{"output": "bad", "metadata": {"exit_code": 2}}', "error"),
        ("Wall time: 0.1 seconds\nProcess running with session ID 7\nOutput:\n", None),
        ("Output:\nExit code: 1\n", None),
    ],
)
def test_codex_writes_how_a_command_ended_before_its_output(
    written: str, status: str | None
) -> None:
    asked = {"type": "function_call", "name": "shell", "arguments": "{}", "call_id": "x1"}
    answer = {"type": "function_call_output", "call_id": "x1", "output": written}
    at = "2026-01-01T00:09:00Z"
    lines = [
        {"timestamp": at, "type": "response_item", "payload": item} for item in (asked, answer)
    ]
    assert one([*codex(RUN), *lines]).calls[-1].status == status


def test_an_agent_that_codex_starts_has_a_rollout_of_its_own() -> None:
    asked = {"type": "function_call", "name": "spawn_agent", "arguments": "{}", "call_id": "x1"}
    at = "2026-01-01T00:09:00Z"
    lines = [
        {"timestamp": at, "type": "response_item", "payload": asked},
        {"timestamp": at, "type": "event_msg", "payload": {"type": "sub_agent_activity"}},
    ]
    (gap,) = one([*codex(RUN), *lines]).gaps
    assert gap.text == "a sub-agent's calls are in a rollout of its own"


def test_tools_named_in_code_of_codex_may_have_been_called() -> None:
    code = 'text(await tools.exec_command({cmd: "ls"}))'
    payload = {"type": "custom_tool_call", "call_id": "x1", "name": "exec", "input": code}
    line = {"timestamp": "2026-01-01T00:09:00Z", "type": "response_item", "payload": payload}
    assert [gap.call.name for gap in one([*codex(RUN), line]).gaps] == ["exec_command"]


def test_what_codex_writes_in_the_users_name_is_no_message_of_the_users() -> None:
    text = {"type": "input_text", "text": "<environment_context>\n<cwd>/</cwd>"}
    payload = {"type": "message", "role": "user", "content": [text]}
    line = {"timestamp": "2026-01-01T00:00:00Z", "type": "response_item", "payload": payload}
    lines = codex(RUN)
    assert one([lines[0], line, *lines[1:]]).turns == 1


def test_an_early_rollout_of_codex_has_its_items_without_payload() -> None:
    lines = [line["payload"] for line in codex(RUN) if line["type"] == "response_item"]
    head = {"id": "s1", "timestamp": "2025-05-01T00:00:00Z", "instructions": None}
    state = {"record_type": "state"}
    trace = one([head, state, *lines, state])
    assert (trace.format, trace.id, len(trace)) == ("codex", "s1", 3)


def test_a_line_of_commands_leaves_open_what_it_runs_besides_its_first_word() -> None:
    (trajectory,) = swe_agent(RUN)
    step = {"action": "cd /tmp && rm -rf x", "observation": "", "thought": "", "state": "{}"}
    trace = one([{**trajectory, "trajectory": [*trajectory["trajectory"], step]}])
    assert (trace.calls[-1].name, trace.calls[-1].arguments) == ("cd", {"command": step["action"]})
    assert "rm" in {gap.call.name for gap in trace.gaps}


def test_a_demonstration_in_a_history_was_not_called() -> None:
    (trajectory,) = swe_agent(RUN)
    demo = {**trajectory["history"][2], "is_demo": True}
    history = {"history": [trajectory["history"][0], demo, *trajectory["history"][1:]]}
    trace = one([history])
    assert len(trace) == 3
    assert "a demonstration" in trace.notes[0].text


@pytest.mark.parametrize("name", SESSION_FILES)
def test_a_record_that_looks_like_a_call_and_is_not_understood_is_never_dropped(name: str) -> None:
    made, carriers = SESSION_FILES[name]
    if "lines" not in carriers:
        pytest.skip("its file is one object")
    strange = {"type": "tool_call", "name": "rm", "arguments": {"path": "/"}}
    records = made(RUN)
    with pytest.raises(TraceError):
        read([*records, strange])


@pytest.mark.parametrize("name", SESSION_FILES)
def test_a_key_that_looks_like_a_call_is_never_dropped(name: str) -> None:
    made, carriers = SESSION_FILES[name]
    carry = next(iter(carriers.values()))
    records = made(RUN)
    hidden = {"name": "rm", "arguments": {"path": "/"}}
    records[-1] = {**records[-1], "extra_tool_calls": [hidden]}
    with pytest.raises(TraceError):
        read_bytes(carry(records))


def test_mini_swe_agent_runs_the_one_command_in_a_fence() -> None:
    messages = [
        {"role": "system", "content": "x"},
        {"role": "user", "content": "Please help."},
        {"role": "assistant", "content": "I look.\n```bash\nls -la\n```"},
        {"role": "user", "content": "<returncode>1</returncode>\n<output>\nno\n</output>"},
        {"role": "assistant", "content": "```bash\nls\n```\n```bash\nrm x\n```"},
        {"role": "user", "content": "Please always provide EXACTLY ONE action"},
    ]
    trace = one([{"messages": messages, "info": {}, "trajectory_format": "mini-swe-agent-1"}])
    (call,) = trace.calls
    assert (call.name, call.arguments) == ("bash", {"command": "ls -la"})
    assert (call.status, call.completed) == ("error", True)
    assert trace.turns == 1


def test_a_session_saved_on_the_web_holds_its_lines_under_loglines() -> None:
    lines = [
        {"type": one["type"], "timestamp": one["timestamp"], "message": one["message"]}
        for one in claude_code(RUN)
    ]
    trace = one([{"loglines": lines}])
    assert (trace.format, trace.names) == ("claude-code", ["search", "read_file", "ls"])


def test_a_trajectory_beside_its_parent_is_part_of_the_run() -> None:
    (child,), (parent,) = atif(RUN), atif([[Done("delegate", {}, "ok", "d")]])
    child = {**child, "session_id": "c", "agent": {"name": "worker", "version": "1"}}
    trace = one([{"parent": parent, "child": child}])
    assert trace.names == ["delegate", "search", "read_file", "ls"]
    assert [call.agent for call in trace.calls] == ["x", "worker", "worker", "worker"]


def test_what_was_expected_of_a_run_of_tau_bench_was_not_called() -> None:
    (trace,) = read(tau_bench(RUN))
    assert (trace.id, trace.names) == ("task 1, trial 0", ["search", "read_file", "ls"])


def test_the_same_call_under_the_same_id_was_made_twice_in_tau_bench() -> None:
    assert len(one(tau_bench([RUN[1], RUN[1]]))) == 2


@pytest.mark.parametrize("key", ["action", "kind", "message", "observation", "role", "type"])
def test_a_key_of_any_kind_of_value_is_no_mistake_of_the_reader(key: str) -> None:
    beside: dict[str, Any] = {
        "source": "agent", "timestamp": "x", "id": 1, "session_id": "s", "content": [],
    }  # fmt: skip
    values: list[Any] = [{}, [], None, 7, {"role": {}}]
    for value in values:
        with pytest.raises(TraceError) as refused:
            read([{**beside, key: value}])
        assert "a mistake of toolspec" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "tool"),
    [
        ("cline", "new_task"),
        ("cursor", "Task"),
        ("droid", "Task"),
        ("goose", "delegate"),
        ("opencode", "task"),
        ("qwen-code", "task"),
    ],
)
def test_calls_of_a_sub_agent_in_another_file_leave_the_rules_open(name: str, tool: str) -> None:
    made, carriers = SESSION_FILES[name]
    carry = next(iter(carriers.values()))
    (trace,) = read_bytes(carry(made([[Done(tool, {"prompt": "go"}, "done", "c1")]]))).traces
    (gap,) = trace.gaps
    assert gap.text == "a sub-agent's calls are in a file of its own"
    assert gap.call.name == ""


def antigravity(*steps: tuple[str, dict[str, Any]]) -> Trace:
    """Return the trace of steps of the model's, after the user's first."""
    lines: list[dict[str, Any]] = [
        {"step_index": at, "source": "MODEL", "type": kind, "status": "DONE", **more}
        for at, (kind, more) in enumerate(steps)
    ]
    return one(lines)


CALLS: list[dict[str, Any]] = [{"name": "a", "args": {}}, {"name": "b", "args": {}}]
ASKED: tuple[str, dict[str, Any]] = ("PLANNER_RESPONSE", {"tool_calls": CALLS})
TOLD: tuple[str, dict[str, Any]] = ("GENERIC", {"content": "x"})


def test_results_without_ids_are_of_calls_in_their_order_unless_some_are_missing() -> None:
    assert not antigravity(ASKED, TOLD, TOLD, ASKED).gaps
    assert [gap.call.name for gap in antigravity(ASKED, TOLD, ASKED).gaps] == ["a", "b"]


def test_a_result_of_a_call_that_an_antigravity_transcript_does_not_have_leaves_rules_open() -> (
    None
):
    (gap,) = antigravity(ASKED, TOLD, TOLD, ("RUN_COMMAND", {"content": "gone"})).gaps
    assert gap.text == "a result of a call that is not there"


def test_an_antigravity_transcript_without_its_beginning_leaves_rules_open() -> None:
    line = {"step_index": 7, "source": "MODEL", "type": "GENERIC", "status": "DONE", "content": ""}
    trace = one([line])
    assert "the transcript begins after its first step" in [gap.text for gap in trace.gaps]


def test_a_plan_that_codex_tells_of_is_a_call_each_time_it_changes() -> None:
    item = {"id": "i", "type": "todo_list", "items": [{"text": "Look.", "completed": False}]}
    kinds = ("item.started", "item.updated", "item.completed")
    trace = one([{"type": kind, "item": item} for kind in kinds])
    assert trace.names == ["update_plan", "update_plan"]


def test_what_codex_declined_to_run_never_completed_and_an_unknown_item_leaves_rules_open() -> None:
    ran = {"id": "i", "type": "command_execution", "command": "rm x", "status": "declined"}
    new = {"id": "j", "type": "dream", "tool": "dreamer"}
    trace = one([{"type": "item.completed", "item": item} for item in (ran, new)])
    assert [call.completed for call in trace.calls] == [False]
    assert [gap.call.name for gap in trace.gaps] == ["dreamer"]

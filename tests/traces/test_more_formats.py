"""Small files of formats that the shared traces do not have, written down call by call."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from toolspec.engine.reading.files import read_bytes, read_traces
from toolspec.engine.reading.format import TraceError
from toolspec.engine.trace import UNRECORDED, Call, Trace

FILES = Path(__file__).parent / "files"


class Seen(NamedTuple):
    """A call as a person reads it in the file: `result` is how the result begins."""

    step: int | None
    name: str
    arguments: dict[str, Any] | None
    result: str | None
    status: str | None
    id: str | None
    agent: str | None = None
    ms: int | None = None


class File(NamedTuple):
    """What a file holds: its steps, tokens and turns, and all of its calls in order."""

    steps: int
    tokens: int | None
    turns: int | None
    calls: list[Seen]


LOOKED = [
    Seen(0, "read", {"filePath": "/repo/a"}, "<file>\n00001| a", "ok", "call_1", None, 7),
    Seen(
        0,
        "bash",
        {"command": "ls /no", "description": "List"},
        "ls: /no: No such",
        "error",
        "call_2",
        None,
        200,
    ),
    Seen(1, "edit", {"filePath": "/repo/b"}, "Error: File not found", "error", "call_3", None, 1),
]
WEATHER = [
    Seen(0, "get_weather", {"city": city}, f"sunny in {city}", "ok", id)
    for city, id in (("Oslo", "c1"), ("Rome", "c2"))
]
EXPECTED: dict[str, File] = {
    "agentdojo.json": File(
        3,
        None,
        1,
        [
            Seen(0, "get_most_recent_transactions", {"n": 2}, "- amount: 1000.0\n", "ok", "call_1"),
            Seen(0, "get_balance", {}, "1810.0", "ok", "call_2"),
            Seen(1, "update_password", {}, "ValidationError: 1 ", "error", "call_3"),
        ],
    ),
    "cline_native.json": File(
        3,
        None,
        1,
        [
            Seen(
                0,
                "use_subagents",
                {"prompt_1": "Analyze"},
                "Subagent results:",
                None,
                "tooluse_Qa",
                None,
                10_000,
            ),
            Seen(1, "read_file", {"path": "a.py"}, "[{'type': 'text'", None, "t2", None, 10_000),
        ],
    ),
    "cline_xml.json": File(
        4,
        None,
        2,
        [
            Seen(0, "read_file", {"path": "a.py"}, "x = 1\n", None, None, None, 1000),
            Seen(
                1,
                "write_to_file",
                {"path": "README.md", "content": "# Repo\nUse <content>x</content>."},
                None,
                None,
                None,
            ),
            Seen(
                2,
                "use_mcp_tool",
                {
                    "server_name": "docs",
                    "tool_name": "check",
                    "arguments": '{"path": "README.md"}',
                },
                "fine",
                None,
                None,
                None,
                1000,
            ),
            Seen(3, "attempt_completion", {"result": "Done."}, None, None, None),
        ],
    ),
    "goose_session.jsonl": File(
        3,
        4210,
        1,
        [
            Seen(
                0,
                "developer__shell",
                {"command": "make test"},
                "ok: 12 tests",
                "ok",
                "toolu_1",
                None,
                3000,
            ),
            Seen(
                1,
                "developer__text_editor",
                {"command": "view", "path": "/repo/no.md"},
                "-32603: The path",
                "error",
                "toolu_3",
                None,
                1000,
            ),
        ],
    ),
    "langchain_events.jsonl": File(2, None, 1, WEATHER),
    "langchain_events_failed.jsonl": File(
        1, None, 1, [Seen(0, "flaky", {"n": 1}, "down", "error", "c3")]
    ),
    "opencode_export.json": File(3, 497, 1, LOOKED),
    "opencode_run.jsonl": File(3, 497, None, LOOKED),
    "qwen_code.jsonl": File(
        3,
        None,
        2,
        [
            Seen(
                0,
                "read_file",
                {"absolute_path": "/repo/README.md"},
                "# Repo",
                "ok",
                "call_a",
                None,
                2000,
            ),
            Seen(
                0,
                "run_shell_command",
                {"command": "make"},
                "Command: make\nExit Code: 2",
                "error",
                "call_b",
                None,
                3000,
            ),
            Seen(1, "run_shell_command", {"command": "rm -rf build"}, None, None, "call_c"),
        ],
    ),
    "antigravity.jsonl": File(
        3,
        None,
        1,
        [
            Seen(
                0,
                "list_dir",
                {"DirectoryPath": "/repo", "toolAction": "Listing"},
                "src/ tests/",
                None,
                None,
                None,
                1000,
            ),
            Seen(0, "grep_search", {"Query": "package"}, "no such", "error", None, None, 3000),
            Seen(
                1,
                "run_command",
                {"CommandLine": "ls -a", "SafeToAutoRun": True, "WaitMs": 100},
                None,
                None,
                None,
                None,
                1000,
            ),
            Seen(2, "send_message", {"Recipient": "parent", "Content": "Done."}, None, None, None),
        ],
    ),
    "codebuddy.jsonl": File(
        3,
        51,
        1,
        [
            Seen(0, "Read", {"file_path": "/repo/a.py"}, "print(1)", "ok", "call_1", None, 500),
            Seen(1, "Bash", {"command": "python b.py"}, "No such", "error", "call_2", None, 2000),
        ],
    ),
    "agents_javascript.json": File(
        2,
        None,
        1,
        [
            Seen(0, "get_weather", {"city": "Oslo"}, "rain", None, "call_1"),
            Seen(0, "get_weather", {"city": "Rome"}, '{"temp": 25}', None, "call_2"),
            Seen(1, "web_search", {"query": "Oslo"}, None, "ok", "ws_1"),
        ],
    ),
    "codex_exec.jsonl": File(
        0,
        24885,
        None,
        [
            Seen(None, "exec_command", {"command": "/bin/bash -lc ls"}, "a b", "ok", "item_1"),
            Seen(None, "mcp__docs__search", {"q": "x"}, "found", "ok", "item_2"),
            Seen(
                None,
                "apply_patch",
                {"changes": [{"path": "a.py", "kind": "update"}]},
                None,
                "ok",
                "item_3",
            ),
            Seen(None, "web_search", {"query": "x"}, None, None, "item_4"),
        ],
    ),
    "honeyhive.json": File(
        2,
        None,
        1,
        [Seen(0, "calculator", {"a": 25, "b": 4}, "100", "ok", "call_6", "Strands Agent", 3)],
    ),
    "claude_code_spans.json": File(
        3,
        630,
        None,
        [
            Seen(0, "Bash", None, None, "error", "toolu_1", "claude-test", 49),
            Seen(1, "Read", None, "ten name", "ok", "toolu_2", "claude-test", 99),
        ],
    ),
    "semantic_kernel.json": File(
        2, None, 1, [Seen(0, "math-Add", {"a": 1, "b": 2}, "3", None, "call_1")]
    ),
    "semantic_kernel_net.json": File(
        2, None, 1, [Seen(0, "math-Add", {"a": "1", "b": "2"}, "3", None, "call_1")]
    ),
    "tau2_bench.json": File(
        2,
        15,
        2,
        [
            Seen(1, "get_user_details", {"user_id": "e"}, "{}", "ok", "call_1", None, 1000),
            Seen(0, "toggle_data", {}, "on", "ok", "call_u", "user", 1000),
        ],
    ),
    "vercel_data_stream.txt": File(
        2,
        988,
        None,
        [
            Seen(0, "print", {"message": "hello"}, "{'printed': True}", None, "toolu_01"),
            Seen(1, "ask_user", {"question": "More?"}, None, None, "toolu_02"),
        ],
    ),
}
OPEN = {"cline_native.json": [""], "cline_xml.json": ["check"]}
"""What stays open: a sub-agent's calls, and the tool that an MCP server was asked for."""

NEVER_RAN = {"call_c", "send_message", "toolu_02", "write_to_file"}


def trace_of(file: str) -> Trace:
    (trace,) = read_traces(FILES / file).traces
    return trace


def seen(call: Call, like: Seen) -> Seen:
    """Return a call as the table has them, its result as far as the table's."""
    given = call.arguments if isinstance(call.arguments, dict) else None
    text = None if call.result is UNRECORDED else str(getattr(call.result, "recorded", ""))
    short = text if text is None or like.result is None else text[: len(like.result)]
    known = call.start_ns is not None and call.end_ns is not None
    ms = (call.end_ns - call.start_ns) // 1_000_000 if known else None  # type: ignore[operator]
    status, id = call.status, call.id
    return Seen(call.step, call.name, given, short, status, id, call.agent, ms)


@pytest.mark.parametrize("file", EXPECTED)
def test_a_file_reads_as_a_person_reads_it(file: str) -> None:
    trace = trace_of(file)
    steps, tokens, turns, calls = EXPECTED[file]
    assert [seen(call, like) for call, like in zip(trace.calls, calls, strict=True)] == calls
    assert (trace.steps, trace.tokens, trace.turns) == (steps, tokens, turns)
    assert [gap.call.name for gap in trace.gaps] == OPEN.get(file, [])
    for call in trace.calls:
        assert call.completed is ((call.id or call.name) not in NEVER_RAN)


def test_every_file_is_written_down() -> None:
    assert {path.name for path in FILES.iterdir()} == {*EXPECTED, "README.md"}


def test_a_call_that_goose_could_not_read_is_said_and_never_ran() -> None:
    notes = [note.text for note in trace_of("goose_session.jsonl").notes]
    assert notes == ["a call that Goose could not read, and so never ran"]


def test_what_opencode_put_into_a_users_message_is_not_what_the_user_said() -> None:
    trace = trace_of("opencode_export.json")
    assert [one.text for one in trace.messages if one.role == "user"] == ["Look around."]


def test_a_lone_part_of_opencodes_storage_says_that_the_rest_is_elsewhere() -> None:
    export = json.loads((FILES / "opencode_export.json").read_text("utf-8"))
    part, info = export["messages"][1]["parts"][2], export["messages"][1]["info"]
    for alone in (part, info):
        (trace,) = read_bytes(json.dumps(alone).encode()).traces
        (gap,) = trace.gaps
        assert gap.text == "the other parts of the session are in files of their own"


def test_a_part_of_opencode_that_goes_on_counts_as_it_was_last() -> None:
    export = json.loads((FILES / "opencode_export.json").read_text("utf-8"))
    part = export["messages"][1]["parts"][2]
    begun = {**part, "state": {"status": "running", "input": {"filePath": "/"}}}
    events = [
        {"type": "message.part.updated", "properties": {"part": one}} for one in (begun, part)
    ]
    (trace,) = read_bytes("\n".join(map(json.dumps, events)).encode()).traces
    (call,) = trace.calls
    assert (call.arguments, call.status, call.place.line) == ({"filePath": "/repo/a"}, "ok", 1)


def test_events_of_langchain_that_are_written_as_text_have_the_calls_of_their_tools() -> None:
    asked = (
        "content='' tool_calls=[{'name': 'rm', 'args': {'p': '/'}, 'id': 'c', 'type': 'tool_call'}]"
    )
    lines: list[dict[str, Any]] = [
        {"event": "on_chat_model_end", "run_id": "m", "name": "M", "data": {"output": asked}},
        {"event": "on_tool_start", "run_id": "t", "name": "rm", "data": {"input": {"p": "/"}}},
        {"event": "on_tool_end", "run_id": "t", "name": "rm", "data": {"output": "gone"}},
    ]
    (whole,) = read_bytes("\n".join(map(json.dumps, lines)).encode()).traces
    assert (whole.names, whole.gaps) == (["rm"], ())
    (cut,) = read_bytes(json.dumps(lines[0]).encode()).traces
    (gap,) = cut.gaps
    assert gap.call.name == "rm"


def test_tags_that_are_never_closed_cost_no_more_than_their_text() -> None:
    around = {"type": "text", "text": "<environment_details>\n</environment_details>"}
    written = {"type": "text", "text": "<read_file>" * 100_000}
    messages = [{"role": "user", "content": [around]}, {"role": "assistant", "content": [written]}]
    (trace,) = read_bytes(json.dumps(messages).encode()).traces
    assert not trace.calls
    assert trace.gaps


def test_a_database_says_that_its_agent_can_export_the_session() -> None:
    with pytest.raises(TraceError) as refused:
        read_bytes(b"SQLite format 3\0" + bytes(84))
    assert refused.value.message == "an SQLite database, as some agents keep their sessions in"

"""Session files of coding agents that other people's agents wrote, written down call by call."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from toolspec.engine.reading.files import read_traces
from toolspec.engine.trace import UNRECORDED, Call, Trace

TRACES = Path(__file__).parents[2].parent / "shared" / "traces"


class Seen(NamedTuple):
    """A call as a person reads it in the file: `result` is how the result begins."""

    step: int
    name: str
    arguments: dict[str, Any]
    result: str | None
    status: str | None = None
    id: str | None = None
    completed: bool = True


LS_DESCRIBED = {"command": "ls -F", "description": "List files in the current directory."}
EXPECTED: dict[str, tuple[int, int | None, list[Seen]]] = {
    "claude-agent-sdk-stream/pydantic__tool_use_conversation.json": (
        2,
        19287,
        [
            Seen(
                0,
                "Bash",
                {"command": "ls", "description": "List files in current directory"},
                "CHANGELOG.md\nCLAUDE.md",
                "ok",
                "toolu_01MRdgcFhYNo1LHvRQKvKckg",
            )
        ],
    ),
    "gemini-cli/agent-sessions__gemini__jsonl_v040.jsonl": (
        2,
        24152,
        [
            Seen(
                0,
                "run_shell_command",
                LS_DESCRIBED,
                "Output: AgentSessions/",
                "ok",
                "run_shell_command_stage0",
            )
        ],
    ),
    "cursor/agent-sessions__cursor__large.jsonl": (
        5,
        None,
        [
            Seen(0, "Bash", {"command": "ls -la"}, "file1.txt\nfile2.txt"),
            Seen(2, "Read", {"file_path": "file1.txt"}, "hello world"),
        ],
    ),
    "copilot-cli/agent-sessions__copilot__schema_drift.jsonl": (
        2,
        1050,
        [Seen(0, "bash", {"command": "echo hi"}, "hi\n", "ok", "call_1")],
    ),
    "copilot-cli/agent-sessions__copilot__large.jsonl": (
        5,
        None,
        [
            Seen(
                1,
                "bash",
                {"command": "printf 'line1\\nline2\\nline3\\n'"},
                "line1\nline2",
                "ok",
                "call_1",
            ),
            Seen(4, "bash", {"command": "echo hi"}, None, None, "call_2", completed=False),
        ],
    ),
    "openhands/OpenHands__wrong_initial_state.json": (
        4,
        15186,
        [
            Seen(
                0,
                "str_replace_editor",
                {"command": "view", "path": "/workspace"},
                "Here's the files",
                None,
                "toolu_01USom24cuiyvAembLhEryrn",
            ),
            Seen(
                1,
                "execute_bash",
                {
                    "command": "mv /workspace/game_2048.py /workspace/2048.py",
                    "is_input": "false",
                },
                "",
                "ok",
                "toolu_01PuY3mXrE6fm3j52GscR4rj",
            ),
            Seen(
                2,
                "str_replace_editor",
                {"command": "view", "path": "/workspace"},
                "Here's the files",
                None,
                "toolu_01DodVjoeVmEY3gU5ALbqmGj",
            ),
            Seen(3, "finish", {}, None, None, "toolu_01G98EmHEC8HgktRjJBYXqEa"),
        ],
    ),
    "swe-agent/SWE-agent__demonstrations__function_calling_simple.traj": (
        5,
        None,
        [
            Seen(
                0,
                "find_file",
                {"file_name": "missing_colon.py"},
                "Found 1 matches",
                None,
                "call_PbWErNIge3YTrli3fiVvmIid",
            ),
            Seen(
                1,
                "open",
                {"path": "tests/missing_colon.py"},
                "[File: tests/missing_colon.py",
                None,
                "call_upNLxh7rBcDH9w5XiNdoAS0I",
            ),
        ],
    ),
    "swe-agent/SWE-agent__pwn__warmup.traj": (
        7,
        None,
        [
            Seen(
                0,
                "disassemble",
                {"command": "disassemble warmup"},
                "Function main not found!",
            ),
            Seen(
                1,
                "disassemble",
                {"command": "disassemble --function_name FUN_0040060d warmup"},
                "Disassembly Found!",
            ),
        ],
    ),
    "droid/agent-sessions__droid__session_store_small.jsonl": (
        1,
        None,
        [Seen(0, "Execute", {"command": "ls /nope"}, "Error: Command failed", None, "tu1")],
    ),
    "openclaw/agent-sessions__openclaw__large.jsonl": (
        3,
        None,
        [
            Seen(
                0,
                "run_terminal",
                {"command": "git status --short", "cwd": "/tmp/large"},
                "M file1\nM file2",
                "ok",
                "tc-status",
            ),
            Seen(
                2,
                "edit_file",
                {"path": "/tmp/large/notes.md", "content": "note"},
                "file written",
                "ok",
                "tc-write",
            ),
        ],
    ),
    "kimi-cli/agent-sessions__kimi__subagent_agent-0.jsonl": (
        3,
        41651,
        [
            Seen(
                0,
                "Glob",
                {"pattern": "**/*.swift", "path": "/private/tmp/as-agent-lab/kimi/project"},
                "[Truncated at 100 matches",
                None,
                "Glob_0",
            ),
            Seen(
                1,
                "Bash",
                {
                    "command": "find /private/tmp/as-agent-lab/kimi/project -type f"
                    " -name '*.swift' | wc -l",
                    "cwd": "/private/tmp/as-agent-lab/kimi/project",
                },
                "    3124\n",
                None,
                "Bash_1",
            ),
        ],
    ),
    "codex/agent-sessions__codex__small.jsonl": (
        7,
        16422,
        [
            Seen(0, "shell", {"input": '{"command":["ls"]}'}, "a.txt\nb.txt", None, "call-1"),
            Seen(0, "shell", {"command": ["ls"]}, "a.txt\n", None, "call-2"),
        ],
    ),
}
"""Steps, tokens, and the first calls of each file; where it has no more, all of them."""


def trace_of(file: str) -> Trace:
    """Return the trace of a file; skips where it is absent."""
    if not (TRACES / file).exists():
        pytest.skip(f"{TRACES / file} is absent: real files are not checked")
    (trace,) = read_traces(TRACES / file).traces
    return trace


def seen(call: Call, like: Seen) -> Seen:
    """Return a call as the table has them, its result as far as the table's."""
    result = call.result
    assert call.step is not None
    assert isinstance(call.arguments, dict)
    text = None if result is UNRECORDED else str(getattr(result, "recorded", ""))
    short = text if text is None or like.result is None else text[: len(like.result)]
    completed = call.completed is True
    return Seen(call.step, call.name, call.arguments, short, call.status, call.id, completed)


@pytest.mark.parametrize("file", EXPECTED)
def test_a_session_file_reads_as_a_person_reads_it(file: str) -> None:
    trace = trace_of(file)
    steps, tokens, calls = EXPECTED[file]
    first = trace.calls[: len(calls)]
    assert [seen(call, like) for call, like in zip(first, calls, strict=True)] == calls
    assert (trace.steps, trace.tokens) == (steps, tokens)


def test_times_agents_and_messages_of_a_session_are_read() -> None:
    trace = trace_of("copilot-cli/agent-sessions__copilot__large.jsonl")
    call = trace.calls[0]
    assert call.start_ns and call.end_ns
    assert call.end_ns - call.start_ns == 1_000_000_000
    assert trace.id == "copilot_stage0_large"
    assert [message.text for message in trace.messages if message.role == "user"] == [
        "Step 1",
        "Step 2",
        "Step 3",
    ]
    assert trace.turns == 3


def test_a_result_whose_call_is_not_there_leaves_rules_open() -> None:
    trace = trace_of("copilot-cli/agent-sessions__copilot__schema_drift.jsonl")
    assert [gap.text for gap in trace.gaps] == ["a result of a call that is not there"]

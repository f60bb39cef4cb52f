"""What coding agents, a benchmark and a store of events wrote, as a person reads their files."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

MISSING: Final = "(not recorded)"


class Fact(NamedTuple):
    """One call as a person reads it in the file, in the order in which the calls began."""

    step: int | None
    name: str
    arguments: dict[str, Any]
    result: Any
    status: str | None
    id: str | None
    agent: str | None = None
    completed: bool = True
    timed: bool = True


class Facts(NamedTuple):
    """What a file holds: its format, its responses, its tokens, its turns, its calls."""

    format: str
    steps: int
    tokens: int | None
    turns: int | None
    calls: list[Fact]


IDS: Final = ("call_main_0_0", "call_main_0_1", "call_main_1_0", "call_main_2_0")
"""Of these runs: two commands at once, then a file that is there, then one that is not."""

NO_FILE: Final = "cat: missing.txt: No such file or directory"
LISTED: Final = {"command": "ls", "description": "List files"}
TEXT: Final = "/repo/a.txt"
NONE: Final = "/repo/none.txt"
READ: Final = """<path>/repo/a.txt</path>
<type>file</type>
<content>
1: one
2: two

(End of file - total 2 lines)
</content>"""


def _opencode() -> list[Fact]:
    shown = {"command": "cat missing.txt", "description": "Read a file"}
    return [
        Fact(0, "bash", LISTED, "a.txt\nopencode.json\n", "ok", IDS[0]),
        Fact(0, "bash", shown, f"{NO_FILE}\n", "error", IDS[1]),  # `exit` is 1
        Fact(1, "read", {"filePath": TEXT}, READ, "ok", IDS[2]),
        Fact(2, "read", {"filePath": NONE}, f"File not found: {NONE}", "error", IDS[3]),
    ]


def _qwen(command: str, output: str, code: int, group: int) -> str:
    return (
        f"Command: {command}\nDirectory: (root)\nOutput: {output}\nError: (none)\n"
        f"Exit Code: {code}\nSignal: 0\nProcess Group PGID: {group}"
    )


def _qwen_code() -> list[Fact]:
    command, shown = "run_shell_command", {"command": "cat missing.txt", "is_background": False}
    one, none = ({"file_path": path, "absolute_path": path} for path in (TEXT, NONE))
    ls = _qwen("ls", "a.txt", 0, 18790)
    # Qwen Code says of a command with exit code 1 that it is a success.
    cat = _qwen("cat missing.txt", NO_FILE, 1, 18796)
    return [
        Fact(0, command, {**LISTED, "is_background": False}, ls, "ok", IDS[0]),
        Fact(0, command, shown, cat, "ok", IDS[1]),
        Fact(1, "read_file", one, "one\ntwo\n", "ok", IDS[2]),
        Fact(2, "read_file", none, f"File not found: {NONE}", "error", IDS[3]),
    ]


def _codex() -> list[Fact]:
    def told(chunk: str, code: int, tokens: int, output: str) -> str:
        return (
            f"Chunk ID: {chunk}\nWall time: 0.0000 seconds\nProcess exited with code {code}\n"
            f"Original token count: {tokens}\nOutput:\n{output}\n"
        )

    tool = "exec_command"
    cat = told("4ef9e3", 1, 11, NO_FILE)
    return [
        Fact(0, tool, {"cmd": "ls"}, told("2db4ae", 0, 2, "a.txt"), "ok", IDS[0]),
        Fact(0, tool, {"cmd": "cat missing.txt"}, cat, "error", IDS[1]),
        Fact(1, tool, {"cmd": "cat a.txt"}, told("5b6e8e", 0, 2, "one\ntwo"), "ok", IDS[2]),
    ]


def _codex_exec() -> list[Fact]:
    ran = (
        ("'cat missing.txt'", f"{NO_FILE}\n", "error"),
        ("ls", "a.txt\n", "ok"),
        ("'cat a.txt'", "one\ntwo\n", "ok"),
    )
    return [
        Fact(
            None,
            "exec_command",
            {"command": f"/bin/bash -lc {command}"},
            output,
            status,
            f"item_{number}",
            timed=False,
        )
        for number, (command, output, status) in enumerate(ran, 1)
    ]


def _cline() -> list[Fact]:
    def entry(query: str, result: str, error: str = "") -> list[dict[str, Any]]:
        failed = {"error": error} if error else {}
        return [{"query": query, "result": result, **failed, "success": not error}]

    exited = "Command exited with code 1"
    shown = entry("cat missing.txt", f"[{exited}]\n\n[stderr]\n{NO_FILE}\n", exited)
    absent = f"Error reading file: ENOENT: no such file or directory, statx '{NONE}'"
    read, run = "read_files", "run_commands"
    one, none = ({"files": [{"path": path}]} for path in (TEXT, NONE))
    return [
        Fact(0, run, {"commands": ["ls"]}, entry("ls", "a.txt\n"), "ok", IDS[0]),
        Fact(0, run, {"commands": ["cat missing.txt"]}, shown, "error", IDS[1]),
        Fact(1, read, one, entry(TEXT, "1 | one\n2 | two"), "ok", IDS[2]),
        Fact(2, read, none, entry(NONE, "", absent), "error", IDS[3]),
    ]


def _codebuddy() -> list[Fact]:
    def told(command: str, out: str, err: str, code: int) -> str:
        said = f"Command: {command}\nStdout: {out}\nStderr: {err}\n"
        return f"{said}Exit Code: {code}\nSignal: (none)"

    shown = {"command": "cat missing.txt", "description": "Read a file"}
    ls, cat = (
        told("ls", "a.txt\n", "(empty)", 0),
        told("cat missing.txt", "(empty)", f"{NO_FILE}\n", 1),
    )
    absent = "<tool_use_error>File does not exist. Did you mean a.txt?</tool_use_error>"
    return [
        Fact(0, "Bash", LISTED, ls, "ok", IDS[0]),
        Fact(0, "Bash", shown, cat, "error", IDS[1]),  # `exitCode` is 1
        Fact(1, "Read", {"file_path": TEXT}, "   1→one\n   2→two\n   3→", "ok", IDS[2]),
        Fact(2, "Read", {"file_path": NONE}, absent, "error", IDS[3]),
    ]


def _pi() -> list[Fact]:
    absent = f"ENOENT: no such file or directory, access '{NONE}'"
    cat = f"{NO_FILE}\n\n\nCommand exited with code 1"
    return [
        Fact(0, "bash", {"command": "ls"}, "a.txt\n", "ok", IDS[0]),
        Fact(0, "bash", {"command": "cat missing.txt"}, cat, "error", IDS[1]),
        Fact(1, "read", {"path": "a.txt"}, "one\ntwo\n", "ok", IDS[2]),
        Fact(2, "read", {"path": "none.txt"}, absent, "error", IDS[3]),
    ]


def _continue() -> list[Fact]:
    failed = "Error executing tool"
    cat = f"{failed} Bash: Error (exit code 1): {NO_FILE}\n"
    absent = f"{failed} Read: File does not exist: {NONE}"
    shown = f"Content of {TEXT}:\none\ntwo\n"
    calls = [
        Fact(0, "Bash", {"command": "ls"}, "a.txt\n", "ok", IDS[0]),
        Fact(0, "Bash", {"command": "cat missing.txt"}, cat, "error", IDS[1]),
        Fact(1, "Read", {"filepath": TEXT}, shown, "ok", IDS[2]),
        Fact(2, "Read", {"filepath": NONE}, absent, "error", IDS[3]),
    ]
    return [call._replace(timed=False) for call in calls]


def _tau2_bench() -> list[Fact]:
    users = '[{"user_id": "user_1", "name": "Test User", "tasks": ["task_1"]}]'
    made = (
        '{"task_id": "task_2", "title": "Important Meeting", "description": null, '
        '"status": "pending"}'
    )
    asked = {"user_id": "user_1", "title": "Important Meeting"}
    wrong = {**asked, "user_id": "user_9"}
    return [
        Fact(1, "get_users", {}, users, "ok", "call_0_0"),
        Fact(2, "create_task", asked, made, "ok", "call_1_0"),
        Fact(3, "create_task", wrong, "Error: User user_9 not found", "error", "call_2_0"),
    ]


def _vercel() -> list[Fact]:
    oslo, rome = ({"city": city} for city in ("Oslo", "Rome"))
    return [
        Fact(0, "get_weather", oslo, {**oslo, "temp": 7}, None, "call_0_0", timed=False),
        Fact(0, "get_weather", rome, {**rome, "temp": 25}, None, "call_0_1", timed=False),
        Fact(1, "flaky", {"n": 1}, {"error": "backend down"}, None, "call_1_0", timed=False),
    ]


SOLD: Final = (
    "Recent Notable Insider Trading Transactions for Nvidia (NVDA):\n\n"
    "1. Jen-Hsun Huang, CEO:\n   - Type: Sale"
)
FILE: Final = {"filename": "research_notes.txt"}
SAVED: Final = "Successfully saved content to research_notes.txt"
OFFERED: Final = [
    {
        "type": "function",
        "function.name": "read_file",
        "function.description": "Read content from a file",
        "function.parameters.type": "object",
        "function.parameters.properties.filename.type": "string",
        "function.parameters.properties.filename.description": "The filename to read from",
    }
]
AGENT: Final = {"self": "<__main__.ReactAgent object at 0x105f7d2e0>"}


def _honeyhive() -> list[Fact]:
    read = f"\n--- 2025-06-04 16:11:07 ---\n{SOLD}\n"
    # The events hold no response of the model, and of an HTTP request that is no tool.
    return [
        Fact(None, "_format_tools_for_openai", AGENT, OFFERED, "ok", None),
        Fact(None, "save_to_file", {"content": SOLD, **FILE}, SAVED, "ok", None),
        Fact(None, "read_file", FILE, read, "ok", None),
    ]


AGENTS: Final[dict[str, Facts]] = {
    "opencode.json": Facts("opencode", 4, 40, 1, _opencode()),
    "opencode_run.jsonl": Facts("opencode", 4, 40, None, _opencode()),
    "qwen_code.jsonl": Facts("qwen-code", 4, 40, 1, _qwen_code()),
    "codex.jsonl": Facts("codex", 3, 30, 1, _codex()),
    "codex_exec.jsonl": Facts("codex-exec", 0, 30, None, _codex_exec()),
    "codebuddy.jsonl": Facts("codebuddy", 4, 40, 1, _codebuddy()),
    "cline.json": Facts("cline", 4, 40, 1, _cline()),
    "cline_events.jsonl": Facts("cline", 4, 40, None, _cline()),
    "continue.json": Facts("continue-session", 4, 40, 1, _continue()),
    "pi_events.jsonl": Facts("pi", 4, 40, 1, _pi()),
    "tau2_bench.json": Facts("tau2-bench", 5, 40, 2, _tau2_bench()),
    "vercel_data_stream.txt": Facts("vercel-data-stream", 3, 30, None, _vercel()),
    "honeyhive.json": Facts("honeyhive", 0, None, None, _honeyhive()),
}

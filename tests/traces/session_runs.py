"""Runs written as the session files of coding agents: each maker returns the records of one run."""

from __future__ import annotations

import json
from typing import Any, Final

from tests.traces.coding_runs import CODING_FILES
from tests.traces.event_runs import EVENT_FILES
from tests.traces.harness_runs import (
    at_second,
    mini_swe_agent,
    openhands,
    openhands_sdk,
    swe_agent,
    tau_bench,
)
from tests.traces.runs import (
    Carrier,
    Format,
    Record,
    Run,
    anthropic,
    as_lines,
    as_list,
    in_object,
    one_of,
)
from tests.traces.terminal_agent_runs import (
    antigravity,
    codebuddy,
    droid,
    droid_stream,
    grok_cli,
    kimi_cli,
    pi,
)


def codex(run: Run) -> list[Record]:
    lines: list[Record] = []

    def line(kind: str, **payload: Any) -> None:
        lines.append({"timestamp": at_second(len(lines)), "type": kind, "payload": payload})

    def tell(role: str, text: str) -> None:
        part = {"type": "output_text" if role == "assistant" else "input_text", "text": text}
        line("response_item", type="message", role=role, content=[part])

    used = {"input_tokens": 5, "output_tokens": 2, "total_tokens": 7}
    line("session_meta", id="s1", cwd="/repo", originator="codex_cli_rs", cli_version="0.100.0")
    tell("user", "Please help.")
    for turn in run:
        line("response_item", type="reasoning", summary=[], encrypted_content="x")
        for call in turn:
            given = json.dumps(call.arguments)
            named = {"call_id": call.id, "name": call.name}
            line("response_item", type="function_call", arguments=given, **named)
        for call in turn:
            if call.name == "read_file":
                line("event_msg", type="exec_command_end", call_id=call.id, exit_code=0)
            told = {"call_id": call.id, "output": call.result}
            line("response_item", type="function_call_output", **told)
        line("event_msg", type="token_count", info={"last_token_usage": used})
    tell("assistant", "Done.")
    line("event_msg", type="token_count", info={"last_token_usage": used})
    return lines


def claude_stream(run: Run) -> list[Record]:
    def line(kind: str, **more: Any) -> Record:
        named = {"session_id": "s1", "uuid": f"u{len(lines)}"}
        return {"type": kind, **more, **named, "timestamp": at_second(len(lines))}

    lines: list[Record] = []
    lines.append(line("system", subtype="init", tools=["ls"], cwd="/", mcp_servers=[]))
    for one in anthropic(run):
        message = {**one}
        if one["role"] == "assistant":
            message = {"id": f"m{len(lines)}", "type": "message", "stop_reason": None, **one}
        lines.append(line(one["role"], message=message, parent_tool_use_id=None))
    used = {"input_tokens": 9, "output_tokens": 5}
    lines.append(line("result", subtype="success", is_error=False, num_turns=2, usage=used))
    return lines


def claude_stream_on_side(run: Run) -> list[Record]:
    """Return a stream in which a sub-agent does what was done."""
    main, side = claude_stream([]), claude_stream(run)
    task = {"type": "tool_use", "id": "task", "name": "Task", "input": {"subagent_type": "worker"}}
    asking = {"role": "assistant", "id": "a", "content": [task]}
    ask = {**main[-2], "uuid": "ask", "message": asking}
    back = {"type": "tool_result", "tool_use_id": "task", "content": "done"}
    told = {**main[1], "uuid": "told", "message": {"role": "user", "content": [back]}}
    inner = [
        {**line, "parent_tool_use_id": "task", "uuid": f"i{at}"}
        for at, line in enumerate(side[1:-1])
    ]
    return [*main[:2], ask, *inner, told, *main[2:]]


def claude_client(run: Run) -> list[Record]:
    """Return a stream as a client of the SDK logs it."""
    return [{"direction": "recv", "message": line} for line in claude_stream(run)]


def gemini_cli(run: Run) -> list[Record]:
    head = {
        "sessionId": "s1",
        "projectHash": "p",
        "startTime": at_second(0),
        "lastUpdated": at_second(9),
    }
    lines: list[Record] = [head]

    def line(kind: str, content: Any, **more: Any) -> None:
        number = len(lines)
        lines.append(
            {
                "id": f"m{number}",
                "timestamp": at_second(number),
                "type": kind,
                "content": content,
                **more,
            }
        )

    line("user", [{"text": "Please help."}])
    tokens = {"input": 5, "output": 2, "cached": 0, "thoughts": 0, "tool": 0, "total": 7}
    for turn in run:
        calls = [
            {
                "id": call.id,
                "name": call.name,
                "args": call.arguments,
                "result": [
                    {
                        "functionResponse": {
                            "id": call.id,
                            "name": call.name,
                            "response": {"output": call.result},
                        }
                    }
                ],
                "status": "success",
                "timestamp": at_second(len(lines)),
            }
            for call in turn
        ]
        line("gemini", "", toolCalls=calls, tokens=tokens, thoughts=[])
    line("gemini", "Done.", tokens=tokens)
    return lines


def _gemini_file(records: list[Record]) -> bytes:
    head, *messages = records
    return json.dumps({**head, "messages": messages}).encode()


def gemini_stream(run: Run) -> list[Record]:
    lines: list[Record] = []

    def line(kind: str, **more: Any) -> None:
        lines.append({"type": kind, "timestamp": at_second(len(lines)), **more})

    line("init", session_id="s1", model="gemini")
    line("message", role="user", content="Please help.")
    for turn in run:
        for call in turn:
            given = {"tool_name": call.name, "tool_id": call.id, "parameters": call.arguments}
            line("tool_use", **given)
        for call in turn:
            line("tool_result", tool_id=call.id, status="success", output=call.result)
    line("message", role="assistant", content="Do", delta=True)
    line("message", role="assistant", content="ne.", delta=True)
    line("result", status="success", stats={"input_tokens": 5, "output_tokens": 2})
    return lines


def cursor_stream(run: Run) -> list[Record]:
    lines: list[Record] = []

    def line(kind: str, **more: Any) -> None:
        clock = 1767225600000 + 1000 * len(lines)
        lines.append({"type": kind, **more, "session_id": "s1", "timestamp_ms": clock})

    def say(role: str, text: str) -> None:
        line(role, message={"role": role, "content": [{"type": "text", "text": text}]})

    line("system", subtype="init", apiKeySource="login", model="m")
    say("user", "Please help.")
    for turn in run:
        for call in turn:
            held = {"name": call.name, "arguments": json.dumps(call.arguments)}
            line("tool_call", subtype="started", call_id=call.id, tool_call={"function": held})
        for call in turn:
            held = {"name": call.name, "arguments": json.dumps(call.arguments)}
            told = {"function": held, "result": {"success": {"content": call.result}}}
            line("tool_call", subtype="completed", call_id=call.id, tool_call=told)
    say("assistant", "Done.")
    used = {"inputTokens": 5, "outputTokens": 2}
    line("result", subtype="success", is_error=False, result="Done.", usage=used)
    return lines


def cursor(run: Run) -> list[Record]:
    lines: list[Record] = []
    for one in anthropic(run):
        content = one["content"]
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        bare = [{key: part[key] for key in part if key != "id"} for part in parts]
        lines.append({"role": one["role"], "message": {"content": bare}})
    return lines


def copilot_cli(run: Run) -> list[Record]:
    lines: list[Record] = []

    def event(kind: str, **data: Any) -> None:
        number = len(lines)
        named = {"id": f"e{number}", "timestamp": at_second(number), "parentId": f"e{number - 1}"}
        lines.append({"type": kind, "data": data, **named})

    event("session.start", sessionId="s1", version=1, producer="copilot-agent")
    event("user.message", content="Please help.")
    for number, turn in enumerate(run):
        event("assistant.turn_start", turnId=str(number))
        asked = [
            {"toolCallId": call.id, "name": call.name, "arguments": call.arguments} for call in turn
        ]
        event("assistant.message", content="", messageId=f"m{number}", toolRequests=asked)
        for call in turn:
            named = {"toolCallId": call.id, "toolName": call.name}
            event("tool.execution_start", **named, arguments=call.arguments)
            told = {"toolCallId": call.id, "success": True, "result": {"content": call.result}}
            event("tool.execution_complete", **told)
        event("assistant.turn_end", turnId=str(number))
    event("assistant.message", content="Done.", messageId="last", toolRequests=[])
    used = {"m": {"usage": {"inputTokens": 5, "outputTokens": 2}}}
    event("session.shutdown", shutdownType="routine", modelMetrics=used)
    return lines


def copilot_on_side(run: Run) -> list[Record]:
    """Return a session in which a sub-agent does what was done."""
    main, side = copilot_cli([]), copilot_cli(run)
    started = {"toolCallId": "task", "agentName": "worker"}
    inner = [{**line, "data": {**line["data"], "parentToolCallId": "task"}} for line in side[2:-1]]
    return [*main[:2], {**main[1], "type": "subagent.started", "data": started}, *inner, *main[2:]]


def _history_alone(records: list[Record]) -> bytes:
    return json.dumps({"history": records[0]["history"]}).encode()


LINES: Final[dict[str, Carrier]] = {"lines": as_lines, "list": as_list}
SESSION_FILES: Final[dict[str, Format]] = {
    "codex": Format(codex, LINES),
    "claude-stream": Format(claude_stream, LINES),
    "claude-stream, sub-agent": Format(claude_stream_on_side, LINES),
    "claude-stream, client": Format(claude_client, {**LINES, "object": in_object("messages")}),
    "gemini-cli": Format(gemini_cli, {"lines": as_lines, "file": _gemini_file}),
    "gemini-cli, stream": Format(gemini_stream, LINES),
    "cursor": Format(cursor, LINES),
    "cursor, stream": Format(cursor_stream, LINES),
    "copilot-cli": Format(copilot_cli, LINES),
    "copilot-cli, sub-agent": Format(copilot_on_side, LINES),
    "droid": Format(droid, LINES),
    "droid, stream": Format(droid_stream, LINES),
    "pi": Format(pi, LINES),
    "kimi-cli": Format(kimi_cli, LINES),
    "codebuddy": Format(codebuddy, LINES),
    "antigravity": Format(antigravity, LINES),
    "grok-cli": Format(grok_cli, LINES),
    "openhands": Format(openhands, {**LINES, "result": in_object("history")}),
    "openhands, SDK": Format(openhands_sdk, LINES),
    "swe-agent": Format(swe_agent, {"object": one_of, "history": _history_alone}),
    "tau-bench": Format(tau_bench, {"list": as_list, "object": one_of}),
    "mini-swe-agent": Format(mini_swe_agent, {"object": one_of}),
    **CODING_FILES,
    **EVENT_FILES,
}
"""The formats of coding agents, each with the ways in which its files are written."""

"""Runs written as Goose, Qwen Code and opencode keep them, and as tau2-bench records them."""

from __future__ import annotations

import json
from typing import Any, Final

from tests.traces.harness_runs import at_second
from tests.traces.runs import Carrier, Format, Record, Run, as_lines, as_list, in_object

_BEGAN_MS: Final = 1767225600000


def goose(run: Run) -> list[Record]:
    messages: list[Record] = []

    def message(role: str, content: list[Record]) -> None:
        number = len(messages)
        seen = {"userVisible": True, "agentVisible": True}
        named = {"id": f"m{number}" if role == "assistant" else None, "metadata": seen}
        messages.append({**named, "role": role, "created": 1767225600 + number, "content": content})

    message("user", [{"type": "text", "text": "Please help."}])
    for turn in run:
        asked: list[Record] = [{"type": "text", "text": "I look."}]
        told: list[Record] = []
        for call in turn:
            value: Record = {"name": call.name, "arguments": call.arguments}
            asked.append(
                {
                    "type": "toolRequest",
                    "id": call.id,
                    "toolCall": {"status": "success", "value": value},
                }
            )
            given = {"content": [{"type": "text", "text": call.result}], "isError": False}
            result = {"status": "success", "value": given}
            told.append({"type": "toolResponse", "id": call.id, "toolResult": result})
        message("assistant", asked)
        message("user", told)
    message("assistant", [{"type": "text", "text": "Done."}])
    return messages


def _goose_session(records: list[Record]) -> bytes:
    """Return a session's file as Goose wrote them before it had a database."""
    head: Record = {"working_dir": "/repo", "description": "d", "message_count": len(records)}
    return as_lines([{**head, "schedule_id": None, "total_tokens": 9}, *records])


def _goose_export(records: list[Record]) -> bytes:
    head: Record = {"id": "s1", "working_dir": "/repo", "name": "n", "total_tokens": 9}
    return json.dumps({**head, "extension_data": {}, "conversation": records}).encode()


def _goose_stream(records: list[Record]) -> bytes:
    lines: list[Record] = [{"type": "message", "message": record} for record in records]
    return as_lines([*lines, {"type": "complete", "total_tokens": 9}])


def qwen_code(run: Run) -> list[Record]:
    lines: list[Record] = []

    def line(kind: str, **more: Any) -> None:
        number = len(lines)
        parent = f"u{number - 1}" if number else None
        named = {"uuid": f"u{number}", "parentUuid": parent, "sessionId": "s1", "cwd": "/repo"}
        lines.append({**named, "timestamp": at_second(number), "type": kind, **more})

    line("user", message={"role": "user", "parts": [{"text": "Please help."}]})
    usage = {"promptTokenCount": 5, "candidatesTokenCount": 2}
    for turn in run:
        parts: list[Record] = [{"text": "Hm.", "thought": True}]
        for call in turn:
            named = {"id": call.id, "name": call.name, "args": call.arguments}
            parts.append({"functionCall": named})
        line("assistant", usageMetadata=usage, message={"role": "model", "parts": parts})
        for call in turn:
            event = {"event.name": "qwen-code.tool_call", "function_name": call.name}
            payload = {"uiEvent": {**event, "function_args": call.arguments, "success": True}}
            line("system", subtype="ui_telemetry", systemPayload=payload)
            response: Record = {"response": {"output": call.result}}
            answer: Record = {"functionResponse": {"id": call.id, "name": call.name, **response}}
            over = {"callId": call.id, "status": "success", "resultDisplay": call.result}
            message = {"role": "user", "parts": [answer]}
            line("tool_result", message=message, toolCallResult=over)
    line("assistant", usageMetadata=usage, message={"role": "model", "parts": [{"text": "Done."}]})
    return lines


def qwen_code_on_side(run: Run) -> list[Record]:
    """Return a session in which a sub-agent does what was done."""
    main = qwen_code([])
    about = {"agentId": "explore-1", "agentName": "worker", "isSidechain": True}
    side = [{**line, "uuid": f"side-{line['uuid']}", **about} for line in qwen_code(run)[1:]]
    return [main[0], *side, *main[1:]]


def _opencode_part(message: str, number: int, kind: str, **more: Any) -> Record:
    named = {"id": f"prt_{message}_{number}", "sessionID": "ses_1", "messageID": message}
    return {**named, "type": kind, **more}


def opencode(run: Run) -> list[Record]:
    messages: list[Record] = []

    def message(role: str, parts: list[Record], **more: Any) -> None:
        at = _BEGAN_MS + 1000 * len(messages)
        info = {"id": f"msg_{len(messages)}", "sessionID": "ses_1", "role": role}
        told = [_opencode_part(info["id"], number, **part) for number, part in enumerate(parts, 1)]
        messages.append({"info": {**info, "time": {"created": at}, **more}, "parts": told})

    tokens = {"input": 5, "output": 2, "reasoning": 0, "cache": {"read": 0, "write": 0}}
    end: Record = {"kind": "step-finish", "reason": "tool-calls", "tokens": tokens, "cost": 0}
    message("user", [{"kind": "text", "text": "Please help."}])
    for turn in run:
        calls: list[Record] = []
        for number, call in enumerate(turn):
            at = _BEGAN_MS + 1000 * len(messages) + 10 * number
            state = {"status": "completed", "input": call.arguments, "output": call.result}
            over = {"title": "t", "metadata": {}, "time": {"start": at, "end": at + 1}}
            told = {"callID": call.id, "tool": call.name, "state": {**state, **over}}
            calls.append({"kind": "tool", **told})
        message("assistant", [{"kind": "step-start"}, *calls, end], tokens=tokens)
    said: Record = {"kind": "text", "text": "Done."}
    message("assistant", [{"kind": "step-start"}, said, {**end, "reason": "stop"}], tokens=tokens)
    return messages


def _opencode_export(records: list[Record]) -> bytes:
    info = {"id": "ses_1", "directory": "/repo", "title": "t", "time": {"created": _BEGAN_MS}}
    return json.dumps({"info": info, "messages": records}).encode()


def opencode_run(run: Run) -> list[Record]:
    """Return what `opencode run --format json` prints: the parts of the agent's messages."""
    kinds = {"tool": "tool_use", "step-start": "step_start", "step-finish": "step_finish"}
    return [
        {
            "type": kinds.get(part["type"], part["type"]),
            "timestamp": _BEGAN_MS,
            "sessionID": "ses_1",
            "part": part,
        }
        for message in opencode(run)[1:]
        for part in message["parts"]
    ]


def opencode_events(run: Run) -> list[Record]:
    """Return what the server tells: parts again and again while they go on."""
    events: list[Record] = []
    for message in opencode(run):
        events.append({"type": "message.updated", "properties": {"info": message["info"]}})
        for part in message["parts"]:
            if part["type"] == "tool":
                begun: Record = {**part, "state": {"status": "pending", "input": {}, "raw": ""}}
                events.append({"type": "message.part.updated", "properties": {"part": begun}})
            events.append({"type": "message.part.updated", "properties": {"part": part}})
    return events


_ENVIRONMENT: Final = "<environment_details>\n# Current Time\nnow\n</environment_details>"


def cline(run: Run) -> list[Record]:
    messages: list[Record] = []

    def message(role: str, parts: list[Record], **more: Any) -> None:
        at = {"ts": _BEGAN_MS + 1000 * len(messages)}
        messages.append({"role": role, "content": parts, **at, **more})

    around: Record = {"type": "text", "text": _ENVIRONMENT}
    used = {"metrics": {"tokens": {"prompt": 5, "completion": 2, "cached": 0}}}
    message("user", [{"type": "text", "text": "<task>\nPlease help.\n</task>"}, around])
    for turn in run:
        calls: list[Record] = [
            {"type": "tool_use", "id": call.id, "name": call.name, "input": call.arguments}
            for call in turn
        ]
        message("assistant", calls, **used)
        told: list[Record] = [
            {"type": "tool_result", "tool_use_id": call.id, "content": call.result} for call in turn
        ]
        message("user", [*told, around])
    message("assistant", [{"type": "text", "text": "Done."}], **used)
    return messages


def continue_session(run: Run) -> list[Record]:
    used = {"prompt_tokens": 5, "completion_tokens": 2}
    entries: list[Record] = [{"message": {"role": "user", "content": "Please help."}}]
    for turn in run:
        calls: list[Record] = []
        states: list[Record] = []
        for call in turn:
            function: Record = {"name": call.name, "arguments": json.dumps(call.arguments)}
            asked = {"id": call.id, "type": "function", "function": function}
            output = [{"name": "Tool Result", "description": "d", "content": call.result}]
            calls.append(asked)
            state = {"toolCallId": call.id, "toolCall": asked, "parsedArgs": call.arguments}
            states.append({**state, "status": "done", "output": output})
        said = {"role": "assistant", "content": "", "toolCalls": calls, "usage": used}
        entries.append({"message": said, "contextItems": [], "toolCallStates": states})
    answer = {"role": "assistant", "content": "Done.", "usage": used}
    return [*entries, {"message": answer, "contextItems": []}]


def _of_continue(records: list[Record]) -> bytes:
    head = {"sessionId": "s1", "title": "t", "workspaceDirectory": "/repo"}
    return json.dumps({**head, "history": records}).encode()


def tau2_bench(run: Run) -> list[Record]:
    messages: list[Record] = []

    def message(role: str, content: str | None, **more: Any) -> None:
        number = len(messages)
        at = {"turn_idx": number, "timestamp": at_second(number)[:-1]}
        messages.append({"role": role, "content": content, **at, **more})

    usage = {"prompt_tokens": 5, "completion_tokens": 2}
    message("user", "Please help.", tool_calls=None, usage=None, raw_data=None)
    for turn in run:
        asked = [
            {
                "id": call.id,
                "name": call.name,
                "arguments": call.arguments,
                "requestor": "assistant",
            }
            for call in turn
        ]
        message("assistant", None, tool_calls=asked, usage=usage, raw_data=None)
        for call in turn:
            message("tool", call.result, id=call.id, requestor="assistant", error=False)
    message("assistant", "Done.", tool_calls=None, usage=usage, raw_data=None)
    over = {"termination_reason": "user_stop", "reward_info": {"reward": 1.0}}
    return [{"id": "s1", "task_id": "0", "trial": 0, **over, "messages": messages}]


def tau2_bench_with_user(run: Run) -> list[Record]:
    """Return a simulation whose user has a tool too, `Task`."""
    (made,) = tau2_bench(run)
    asked: Record = {"id": "u", "name": "Task", "arguments": {}, "requestor": "user"}
    at = {"timestamp": at_second(99)[:-1]}
    calling: Record = {"role": "user", "content": None, "tool_calls": [asked], **at}
    told = {"id": "u", "role": "tool", "content": "on", "requestor": "user", "error": False, **at}
    return [{**made, "messages": [*made["messages"][:-1], calling, told, made["messages"][-1]]}]


def codex_exec(run: Run) -> list[Record]:
    events: list[Record] = [{"type": "thread.started", "thread_id": "t"}, {"type": "turn.started"}]
    for call in (call for turn in run for call in turn):
        item: Record = {"id": call.id, "type": "mcp_tool_call", "server": "", "tool": call.name}
        item |= {"arguments": call.arguments, "result": None, "error": None}
        events.append({"type": "item.started", "item": {**item, "status": "in_progress"}})
        result = {"content": [{"type": "text", "text": call.result}], "structured_content": None}
        item |= {"result": result, "status": "completed"}
        events.append({"type": "item.completed", "item": item})
    said = {"id": "last", "type": "agent_message", "text": "Done."}
    events.append({"type": "item.completed", "item": said})
    used = {"input_tokens": 5, "cached_input_tokens": 0, "output_tokens": 2}
    return [*events, {"type": "turn.completed", "usage": used}]


def tau2_bench_ticks(run: Run) -> list[Record]:
    """Return a simulation in which agent and user speak at once, so that it has ticks."""
    (made,) = tau2_bench(run)
    ticks: list[Record] = []
    for message in made["messages"]:
        at = {"tick_id": len(ticks), "timestamp": message["timestamp"]}
        calls: list[Any] = message.get("tool_calls") or []
        if message["role"] == "tool":
            ticks.append({**at, "agent_tool_results": [message]})
        elif calls:
            ticks.append({**at, "agent_tool_calls": calls, "agent_tool_results": []})
        else:
            who = "user" if message["role"] == "user" else "agent"
            ticks.append({**at, f"{who}_chunk": message})
    return [{**made, "messages": [], "ticks": ticks}]


def _tau2_results(records: list[Record]) -> bytes:
    info = {"environment_info": {"domain_name": "airline"}}
    return json.dumps({"info": info, "tasks": [], "simulations": records}).encode()


LINES: Final[dict[str, Carrier]] = {"lines": as_lines, "list": as_list}
CODING_FILES: Final[dict[str, Format]] = {
    "codex, events": Format(codex_exec, {**LINES, "object": in_object("events")}),
    "goose": Format(
        goose,
        {
            **LINES,
            "session": _goose_session,
            "export": _goose_export,
            "stream": _goose_stream,
            "json": in_object("messages"),
        },
    ),
    "qwen-code": Format(qwen_code, LINES),
    "qwen-code, sub-agent": Format(qwen_code_on_side, LINES),
    "opencode": Format(opencode, {**LINES, "export": _opencode_export}),
    "opencode, events": Format(opencode_events, LINES),
    "cline": Format(cline, {"list": as_list}),
    "continue": Format(continue_session, {"session": _of_continue}),
    "tau2-bench, user's tools": Format(tau2_bench_with_user, LINES),
    "tau2-bench, ticks": Format(tau2_bench_ticks, {"results": _tau2_results}),
    "tau2-bench": Format(tau2_bench, {**LINES, "results": _tau2_results}),
}
"""More formats of coding agents and benchmarks, with the ways in which their files are written."""

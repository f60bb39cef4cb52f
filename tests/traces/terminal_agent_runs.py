"""Runs written as session files of agents for a terminal or an editor that few people use."""

from __future__ import annotations

import json
from typing import Any

from tests.traces.harness_runs import at_second
from tests.traces.runs import Record, Run, anthropic, arguments_text

_BEGAN_MS = 1767225600000


def droid(run: Run) -> list[Record]:
    lines: list[Record] = [{"type": "session_start", "id": "s1", "title": "t", "cwd": "/"}]
    for one in anthropic(run):
        number = len(lines)
        content = one["content"]
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        message = {"role": one["role"], "content": parts}
        named = {"id": f"m{number}", "parentId": f"m{number - 1}", "timestamp": at_second(number)}
        lines.append({"type": "message", **named, "message": message})
    return lines


def droid_stream(run: Run) -> list[Record]:
    lines: list[Record] = []

    def line(kind: str, **more: Any) -> None:
        named = {"session_id": "s1", "timestamp": at_second(len(lines))}
        lines.append({"type": kind, **named, **more})

    line("message", role="user", text="Please help.")
    for turn in run:
        for call in turn:
            named = {"toolCallId": call.id, "toolName": call.name}
            line("tool_call", **named, parameters=call.arguments)
        for call in turn:
            line("tool_result", toolCallId=call.id, value=call.result, isError=False)
    line("completion", finalText="Done.", usage={"input_tokens": 5, "output_tokens": 2})
    return lines


def pi(run: Run) -> list[Record]:
    lines: list[Record] = []

    def entry(kind: str, **more: Any) -> None:
        number = len(lines)
        named = {"id": f"e{number}", "parentId": f"e{number - 1}", "timestamp": at_second(number)}
        lines.append({"type": kind, **named, **more})

    entry("session", version=3, cwd="/")
    entry("message", message={"role": "user", "content": "Please help."})
    used = {"input": 5, "output": 2, "totalTokens": 7}
    for turn in run:
        parts = [
            {"type": "toolCall", "id": call.id, "name": call.name, "arguments": call.arguments}
            for call in turn
        ]
        said = {"role": "assistant", "content": parts, "usage": used, "stopReason": "toolUse"}
        entry("message", message=said)
        for call in turn:
            named = {"role": "toolResult", "toolCallId": call.id, "toolName": call.name}
            told = [{"type": "text", "text": call.result}]
            entry("message", message={**named, "content": told, "isError": False})
    last = [{"type": "text", "text": "Done."}]
    entry("message", message={"role": "assistant", "content": last, "usage": used})
    return lines


def kimi_cli(run: Run) -> list[Record]:
    lines: list[Record] = [{"type": "metadata", "protocol_version": "1.4", "created_at": 1}]

    def line(kind: str, **more: Any) -> None:
        lines.append({"type": kind, **more, "time": 1767225600000 + 1000 * len(lines)})

    def event(kind: str, **more: Any) -> None:
        line("context.append_loop_event", event={"type": kind, "turnId": "0", **more})

    tools = [{"name": "ls", "description": "x", "parameters": {"type": "object"}}]
    line("llm.tools_snapshot", tools=tools)
    prompt = [{"type": "text", "text": "Please help."}]
    line("context.append_message", message={"role": "user", "content": prompt})
    used = {"inputOther": 5, "output": 2, "inputCacheRead": 0, "inputCacheCreation": 0}
    for number, turn in enumerate(run):
        event("step.begin", step=number)
        for call in turn:
            event("tool.call", toolCallId=call.id, name=call.name, args=call.arguments)
        for call in turn:
            told = {"output": call.result, "isError": False}
            event("tool.result", toolCallId=call.id, result=told)
        event("step.end", step=number, usage=used)
    event("step.begin", step=9)
    event("content.part", part={"type": "text", "text": "Done."})
    event("step.end", step=9, usage=used)
    return lines


def grok_cli(run: Run) -> list[Record]:
    lines: list[Record] = [{"type": "system", "content": "x"}]
    lines.append({"type": "user", "content": [{"type": "text", "text": "Please help."}]})
    for turn in run:
        asked = [
            {"id": call.id, "name": call.name, "arguments": json.dumps(call.arguments)}
            for call in turn
        ]
        said = {"type": "assistant", "content": "", "model_id": "grok", "tool_calls": asked}
        lines.append(said)
        lines += [
            {"type": "tool_result", "tool_call_id": call.id, "content": call.result}
            for call in turn
        ]
    return [*lines, {"type": "assistant", "content": "Done.", "model_id": "grok"}]


def codebuddy(run: Run) -> list[Record]:
    lines: list[Record] = [{"type": "topic", "topic": "x"}]

    def line(kind: str, **more: Any) -> None:
        lines.append({"type": kind, **more})

    used = {"usage": {"inputTokens": 5, "outputTokens": 2}}
    line("message", role="user", content=[{"type": "input_text", "text": "Please help."}])
    for turn in run:
        line("reasoning", rawContent=[{"type": "reasoning_text", "text": "I look."}])
        for call in turn:
            given = arguments_text(call)
            told_used = {"providerData": used} if call is turn[-1] else {}
            line("function_call", callId=call.id, name=call.name, arguments=given, **told_used)
        for call in turn:
            told = {"type": "text", "text": call.result}
            line("function_call_result", callId=call.id, name=call.name, output=told)
    said = [{"type": "output_text", "text": "Done."}]
    line("message", role="assistant", content=said, providerData=used)
    for number, one in enumerate(lines):
        one |= {"id": f"l{number}", "sessionId": "s1", "timestamp": _BEGAN_MS + 1000 * number}
    return lines


def antigravity(run: Run) -> list[Record]:
    steps: list[Record] = []

    def step(source: str, kind: str, **more: Any) -> None:
        named = {"step_index": len(steps), "source": source, "type": kind, "status": "DONE"}
        steps.append({**named, "created_at": at_second(len(steps)), **more})

    step("USER_EXPLICIT", "USER_INPUT", content="<USER_REQUEST>\nPlease help.\n</USER_REQUEST>")
    step("SYSTEM", "CHECKPOINT", content="{{ CHECKPOINT 0 }}")
    for turn in run:
        asked = [{"name": call.name, "args": call.arguments} for call in turn]
        step("MODEL", "PLANNER_RESPONSE", thinking="I look.", tool_calls=asked)
        for call in turn:
            at = at_second(len(steps))
            head = f"Created At: {at}\nCompleted At: {at}\n"
            step("MODEL", "GENERIC", content=head + call.result)
    step("MODEL", "PLANNER_RESPONSE", content="Done.")
    return steps

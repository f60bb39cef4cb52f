"""More runs written as session files: of agent harnesses, and of coding agents few people use."""

from __future__ import annotations

import json
from typing import Any

from tests.traces.runs import Record, Run, anthropic, arguments_text, chat

_BEGAN_MS = 1767225600000


def at_second(number: int) -> str:
    """Return when a record was written: a second after the one before."""
    return f"2026-01-01T00:{number // 60:02d}:{number % 60:02d}.000Z"


def openhands(run: Run) -> list[Record]:
    events: list[Record] = []

    def event(source: str, **more: Any) -> int:
        number = len(events)
        named = {
            "id": number,
            "timestamp": at_second(number)[:-1],
            "source": source,
            "message": "",
        }
        events.append({**named, **more})
        return number

    event("user", action="message", args={"content": "Please help."})
    for number, turn in enumerate(run):
        asked = [
            {
                "id": call.id,
                "function": {"name": call.name, "arguments": json.dumps(call.arguments)},
            }
            for call in turn
        ]
        response = {
            "id": f"r{number}",
            "choices": [{"message": {"role": "assistant", "tool_calls": asked}}],
            "usage": {"prompt_tokens": 5, "completion_tokens": 2},
        }
        for call in turn:
            meta: Record = {
                "function_name": call.name,
                "tool_call_id": call.id,
                "model_response": response,
                "total_calls_in_response": len(turn),
            }
            given = {"command": "x", "thought": ""}
            cause = event("agent", action="run", args=given, tool_call_metadata=meta)
            seen = {"metadata": {"exit_code": 0}}
            told = {"content": call.result, "extras": seen, "tool_call_metadata": meta}
            event("agent", observation="run", cause=cause, **told)
    last: Record = {
        "id": "last",
        "usage": {"prompt_tokens": 5, "completion_tokens": 2},
        "choices": [],
    }
    closing: Record = {"model_response": last}
    event("agent", action="message", args={"content": "Done."}, tool_call_metadata=closing)
    return events


def openhands_sdk(run: Run) -> list[Record]:
    events: list[Record] = []

    def event(kind: str, source: str, **more: Any) -> None:
        number = len(events)
        named = {"id": f"e{number}", "timestamp": at_second(number)[:-1], "source": source}
        events.append({"kind": kind, **named, **more})

    def say(source: str, role: str, text: str) -> None:
        content = [{"type": "text", "text": text}]
        event("MessageEvent", source, llm_message={"role": role, "content": content})

    tools = [{"type": "function", "function": {"name": "ls", "parameters": {"type": "object"}}}]
    event("SystemPromptEvent", "agent", system_prompt={"type": "text", "text": "x"}, tools=tools)
    say("user", "user", "Please help.")
    for number, turn in enumerate(run):
        for call in turn:
            asked = {"id": call.id, "name": call.name, "arguments": json.dumps(call.arguments)}
            named = {"tool_name": call.name, "tool_call_id": call.id, "tool_call": asked}
            event("ActionEvent", "agent", **named, thought=[], llm_response_id=f"r{number}")
        for call in turn:
            named = {"tool_name": call.name, "tool_call_id": call.id, "action_id": "x"}
            seen = {"content": [{"type": "text", "text": call.result}], "is_error": False}
            event("ObservationEvent", "environment", **named, observation=seen)
    say("agent", "assistant", "Done.")
    return events


def swe_agent(run: Run) -> list[Record]:
    prompt = {"role": "user", "content": "Please help.", "agent": "main"}
    history: list[Record] = [{"role": "system", "content": "x", "agent": "main"}, prompt]
    steps: list[Record] = []
    for call in (call for turn in run for call in turn):
        function = {"name": call.name, "arguments": json.dumps(call.arguments)}
        action = f"{call.name} {call.id}"
        asked = [{"id": call.id, "type": "function", "function": function}]
        said = {"role": "assistant", "content": "I look.", "thought": "I look.", "agent": "main"}
        history.append({**said, "action": action, "tool_calls": asked})
        named = {"role": "tool", "agent": "main", "tool_call_ids": [call.id]}
        history.append({**named, "content": call.result})
        told = {"action": action, "observation": call.result, "thought": "I look."}
        steps.append({**told, "response": "I look.", "state": "{}"})
    used = {"tokens_sent": 5, "tokens_received": 2, "api_calls": 1}
    info = {"exit_status": "submitted", "model_stats": used}
    return [{"environment": "e", "trajectory": steps, "history": history, "info": info}]


def mini_swe_agent(run: Run) -> list[Record]:
    messages: list[Record] = [{"role": "system", "content": "x"}]
    messages.append({"role": "user", "content": "Please help.", "timestamp": 1767225600.0})
    used = {"response": {"usage": {"prompt_tokens": 5, "completion_tokens": 2}}}
    for turn in run:
        asked = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": json.dumps(call.arguments)},
            }
            for call in turn
        ]
        said = {"role": "assistant", "content": None, "tool_calls": asked, "extra": used}
        messages.append({**said, "timestamp": 1767225600.0 + len(messages)})
        messages += [
            {
                "role": "tool",
                "tool_call_id": call.id,
                "content": call.result,
                "extra": {"returncode": 0},
            }
            for call in turn
        ]
    messages.append({"role": "assistant", "content": "Done.", "extra": used})
    return [{"messages": messages, "info": {}, "trajectory_format": "mini-swe-agent-1.1"}]


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


def tau_bench(run: Run) -> list[Record]:
    info: Record = {"task": {"actions": [{"name": "ls", "kwargs": {}}]}}
    return [{"task_id": 1, "trial": 0, "reward": 1.0, "info": info, "traj": chat(run)}]


def codebuddy(run: Run) -> list[Record]:
    lines: list[Record] = [{"type": "topic", "topic": "x"}]

    def line(kind: str, **more: Any) -> None:
        lines.append({"type": kind, **more})

    used = {"usage": {"inputTokens": 5, "outputTokens": 2}}
    line("message", role="user", content=[{"type": "input_text", "text": "Please help."}])
    for turn in run:
        line("reasoning", rawContent=[{"type": "reasoning_text", "text": "I look."}])
        for call in turn:
            line("function_call", callId=call.id, name=call.name, arguments=arguments_text(call))
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

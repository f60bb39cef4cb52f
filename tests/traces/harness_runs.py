"""Runs written by harnesses for agents and their evaluation: OpenHands, SWE-agent, tau-bench."""

from __future__ import annotations

import json
from typing import Any

from tests.traces.runs import Record, Run, chat

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


def tau_bench(run: Run) -> list[Record]:
    info: Record = {"task": {"actions": [{"name": "ls", "kwargs": {}}]}}
    return [{"task_id": 1, "trial": 0, "reward": 1.0, "info": info, "traj": chat(run)}]

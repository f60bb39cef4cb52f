"""Runs written as logs of events: each maker returns the records of one run."""

from __future__ import annotations

from typing import Any, Final

from tests.traces.harness_runs import at_second
from tests.traces.runs import Carrier, Format, Record, Run, as_lines, as_list, in_object


def atof(run: Run) -> list[Record]:
    lines: list[Record] = []

    def scope(edge: str, category: str, uuid: str, name: str, data: Any, **profile: Any) -> None:
        lines.append(
            {
                "kind": "scope",
                "scope_category": edge,
                "atof_version": "0.1",
                "category": category,
                "category_profile": profile or None,
                "uuid": uuid,
                "parent_uuid": None if category == "agent" else "agent",
                "data": data,
                "timestamp": at_second(len(lines)),
                "name": name,
            }
        )

    scope("start", "agent", "agent", "helper", {"input": "Please help."})
    for number, turn in enumerate(run):
        asked = [{"id": call.id, "name": call.name, "arguments": call.arguments} for call in turn]
        scope("start", "llm", f"m{number}", "gpt", {"messages": []}, model_name="gpt")
        said = {"content": "", "tool_calls": asked}
        scope("end", "llm", f"m{number}", "gpt", said, model_name="gpt")
        for call in turn:
            id = {"tool_call_id": call.id}
            scope("start", "tool", f"t{call.id}", call.name, call.arguments, **id)
            scope("end", "tool", f"t{call.id}", call.name, {"result": call.result}, **id)
    scope("end", "agent", "agent", "helper", {"response": "Done."})
    return lines


def managed_agents(run: Run) -> list[Record]:
    lines: list[Record] = []

    def event(kind: str, **more: Any) -> None:
        at = {"processed_at": at_second(len(lines))}
        lines.append({"id": f"e{len(lines)}", **at, "type": kind, **more})

    event("user.message", content=[{"type": "text", "text": "Please help."}])
    used = {"input_tokens": 5, "output_tokens": 2}
    for turn in run:
        event("span.model_request_start")
        for call in turn:
            event("agent.tool_use", id=call.id, name=call.name, input=call.arguments)
        event("span.model_request_end", model_usage=used, is_error=False)
        for call in turn:
            content = [{"type": "text", "text": call.result}]
            event("agent.tool_result", tool_use_id=call.id, content=content, is_error=False)
    event("span.model_request_start")
    event("agent.message", content=[{"type": "text", "text": "Done."}])
    event("span.model_request_end", model_usage=used, is_error=False)
    event("session.status_idle", stop_reason={"type": "end_turn"})
    return lines


def langchain_events(run: Run) -> list[Record]:
    events: list[Record] = []

    def event(kind: str, name: str, id: str, **data: Any) -> None:
        about: Record = {"run_id": id, "metadata": {}, "tags": [], "parent_ids": []}
        events.append({"event": kind, "data": data, "name": name, **about})

    user = {"type": "human", "content": "Please help."}
    event("on_chain_start", "agent", "a", input={"messages": [user]})
    used = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    for number, turn in enumerate(run):
        calls = [
            {"name": one.name, "args": one.arguments, "id": one.id, "type": "tool_call"}
            for one in turn
        ]
        said = {"type": "ai", "content": "", "tool_calls": calls, "usage_metadata": used}
        event("on_chat_model_end", "model", f"m{number}", output=said, input={})
        for call in turn:
            event("on_tool_start", call.name, f"t{call.id}", input=call.arguments)
        for call in turn:
            told = {"type": "tool", "content": call.result, "tool_call_id": call.id}
            output = {**told, "status": "success"}
            event("on_tool_end", call.name, f"t{call.id}", output=output, input=call.arguments)
    last: Record = {"type": "ai", "content": "Done.", "tool_calls": [], "usage_metadata": used}
    event("on_chat_model_end", "model", "last", output=last, input={})
    return events


LINES: Final[dict[str, Carrier]] = {"lines": as_lines, "list": as_list}
EVENT_FILES: Final[dict[str, Format]] = {
    "atof": Format(atof, LINES),
    "langchain-events": Format(langchain_events, LINES),
    "managed agents": Format(managed_agents, {**LINES, "page": in_object("data")}),
}
"""The formats of events, each with the ways in which its files are written."""

_SESSION: Final = {"sessionKey": "agent:main:subagent:s1", "agentId": "main"}
TELEMETRY: Final[list[Record]] = [
    {"type": "message.in", "channel": "telegram", "content": "go"},
    {"type": "tool.start", "toolName": "ls", "params": {}, **_SESSION},
    {"type": "tool.end", "toolName": "ls", "success": True, "result": "x", **_SESSION},
    {"type": "message.out", "channel": "telegram", "content": "Done."},
]
EVAL_SET: Final[Record] = {
    "eval_set_id": "s",
    "eval_cases": [
        {
            "eval_id": "e",
            "conversation": [
                {
                    "invocation_id": "i",
                    "user_content": {"role": "user", "parts": [{"text": "go"}]},
                    "final_response": {"role": "model", "parts": [{"text": "Done."}]},
                    "intermediate_data": {
                        "tool_uses": [{"id": "1", "name": "ls", "args": {}}],
                        "tool_responses": [{"id": "1", "name": "ls", "response": {"result": "x"}}],
                        "intermediate_responses": [],
                    },
                    "creation_timestamp": 1767225600.0,
                }
            ],
        }
    ],
}
AGENTS_RESULT: Final[Record] = {
    "input": "go",
    "raw_responses": [
        {
            "output": [
                {"type": "function_call", "call_id": "1", "name": "ls", "arguments": "{}"},
                {"type": "message", "role": "assistant", "content": "I look."},
            ],
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }
    ],
    "new_items": [
        {
            "type": "tool_call_output_item",
            "raw_item": {"type": "function_call_output", "call_id": "1", "output": "x"},
        }
    ],
    "final_output": "Done.",
}
EVENT_SAMPLES: Final[dict[str, Any]] = {
    "OpenClaw telemetry": TELEMETRY,
    "Google ADK eval sets and their results": EVAL_SET,
    "OpenAI Agents SDK results (raw_responses)": AGENTS_RESULT,
}
"""One file of each format with a user's message, a call of `ls` and its result."""

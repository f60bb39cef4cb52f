"""Runs written as the histories that frameworks keep of their own messages."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from tests.traces.runs import (
    Carrier,
    Done,
    Format,
    Record,
    Run,
    as_lines,
    as_list,
    in_object,
    one_of,
)

_AT: Final = "2026-01-01T00:00:00Z"
_USAGE: Final = {"input_tokens": 1, "output_tokens": 1}


def conversation(
    user: Record,
    asked: Callable[[list[Done]], Record],
    answered: Callable[[list[Done]], list[Record]],
) -> Callable[[Run], list[Record]]:
    """Return a maker of a conversation: what was said, and each turn's calls and results."""

    def make(run: Run) -> list[Record]:
        records = [user]
        for turn in run:
            records += [asked(turn), *answered(turn)]
        return records

    return make


def _langchain_ask(turn: list[Done]) -> Record:
    calls = [
        {"name": one.name, "args": one.arguments, "id": one.id, "type": "tool_call"} for one in turn
    ]
    held = {"type": "ai", "content": "", "tool_calls": calls, "usage_metadata": _USAGE}
    return {"type": "ai", "data": held}


def _langchain_answer(turn: list[Done]) -> list[Record]:
    told = [{"type": "tool", "content": one.result, "tool_call_id": one.id} for one in turn]
    return [{"type": "tool", "data": {**one, "status": "success"}} for one in told]


def _pydantic_ask(turn: list[Done]) -> Record:
    parts = [
        {
            "part_kind": "tool-call",
            "tool_name": one.name,
            "args": json.dumps(one.arguments),
            "tool_call_id": one.id,
        }
        for one in turn
    ]
    return {"kind": "response", "timestamp": _AT, "usage": _USAGE, "parts": parts}


def _pydantic_answer(turn: list[Done]) -> list[Record]:
    parts = [
        {
            "part_kind": "tool-return",
            "tool_name": one.name,
            "content": one.result,
            "tool_call_id": one.id,
        }
        for one in turn
    ]
    return [{"kind": "request", "timestamp": _AT, "parts": parts}]


def _gemini_ask(turn: list[Done]) -> Record:
    parts = [{"functionCall": {"name": one.name, "args": one.arguments}} for one in turn]
    return {"role": "model", "parts": parts}


def _gemini_answer(turn: list[Done]) -> list[Record]:
    parts = [
        {"functionResponse": {"name": one.name, "response": {"output": one.result}}} for one in turn
    ]
    return [{"role": "user", "parts": parts}]


def _adk(run: Run) -> list[Record]:
    return [
        {
            "author": "user" if content["parts"][0].get("text") else "a",
            "invocation_id": "i",
            "timestamp": 1767225600.0 + at,
            "content": content,
            "usage_metadata": _USAGE,
        }
        for at, content in enumerate(_GEMINI(run))
    ]


def _vercel_ask(turn: list[Done]) -> Record:
    parts: list[Record] = [
        {"type": "tool-call", "toolCallId": one.id, "toolName": one.name, "input": one.arguments}
        for one in turn
    ]
    return {"role": "assistant", "content": parts}


def _vercel_answer(turn: list[Done]) -> list[Record]:
    parts = [
        {
            "type": "tool-result",
            "toolCallId": one.id,
            "toolName": one.name,
            "output": {"type": "text", "value": one.result},
        }
        for one in turn
    ]
    return [{"role": "tool", "content": parts}]


def _vercel_steps(run: Run) -> list[Record]:
    """Return what the AI SDK's `steps` hold."""
    return [
        {
            "stepNumber": number,
            "content": [*_vercel_ask(turn)["content"], *_vercel_answer(turn)[0]["content"]],
            "finishReason": "tool-calls",
            "usage": {"inputTokens": 1, "outputTokens": 1},
        }
        for number, turn in enumerate(run)
    ]


def _vercel_interface(run: Run) -> list[Record]:
    """Return the messages of a user interface, each call with its state."""
    parts = [
        {
            "type": f"tool-{one.name}",
            "toolCallId": one.id,
            "state": "output-available",
            "input": one.arguments,
            "output": one.result,
        }
        for turn in run
        for one in turn
    ]
    begin: Record = {"type": "step-start"}
    user = {"role": "user", "parts": [{"type": "text", "text": "go"}]}
    return [user, {"role": "assistant", "parts": [begin, *parts]}]


def _bedrock_ask(turn: list[Done]) -> Record:
    parts = [
        {"toolUse": {"toolUseId": one.id, "name": one.name, "input": one.arguments}} for one in turn
    ]
    return {"role": "assistant", "content": parts}


def _bedrock_answer(turn: list[Done]) -> list[Record]:
    parts = [
        {
            "toolResult": {
                "toolUseId": one.id,
                "status": "success",
                "content": [{"text": one.result}],
            }
        }
        for one in turn
    ]
    return [{"role": "user", "content": parts}]


def _strands(run: Run) -> list[Record]:
    """Return the messages as Strands keeps them in a session."""
    return [
        {"message": message, "message_id": number, "created_at": _AT}
        for number, message in enumerate(_BEDROCK(run))
    ]


def _haystack_ask(turn: list[Done]) -> Record:
    parts = [
        {"tool_call": {"tool_name": one.name, "arguments": one.arguments, "id": one.id}}
        for one in turn
    ]
    return {"role": "assistant", "meta": {"usage": _USAGE}, "name": None, "content": parts}


def _haystack_answer(turn: list[Done]) -> list[Record]:
    return [
        {
            "role": "tool",
            "meta": {},
            "name": None,
            "content": [
                {
                    "tool_call_result": {
                        "result": one.result,
                        "origin": {
                            "tool_name": one.name,
                            "arguments": one.arguments,
                            "id": one.id,
                        },
                        "error": False,
                    }
                }
            ],
        }
        for one in turn
    ]


def _framework_ask(turn: list[Done]) -> Record:
    parts = [
        {
            "type": "function_call",
            "call_id": one.id,
            "name": one.name,
            "arguments": json.dumps(one.arguments),
        }
        for one in turn
    ]
    return {"role": "assistant", "author_name": "a", "contents": parts}


def _framework_answer(turn: list[Done]) -> list[Record]:
    parts = [{"type": "function_result", "call_id": one.id, "result": one.result} for one in turn]
    return [{"role": "tool", "contents": parts}]


def _said_by(source: str, kind: str, content: Any) -> Record:
    usage = _USAGE if kind == "ToolCallRequestEvent" else None
    about = {"source": source, "models_usage": usage, "created_at": _AT}
    return {**about, "content": content, "type": kind}


def _autogen_ask(turn: list[Done]) -> Record:
    calls = [
        {"id": one.id, "name": one.name, "arguments": json.dumps(one.arguments)} for one in turn
    ]
    return _said_by("a", "ToolCallRequestEvent", calls)


def _autogen_answer(turn: list[Done]) -> list[Record]:
    told = [
        {"call_id": one.id, "name": one.name, "content": one.result, "is_error": False}
        for one in turn
    ]
    return [_said_by("a", "ToolCallExecutionEvent", told)]


def _llama_index(run: Run) -> list[Record]:
    return [
        {
            "tool_name": one.name,
            "tool_kwargs": one.arguments,
            "tool_id": one.id,
            "tool_output": {
                "blocks": [],
                "tool_name": one.name,
                "raw_input": one.arguments,
                "raw_output": one.result,
                "is_error": False,
            },
        }
        for turn in run
        for one in turn
    ]


def _dspy(run: Run) -> list[Record]:
    held: Record = {}
    for at, one in enumerate(one for turn in run for one in turn):
        held |= {f"thought_{at}": "hm", f"tool_name_{at}": one.name}
        held |= {f"tool_args_{at}": one.arguments, f"observation_{at}": one.result}
    return [held]


def _smolagents(run: Run) -> list[Record]:
    task: Record = {"task": "go", "task_images": None}
    steps: list[Record] = []
    for number, turn in enumerate(run, 1):
        calls = [
            {
                "id": one.id,
                "type": "function",
                "function": {"name": one.name, "arguments": one.arguments},
            }
            for one in turn
        ]
        steps.append(
            {
                "step_number": number,
                "timing": {"start_time": 1767225600.0 + number},
                "tool_calls": calls,
                "model_output": "",
                "observations": "\n".join(one.result for one in turn),
                "token_usage": _USAGE,
            }
        )
    return [task, *steps]


_LANGCHAIN: Final = conversation(
    {"type": "human", "data": {"type": "human", "content": "go"}},
    _langchain_ask,
    _langchain_answer,
)
_PYDANTIC_AI: Final = conversation(
    {"kind": "request", "timestamp": _AT, "parts": [{"part_kind": "user-prompt", "content": "go"}]},
    _pydantic_ask,
    _pydantic_answer,
)
_GEMINI: Final = conversation(
    {"role": "user", "parts": [{"text": "go"}]}, _gemini_ask, _gemini_answer
)
_VERCEL: Final = conversation({"role": "user", "content": "go"}, _vercel_ask, _vercel_answer)
_BEDROCK: Final = conversation(
    {"role": "user", "content": [{"text": "go"}]}, _bedrock_ask, _bedrock_answer
)
_HAYSTACK: Final = conversation(
    {"role": "user", "meta": {}, "name": None, "content": [{"text": "go"}]},
    _haystack_ask,
    _haystack_answer,
)
_AGENT_FRAMEWORK: Final = conversation(
    {"role": "user", "contents": [{"type": "text", "text": "go"}]},
    _framework_ask,
    _framework_answer,
)
_AUTOGEN: Final = conversation(_said_by("user", "TextMessage", "go"), _autogen_ask, _autogen_answer)
_CARRIERS: Final[dict[str, Carrier]] = {"list": as_list, "lines": as_lines}
_MESSAGES: Final = {**_CARRIERS, "object": in_object("messages")}

HISTORIES: Final[dict[str, Format]] = {
    "langchain-messages": Format(_LANGCHAIN, _MESSAGES),
    "pydantic-ai-messages": Format(_PYDANTIC_AI, _CARRIERS),
    "google-adk-events": Format(_adk, {**_CARRIERS, "object": in_object("events")}),
    "gemini-contents": Format(_GEMINI, {**_CARRIERS, "object": in_object("contents")}),
    "vercel-messages": Format(_VERCEL, _MESSAGES),
    "vercel-messages, steps": Format(_vercel_steps, {**_CARRIERS, "object": in_object("steps")}),
    "vercel-messages, interface": Format(_vercel_interface, _MESSAGES),
    "bedrock-messages": Format(_BEDROCK, _MESSAGES),
    "bedrock-messages, strands": Format(_strands, _CARRIERS),
    "haystack-messages": Format(_HAYSTACK, _MESSAGES),
    "agent-framework-messages": Format(_AGENT_FRAMEWORK, _MESSAGES),
    "autogen-messages": Format(_AUTOGEN, _MESSAGES),
    "llama-index-calls": Format(_llama_index, {**_CARRIERS, "object": in_object("tool_calls")}),
    "dspy-trajectory": Format(_dspy, {"object": one_of, "list": as_list}),
    "smolagents-memory": Format(_smolagents, {**_CARRIERS, "object": in_object("steps")}),
}
"""The histories of each framework."""

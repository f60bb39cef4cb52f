"""How the scripted model's turns are written in each vendor's protocol."""

from __future__ import annotations

import json
import re
import time
import uuid
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from tests.frameworks.script import Said

Body: TypeAlias = "dict[str, Any]"


def _id(kind: str) -> str:
    return f"{kind}_{uuid.uuid4().hex[:8]}"


def _list(held: Any) -> list[Any]:
    """Return a list that may be missing or null."""
    return held or []


def _text(held: Any) -> str:
    return held if isinstance(held, str) else json.dumps(held or "")


def _words(messages: list[Body]) -> str:
    """Return what system and user say, the system first: a name of its own comes first."""
    system = [one for one in messages if one.get("role") in ("system", "developer")]
    user = [one for one in messages if one.get("role") == "user"]
    return " ".join(_text(one.get("content")) for one in [*system, *user])


# OpenAI's chat completions.

_CHAT_USAGE: Final = {"prompt_tokens": 5, "completion_tokens": 5, "total_tokens": 10}


def chat(asked: Body) -> Body | list[Any]:
    """Answer a chat completion: a body, or the events of a stream."""
    messages: list[Body] = asked["messages"]
    turns = sum(map(_asked, messages))
    tools = [one["function"]["name"] for one in _list(asked.get("tools")) if "function" in one]
    said = Said(_words(messages), turns, tools)
    calls = [
        {
            "id": said.id(at),
            "type": "function",
            "function": {"name": name, "arguments": json.dumps(arguments)},
        }
        for at, (name, arguments) in enumerate(said.calls)
    ]
    made = {"id": _id("chatcmpl"), "created": int(time.time()), "model": asked.get("model")}
    finish = "tool_calls" if calls else "stop"
    if asked.get("stream"):
        options: Any = asked.get("stream_options") or {}
        wants_usage = bool(options.get("include_usage"))
        return [*_chunks(made, said.text, calls, finish, wants_usage), "[DONE]"]
    message = {"role": "assistant", "content": said.text}
    if calls:
        message["tool_calls"] = calls  # pyright: ignore[reportArgumentType]
    choice = {"index": 0, "message": message, "finish_reason": finish, "logprobs": None}
    return {**made, "object": "chat.completion", "choices": [choice], "usage": _CHAT_USAGE}


def _chunks(
    made: Body, text: str | None, calls: list[Body], finish: str, wants_usage: bool
) -> Iterator[Body]:
    made = {**made, "object": "chat.completion.chunk"}

    def chunk(delta: Body, finish: str | None = None) -> Body:
        choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
        return {**made, "choices": [choice]}

    yield chunk({"role": "assistant", "content": "" if text is not None else None})
    for word in re.findall(r"\s*\S+", text or ""):
        yield chunk({"content": word})
    for at, call in enumerate(calls):
        name, arguments = call["function"]["name"], call["function"]["arguments"]
        begun = {**call, "index": at, "function": {"name": name, "arguments": ""}}
        yield chunk({"tool_calls": [begun]})
        half = len(arguments) // 2
        for part in (arguments[:half], arguments[half:]):
            yield chunk({"tool_calls": [{"index": at, "function": {"arguments": part}}]})
    yield chunk({}, finish)
    if wants_usage:
        yield {**made, "choices": [], "usage": _CHAT_USAGE}


def _asked(message: Any) -> bool:
    """Tell whether a message is a turn with calls; smolagents tells them as text, or its error."""
    content = _text(message.get("content"))
    if message["role"] == "assistant":
        return bool(message.get("tool_calls")) or "Calling tools" in content
    return message["role"] == "user" and "Now let's retry" in content


# OpenAI's responses.

_RESPONSES_USAGE: Final = {
    "input_tokens": 5,
    "output_tokens": 5,
    "total_tokens": 10,
    "input_tokens_details": {"cached_tokens": 0},
    "output_tokens_details": {"reasoning_tokens": 0},
}


def responses(asked: Body) -> Body | list[Any]:
    """Answer a request for a response: a body, or the events of a stream."""
    held = asked.get("input")
    items = _list([{"role": "user", "content": held}] if isinstance(held, str) else held)
    is_call = [one.get("type") == "function_call" for one in items]
    turns = sum(now and not before for before, now in zip([False, *is_call], is_call, strict=False))
    tools = [one.get("name", "") for one in _list(asked.get("tools"))]
    said = Said(f"{asked.get('instructions') or ''} {_words(items)}", turns, tools)
    output: list[Body] = [
        {
            "id": said.id(at).replace("call", "fc"),
            "type": "function_call",
            "call_id": said.id(at),
            "name": name,
            "arguments": json.dumps(arguments),
            "status": "completed",
        }
        for at, (name, arguments) in enumerate(said.calls)
    ] or [
        {
            "id": _id("msg"),
            "type": "message",
            "role": "assistant",
            "status": "completed",
            "content": [{"type": "output_text", "text": said.text, "annotations": []}],
        }
    ]
    response = {
        "id": _id("resp"),
        "object": "response",
        "created_at": int(time.time()),
        "status": "completed",
        "model": asked.get("model"),
        "output": output,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": _list(asked.get("tools")),
        "error": None,
        "incomplete_details": None,
        "instructions": asked.get("instructions"),
        "metadata": {},
        "usage": _RESPONSES_USAGE,
    }
    if not asked.get("stream"):
        return response
    events = enumerate(_response_events(response))
    return [{**event, "sequence_number": number} for number, event in events]


def _response_events(response: Body) -> Iterator[Body]:
    begun: Body = {**response, "status": "in_progress", "output": []}
    yield {"type": "response.created", "response": begun}
    for at, item in enumerate(response["output"]):
        place = {"output_index": at, "item_id": item["id"]}
        added = {"type": "response.output_item.added", "output_index": at}
        if item["type"] == "function_call":
            yield {**added, "item": {**item, "arguments": "", "status": "in_progress"}}
            kind = "response.function_call_arguments"
            yield {"type": f"{kind}.delta", **place, "delta": item["arguments"]}
            done = {"arguments": item["arguments"], "name": item["name"]}
            yield {"type": f"{kind}.done", **place, **done}
        else:
            (part,) = item["content"]
            place["content_index"] = 0
            empty = {**part, "text": ""}
            yield {**added, "item": {**item, "content": [], "status": "in_progress"}}
            yield {"type": "response.content_part.added", **place, "part": empty}
            kind = "response.output_text"
            yield {"type": f"{kind}.delta", **place, "delta": part["text"], "logprobs": []}
            yield {"type": f"{kind}.done", **place, "text": part["text"], "logprobs": []}
            yield {"type": "response.content_part.done", **place, "part": part}
        yield {"type": "response.output_item.done", "output_index": at, "item": item}
    yield {"type": "response.completed", "response": response}


# Anthropic's messages.


def anthropic(asked: Body) -> Body | list[Any]:
    """Answer with a message: a body, or the events of a stream."""
    messages: list[Body] = asked["messages"]
    turns = sum(
        one["role"] == "assistant"
        and not isinstance(one["content"], str)
        and any(block["type"] == "tool_use" for block in _list(one["content"]))
        for one in messages
    )
    words = f"{_text(asked.get('system'))} {_words(messages)}"
    said = Said(words, turns, [one["name"] for one in _list(asked.get("tools"))])
    content: list[Body] = [{"type": "text", "text": said.text or "Let me see."}]
    for at, (name, arguments) in enumerate(said.calls):
        id = said.id(at).replace("call", "toolu")
        content.append({"type": "tool_use", "id": id, "name": name, "input": arguments})
    message = {
        "id": _id("msg"),
        "type": "message",
        "role": "assistant",
        "model": asked.get("model"),
        "content": content,
        "stop_reason": "tool_use" if said.calls else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 5, "output_tokens": 5},
    }
    return list(_message_events(message)) if asked.get("stream") else message


def _message_events(message: Body) -> Iterator[Body]:
    begun: Body = {**message, "content": [], "stop_reason": None}
    yield {"type": "message_start", "message": begun}
    for at, block in enumerate(message["content"]):
        if block["type"] == "text":
            empty, parts = {**block, "text": ""}, [block["text"]]
            kind, key = "text_delta", "text"
        else:
            text = json.dumps(block["input"])
            empty, parts = {**block, "input": dict[str, Any]()}, [text[:5], text[5:]]
            kind, key = "input_json_delta", "partial_json"
        yield {"type": "content_block_start", "index": at, "content_block": empty}
        for part in parts:
            delta = {"type": kind, key: part}
            yield {"type": "content_block_delta", "index": at, "delta": delta}
        yield {"type": "content_block_stop", "index": at}
    delta = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": delta, "usage": {"output_tokens": 5}}
    yield {"type": "message_stop"}


# Gemini's contents.


def gemini(asked: Body) -> Body:
    """Answer with a candidate."""
    contents: list[Body] = _list(asked.get("contents"))
    turns = sum(
        one.get("role") == "model" and any("functionCall" in part for part in one["parts"])
        for one in contents
    )
    user = [one for one in contents if one.get("role") == "user"]
    tools = [
        function["name"]
        for tool in _list(asked.get("tools"))
        for function in _list(tool.get("functionDeclarations"))
    ]
    words = json.dumps(asked.get("systemInstruction") or "") + json.dumps(user)
    said = Said(words, turns, tools)
    parts: list[Body] = [
        {"functionCall": {"name": name, "args": arguments}} for name, arguments in said.calls
    ]
    content = {"role": "model", "parts": parts or [{"text": said.text}]}
    usage = {"promptTokenCount": 5, "candidatesTokenCount": 5, "totalTokenCount": 10}
    candidate = {"content": content, "finishReason": "STOP", "index": 0}
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "gemini-fake"}

"""LangChain's and LangGraph's messages, in each way they are written down.

`model_dump` writes the fields of a message, `messages_to_dict` puts them under `data`, `dumps`
under `kwargs` with the class's name in `id`. They are in a list, or in a graph's state under
`messages`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import Json, rest_of
from toolspec.engine.reading.formats.history import History, PutMessage, call_of, result_message
from toolspec.engine.reading.formats.messages import fields, is_list, is_object, text_of
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.trace import Place

_ROLES: Final = {
    "human": "user",
    "HumanMessage": "user",
    "HumanMessageChunk": "user",
    "ai": "assistant",
    "AIMessage": "assistant",
    "AIMessageChunk": "assistant",
    "system": "system",
    "SystemMessage": "system",
    "tool": "tool",
    "ToolMessage": "tool",
    "function": "function",
    "FunctionMessage": "function",
    "remove": "system",
    "chat": "user",
}
_HOSTED_CALLS: Final = frozenset({"server_tool_call", "server_tool_call_chunk"})
_OF_MESSAGES: Final = frozenset(
    {"additional_kwargs", "response_metadata", "tool_call_id", "example"}
)
_KNOWN: Final = frozenset(
    {"artifact", "content", "example", "id", "invalid_tool_calls", "name", "response_metadata"}
    | {"role", "status", "tool_call_id", "tool_calls", "type", "usage_metadata"}
    | {"tool_call_chunks", "chunk_position"}
)
_AROUND: Final = frozenset({"data", "id", "kwargs", "lc", "name", "type"})
"""What a message is wrapped in."""


class LangChain(History):
    """`tool_calls` of `name`, `args` and `id`, and messages of the type `tool`."""

    name = "langchain"
    title = "LangChain and LangGraph messages"
    page = FormatPage(
        family="histories",
        written_by="LangChain and LangGraph (read from 1.4).",
        get=(
            "`messages_to_dict(messages)`, `dumps(messages)`, or `[message.model_dump() for "
            "message in messages]`."
        ),
        unknown="Times, and the tools that were offered.",
        example="Cut from a run of LangChain 1.4.7 with a scripted model.",
    )

    def is_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it is a message in one of the ways."""
        kind, opened = _opened(message)
        if kind not in _ROLES or "content" not in opened:
            return False
        own = (opened.get(key) is not None for key in _OF_MESSAGES)
        return opened is not message or any(own)

    def put(self, message: Mapping[str, Json], place: Place) -> Iterator[PutMessage]:
        """Yield the message with the names that all conversations have."""
        kind, opened = _opened(message)
        role = _ROLES.get(kind, "user")
        if kind == "chat":
            role = text_of(opened.get("role")) or "user"
        if kind == "remove":
            return
        metadata = fields(opened.get("response_metadata"))
        content, hosted, results = _content(opened.get("content"))
        put: dict[str, Json] = {"role": role, "content": content}
        put |= rest_of(opened, _KNOWN)
        if opened is not message:
            put |= {"beside": rest_of(message, _AROUND)}
        if role == "assistant":
            calls: list[Json] = list(hosted)
            for key in ("tool_calls", "invalid_tool_calls"):
                listed = opened.get(key)
                if not is_list(listed):
                    if listed:
                        put[key] = listed
                    continue
                calls += [
                    call_of(item.get("id"), item.get("name"), item.get("args"))
                    if is_object(item)
                    else item
                    for item in listed
                ]
            put["tool_calls"] = calls
            put["usage"] = opened.get("usage_metadata") or metadata.get("token_usage")
            put["finish_reason"] = metadata.get("finish_reason") or metadata.get("stop_reason")
            metadata = {
                key: value for key, value in metadata.items() if key not in ("token_usage", "usage")
            }
        elif role in ("tool", "function"):
            for key in ("name", "status", "tool_call_id"):
                if key in opened:
                    put[key] = opened[key]
        if metadata:
            put["response_metadata"] = metadata
        agent = text_of(opened.get("name")) if role == "assistant" else None
        yield PutMessage(put, place, agent)
        for result in results:
            yield PutMessage(result, place)


def _content(content: Json) -> tuple[Json, list[Json], list[dict[str, Json]]]:
    """Return a message's content, and the calls of the model provider's tools with their results.

    Those are blocks of the content; what one provider writes alone is a block in a block.
    """
    blocks: list[Json] = []
    calls: list[Json] = []
    results: list[dict[str, Json]] = []
    for written in content if is_list(content) else ():
        block = fields(written)
        kind = text_of(block.get("type")) or ""
        if kind in _HOSTED_CALLS:
            calls.append(call_of(block.get("id"), block.get("name"), block.get("args")))
        elif kind == "server_tool_result":
            id, failed = block.get("tool_call_id"), block.get("status") == "error"
            results.append(result_message(id, None, block, "output", failed=failed))
        else:
            other = block.get("value") if kind == "non_standard" else None
            blocks.append(other if is_object(other) else written)
    return blocks if is_list(content) else content, calls, results


def _opened(message: Mapping[str, Json]) -> tuple[str, Mapping[str, Json]]:
    """Return the kind of a message and its fields, "" for what is not a message of these."""
    kind = message.get("type")
    if kind == "constructor" and is_object(message.get("kwargs")) and is_list(message.get("id")):
        names = message["id"]
        last = names[-1] if is_list(names) and names else None
        return last if isinstance(last, str) else "", fields(message["kwargs"])
    if not isinstance(kind, str):
        return "", message
    data = message.get("data")
    if is_object(data) and "content" in data and "content" not in message:
        return kind, fields(data)
    return kind, message


FORMAT = LangChain()

"""LlamaIndex's chat messages: `blocks` with a `block_type`, and what APIs add to them.

Source: `ChatMessage` of `llama_index.core`. Calls are blocks, or in versions before these a list of
OpenAI's or Anthropic's under `additional_kwargs`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import Json, rest_of
from toolspec.engine.reading.formats.history import (
    History,
    PutMessage,
    call_of,
    result_message,
    said_and_called,
)
from toolspec.engine.reading.formats.messages import fields, is_list, is_object, text_of
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.trace import Place

_KNOWN: Final = frozenset({"additional_kwargs", "blocks", "content", "role"})
_MORE: Final = frozenset({"is_error", "name", "tool_call_id", "tool_calls"})
_TOOLS: Final = ("function", "tool")


class LlamaIndexMessages(History):
    """Messages with `additional_kwargs`, and `blocks` or a `content`."""

    name = "llama-index-messages"
    title = "LlamaIndex chat messages"
    page = FormatPage(
        family="histories",
        written_by="LlamaIndex 0.11 to 0.14 (`ChatMessage`).",
        get="`[message.model_dump() for message in memory.get()]`, or the memory's own dump.",
        unknown="Times and tokens; what agents that were called as tools did inside.",
        example="Cut from a run of LlamaIndex 0.14.25 with a scripted model.",
    )
    records = frozenset({"responses", "status", "steps", "user_messages"})
    inside = ("messages", "chat_history", "chat_store.store.chat_history", "store.chat_history")

    def is_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it is a message of blocks."""
        blocks = message.get("blocks")
        if not text_of(message.get("role")) or not is_object(message.get("additional_kwargs")):
            return False
        return is_list(blocks) and all(text_of(fields(block).get("block_type")) for block in blocks)

    def put(self, message: Mapping[str, Json], place: Place) -> Iterator[PutMessage]:
        """Yield what a message says, and its result as a message of the tool's."""
        for put in _put(message):
            yield PutMessage(put, place)


def _put(message: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
    role = str(message["role"])
    more = fields(message.get("additional_kwargs"))
    rest = rest_of(message, _KNOWN) | rest_of(more, _MORE)
    contents: list[Json] = []
    calls: list[Json] = []
    blocks = message.get("blocks")
    for block in blocks if is_list(blocks) else ():
        record = fields(block)
        kind = text_of(record.get("block_type"))
        if kind == "tool_call":
            given = record.get("tool_kwargs")
            calls.append(call_of(record.get("tool_call_id"), record.get("tool_name"), given))
        elif kind == "text":
            contents.append({"type": "text", "text": record.get("text")})
        elif kind == "thinking":
            contents.append({"type": "thinking", "thinking": record.get("content")})
        else:
            contents.append({"type": kind, **record})
    if role in _TOOLS:
        whole = message.get("content")
        texts = [str(fields(content).get("text") or "") for content in contents]
        answer: dict[str, Json] = {"content": "\n".join(texts) if contents else whole}
        failed = more.get("is_error")
        id = more.get("tool_call_id")
        yield {**result_message(id, more.get("name"), answer, "content", failed=failed), **rest}
        return
    listed = more.get("tool_calls")
    # The blocks repeat the list, where a message has both.
    for call in listed if is_list(listed) and not calls else ():
        record = fields(call)
        function = record.get("function")
        inner = function if is_object(function) else record
        given = inner.get("arguments", inner.get("input"))
        calls.append(call_of(record.get("id"), inner.get("name"), given))
    yield from said_and_called(_role(role), contents, calls, [], rest)


def _role(role: str) -> str:
    return {"chatbot": "assistant", "model": "assistant"}.get(role, role)


FORMAT = LlamaIndexMessages()

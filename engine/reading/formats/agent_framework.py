"""Messages of Microsoft's Agent Framework: `contents` of the types `function_call` and the like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json, rest_of
from toolspec.engine.reading.formats.history import (
    History,
    PutMessage,
    call_of,
    result_message,
    said_and_called,
)
from toolspec.engine.reading.formats.messages import fields, is_list, is_object, text_of
from toolspec.engine.reading.unread.call_words import (
    plain_word,
)
from toolspec.engine.trace import Place

_KNOWN: Final = frozenset(
    {"additional_properties", "author_name", "authorName", "contents", "message_id", "messageId"}
    | {"role", "type", "created_at", "createdAt"}
)
_THOUGHTS: Final = frozenset({"reasoning", "textreasoning"})


class AgentFramework(History):
    """Contents with a `type`; a result whose content has an `exception` failed."""

    name = "agent-framework"
    title = "Microsoft Agent Framework messages"
    records = EVERYTHING - {"times", "tokens", "tools"}

    inside = (
        "messages",
        "chat_message_store_state.messages",
        "storeState.messages",
        "state.in_memory.messages",
    )

    def is_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it is a message with contents of known types."""
        contents = message.get("contents")
        if not is_list(contents) or not _role(message):
            return False
        return bool(contents) and all(_kind(content) for content in contents)

    def put(self, message: Mapping[str, Json], place: Place) -> Iterator[PutMessage]:
        """Yield what a message says, each result as a message of its own."""
        author = text_of(message.get("author_name", message.get("authorName")))
        for put in _put(message):
            agent = author if put["role"] == "assistant" else None
            yield PutMessage(put, place, agent)


def _role(message: Mapping[str, Json]) -> str:
    """Return the role of a message; the Python version writes its enum as an object."""
    role = message.get("role")
    return text_of(fields(role).get("value") if is_object(role) else role) or ""


def _kind(content: Json) -> str:
    """Return what a content is; .NET's JSON says it under `$type`, in camel case."""
    block = fields(content)
    return plain_word(block.get("type", block.get("$type")))


def _put(message: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
    blocks: list[Json] = []
    calls: list[Json] = []
    results: list[dict[str, Json]] = []
    contents = message.get("contents")
    for content in contents if is_list(contents) else ():
        block, kind = fields(content), _kind(content)
        id = block.get("call_id", block.get("callId"))
        if kind == "functioncall":
            calls.append(call_of(id, block.get("name"), block.get("arguments")))
        elif kind == "functionresult":
            results.append(
                result_message(id, None, block, "result", failed=bool(block.get("exception")))
            )
        elif kind == "text":
            blocks.append({"type": "text", "text": block.get("text")})
        elif kind in _THOUGHTS:
            blocks.append({"type": "thinking", "thinking": block.get("text")})
        elif kind != "usage":
            blocks.append({"type": kind, **block})
    rest = rest_of(message, _KNOWN)
    properties = message.get("additional_properties")
    if is_object(properties) and properties:
        rest["additional_properties"] = properties
    yield from said_and_called(_role(message), blocks, calls, results, rest)


FORMAT = AgentFramework()

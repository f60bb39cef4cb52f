"""Semantic Kernel's chat history, as Python's `serialize()` and .NET's `JsonSerializer` write it.

A message is made of items. Python names each by its `content_type`, .NET by its `$type`; .NET's
keys begin with capitals, but where the program chose other names.
"""

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
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.trace import Place

_CALLS: Final = frozenset({"function_call", "FunctionCallContent"})
_RESULTS: Final = frozenset({"function_result", "FunctionResultContent"})
_OTHERS: Final = frozenset(
    {
        "annotation",
        "audio",
        "binary",
        "file_reference",
        "image",
        "reasoning",
        "streaming_annotation",
    }
    | {"streaming_file_reference", "streaming_reasoning", "streaming_text", "text"}
    | {"AnnotationContent", "AudioContent", "BinaryContent", "FileReferenceContent", "ImageContent"}
    | {"ReasoningContent", "TextContent"}
)
_KINDS: Final = _CALLS | _RESULTS | _OTHERS
_KNOWN: Final = frozenset(
    {"ai_model_id", "author_name", "content_type", "encoding", "finish_reason", "items", "metadata"}
    | {"mime_type", "model_id", "name", "role"}
)
_KEYS: Final = {
    "$type": "content_type",
    "authorname": "author_name",
    "callid": "call_id",
    "functionname": "function_name",
    "mimetype": "mime_type",
    "modelid": "model_id",
    "pluginname": "plugin_name",
}


class SemanticKernel(History):
    """`items` with a `content_type` or a `$type`. A tool is called by its plugin and its name."""

    name = "semantic-kernel"
    title = "Semantic Kernel chat history"
    page = FormatPage(
        family="histories",
        written_by="Semantic Kernel for Python and .NET (read from 1.45).",
        get=(
            "`history.serialize()` in Python, `JsonSerializer.Serialize(history)` in .NET. A tool "
            "is named `PLUGIN-FUNCTION`, as the model calls it."
        ),
        unknown="Failures and times: a chat history does not hold them.",
        example=(
            "Cut from `ChatHistory.serialize()` of Semantic Kernel for Python with a scripted "
            "model."
        ),
    )
    records = EVERYTHING - {"status", "times", "tools"}
    inside = ("messages", "Messages")
    whole = frozenset({"$type", "FunctionName"})
    whole_within = frozenset({("Items",), ("messages", "Items"), ("Messages", "Items")})

    def is_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it is a message whose items are all of these kinds."""
        plain = _plain(message)
        parts = plain.get("items")
        if _role(plain) is None or not is_list(parts) or not parts:
            return False
        return all(text_of(_plain(fields(part)).get("content_type")) in _KINDS for part in parts)

    def may_be_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it may be a message of no items."""
        plain = _plain(message)
        return self.is_one(message) or (_role(plain) is not None and plain.get("items") == [])

    def put(self, message: Mapping[str, Json], place: Place) -> Iterator[PutMessage]:
        """Yield what a message says."""
        plain = _plain(message)
        agent = text_of(plain.get("author_name")) or text_of(plain.get("name"))
        for put in _put(plain):
            yield PutMessage(put, place, agent if put["role"] == "assistant" else None)


FORMAT = SemanticKernel()


def _plain(message: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return an object with the keys that Python writes.

    >>> _plain({"$type": "TextContent", "Text": "a", "ModelId": "m"})
    {'content_type': 'TextContent', 'text': 'a', 'model_id': 'm'}
    """
    if message.keys() >= {"content_type", "items"}:
        return message
    named = ((key, key.lower()) for key in message)
    plain = {_KEYS.get(low, low if key[:1].isupper() else key): message[key] for key, low in named}
    return plain if len(plain) == len(message) else message


def _role(message: Mapping[str, Json]) -> str | None:
    """Return who wrote a message; .NET puts the role into an object."""
    role = message.get("role")
    return text_of(_plain(role).get("label")) if is_object(role) else text_of(role)


def _name(item: Mapping[str, Json]) -> str | None:
    """Return a tool's name as the model calls it: its plugin's name before its own."""
    plugin, function = text_of(item.get("plugin_name")), text_of(item.get("function_name"))
    if text_of(item.get("name")) is not None:
        return text_of(item.get("name"))
    return f"{plugin}-{function}" if plugin and function else function


def _put(message: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
    blocks: list[Json] = []
    calls: list[Json] = []
    results: list[dict[str, Json]] = []
    parts = message.get("items")
    for part in parts if is_list(parts) else ():
        item = _plain(fields(part))
        kind = text_of(item.get("content_type"))
        if kind in _CALLS:
            calls.append(call_of(item.get("id"), _name(item), item.get("arguments")))
        elif kind in _RESULTS:
            id = item.get("call_id") or item.get("id")
            results.append(result_message(id, _name(item), item, "result"))
        elif isinstance(item.get("text"), str):
            block_kind = "thinking" if "reasoning" in str(kind).lower() else "text"
            blocks.append({"type": block_kind, block_kind: item["text"]})
        else:
            blocks.append({**item, "type": kind})
    metadata = fields(message.get("metadata"))
    usage = metadata.get("usage", metadata.get("Usage"))
    more = {"usage": usage, "finish_reason": message.get("finish_reason")}
    rest = rest_of(message, _KNOWN)
    others = {key: value for key, value in metadata.items() if key.lower() != "usage"}
    if others:
        rest["metadata"] = others
    yield from said_and_called(_role(message) or "user", blocks, calls, results, rest, **more)

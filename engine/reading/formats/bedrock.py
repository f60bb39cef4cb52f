"""Amazon Bedrock's Converse messages, which Strands Agents keep as well.

Blocks of a message have one key, which says what they are: `text`, `toolUse`, `toolResult`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json, as_list, rest_of
from toolspec.engine.reading.formats.history import (
    History,
    PutMessage,
    call_of,
    result_message,
    turn_of,
)
from toolspec.engine.reading.formats.messages import (
    fields,
    instant_ns,
    is_list,
    is_object,
    text_of,
)
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.trace import Place

_BLOCKS: Final = frozenset(
    {"audio", "cachePoint", "citationsContent", "document", "guardContent", "image"}
    | {"reasoningContent", "searchResult", "text", "toolAddition", "toolRemoval", "toolResult"}
    | {"toolUse", "video"}
)
_CHANGES: Final = frozenset({"cachePoint", "toolAddition", "toolRemoval"})
"""Blocks that say what changes for the model, and are by nobody."""
_FILES: Final = {"searchResult": "document", "video": "document"}
_TELLING: Final = frozenset({"reasoningContent", "toolResult", "toolUse"})
_KNOWN: Final = frozenset({"content", "metadata", "role", "tracking_id"})
_AROUND: Final = frozenset(
    {"ResponseMetadata", "created_at", "message", "message_id", "metrics", "output"}
    | {"redact_message", "stopReason", "updated_at", "usage"}
)
_FAILED: Final = {"error": True, "success": False}


class Bedrock(History):
    """Blocks with the keys `toolUse` and `toolResult`."""

    name = "bedrock-converse"
    title = "Amazon Bedrock Converse and Strands Agents messages"
    page = FormatPage(
        family="histories",
        written_by="Amazon Bedrock's Converse API, and Strands Agents (read from 1.62).",
        get="The `messages` of Converse, `agent.messages`, or the messages of a session.",
        unknown="The tools that were offered; times where the messages have none.",
        example="Cut from a run of Strands Agents 1.62.0 with a scripted model.",
    )
    records = EVERYTHING - {"agents", "tools"}

    def is_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it is a message with blocks that only this API has, or a response of it."""
        value = _opened(message)
        blocks = value.get("content")
        keys = {key for block in (blocks if is_list(blocks) else ()) for key in fields(block)}
        return self.may_be_one(value) and (not _TELLING.isdisjoint(keys) or value is not message)

    def may_be_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it is a message of blocks."""
        value = _opened(message)
        blocks = value.get("content")
        if value.get("role") not in ("assistant", "user") or not is_list(blocks):
            return False
        return all(is_object(block) and bool(_BLOCKS & block.keys()) for block in blocks)

    def put(self, message: Mapping[str, Json], place: Place) -> Iterator[PutMessage]:
        """Yield what a message says, each result as a message of its own."""
        opened = _opened(message)
        at_ns = instant_ns(message.get("created_at")) if opened is not message else None
        for put in _put(opened, message):
            yield PutMessage(put, place, None, at_ns)


def _opened(message: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the message in a response of the API, or in a file of a session of Strands."""
    inner = fields(message.get("output")).get("message")
    if is_object(inner) and "stopReason" in message:
        return inner
    inner = message.get("message")
    return inner if is_object(inner) and "message_id" in message else message


def _put(message: Mapping[str, Json], around: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
    kept: list[Json] = []
    calls: list[Json] = []
    results: list[dict[str, Json]] = []
    blocks = message.get("content")
    for block in blocks if is_list(blocks) else ():
        members = fields(block)
        use, result = members.get("toolUse"), members.get("toolResult")
        if is_object(use):
            calls.append(call_of(use.get("toolUseId"), use.get("name"), use.get("input")))
        elif is_object(result):
            results.append(_result(result))
        elif isinstance(members.get("text"), str):
            kept.append({"type": "text", "text": members["text"]})
        elif "reasoningContent" in members:
            text = fields(fields(members["reasoningContent"]).get("reasoningText")).get("text")
            kept.append({"type": "thinking", "thinking": text})
        elif is_object(members.get("citationsContent")):
            cited = fields(members["citationsContent"]).get("content")
            kept += [{"type": "text", **fields(text)} for text in as_list(cited)]
        elif is_object(members.get("guardContent")):
            guarded = fields(fields(members["guardContent"]).get("text")).get("text")
            kept.append({"type": "text", "text": guarded})
        elif _CHANGES.isdisjoint(members):
            kind = next(iter(members), "block")
            kept.append({"type": _FILES.get(kind, kind), **members})
    rest = rest_of(message, _KNOWN)
    if message is not around:
        rest |= rest_of(around, _AROUND)
    metadata = fields(message.get("metadata"))
    usage = around.get("usage") or metadata.get("usage")
    if message.get("role") == "assistant":
        ended = around.get("stopReason")
        yield from turn_of(kept, calls, results, rest, usage=usage, finish_reason=ended)
        return
    yield from results
    if kept or calls or not results:
        yield {**rest, "role": "user", "content": kept, "tool_calls": calls}
    elif rest:
        yield {**rest, "role": "system", "content": ""}


def _result(result: Mapping[str, Json]) -> dict[str, Json]:
    content = result.get("content")
    put = dict(result)
    if is_list(content) and len(content) == 1:
        only_block = fields(content[0])
        if only_block.keys() <= {"text"} and isinstance(only_block.get("text"), str):
            put["content"] = only_block["text"]
        elif set(only_block) == {"json"}:
            put["content"] = only_block["json"]
    failed = _FAILED.get(text_of(result.get("status")) or "")
    return result_message(result.get("toolUseId"), None, put, "content", failed=failed)


FORMAT = Bedrock()

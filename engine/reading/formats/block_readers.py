"""The message formats, asked together what a key, a part or an item of a message is.

A conversation may hold blocks of several formats. Each block is read by the first that knows it, so
that none can hide the blocks of another, and no format knows its rivals.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from toolspec.engine.json_value import NESTED, Json
from toolspec.engine.reading.formats import anthropic, openai_chat, openai_responses
from toolspec.engine.reading.formats.blocks import BlockFormat, BlockReader, ItemReader, Turn
from toolspec.engine.reading.unread.call_words import REMEMBERED_MAX, by_keys
from toolspec.engine.trace import Place

BLOCKS: Final[tuple[BlockFormat, ...]] = (
    openai_responses.BLOCKS,
    anthropic.BLOCKS,
    openai_chat.BLOCKS,
)
"""The message formats, the most specific first; the last is that of messages that tell nothing."""

BY_MODEL: Final = frozenset[str]().union(*(blocks.by_model for blocks in BLOCKS))
ASIDE_ROLES: Final = frozenset({"activity", "reasoning"})
"""Roles in histories of AG-UI: what an interface shows, and what the model thought."""

ASIDE: Final = frozenset[str]().union(*(blocks.aside for blocks in BLOCKS))
PLAIN_KEYS: Final = frozenset(
    {"content", "created", "created_at", "date", "id", "model", "name", "role", "status"}
    | {"timestamp", "type", "usage", "object", "logprobs", "tokens", "weight"}
).union(*(blocks.plain_keys for blocks in BLOCKS))
PLAIN_PARTS: Final = frozenset[str]().union(*(blocks.plain_parts for blocks in BLOCKS))
ANSWER_KEYS: Final = frozenset(
    {"artifact", "error", "is_error", "toolCallId", "tool_call_error", "tool_call_id", "tool_name"}
)
"""Keys of a tool's message that are read with its result."""

NEVER_CALLS: Final = frozenset({"content", "context_management", "logprobs", "tokens", "usage"})
"""Keys whose objects and lists are read on their own, or count things."""

ENDED: Final = ("finish_reason", "finishReason", "stop_reason", "stopReason")
"""Keys that say why a response ended; `tool_use`, `tool_calls` and the like are a call."""

THOUGHTS: Final = frozenset(
    {"reasoning", "reasoning_content", "summary_text", "thinking", "thought"}
)
"""Keys and types of parts of what a model thought; some call tools in there."""

EVERYBODY: Final = frozenset({"", "all", "assistant", "user"})
"""Recipients of a message that are not tools."""

NAMING: Final = frozenset({"tool", "toolName", "tool_name", "toolId"})
"""Keys by which other tools than the Responses API name the tool of an item."""


def is_plain(key: str, value: Json) -> bool:
    """Tell whether a key of a message holds no call and no result."""
    if key not in PLAIN_KEYS:
        return False
    return key in NEVER_CALLS or not isinstance(value, NESTED)


@by_keys
def keys_to_read(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the keys of a message that may hold more than its role and its content."""
    return tuple(word for word in words if word not in ("role", "content"))


def teller(message: Mapping[str, Json], known: int) -> int:
    """Return which format is the first that alone writes such a message, among those before one.

    That one is returned where none does.
    """
    for at in range(known):
        if BLOCKS[at].tells(message):
            return at
    return known


def name_of(told_by: int) -> str:
    """Return the name of a conversation's format, by the first that one of its messages told."""
    return BLOCKS[min(told_by, len(BLOCKS) - 1)].name


def key_reader(key: str) -> BlockReader | None:
    """Return what reads a key of a message."""
    return _key_reader(key) if len(key) <= REMEMBERED_MAX else _key_reader.__wrapped__(key)


@lru_cache(maxsize=1024)
def _key_reader(key: str) -> BlockReader | None:
    return next(filter(None, (blocks.key(key) for blocks in BLOCKS)), None)


def part_reader(part: Mapping[str, Json]) -> BlockReader | None:
    """Return what reads a content part that is a call or a result."""
    for blocks in _WITH_PARTS:
        reader = blocks.part(part)
        if reader is not None:
            return reader
    return None


_WITH_PARTS: Final = tuple(blocks for blocks in BLOCKS if type(blocks).part is not BlockFormat.part)
"""The formats whose calls and results are parts of messages."""


def item_reader(kind: str) -> tuple[ItemReader, bool] | None:
    """Return what reads an item without a role, and whether it is a call and no result."""
    return _item_reader(kind) if len(kind) <= REMEMBERED_MAX else _item_reader.__wrapped__(kind)


@lru_cache(maxsize=1024)
def _item_reader(kind: str) -> tuple[ItemReader, bool] | None:
    for blocks in BLOCKS:
        call, result = blocks.call_item(kind), blocks.result_item(kind)
        if call is not None:
            return call, True
        if result is not None:
            return result, False
    return None


def lost_items(item: Mapping[str, Json]) -> list[str]:
    """Return what an item of the model's stands for that is not there."""
    return [lost for blocks in BLOCKS if (lost := blocks.elsewhere(item))]


def read_answer(turn: Turn, message: Mapping[str, Json], place: Place) -> None:
    """Read a message of the role of a tool, by the first format that knows it."""
    for blocks in _ANSWERING:
        if blocks.answer(turn, message, place):
            return


_ANSWERING: Final = tuple(
    blocks for blocks in BLOCKS if type(blocks).answer is not BlockFormat.answer
)
"""The formats that have such messages."""

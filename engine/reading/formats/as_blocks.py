"""Messages of coding agents, rewritten as Anthropic's: only the names of types and keys differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.reading.formats.messages import fields, is_list
from toolspec.engine.reading.unread.call_words import (
    plain_word,
)

_CALLS: Final = frozenset({"toolcall", "tooluse"})
_RESULTS: Final = frozenset({"toolresult"})
_ARGUMENTS: Final = ("input", "arguments", "args", "parameters")
_IDS: Final = ("id", "toolCallId", "tool_call_id", "callId")
_RESULT_IDS: Final = ("tool_use_id", "toolCallId", "tool_call_id", "toolUseId", "callId")
_CONTENTS: Final = ("content", "result", "output", "value")
_FAILED: Final = ("is_error", "isError")


def as_blocks(message: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return a message with its parts as Anthropic writes them; what is not a part stays.

    >>> as_blocks({"content": [{"type": "toolCall", "id": "1", "name": "ls", "arguments": {}}]})
    {'content': [{'type': 'tool_use', 'id': '1', 'name': 'ls', 'input': {}}]}
    """
    content = message.get("content")
    if not is_list(content):
        return message
    return {**message, "content": [_block(part) for part in content]}


def _block(part: Json) -> Json:
    block = fields(part)
    kind = block.get("type")
    plain = plain_word(kind)
    if plain in _CALLS:
        return _renamed(block, "tool_use", (("id", _IDS), ("input", _ARGUMENTS)))
    if plain in _RESULTS:
        keys = (("tool_use_id", _RESULT_IDS), ("content", _CONTENTS), ("is_error", _FAILED))
        return _renamed(block, "tool_result", keys)
    return part


def _renamed(
    block: Mapping[str, Json], kind: str, keys: tuple[tuple[str, tuple[str, ...]], ...]
) -> dict[str, Json]:
    """Return a part with the first of each group of keys under the name that Anthropic has."""
    renamed: dict[str, Json] = {**block, "type": kind}
    for name, others in keys:
        given = next((key for key in others if key in block), None)
        if given is not None and given != name:
            renamed[name] = renamed.pop(given)
    return renamed

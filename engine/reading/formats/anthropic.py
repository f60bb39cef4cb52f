"""Anthropic messages: content blocks of which some call tools and some hold results.

Source: Anthropic's reference of the Messages API. `tool_use` is the caller's tool;
`server_tool_use` and `mcp_tool_use` run at Anthropic's, with their results in the same message. All
results are blocks whose type ends in `tool_result`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.formats.blocks import BlockFormat, BlockReader, Turn
from toolspec.engine.reading.formats.messages import (
    Status,
    arguments_of,
    fields,
    id_of,
    is_list,
    result_of,
    text_of,
)
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.trace import Call, Place

_CALLS: Final = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})
_THOUGHTS: Final = frozenset({"thinking", "redacted_thinking"})
_RESULT: Final = "tool_result"


class Anthropic(BlockFormat):
    """Content parts of the types `tool_use` and `tool_result`, and those made from them."""

    name = "anthropic"
    title = "Anthropic messages"
    page = FormatPage(
        family="histories",
        written_by="Anthropic's Messages API, and who took it over.",
        get="The `messages` of a request, with the response after them.",
        unknown="Times.",
        example="Cut from a run of the Anthropic SDK 2.12 with a scripted model.",
    )
    records = EVERYTHING - {"agents", "times"}
    plain_keys = frozenset({"stop_reason", "stop_sequence", "container", "context_management"})
    plain_parts = _THOUGHTS | {
        *("text", "image", "document", "container_upload", "search_result"),
        *("fallback", "mcp_tool_listing"),
    }

    def tells(self, message: Mapping[str, Json]) -> bool:
        """Tell whether only Anthropic's API writes such a message."""
        if "stop_reason" in message and message.get("type") == "message":
            return True
        content = message.get("content")
        return is_list(content) and any(map(_is_own, content))

    def part(self, part: Mapping[str, Json]) -> BlockReader | None:
        """Return what reads a content block that is a call or a result."""
        return _reader(_kind(part))


BLOCKS = Anthropic()


def _call(turn: Turn, block: Json, message: Mapping[str, Json], place: Place) -> None:
    asked = fields(block)
    given = asked.get("input")
    if not given:  # LangChain keeps the pieces of a streamed call beside an empty input
        given = asked.get("partial_json") or given
    turn.log.call(
        Call(
            text_of(asked.get("name")) or "",
            arguments_of(given, turn.log.notes, place),
            step=turn.step,
            id=id_of(asked.get("id")),
            agent=turn.agent,
            start_ns=turn.at_ns,
            place=place,
        )
    )


def _result(turn: Turn, block: Json, message: Mapping[str, Json], place: Place) -> None:
    answer = fields(block)
    turn.log.result(
        result_of(answer, "content", turn.log.notes, place),
        id=id_of(answer.get("tool_use_id")),
        status=_status(answer),
        end_ns=turn.at_ns,
        place=place,
    )


def _is_own(block: Json) -> bool:
    """Tell whether only Anthropic's API has such a block."""
    kind = _kind(block)
    return kind in _THOUGHTS or _reader(kind) is not None


def _kind(block: Json) -> str:
    return text_of(fields(block).get("type")) or ""


def _status(block: Mapping[str, Json]) -> Status:
    """Return `is_error`, or the error that tools at Anthropic's put in place of their result."""
    failed = block.get("is_error")
    if isinstance(failed, bool):
        return "error" if failed else "ok"
    return "error" if _kind(block.get("content")).endswith("_error") else "ok"


def _reader(kind: str) -> BlockReader | None:
    if kind in _CALLS:
        return _call
    return _result if kind.endswith(_RESULT) else None

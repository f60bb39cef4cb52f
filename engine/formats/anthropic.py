"""Anthropic messages: content blocks of which some call tools and some hold results.

Source: Anthropic's reference of the Messages API. An assistant message is a turn. `tool_use` is the
caller's tool, `server_tool_use` and `mcp_tool_use` run at Anthropic's, with their results in the
same message; all results are blocks whose type ends in `tool_result`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from toolspec.engine.formats import conversation
from toolspec.engine.formats.format import Document, Format
from toolspec.engine.formats.ledger import Ledger
from toolspec.engine.formats.messages import (
    Status,
    arguments_of,
    fields,
    id_of,
    is_list,
    is_object,
    items,
    result_of,
    text_of,
)
from toolspec.engine.json_value import Json
from toolspec.engine.trace import Call, Note, Place, Trace

_CALLS: Final = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})
_THOUGHTS: Final = frozenset({"thinking", "redacted_thinking"})
_RESULT: Final = "tool_result"


class Anthropic(Format):
    """Anthropic messages, a request or a single response."""

    name = "anthropic"
    title = "Anthropic messages"

    def recognise(self, document: Json) -> bool:
        """Tell whether the document is messages, some of them with blocks of Anthropic's own."""
        messages = conversation.every_message(document, lambda _: False)
        return messages is not None and any(map(tells, messages))

    def read(self, documents: Iterable[Document], notes: list[Note]) -> Iterator[Trace]:
        """Yield one trace for each conversation."""
        yield from conversation.read(documents, self.name, Messages)


FORMAT = Anthropic()


def tells(message: Json) -> bool:
    """Tell whether only Anthropic's API writes such a message."""
    held = fields(message)
    if text_of(held.get("role")) is None:
        return False
    if text_of(held.get("type")) == "message" and "stop_reason" in held:
        return True
    content = held.get("content")
    kinds = (_kind(block) for block in content) if is_list(content) else ()
    return any(kind in _CALLS or kind in _THOUGHTS or kind.endswith(_RESULT) for kind in kinds)


class Messages:
    """The messages of one conversation."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def take(self, message: Mapping[str, Json], place: Place) -> None:
        """Take the next message; one of the assistant's begins a turn."""
        asked = text_of(message.get("role")) == "assistant"
        self.take_blocks(
            message, place, self.ledger.turn() if asked else max(self.ledger.turns - 1, 0)
        )

    def respond(self, output: Iterable[tuple[Json, Place]]) -> None:
        """Take a response, which is one message."""
        for message, place in output:
            if is_object(message):
                self.take(message, place)

    def take_blocks(
        self,
        message: Mapping[str, Json],
        place: Place,
        step: int,
        *,
        agent: str | None = None,
        at_ns: int | None = None,
    ) -> None:
        """Take the calls and results of one message that belongs to a turn already begun."""
        for block, at in items(message.get("content"), place, "content"):
            if not is_object(block):
                continue
            kind = _kind(block)
            if kind in _CALLS:
                call = Call(
                    text_of(block.get("name")) or "",
                    arguments_of(block.get("input"), self.ledger.notes, at),
                    step=step,
                    id=id_of(block.get("id")),
                    agent=agent,
                    start_ns=at_ns,
                    place=at,
                )
                self.ledger.call(call)
            elif kind.endswith(_RESULT):
                self.ledger.result(
                    result_of(block, "content", self.ledger.notes, at),
                    id=id_of(block.get("tool_use_id")),
                    status=_status(block),
                    end_ns=at_ns,
                    place=at,
                )


def _kind(block: Json) -> str:
    return text_of(fields(block).get("type")) or ""


def _status(block: Mapping[str, Json]) -> Status:
    """Return `is_error`, or the error that tools at Anthropic's put in place of their result."""
    failed = block.get("is_error")
    if isinstance(failed, bool):
        return "error" if failed else "ok"
    return "error" if _kind(block.get("content")).endswith("_error") else None

"""Haystack's chat messages: parts with the keys `text`, `tool_call` and `tool_call_result`."""

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
from toolspec.engine.reading.formats.messages import fields, is_list, is_object
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.trace import Place

_PARTS: Final = frozenset({"file", "image", "reasoning", "text", "tool_call", "tool_call_result"})
_KNOWN: Final = frozenset({"content", "meta", "name", "role"})
_OF_ANSWER: Final = frozenset({"error", "origin", "result"})


class Haystack(History):
    """`tool_call` has a `tool_name`, and `tool_call_result` its call as `origin`."""

    name = "haystack"
    title = "Haystack chat messages"
    page = FormatPage(
        family="histories",
        written_by="Haystack 2 and 3 (read from 3.4).",
        get="`[message.to_dict() for message in messages]`.",
        unknown="Times, and the tools that were offered.",
        example="Cut from a run of Haystack 3.4.0 with a scripted model.",
    )
    records = EVERYTHING - {"agents", "times", "tools"}

    def is_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it is a message with a part of a call, or with the keys of a message."""
        plain = _plain(message)
        return self.may_be_one(message) and (
            plain is not message or "meta" in message or any(map(_is_of_call, _parts(plain)))
        )

    def may_be_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it is a message of such parts."""
        plain = _plain(message)
        parts = plain.get("content")
        if not isinstance(plain.get("role"), str) or not is_list(parts) or not parts:
            return False
        return all(is_object(part) and bool(part) and part.keys() <= _PARTS for part in parts)

    def put(self, message: Mapping[str, Json], place: Place) -> Iterator[PutMessage]:
        """Yield what a message says."""
        for put in _put(_plain(message)):
            yield PutMessage(put, place)


def _plain(message: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the message without the underscores that versions before 2.10 write."""
    if "_role" not in message or "_content" not in message:
        return message
    return {key.removeprefix("_"): value for key, value in message.items()}


def _parts(message: Mapping[str, Json]) -> list[Mapping[str, Json]]:
    parts = message.get("content")
    return [part for part in parts if is_object(part)] if is_list(parts) else []


def _is_of_call(part: Mapping[str, Json]) -> bool:
    return bool(part.keys() & {"tool_call", "tool_call_result"})


def _put(message: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
    blocks: list[Json] = []
    calls: list[Json] = []
    results: list[dict[str, Json]] = []
    for part in _parts(message):
        call, answer = part.get("tool_call"), part.get("tool_call_result")
        if is_object(call):
            calls.append(call_of(call.get("id"), call.get("tool_name"), call.get("arguments")))
        elif is_object(answer):
            origin = fields(answer.get("origin"))
            put = result_message(
                origin.get("id"),
                origin.get("tool_name"),
                answer,
                "result",
                failed=answer.get("error"),
            )
            results.append(rest_of(answer, _OF_ANSWER) | put)
        elif isinstance(part.get("text"), str):
            blocks.append({"type": "text", "text": part["text"]})
        else:
            blocks.append({"type": next(iter(part)), **part})
    rest = rest_of(message, _KNOWN)
    meta = fields(message.get("meta"))
    more = {"usage": meta.get("usage"), "finish_reason": meta.get("finish_reason")}
    yield from said_and_called(str(message.get("role")), blocks, calls, results, rest, **more)


FORMAT = Haystack()

"""Pydantic AI's messages, as `all_messages_json` writes them: requests and responses of parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json, rest_of
from toolspec.engine.reading.formats.history import History, PutMessage, call_of
from toolspec.engine.reading.formats.messages import instant_ns, is_list, is_object, text_of
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.trace import Place

_CALLS: Final = frozenset({"builtin-tool-call", "native-tool-call", "tool-call"})
_RESULTS: Final = frozenset({"builtin-tool-return", "native-tool-return", "tool-return"})
_BY_USER: Final = frozenset({"retry-feedback", "retry-prompt", "user-prompt"})
_CHANGES: Final = frozenset(
    {"capability-load-delta", "instruction-baseline", "instruction-delta", "model-settings-delta"}
    | {"tool-availability-delta"}
)
_FAILED: Final = frozenset({"denied", "failed", "interrupted", "retried"})
_KNOWN: Final = frozenset(
    {"conversation_id", "finish_reason", "instructions", "kind", "metadata", "model_id"}
    | {"model_name", "parts", "provider_name", "provider_response_id", "provider_url", "run_id"}
    | {"state", "timestamp", "usage"}
)


class PydanticAiMessages(History):
    """Parts with a `part_kind`: `tool-call`, `tool-return`, `retry-prompt` and texts."""

    name = "pydantic-ai-messages"
    title = "Pydantic AI messages"
    page = FormatPage(
        family="histories",
        written_by="Pydantic AI 1 and 2 (read from 2.68).",
        get="`result.all_messages_json()`.",
        unknown="What agents that were called as tools did inside.",
        example="Cut from a run of Pydantic AI 2.68.0 with a scripted model.",
    )
    records = EVERYTHING - {"agents", "tools"}

    def is_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it is a request or a response whose parts say their kind."""
        parts = message.get("parts")
        if message.get("kind") not in ("request", "response") or not is_list(parts):
            return False
        return bool(parts) and self._are_parts(parts)

    def may_be_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it is one, with or without parts."""
        parts = message.get("parts")
        known = message.get("kind") in ("request", "response") and is_list(parts)
        return known and self._are_parts(parts)

    @staticmethod
    def _are_parts(parts: Json) -> bool:
        return is_list(parts) and all(
            is_object(part) and isinstance(part.get("part_kind"), str) for part in parts
        )

    def put(self, message: Mapping[str, Json], place: Place) -> Iterator[PutMessage]:
        """Yield a response as one message, and each result and prompt of a request as its own."""
        parts = message["parts"]
        listed = [part for part in (parts if is_list(parts) else ()) if is_object(part)]
        at_ns = instant_ns(message.get("timestamp"))
        rest = rest_of(message, _KNOWN)
        if message["kind"] == "response":
            yield PutMessage({**rest, **_response(message, listed)}, place, None, at_ns)
            results = [part for part in listed if part["part_kind"] in _RESULTS]
        else:
            results = listed
            if rest:
                yield PutMessage({"role": "system", "content": "", **rest}, place, notice=True)
        for number, part in enumerate(results):
            own_ns = instant_ns(part.get("timestamp")) or at_ns
            yield PutMessage(_given(part), place.at("parts", number), None, own_ns)


def _response(message: Mapping[str, Json], parts: list[Mapping[str, Json]]) -> dict[str, Json]:
    content: list[Json] = []
    calls: list[Json] = []
    for part in parts:
        kind = part["part_kind"]
        if kind in _CALLS:
            arguments = part.get("args")
            # No arguments at all are written as null, or as an empty text.
            calls.append(call_of(part.get("tool_call_id"), part.get("tool_name"), arguments or {}))
        elif kind == "text":
            content.append({"type": "text", "text": part.get("content")})
        elif kind == "thinking":
            content.append({"type": "thinking", "thinking": part.get("content")})
        elif kind == "speech":
            content.append({"type": "text", "text": part.get("transcript")})
        elif kind not in _RESULTS:
            content.append({"type": kind, **part})
    return {
        "role": "assistant",
        "content": content,
        "tool_calls": calls,
        "usage": message.get("usage"),
        "finish_reason": message.get("finish_reason"),
    }


def _given(part: Mapping[str, Json]) -> dict[str, Json]:
    """Return a part of a request as a message; a prompt to try again answers the call it names."""
    kind = part["part_kind"]
    if kind in _RESULTS or (kind == "retry-prompt" and part.get("tool_name")):
        failed = kind == "retry-prompt" or text_of(part.get("outcome")) in _FAILED
        return {
            "role": "tool",
            "tool_call_id": part.get("tool_call_id"),
            "name": part.get("tool_name"),
            "content": part.get("content"),
            "is_error": failed,
        }
    if kind == "speech":
        return {"role": "user", "content": part.get("transcript")}
    if kind in _BY_USER:
        return {"role": "user", "content": _content(part.get("content"))}
    if kind in ("system-prompt", "instruction"):
        return {"role": "system", "content": _content(part.get("content"))}
    if kind in _CHANGES:
        # What changed for the agent; `tool_call_id` is of the call that changed it.
        return {"role": "system", "content": ""}
    return {"role": "system", "content": [{"type": kind, **part}]}


def _content(content: Json) -> Json:
    """Return what a user was asking: text, or a list of texts and files."""
    if not is_list(content):
        return content
    return [
        {"type": "image", **part} if is_object(part) and "kind" in part else part
        for part in content
    ]


FORMAT = PydanticAiMessages()

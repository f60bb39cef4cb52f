"""AutoGen's messages and events, from version 0.4 on: who said them is their `source`."""

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

_ASKED: Final = "ToolCallRequestEvent"
_DONE: Final = "ToolCallExecutionEvent"
_REPEATS: Final = frozenset({"ModelClientStreamingChunkEvent", "ToolCallSummaryMessage"})
_KNOWN: Final = frozenset(
    {"content", "created_at", "full_message_id", "id", "metadata", "models_usage", "results"}
    | {"source", "tool_calls", "type"}
)


class AutoGenMessages(History):
    """`ToolCallRequestEvent` asks for calls, `ToolCallExecutionEvent` holds their results."""

    name = "autogen-messages"
    title = "AutoGen messages and events"
    page = FormatPage(
        family="histories",
        written_by="AutoGen 0.4 to 0.7.",
        get='`[message.model_dump(mode="json") for message in result.messages]`.',
        unknown="The tools that were offered.",
        example="Cut from a run of AutoGen 0.7.5 with a scripted model.",
    )
    records = EVERYTHING - {"tools"}

    def is_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it is a message or an event of AutoGen's."""
        kind = text_of(message.get("type")) or ""
        named = isinstance(message.get("source"), str) and "models_usage" in message
        return named and kind.endswith(("Message", "Event"))

    def put(self, message: Mapping[str, Json], place: Place) -> Iterator[PutMessage]:
        """Yield what a message says; one that only repeats what others say, says nothing."""
        source = text_of(message.get("source"))
        agent = None if source == "user" else source
        at_ns = instant_ns(message.get("created_at"))
        for put in _put(message, agent):
            yield PutMessage(put, place, agent, at_ns)


def _put(message: Mapping[str, Json], agent: str | None) -> Iterator[dict[str, Json]]:
    kind, content = text_of(message.get("type")), message.get("content")
    rest = rest_of(message, _KNOWN)
    usage = message.get("models_usage")
    entries = [fields(item) for item in content] if is_list(content) else []
    if kind == _ASKED and content and not is_list(content):
        yield {**rest, "role": "assistant", "content": [], "tool_calls": content, "usage": usage}
    elif kind == _ASKED:
        calls = [
            call_of(entry.get("id"), entry.get("name"), entry.get("arguments")) for entry in entries
        ]
        yield from turn_of([], calls, (), rest, usage=usage)
    elif kind == _DONE:
        for entry in entries:
            failed = entry.get("is_error")
            yield result_message(
                entry.get("call_id"), entry.get("name"), entry, "content", failed=failed
            )
        if rest:
            yield {**rest, "role": "system", "content": ""}
    elif kind in _REPEATS:
        if rest:
            yield {**rest, "role": "system", "content": ""}
    elif kind == "ThoughtEvent":
        yield {**rest, "role": "system", "content": _said(content)}
    elif agent is None:
        yield {**rest, "role": "user", "content": _said(content)}
    elif isinstance(kind, str) and kind.endswith("Message"):
        yield {**rest, "role": "assistant", "content": _said(content), "usage": usage}
    else:
        yield {**rest, "role": "system", "content": _said(content)}


def _said(content: Json) -> Json:
    """Return a content as known: text, parts, or an object that the agent answered with."""
    if is_object(content):
        return [{"type": "json", "json": dict(content)}]
    if is_list(content):
        return [
            item if isinstance(item, str) else {"type": "image", **fields(item)} for item in content
        ]
    return content


FORMAT = AutoGenMessages()

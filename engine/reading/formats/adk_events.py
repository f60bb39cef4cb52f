"""Sessions and events of Google's Agent Development Kit: Gemini's contents, with who and when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json, rest_of
from toolspec.engine.reading.formats.gemini import messages_of
from toolspec.engine.reading.formats.history import Chat, History, PutMessage
from toolspec.engine.reading.formats.messages import (
    fields,
    instant_ns,
    is_list,
    is_object,
    text_of,
)
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.unread.call_texts import call_in_text
from toolspec.engine.reading.unread.json_texts import may_hold_call
from toolspec.engine.trace import Gap, Place

_INVOCATION: Final = ("invocation_id", "invocationId")
_KNOWN: Final = frozenset(
    {"author", "branch", "content", "id", "invocationId", "invocation_id", "partial"}
    | {"longRunningToolIds", "long_running_tool_ids", "node_info", "nodeInfo", "timestamp"}
    | {"turnComplete", "turn_complete", "usageMetadata", "usage_metadata"}
)
_OF_CONTENT: Final = frozenset({"parts", "role"})
_ANSWERS: Final = frozenset({"functionResponse", "function_response"})


class AdkEvents(History):
    """Events with an `author` and an `invocation_id`; a session has them under `events`."""

    name = "google-adk-events"
    title = "Google ADK sessions and events"
    page = FormatPage(
        family="histories",
        written_by="Google's Agent Development Kit (read from 1.14 and 2.13).",
        get="`session.model_dump_json()`, or an event's `model_dump_json()` on each line.",
        unknown="The tools that were offered.",
        example="Cut from a run of Google's Agent Development Kit 2.13.0 with a scripted model.",
    )
    records = EVERYTHING - {"tools"}
    inside = ("events",)

    def is_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it is an event."""
        named = any(isinstance(message.get(key), str) for key in _INVOCATION)
        return named and isinstance(message.get("author"), str)

    def chat(self, value: Json, place: Place) -> Chat:
        """Return a session; its log repeats what every request and response held."""
        logs = fields(value).get("event_logs")
        if not is_list(logs):
            return super().chat(value, place)
        rest: dict[str, Json] = {"event_logs": list(calls_in(logs))}
        return super().chat({**fields(value), **rest}, place)

    def put(self, message: Mapping[str, Json], place: Place) -> Iterator[PutMessage]:
        """Yield what an event says; one that is a piece of a stream comes again as a whole."""
        content = message.get("content")
        rest = rest_of(message, _KNOWN)
        author = text_of(message.get("author"))
        agent = None if author == "user" else author
        at_ns = instant_ns(message.get("timestamp"))
        if message.get("partial") is True:
            return
        if not is_object(content):
            if content is not None or any(map(is_object, rest.values())):
                put = {"role": "system", "content": "", "rest": content, **rest}
                written = isinstance(content, str) and call_in_text(content)
                gap = Gap("a content that is text and may hold calls", place) if written else None
                yield PutMessage(put, place, agent, at_ns, notice=True, gap=gap)
            return
        rest |= rest_of(content, _OF_CONTENT)
        usage = message.get("usage_metadata", message.get("usageMetadata"))
        in_role = dict(content) if content.get("role") else {**content, "role": _role(agent)}
        for put in messages_of(in_role, rest, usage):
            if agent is not None and put["role"] == "user":
                put["role"] = "system"  # words that an agent puts into the model's context
            yield PutMessage(put, place, agent, at_ns)


def _role(agent: str | None) -> str:
    return "user" if agent is None else "model"


def calls_in(logs: Json) -> Iterator[dict[str, Json]]:
    """Yield the calls in logs of requests and responses, without the results of these calls."""
    called: set[Json] = set()
    answers: list[dict[str, Json]] = []
    pending = [logs]
    while pending:
        item = pending.pop()
        if is_object(item):
            for key in ("functionCall", "function_call"):
                if is_object(item.get(key)):
                    called.add(text_of(fields(item[key]).get("name")))
                    yield {key: item[key]}
            answers += [{key: item[key]} for key in _ANSWERS & item.keys() if item[key] is not None]
            pending += [inner for key, inner in item.items() if key not in _ANSWERS]
        elif is_list(item):
            pending += item
        elif may_hold_call(item):
            yield {"text": item}
    for answer in answers:
        (answered,) = answer.values()
        if text_of(fields(answered).get("name")) not in called:
            yield answer


FORMAT = AdkEvents()

"""The OpenAI Agents SDK's own traces: an object for each trace and each span, one a line.

Each span's data are put as the attributes and events that the GenAI conventions have for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim, Document
from toolspec.engine.reading.formats.messages import fields, is_list, is_object, text_of
from toolspec.engine.reading.formats.spans import Leftovers, SpanFormat
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.span import Event, Span
from toolspec.engine.reading.times import nanoseconds

SCOPE: Final = "openai.agents"
_SPAN: Final = frozenset({"ended_at", "error", "span_data", "started_at", "trace_id"})
_OPERATIONS: Final = {
    "agent": "invoke_agent",
    "function": "execute_tool",
    "generation": "chat",
    "response": "chat",
}
_TOLD: Final = {"assistant": "assistant", "developer": "system", "system": "system", "user": "user"}


class AgentsSdk(SpanFormat):
    """`span_data` whose `type` is `function`, `generation`, `response`, `agent` or another."""

    name = "openai-agents"
    title = "OpenAI Agents SDK traces"
    page = FormatPage(
        family="exports",
        written_by="The OpenAI Agents SDK for Python and JavaScript (read from 0.24).",
        get="A trace processor that writes `trace.export()` and each `span.export()` on a line.",
        unknown=(
            "Ids of calls where the model's spans hold no messages; what a hand-over was given."
        ),
        example="Cut from a run of the OpenAI Agents SDK with a scripted model.",
    )
    looks_again = True

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is a trace or a span of the SDK's, or a list of them."""
        item = document if is_list(document) else [document]
        return Claim.SURE if item and all(map(_is_of_sdk, item)) else Claim.NO

    def spans(self, document: Document, left: Leftovers) -> Iterator[Span]:
        """Yield the spans of one document."""
        value, place = document
        if is_list(value):
            for at, item in enumerate(value):
                yield from self.spans(Document(item, place.at(at)), left)
            return
        record = fields(value)
        if record.get("object") != "trace.span":
            if record.get("object") != "trace":
                left.add(value, place)
            return
        data = fields(record.get("span_data"))
        if not data:
            left.add(record.get("span_data"), place, "span_data")
        attributes, events = _told(data)
        start, end = nanoseconds(record.get("started_at")), nanoseconds(record.get("ended_at"))
        yield Span(
            name=text_of(data.get("name")) or text_of(data.get("type")) or "",
            trace_id=text_of(record.get("trace_id")),
            span_id=text_of(record.get("id")),
            parent_id=text_of(record.get("parent_id")),
            start_ns=start,
            end_ns=end,
            attributes=attributes,
            status="error" if record.get("error") else None if end is None else "ok",
            events=tuple(events),
            scope=SCOPE,
            place=place,
        )


def _is_of_sdk(value: Json) -> bool:
    item = fields(value)
    kind = item.get("object")
    if kind == "trace":
        return "workflow_name" in item
    return kind == "trace.span" and item.keys() >= _SPAN


def _told(data: Mapping[str, Json]) -> tuple[dict[str, Json], list[Event]]:
    """Return a span's data as the attributes and events of GenAI's conventions."""
    kind = text_of(data.get("type")) or ""
    attributes: dict[str, Json] = {}
    operation = _OPERATIONS.get(kind)
    if operation is None:
        # Other spans are of no model and no tool; what they hold is kept to be looked through.
        filled = {key: value for key, value in data.items() if value not in (None, "", [], {})}
        return {f"span_data.{key}": value for key, value in filled.items()}, []
    attributes["gen_ai.operation.name"] = operation
    name = data.get("name")
    if kind == "function":
        of_call = (("tool.name", name), ("tool.call.arguments", data.get("input")))
        of_call = (*of_call, ("tool.call.result", data.get("output")))
        attributes |= {f"gen_ai.{key}": value for key, value in of_call if value is not None}
        return attributes, []
    if kind == "agent":
        attributes["gen_ai.agent.name"] = name
        return attributes, []
    id = text_of(data.get("response_id"))
    if id is not None:
        attributes["gen_ai.response.id"] = id
    usage = fields(data.get("usage"))
    for key in ("input_tokens", "output_tokens"):
        if key in usage:
            attributes[f"gen_ai.usage.{key}"] = usage[key]
    return attributes, [*_sent(data.get("input")), *_answered(data.get("output"))]


def _sent(messages: Json) -> Iterator[Event]:
    for message in messages if is_list(messages) else ():
        entry = fields(message)
        role = text_of(entry.get("role")) or ""
        if role == "tool":
            put = {"id": entry.get("tool_call_id"), "content": entry.get("content")}
            yield Event("gen_ai.tool.message", put)
        elif role in _TOLD:
            yield Event(f"gen_ai.{_TOLD[role]}.message", dict(entry))


def _answered(messages: Json) -> Iterator[Event]:
    for message in messages if is_list(messages) else ():
        if is_object(message):
            yield Event("gen_ai.choice", {"message": dict(message)})


FORMAT = AgentsSdk()

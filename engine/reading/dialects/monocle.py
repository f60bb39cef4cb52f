"""Monocle's spans: what went in and out is in their events, who did what in numbered entities."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.json_value import Json, as_object
from toolspec.engine.reading.dialects.dialect import Role
from toolspec.engine.reading.dialects.genai import GenAi
from toolspec.engine.reading.exports.messages import decoded
from toolspec.engine.reading.exports.spans import Exported, Kind, exported_span
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.span import NOTHING, Span
from toolspec.engine.reading.unread.foreign import is_of_tool

MARK: Final = "monocle_apptrace.version"
_KINDS: Final[Mapping[str, Kind]] = {
    "agentic.tool.invocation": "tool",
    "agentic.mcp.invocation": "tool",
    "inference": "model",
    "inference.framework": "model",
    "agentic.invocation": "agent",
}
"""By `span.type`; `inference.modelapi` is the client beneath `inference.framework`."""

_OWN: Final = ("entity", "monocle", "scope.", "span.", "span_", "test.", "workflow.")
"""How the names of Monocle's attributes begin."""

_READ: Final[Mapping[str, tuple[str, ...]]] = {
    "data.input": ("input", "Inputs"),
    "data.output": ("response", "output", "error_code"),
    "metadata": ("prompt_tokens", "completion_tokens", "finish_reason", "finish_type"),
}
"""Monocle's events, with what is read of each."""

_CREWAI: Final = "input: "
_BLOCK: Final = frozenset({"annotations", "meta", "text", "type"})
"""The keys of a text as a server of tools gives it back."""

_GOOD: Final = frozenset({"", "success", "none"})


class Monocle(GenAi):
    """Spans with `monocle_apptrace.version`, read as the GenAI spans they could be."""

    name = "monocle"
    title = "Monocle"
    page = FormatPage(
        written_by="Monocle (`monocle_apptrace`).",
        get="Its files (`monocle_trace_*.json`): one span or a list, also under `spans`.",
        unknown="Call ids; arguments that a framework gives by position.",
        example="Cut from `test_crewai_single_agent.json` of monocle2ai/monocle, Apache-2.0.",
    )
    marks = frozenset((MARK,))

    def role(self, span: Span) -> Role | None:
        """Return None: a span is translated before it is asked about."""
        return None

    def translated(self, span: Span) -> Span:
        """Return the span in the words of the GenAI conventions."""
        attributes = span.attributes
        kind: Kind = _KINDS.get(str(attributes.get("span.type")), "other")
        inputs, outputs, more = (
            _event(span, name) for name in ("data.input", "data.output", "metadata")
        )
        output = outputs.get("response", outputs.get("output"))
        sent = inputs.get("input", inputs.get("Inputs"))
        failed = str(outputs.get("error_code", "")).lower() not in _GOOD
        named = _entity(attributes, 1).get("name")
        record = Exported(
            kind,
            str(named or "tool") if kind == "tool" else span.name,
            _messages(sent) if kind == "model" else _given(sent, kind),
            _messages(output) if kind == "model" else _text_in(output),
            tool=named if kind == "tool" else None,
            agent=_agent(attributes, kind),
            tokens=(more.get("prompt_tokens"), more.get("completion_tokens")),
            written=_told(attributes, more),
            beside=_beside(span),
            alone=False,
        )
        made_span = exported_span(record)
        return span._replace(
            name=made_span.name,
            attributes=made_span.attributes,
            status="error" if failed else made_span.status or span.status,
            events=made_span.events,
        )


def _beside(span: Span) -> Mapping[str, Json]:
    """Return what else the span holds, which nothing is read from: other attributes and events."""
    beside: dict[str, Json] = {}
    attributes = {
        key: decoded(value) for key, value in span.attributes.items() if not key.startswith(_OWN)
    }
    if attributes:
        beside["attributes"] = _with_tool(attributes)
    events: list[Json] = []
    for event in span.events:
        read = _READ.get(event.name)
        other = {
            key: decoded(value)
            for key, value in event.attributes.items()
            if key not in (read or ())
        }
        if read is None:
            other = {"type": event.name, **other}
        if other:
            events.append(_with_tool(other))
    if events:
        beside["events"] = events
    return beside


def _with_tool(attributes: Mapping[str, Json]) -> dict[str, Json]:
    """Return attributes as a call of the tool that one of them names, where one does."""
    for key, value in attributes.items():
        if key.lower().endswith("name") and is_of_tool(key) and isinstance(value, str):
            return {"type": "tool_call", **attributes, "name": value}
    return dict(attributes)


def _event(span: Span, name: str) -> Mapping[str, Json]:
    return next((event.attributes for event in span.events if event.name == name), NOTHING)


def _messages(written: Json) -> Json:
    """Return messages with their calls and results as OpenAI writes them, in those that have some.

    A response lists the `tools` that it asks for; a request tells of each call in a message, or in
    a text of the assistant's, and of each result in another.
    """
    read = decoded(written)
    if isinstance(read, list):
        return [_messages(item) for item in read]
    if not isinstance(read, Mapping):
        return written
    asked = read.get("tools")
    if set(read) == {"tools"} and isinstance(asked, list):
        return {"role": "assistant", "tool_calls": [_asked(call) for call in asked]}
    if "tool_function" in read:
        return {"role": "assistant", "tool_calls": [_asked(read)]}
    if set(read) == {"call_id", "output"}:
        return {"type": "function_call_output", **read}
    replies = read.get("assistant")
    if set(read) == {"assistant"} and isinstance(replies, list):
        return [_messages(item) for item in replies]
    return written


def _asked(call: Json) -> Json:
    """Return a call that a model asked for; a streamed response leaves out what it is given."""
    asked = as_object(decoded(call))
    name = asked.get("tool_name", asked.get("tool_function"))
    if not isinstance(name, str):
        return call
    id, arguments = asked.get("tool_id", asked.get("call_id")), asked.get("tool_arguments")
    return {"id": id, "name": name, "arguments": arguments or None}


def _text_in(output: Json) -> Json:
    """Return the text of a block that a server of tools gave back."""
    read = decoded(output)
    if isinstance(read, Mapping) and not read.keys() ^ _BLOCK and read["type"] == "text":
        return read["text"]
    return output


def _given(written: Json, kind: Kind) -> Json:
    """Return an input without the list around it: `['{"city": "Rome"}']`."""
    read = decoded(written)
    if kind != "tool" or not isinstance(read, list) or len(read) != 1:
        return written
    alone = read[0]
    if isinstance(alone, str) and alone.startswith(_CREWAI):
        arguments = decoded(alone.removeprefix(_CREWAI))
        if isinstance(arguments, Mapping):
            # CrewAI adds who calls to what a tool is given.
            return {key: value for key, value in arguments.items() if key != "security_context"}
    return alone


def _agent(attributes: Mapping[str, Json], kind: Kind) -> Json:
    """Return the agent that a span is of: of a tool's call, the one that called."""
    if kind == "agent":
        return _entity(attributes, 1).get("name")
    caller = _entity(attributes, 2)
    around = str(caller.get("type", "")).startswith("agent")
    return caller.get("name") if kind == "tool" and around else None


def _entity(attributes: Mapping[str, Json], number: int) -> Mapping[str, Json]:
    """Return an entity: its fields are attributes, or in a list where an export gathered them."""
    listed = attributes.get("entity")
    if isinstance(listed, list):
        entity = listed[number - 1] if number <= len(listed) else None
        return as_object(entity)
    return {key: attributes.get(f"entity.{number}.{key}") for key in ("name", "type")}


def _told(attributes: Mapping[str, Json], more: Mapping[str, Json]) -> dict[str, Json]:
    attributes_told: dict[str, Json] = {}
    if "test.case.name" in attributes:
        attributes_told["test.case.name"] = attributes["test.case.name"]
    if more.get("finish_reason"):
        attributes_told["gen_ai.response.finish_reasons"] = more["finish_reason"]
    return attributes_told


DIALECT = Monocle()

"""OpenTelemetry's GenAI conventions, with MCP's and the older events."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.dialects.dialect import (
    Answered,
    Dialect,
    Recorded,
    Requested,
    Role,
    call_id,
    text,
)
from toolspec.engine.formats.span import Span
from toolspec.engine.json_value import Json
from toolspec.engine.named import make
from toolspec.engine.trace import UNRECORDED, Unrecorded

OPERATION: Final = "gen_ai.operation.name"
_ROLES: Final = {
    "execute_tool": Role.TOOL,
    "chat": Role.LLM,
    "generate_content": Role.LLM,
    "text_completion": Role.LLM,
    "invoke_agent": Role.AGENT,
    "create_agent": Role.CREATION,
}


class GenAi(Dialect):
    """`gen_ai.operation.name` says what a span is; MCP's `tools/call` is a tool call too."""

    name = "otel-genai"
    title = "OpenTelemetry GenAI"
    marks = frozenset((OPERATION, "mcp.method.name"))

    def role(self, span: Span) -> Role | None:
        """Return what the operation says the span is."""
        operation = span.attributes.get(OPERATION)
        if isinstance(operation, str):
            role = _ROLES.get(operation, Role.OTHER)
            if role is Role.TOOL and self.tool(span) is None:
                return Role.PHANTOM
            return role
        if span.attributes.get("mcp.method.name") == "tools/call":
            return Role.TOOL if self.tool(span) is not None else Role.PHANTOM
        return None

    def tool(self, span: Span) -> str | None:
        """Return the tool's name; where the attribute is missing, the span's own name holds it."""
        named = span.attributes.get("gen_ai.tool.name")
        if isinstance(named, str) and named:
            return named
        named = text(span, "mcp.tool.name")
        if named is not None:
            return named
        for prefix in ("execute_tool ", "tools/call "):
            if span.name.startswith(prefix):
                return span.name[len(prefix) :].strip() or None
        return None

    def call(self, span: Span) -> Recorded:
        """Return the call."""
        held = span.attributes.get
        arguments, result = held("gen_ai.tool.call.arguments"), held("gen_ai.tool.call.result")
        id = held("gen_ai.tool.call.id")
        recorded = (
            self.tool(span) or span.name,
            UNRECORDED if arguments is None else arguments,
            UNRECORDED if result is None else result,
            id or None if isinstance(id, str) else call_id(id),
        )
        return make(Recorded, recorded)

    def requested(self, span: Span) -> Iterator[Requested]:
        """Yield the calls of the output messages, or of the events older versions wrote."""
        seen = False
        for part in _parts(span.attributes.get("gen_ai.output.messages")):
            if part.get("type") == "tool_call":
                seen = True
                yield from _request(part.get("name"), part.get("arguments"), part.get("id"))
        if seen:
            return
        for event in span.events:
            if event.name in ("gen_ai.choice", "gen_ai.client.inference.operation.details"):
                yield from _event_requests(event.attributes)

    def answered(self, span: Span) -> Iterator[Answered]:
        """Yield the tool responses among the input messages and events."""
        for part in _parts(span.attributes.get("gen_ai.input.messages")):
            if part.get("type") == "tool_call_response":
                yield Answered(call_id(part.get("id")), _either(part, "response", "result"))
        for event in span.events:
            if event.name == "gen_ai.tool.message":
                id = call_id(event.attributes.get("id"))
                yield Answered(id, _either(event.attributes, "content", "body"))
            elif "gen_ai.input.messages" in event.attributes:
                for part in _parts(event.attributes["gen_ai.input.messages"]):
                    if part.get("type") == "tool_call_response":
                        yield Answered(call_id(part.get("id")), _either(part, "response", "result"))


def decoded(value: Json) -> Json:
    """Return the JSON that text is; None where it is none, other values as they are."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return None


def _parts(messages: Json) -> Iterator[Mapping[str, Json]]:
    """Yield the parts of messages, written as JSON text or native, a list of them or one alone."""
    read = decoded(messages)
    for message in read if isinstance(read, list) else [read]:
        if isinstance(message, Mapping):
            parts = message.get("parts")
            for part in parts if isinstance(parts, list) else []:
                if isinstance(part, Mapping):
                    yield part


def _event_requests(attributes: Mapping[str, Json]) -> Iterator[Requested]:
    """Yield the calls of an old-style choice event, or of today's event with messages."""
    for part in _parts(attributes.get("gen_ai.output.messages")):
        if part.get("type") == "tool_call":
            yield from _request(part.get("name"), part.get("arguments"), part.get("id"))
    message = decoded(attributes.get("message"))
    calls = message.get("tool_calls") if isinstance(message, Mapping) else None
    calls = decoded(attributes.get("tool_calls")) if calls is None else calls
    for call in calls if isinstance(calls, list) else []:
        if isinstance(call, Mapping):
            function = call.get("function")
            if isinstance(function, Mapping):
                yield from _request(function.get("name"), function.get("arguments"), call.get("id"))


def _request(name: Json, arguments: Json, id: Json) -> Iterator[Requested]:
    if isinstance(name, str) and name:
        yield Requested(name, UNRECORDED if arguments is None else arguments, call_id(id))


def _either(held: Mapping[str, Json], *keys: str) -> Json | Unrecorded:
    for key in keys:
        if key in held:
            return held[key]
    return UNRECORDED


DIALECT = GenAi()

"""OpenTelemetry's GenAI conventions, with MCP's and the older events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.reading.dialects.dialect import (
    Answered,
    Dialect,
    Recorded,
    Requested,
    Role,
    Unreadable,
    call_id,
    ends_in_call,
    first_to_tell,
    plain_kind,
    request,
    text,
)
from toolspec.engine.reading.dialects.told import objects
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.envelopes import exported_message, text_blocks
from toolspec.engine.reading.payloads.google_adk import NOT_SPECIFIED
from toolspec.engine.reading.payloads.payload import Opener
from toolspec.engine.reading.span import Span
from toolspec.engine.trace import UNRECORDED, Unrecorded

OPERATION: Final = "gen_ai.operation.name"
INPUT: Final = "gen_ai.input.messages"
OUTPUT: Final = "gen_ai.output.messages"
_CALL: Final = frozenset(
    ("gen_ai.tool.call.arguments", "gen_ai.tool.call.result", "gen_ai.tool.call.id")
)
_DETAILS: Final = "gen_ai.client.inference.operation.details"
_ANSWERS: Final = ("gen_ai.choice", _DETAILS)
_ROLES: Final = {
    "execute_tool": Role.TOOL,
    "tool.execute": Role.TOOL,
    "chat": Role.LLM,
    "generate_content": Role.LLM,
    "text_completion": Role.LLM,
    "tool_selection": Role.LLM,
    "invoke_agent": Role.AGENT,
    "agent.run": Role.AGENT,
    "create_agent": Role.CREATION,
}

_MASTRA: Final = ("mastra.tool_call.", "mastra.mcp_tool_call.", "gen_ai.tool.", "")
"""What is before `input` and `output` on the tools' spans of earlier versions of Mastra."""

_KOOG: Final = "ai.koog"
"""The scope of JetBrains' Koog, which writes what a tool was given under OpenInference's names."""


class GenAi(Dialect):
    """`gen_ai.operation.name` says what a span is; MCP's `tools/call` is a tool call too."""

    name = "otel-genai"
    title = "OpenTelemetry GenAI"
    page = FormatPage(
        written_by=(
            "Every instrumentation that follows OpenTelemetry's GenAI conventions, from their "
            "first version to 1.38: Microsoft's Agent Framework, Strands Agents, AutoGen, FastMCP "
            "and many more."
        ),
        get=(
            "The instrumentation of the framework, with "
            "`OTEL_SEMCONV_STABILITY_OPT_IN=gen_ai_latest_experimental`."
        ),
        unknown=(
            "Messages, where `OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT` does not say "
            "`span_only` or `true`."
        ),
        example=(
            "Cut from a run of `opentelemetry-instrumentation-openai-v2` 2.4b0 with a scripted "
            "model."
        ),
    )
    marks = frozenset((OPERATION, "mcp.method.name", "gen_ai.tool.name"))

    def role(self, span: Span) -> Role | None:
        """Return what the operation says the span is."""
        operation = span.attributes.get(OPERATION)
        if isinstance(operation, str):
            role = _ROLES.get(operation) or _ROLES.get(operation.strip().lower(), Role.OTHER)
            if role is Role.TOOL and self.tool(span) is None:
                return Role.PHANTOM
            return role
        if plain_kind(span.attributes.get("mcp.method.name")) == "tools/call":
            return Role.TOOL if self.tool(span) is not None else Role.PHANTOM
        if "gen_ai.tool.name" in span.attributes and (
            span.name.startswith("execute_tool ") or not _CALL.isdisjoint(span.attributes)
        ):
            return Role.TOOL  # an instrumentation that leaves the operation out
        return None

    def tool(self, span: Span) -> str | None:
        """Return the tool's name; where the attribute is missing, the span's own name holds it."""
        named = span.attributes.get("gen_ai.tool.name")
        if isinstance(named, str) and named:
            return named
        named = text(span, "mcp.tool.name")
        if named is not None:
            return named
        for prefix in ("execute_tool ", "tools/call ", "MCP send tools/call "):
            if span.name.startswith(prefix):
                return span.name[len(prefix) :].strip() or None
        return None

    def call(self, span: Span) -> Recorded:
        """Return the call."""
        get = span.attributes.get
        arguments, result = get("gen_ai.tool.call.arguments"), get("gen_ai.tool.call.result")
        if span.scope == _KOOG:
            arguments = get("input.value") if arguments is None else arguments
            result = get("output.value") if result is None else result
        id = get("gen_ai.tool.call.id")
        if arguments is None or result is None:
            arguments = _of_mastra(span, "input") if arguments is None else arguments
            result = _of_mastra(span, "output") if result is None else result
        if span.events and (arguments is None or result is None):
            arguments, result = _of_events(span, arguments, result)
        recorded = (
            self.tool(span) or span.name,
            UNRECORDED if arguments is None else arguments,
            UNRECORDED if result is None else result,
            None if id == NOT_SPECIFIED else id or None if isinstance(id, str) else call_id(id),
        )
        return Recorded._make(recorded)

    def told_by_events(self, span: Span) -> Recorded | None:
        """Return what the events of the call tell, which may be in its attributes too."""
        arguments, result = _of_events(span, None, None)
        if arguments is None and result is None:
            return None
        return Recorded(
            self.tool(span) or span.name,
            UNRECORDED if arguments is None else arguments,
            UNRECORDED if result is None else result,
        )

    def opener(self, span: Span) -> Opener | None:
        """Return what takes a text out of the content blocks that Strands Agents record."""
        get = span.attributes.get
        if span.exported:
            return exported_message
        strands = get("gen_ai.system") or get("gen_ai.provider.name")
        return text_blocks if strands == "strands-agents" else None

    def ended(self, span: Span) -> str | None:
        """Return why the response ended: by an attribute, or in the messages, or by an event."""
        reason = super().ended(span)
        if reason:
            return reason
        events = [event.attributes for event in span.events if event.name in _ANSWERS]
        reasons: list[Json] = [attributes.get("finish_reason") for attributes in events]
        for attributes in (span.attributes, *events):
            messages = objects(attributes, OUTPUT)
            if not isinstance(messages, Unreadable):
                reasons += [message.get("finish_reason") for message in messages]
        words = [text for text in reasons if isinstance(text, str) and text]
        # Of several choices one may call while another only speaks.
        return next(filter(ends_in_call, words), words[0] if words else None)

    def requested(self, span: Span) -> Iterator[Requested | Unreadable]:
        """Yield the calls of the output messages, or of the events older versions wrote."""
        if not span.events:
            return _requests(span.attributes)
        events = (event for event in span.events if event.name in _ANSWERS)
        return first_to_tell(
            _requests(span.attributes),
            (asked for event in events for asked in _event_requests(event.attributes)),
        )

    def answered(self, span: Span) -> Iterator[Answered | Unreadable]:
        """Yield the tool responses among the input messages and events."""
        yield from _responses(span.attributes)
        for event in span.events:
            if event.name == "gen_ai.tool.message":
                id = call_id(event.attributes.get("id"))
                yield Answered(id, _either(event.attributes, "content", "body"))
            else:
                yield from _responses(event.attributes)


def _of_mastra(span: Span, name: str) -> Json:
    """Return what an earlier version of Mastra recorded of a tool's call; None for other spans."""
    get = span.attributes.get
    return next((value for key in _MASTRA if (value := get(key + name)) is not None), None)


def _of_events(span: Span, arguments: Json, result: Json) -> tuple[Json, Json]:
    """Return the arguments and the result of a tool's span with what its events tell of them.

    The message to a tool is what it was given, and its choice is what it answered.
    """
    for event in span.events:
        if arguments is None and event.name == "gen_ai.tool.message":
            arguments = event.attributes.get("content")
        elif result is None and event.name == "gen_ai.choice":
            result = event.attributes.get("message")
        elif event.name == _DETAILS:
            if arguments is None:
                arguments = _of_part(event.attributes, INPUT, "tool_call", "arguments")
            if result is None:
                result = _of_part(event.attributes, OUTPUT, "tool_call_response", "response")
    return arguments, result


def _of_part(attributes: Mapping[str, Json], key: str, kind: str, field: str) -> Json:
    """Return what the one part of this kind holds in the messages of an event."""
    parts = list(_parts(attributes, key, kind))
    part = parts[0] if len(parts) == 1 else None
    return None if part is None or isinstance(part, Unreadable) else part.get(field)


def _parts(
    attributes: Mapping[str, Json], key: str, kind: str
) -> Iterator[Mapping[str, Json] | Unreadable]:
    """Yield the parts of a kind in the messages that an attribute holds."""
    messages = objects(attributes, key)
    if isinstance(messages, Unreadable):
        yield messages
        return
    for message in messages:
        parts = objects(message, "parts")
        if isinstance(parts, Unreadable):
            yield parts._replace(key=f"{key}: parts")
            continue
        yield from (part for part in parts if part.get("type") == kind)


def _requests(attributes: Mapping[str, Json]) -> Iterator[Requested | Unreadable]:
    for part in _parts(attributes, OUTPUT, "tool_call"):
        if isinstance(part, Unreadable):
            yield part
        else:
            yield request(OUTPUT, part.get("name"), part.get("arguments"), part.get("id"))


def _responses(attributes: Mapping[str, Json]) -> Iterator[Answered | Unreadable]:
    for part in _parts(attributes, INPUT, "tool_call_response"):
        if isinstance(part, Unreadable):
            yield part
        else:
            yield Answered(call_id(part.get("id")), _either(part, "response", "result"))


def _event_requests(attributes: Mapping[str, Json]) -> Iterator[Requested | Unreadable]:
    """Yield the calls of an old-style choice event, or of today's event with messages."""
    yield from _requests(attributes)
    messages = objects(attributes, "message", prose=True)
    if isinstance(messages, Unreadable):
        yield messages
        return
    holder = next(
        (message for message in messages if message.get("tool_calls") is not None), attributes
    )
    calls = objects(holder, "tool_calls")
    if isinstance(calls, Unreadable):
        yield calls
        return
    for call in calls:
        function = call.get("function")
        named = function if isinstance(function, Mapping) else call
        yield request("tool_calls", named.get("name"), named.get("arguments"), call.get("id"))


def _either(fields: Mapping[str, Json], *keys: str) -> Json | Unrecorded:
    for key in keys:
        if key in fields:
            return fields[key]
    return UNRECORDED


DIALECT = GenAi()

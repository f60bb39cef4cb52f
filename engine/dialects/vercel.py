"""The Vercel AI SDK's telemetry, with its `ai.*` attributes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.dialects.dialect import (
    Answered,
    Dialect,
    Recorded,
    Requested,
    Role,
    call_id,
    first,
    text,
)
from toolspec.engine.dialects.genai import decoded
from toolspec.engine.formats.span import Span
from toolspec.engine.trace import UNRECORDED

_ANSWERS: Final = (".doGenerate", ".doStream")
_RUNS: Final = ("ai.generateText", "ai.streamText", "ai.generateObject", "ai.streamObject")


class Vercel(Dialect):
    """`ai.operationId` says what a span is.

    `ai.toolCall`, `ai.generateText.doGenerate` (one response of the model), `ai.generateText` (the
    run around the responses).
    """

    name = "vercel-ai"
    title = "Vercel AI SDK"
    marks = frozenset(("ai.operationId", "ai.toolCall.name"))

    def role(self, span: Span) -> Role | None:
        """Return what the operation id says the span is."""
        operation = span.attributes.get("ai.operationId")
        if not isinstance(operation, str):
            if "ai.toolCall.name" not in span.attributes:
                return None
            return Role.TOOL if text(span, "ai.toolCall.name") else Role.PHANTOM
        if operation == "ai.toolCall":
            return Role.TOOL if text(span, "ai.toolCall.name") else Role.PHANTOM
        if operation.endswith(_ANSWERS):
            return Role.LLM
        return Role.AGENT if operation in _RUNS else Role.OTHER

    def call(self, span: Span) -> Recorded:
        """Return the call."""
        return Recorded(
            text(span, "ai.toolCall.name") or span.name,
            first(span, "ai.toolCall.args", "ai.toolCall.input"),
            first(span, "ai.toolCall.result", "ai.toolCall.output"),
            call_id(first(span, "ai.toolCall.id")),
        )

    def agent(self, span: Span) -> str | None:
        """Return the function's id that the application gave its telemetry."""
        return text(span, "ai.telemetry.functionId") or super().agent(span)

    def requested(self, span: Span) -> Iterator[Requested]:
        """Yield the tool calls of the response."""
        calls = decoded(span.attributes.get("ai.response.toolCalls"))
        for call in calls if isinstance(calls, list) else []:
            if isinstance(call, Mapping):
                name = call.get("toolName")
                if isinstance(name, str) and name:
                    arguments = call.get("input", call.get("args", UNRECORDED))
                    yield Requested(name, arguments, call_id(call.get("toolCallId", UNRECORDED)))

    def answered(self, span: Span) -> Iterator[Answered]:
        """Yield the tool results in the prompt."""
        messages = decoded(span.attributes.get("ai.prompt.messages"))
        for message in messages if isinstance(messages, list) else []:
            content = message.get("content") if isinstance(message, Mapping) else None
            for part in content if isinstance(content, list) else []:
                if isinstance(part, Mapping) and part.get("type") == "tool-result":
                    output = part.get("output", part.get("result", UNRECORDED))
                    if isinstance(output, Mapping) and set(output) == {"type", "value"}:
                        output = output["value"]
                    yield Answered(call_id(part.get("toolCallId", UNRECORDED)), output)


DIALECT = Vercel()

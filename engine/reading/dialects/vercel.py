"""The Vercel AI SDK's telemetry, with its `ai.*` attributes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.reading.dialects.dialect import (
    Answered,
    Dialect,
    Recorded,
    Requested,
    Role,
    Unreadable,
    call_id,
    first,
    plain_kind,
    request,
    text,
)
from toolspec.engine.reading.dialects.told import objects
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.span import Span
from toolspec.engine.trace import UNRECORDED

_CALLS: Final = "ai.response.toolCalls"
_ANSWERS: Final = (".doGenerate", ".doStream")
_RUNS: Final = ("ai.generateText", "ai.streamText", "ai.generateObject", "ai.streamObject")


class Vercel(Dialect):
    """`ai.operationId` says what a span is.

    `ai.toolCall`, `ai.generateText.doGenerate` (one response of the model), `ai.generateText` (the
    run around the responses).
    """

    name = "vercel-ai"
    title = "Vercel AI SDK"
    page = FormatPage(
        written_by="The Vercel AI SDK 4 to 6.",
        get="`experimental_telemetry: { isEnabled: true }`.",
        unknown="Inputs and outputs with `recordInputs: false`, `recordOutputs: false`.",
        example="Cut from a run of the Vercel AI SDK 6.0.326 with a scripted model.",
    )
    marks = frozenset(("ai.operationId", "ai.toolCall.name"))

    def role(self, span: Span) -> Role | None:
        """Return what the operation id says the span is."""
        operation = span.attributes.get("ai.operationId")
        if not isinstance(operation, str):
            if "ai.toolCall.name" not in span.attributes:
                return None
            return Role.TOOL if text(span, "ai.toolCall.name") else Role.PHANTOM
        if plain_kind(operation) == "ai.toolcall":
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

    def requested(self, span: Span) -> Iterator[Requested | Unreadable]:
        """Yield the tool calls of the response."""
        calls = objects(span.attributes, _CALLS)
        if isinstance(calls, Unreadable):
            yield calls
            return
        for call in calls:
            arguments = call.get("input", call.get("args"))
            yield request(_CALLS, call.get("toolName"), arguments, call.get("toolCallId"))

    def answered(self, span: Span) -> Iterator[Answered | Unreadable]:
        """Yield the tool results in the prompt."""
        messages = objects(span.attributes, "ai.prompt.messages")
        if isinstance(messages, Unreadable):
            yield messages
            return
        for message in messages:
            content = message.get("content")
            for part in content if isinstance(content, list) else []:
                if isinstance(part, Mapping) and part.get("type") == "tool-result":
                    output = part.get("output", part.get("result", UNRECORDED))
                    if isinstance(output, Mapping) and set(output) == {"type", "value"}:
                        output = output["value"]
                    yield Answered(call_id(part.get("toolCallId", UNRECORDED)), output)


DIALECT = Vercel()

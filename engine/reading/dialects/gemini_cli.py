"""Gemini CLI's own spans: its operations, and Gemini's contents as messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import Json, as_list, as_object, one_or_list
from toolspec.engine.reading.dialects.dialect import (
    Answered,
    Recorded,
    Requested,
    Role,
    Unreadable,
    call_id,
    first,
    request,
)
from toolspec.engine.reading.dialects.genai import INPUT, OPERATION, OUTPUT, GenAi
from toolspec.engine.reading.dialects.told import json_in, objects
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.envelopes import Content
from toolspec.engine.reading.payloads.payload import Opener
from toolspec.engine.reading.span import Span
from toolspec.engine.trace import UNRECORDED, Unrecorded

_ROLES: Final = {"agent_call": Role.AGENT, "llm_call": Role.LLM, "tool_call": Role.TOOL}
_FAILED: Final = {"cancelled": True, "error": True, "success": False}


class GeminiCliSpans(GenAi):
    """`llm_call`, `tool_call` and `agent_call` instead of the conventions' operations.

    Source: `telemetry/trace.ts` and `scheduler/tool-executor.ts` of Gemini CLI. A tool's input is
    the request, its output the completed call with the parts of the response.
    """

    name = "gemini-cli"
    title = "Gemini CLI"
    page = FormatPage(
        written_by="Gemini CLI's own telemetry.",
        get="`telemetry` in `settings.json`, with an `outfile` or an OTLP endpoint.",
        unknown="Prompts with `telemetry.logPrompts: false`.",
        example="Written by hand, as the source of the tool writes it.",
    )
    marks = frozenset((OPERATION,))

    def role(self, span: Span) -> Role | None:
        """Return what the operation says the span is."""
        operation = span.attributes.get(OPERATION)
        role = _ROLES.get(operation) if isinstance(operation, str) else None
        return Role.PHANTOM if role is Role.TOOL and self.tool(span) is None else role

    def call(self, span: Span) -> Recorded:
        """Return the call."""
        asked = as_object(json_in(span.attributes.get(INPUT)))
        given: Json | Unrecorded = asked.get("args", UNRECORDED)
        if not asked and INPUT in span.attributes:
            given = span.attributes[INPUT]  # cut, and said to be
        id = first(span, "gen_ai.tool.call_id", "gen_ai.tool.call.id")
        return Recorded(self.tool(span) or span.name, given, first(span, OUTPUT), call_id(id))

    def opener(self, span: Span) -> Opener | None:
        """Return what takes a tool's response out of the completed call."""
        return _response

    def requested(self, span: Span) -> Iterator[Requested | Unreadable]:
        """Yield the function calls of the response."""
        for part in _parts(span, OUTPUT):
            if isinstance(part, Unreadable):
                yield part
                continue
            call = part.get("functionCall")
            if isinstance(call, Mapping):
                yield request(OUTPUT, call.get("name"), call.get("args"), call.get("id"))

    def answered(self, span: Span) -> Iterator[Answered | Unreadable]:
        """Yield the function responses of the request."""
        for part in _parts(span, INPUT):
            if isinstance(part, Unreadable):
                yield part
                continue
            answer = part.get("functionResponse")
            if isinstance(answer, Mapping):
                yield Answered(call_id(answer.get("id")), answer.get("response"))


def _parts(span: Span, key: str) -> Iterator[Mapping[str, Json] | Unreadable]:
    """Yield the parts of the contents in an attribute: of the first candidate of a response."""
    contents = objects(span.attributes, key)
    if isinstance(contents, Unreadable):
        yield contents
        return
    for content in contents:
        if "candidates" in content:
            content = as_object(as_object(next(iter(as_list(content["candidates"])), None)))
        content = as_object(content.get("content", content))
        for part in as_list(content.get("parts")):
            if isinstance(part, Mapping):
                yield part


def _response(value: Json) -> Content | None:
    """Return what a tool answered, from the call that Gemini CLI completed."""
    call = as_object(value)
    response = as_object(call.get("response"))
    if "responseParts" not in response:
        return None
    answers = [
        answer
        for part in one_or_list(response["responseParts"])
        if isinstance(answer := as_object(part).get("functionResponse"), Mapping)
    ]
    id, failed = response.get("callId"), _FAILED.get(str(call.get("status")))
    if len(answers) != 1 or "response" not in answers[0]:
        return None
    return Content(answers[0]["response"], id if isinstance(id, str) and id else None, failed)


DIALECT = GeminiCliSpans()

"""LangSmith's own OpenTelemetry attributes: its kinds, what went in, and what came out."""

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
    first,
    plain_kind,
    request,
    text,
)
from toolspec.engine.reading.dialects.told import json_in, objects
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.envelopes import tool_message
from toolspec.engine.reading.payloads.literal import read_literal
from toolspec.engine.reading.payloads.payload import Opener
from toolspec.engine.reading.span import Span
from toolspec.engine.trace import UNRECORDED, Unrecorded

_KIND: Final = "langsmith.span.kind"
_NAME: Final = "langsmith.trace.name"
_IN: Final = "gen_ai.prompt"
_OUT: Final = "gen_ai.completion"
_ROLES: Final = {"tool": Role.TOOL, "llm": Role.LLM}
_DEPTH_MAX: Final = 6


class LangSmith(Dialect):
    """`langsmith.span.kind` says what a span is; a run of an agent is the chain of its name."""

    name = "langsmith"
    title = "LangSmith"
    page = FormatPage(
        written_by="LangSmith's SDK with OpenTelemetry (read from 0.15).",
        get="`LANGSMITH_OTEL_ENABLED=true`.",
        unknown="Prompts that were written out as one text.",
        example="Cut from a run of LangChain with LangSmith 0.15.0 with a scripted model.",
    )
    marks = frozenset((_KIND,))

    def role(self, span: Span) -> Role | None:
        """Return what the kind says the span is."""
        kind = span.attributes.get(_KIND)
        if not isinstance(kind, str):
            return None
        role = _ROLES.get(plain_kind(kind), Role.OTHER)
        if role is Role.TOOL and self.tool(span) is None:
            return Role.PHANTOM
        if role is Role.OTHER and self.agent(span) is not None:
            return Role.AGENT if self.agent(span) == text(span, _NAME) else Role.OTHER
        return role

    def tool(self, span: Span) -> str | None:
        """Return the tool's name, which is also the name of the run."""
        return text(span, "gen_ai.tool.name") or text(span, _NAME)

    def agent(self, span: Span) -> str | None:
        """Return the name of the agent at work."""
        return text(span, "langsmith.metadata.lc_agent_name") or super().agent(span)

    def call(self, span: Span) -> Recorded:
        """Return the call."""
        return Recorded(
            self.tool(span) or span.name,
            _given(first(span, "gen_ai.tool.call.arguments", _IN)),
            _returned(first(span, "gen_ai.tool.call.result", _OUT)),
            call_id(first(span, "gen_ai.tool.call.id")),
        )

    def opener(self, span: Span) -> Opener | None:
        """Return what takes off LangChain's envelope."""
        return tool_message

    def requested(self, span: Span) -> Iterator[Requested | Unreadable]:
        """Yield the calls in the messages that the model answered with."""
        if self.role(span) is not Role.LLM:
            return
        for message in _messages(span, _OUT):
            if isinstance(message, Unreadable):
                yield message
                continue
            calls = objects(message, "tool_calls")
            if isinstance(calls, Unreadable):
                yield calls
                continue
            for call in calls:
                function = call.get("function")
                asked = function if isinstance(function, Mapping) else call
                arguments = asked.get("args", asked.get("arguments"))
                yield request(_OUT, asked.get("name"), arguments, call.get("id"))

    def answered(self, span: Span) -> Iterator[Answered | Unreadable]:
        """Yield the results of tools in the messages that the model was sent."""
        if self.role(span) is not Role.LLM:
            return
        for message in _messages(span, _IN):
            if isinstance(message, Unreadable):
                yield message
            elif "tool_call_id" in message and "content" in message:
                yield Answered(call_id(message["tool_call_id"]), message["content"])


def _given(recorded: Json | Unrecorded) -> Json | Unrecorded:
    """Return a tool's arguments; older versions write them as Python's text under `input`.

    Any other text there may be the one argument of the tool, whose name is not recorded.
    """
    read = None if isinstance(recorded, Unrecorded) else json_in(recorded)
    if not isinstance(read, Mapping) or set(read) != {"input"}:
        return recorded
    written = read["input"]
    literal = read_literal(written) if isinstance(written, str) else UNRECORDED
    return literal if isinstance(literal, Mapping) else UNRECORDED


def _returned(recorded: Json | Unrecorded) -> Json | Unrecorded:
    """Return a tool's result; a tool that failed has no outputs, not even an empty one."""
    return UNRECORDED if recorded == "{}" else recorded


def _messages(span: Span, key: str) -> Iterator[Mapping[str, Json] | Unreadable]:
    """Yield the messages an attribute holds, LangChain's and OpenAI's, without their envelopes."""
    listed = objects(span.attributes, key, prose=True)
    if isinstance(listed, Unreadable):
        yield listed
        return
    pending: list[tuple[Json, int]] = [(item, 0) for item in reversed(listed)]
    while pending:
        item, depth = pending.pop()
        if depth > _DEPTH_MAX:
            continue
        if isinstance(item, list):
            pending += [(inner, depth + 1) for inner in reversed(item)]
        elif isinstance(item, Mapping):
            inside = item.get("kwargs", item.get("data"))
            if isinstance(inside, Mapping):
                item = inside
            if "content" in item or "tool_calls" in item:
                yield item
                continue
            for name in ("output", "messages", "generations", "choices", "message"):
                if name in item:
                    pending.append((item[name], depth + 1))
                    break


DIALECT = LangSmith()

"""Pydantic AI: GenAI names, and its own for arguments and results up to version 2 of its format."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.engine.reading.dialects.dialect import (
    Answered,
    Recorded,
    Requested,
    Role,
    Unreadable,
    first,
    text,
)
from toolspec.engine.reading.dialects.genai import INPUT, OPERATION, OUTPUT, GenAi
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.span import NOTHING, Span
from toolspec.engine.reading.unread.foreign import HISTORY


class PydanticAi(GenAi):
    """Spans of the scope `pydantic-ai`, or with the attributes only it writes."""

    name = "pydantic-ai"
    title = "Pydantic AI"
    page = FormatPage(
        written_by="Pydantic AI 0.x to 2.x, versions 1 to 5 of its format, and Logfire.",
        get="`Agent.instrument_all()`, or `logfire.instrument_pydantic_ai()`.",
        unknown="Messages, arguments and results with `include_content=False`.",
        example="Cut from `pydantic_ai_live_spans.json` of strands-agents/evals, Apache-2.0.",
    )
    marks = frozenset(
        ("tool_arguments", "tool_response", HISTORY, "logfire.json_schema", "gen_ai.tool.name")
    )
    scopes = frozenset(("pydantic-ai",))

    def role(self, span: Span) -> Role | None:
        """Return what the span is."""
        attributes = span.attributes
        mine = span.scope == "pydantic-ai" or (
            "tool_arguments" in attributes
            or "tool_response" in attributes
            or HISTORY in attributes
            or ("logfire.json_schema" in attributes and "gen_ai.agent.call.id" in attributes)
            or (span.name == "running tool" and "gen_ai.tool.name" in attributes)
        )
        if not mine:
            return None
        role = super().role(span)
        if role is None and OPERATION not in attributes:
            if "gen_ai.tool.name" in attributes:
                return Role.TOOL
            return Role.AGENT if span.name in ("agent run", "agent run stream") else Role.OTHER
        return role

    def call(self, span: Span) -> Recorded:
        """Return the call, whichever version of the format wrote it."""
        return (
            super()
            .call(span)
            ._replace(
                arguments=first(span, "gen_ai.tool.call.arguments", "tool_arguments"),
                result=first(span, "gen_ai.tool.call.result", "tool_response"),
            )
        )

    def requested(self, span: Span) -> Iterator[Requested | Unreadable]:
        """Yield the calls of the output messages or of the whole conversation."""
        return super().requested(_with_history(span, OUTPUT))

    def holds_conversation(self, span: Span) -> bool:
        """Tell whether the span holds the messages of the whole run."""
        return text(span, HISTORY) is not None

    def answered(self, span: Span) -> Iterator[Answered | Unreadable]:
        """Yield the tool responses of the input messages or of the whole conversation."""
        return super().answered(_with_history(span, INPUT))


def _with_history(span: Span, key: str) -> Span:
    """Return the span with the whole conversation an agent's span holds under `key`, if it does."""
    history = span.attributes.get(HISTORY)
    return span if history is None else span._replace(attributes={**NOTHING, key: history})


DIALECT = PydanticAi()

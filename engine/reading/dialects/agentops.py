"""AgentOps' own spans: `agentops.span.kind`, messages as Traceloop writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.reading.dialects.dialect import (
    Recorded,
    Role,
    call_id,
    first,
    plain_kind,
    text,
)
from toolspec.engine.reading.dialects.traceloop import Traceloop
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.envelopes import Given, called_with
from toolspec.engine.reading.payloads.payload import Opener
from toolspec.engine.reading.span import Span

_KIND: Final = "agentops.span.kind"
_DECORATED: Final = ".tool"
_ROLES: Final = {"tool": Role.TOOL, "llm": Role.LLM, "agent": Role.AGENT}


class AgentOps(Traceloop):
    """A tool has `tool.*`, or `agentops.entity.*` where a decorator recorded it.

    Source: the semantic conventions of the `agentops` package.
    """

    name = "agentops"
    title = "AgentOps"
    page = FormatPage(
        written_by="AgentOps 0.4.",
        get="`agentops.init()`, with an exporter of your own.",
        unknown="What the instrumentation in it leaves out.",
        example="Written by hand, as the source of the tool writes it.",
    )
    marks = frozenset((_KIND,))
    scopes = frozenset()

    def role(self, span: Span) -> Role | None:
        """Return what the kind says the span is."""
        kind = span.attributes.get(_KIND)
        if not isinstance(kind, str):
            return None
        role = _ROLES.get(plain_kind(kind), Role.OTHER)
        return Role.PHANTOM if role is Role.TOOL and self.tool(span) is None else role

    def tool(self, span: Span) -> str | None:
        """Return the tool's name; a decorator writes the kind after it in the span's name."""
        keys = ("tool.name", "gen_ai.tool.name", "agentops.entity.name", "operation.name")
        named = next(filter(None, (text(span, key) for key in keys)), None)
        by_name = span.name.removesuffix(_DECORATED) if span.name.endswith(_DECORATED) else None
        return named or by_name or None

    def call(self, span: Span) -> Recorded:
        """Return the call."""
        return Recorded(
            self.tool(span) or span.name,
            first(span, "tool.parameters", "gen_ai.tool.call.arguments", "agentops.entity.input"),
            first(span, "tool.result", "gen_ai.tool.call.result", "agentops.entity.output"),
            call_id(first(span, "tool.id", "gen_ai.tool.call.id")),
        )

    def given(self, span: Span, arguments: Mapping[str, Json]) -> Given | None:
        """Return the arguments that a decorated function was called with."""
        return called_with(arguments)

    def opener(self, span: Span) -> Opener | None:
        """Return nothing: results are in no envelope."""
        return None

    def agent(self, span: Span) -> str | None:
        """Return the agent's name; a decorated agent has that of its class."""
        named = super().agent(span)
        if named is None and plain_kind(span.attributes.get(_KIND)) == "agent":
            return text(span, "agentops.entity.name") or text(span, "operation.name")
        return named


DIALECT = AgentOps()

"""Traceloop's OpenLLMetry: its own kinds beside GenAI names, LangChain's envelopes as payload."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.reading.dialects.dialect import (
    Recorded,
    Requested,
    Role,
    Unreadable,
    call_id,
    first,
    first_to_tell,
    flat,
    plain_kind,
    request,
    text,
)
from toolspec.engine.reading.dialects.genai import OPERATION, GenAi
from toolspec.engine.reading.dialects.told import json_in
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.envelopes import (
    Given,
    called_with,
    langchain_input,
    library,
    llama_index_output,
    tool_message,
)
from toolspec.engine.reading.payloads.payload import Opener
from toolspec.engine.reading.span import Span
from toolspec.engine.trace import UNRECORDED, Unrecorded

_KIND: Final = "traceloop.span.kind"
_REQUEST: Final = r"gen_ai\.completion\.(\d{1,9})\.tool_calls\.(\d{1,9})\.(name|arguments|id)$"
_LITELLM: Final = "litellm"
"""Writes on its own spans as Traceloop does. Inside another span it writes on that one, each
response over the one before, so that what such a span holds is not what one response was.
"""

_LITELLM_REQUEST: Final = r"gen_ai\.completion\.(\d{1,9})\.function_call\.(name|arguments)$"
_LANGCHAIN: Final = ("", "langchain")
"""The library LangChain's envelopes are from; "" where no scope is recorded."""

_AGENT: Final = "traceloop.association.properties.lc_agent_name"
_LLAMA_INDEX: Final = "llamaindex"

_ROLES: Final = {"tool": Role.TOOL, "agent": Role.AGENT}


class Traceloop(GenAi):
    """`traceloop.span.kind` says what a span is; model responses carry GenAI's operation."""

    name = "traceloop"
    title = "Traceloop OpenLLMetry"
    page = FormatPage(
        written_by=(
            "Traceloop's OpenLLMetry instrumentations (`opentelemetry-instrumentation-langchain` "
            "0.62 and others)."
        ),
        get="`LangchainInstrumentor().instrument()`, or `Traceloop.init()`.",
        unknown="Messages, arguments and results where `TRACELOOP_TRACE_CONTENT=false`.",
        example="Cut from a run of LangGraph with a scripted model.",
    )
    marks = frozenset(
        (_KIND, "traceloop.workflow.name", "traceloop.entity.path", "llm.request.type")
    )

    def role(self, span: Span) -> Role | None:
        """Return what the span is; the GenAI operation says more than the kind."""
        attributes = span.attributes
        kind = attributes.get(_KIND)
        if isinstance(kind, str):
            if OPERATION in attributes:
                role = super().role(span)
                if role is not None and role is not Role.OTHER:
                    return role
            role = _ROLES.get(plain_kind(kind), Role.OTHER)
            return Role.TOOL if role is Role.OTHER and _llama_index_tool(span) else role
        if "traceloop.workflow.name" in attributes or "traceloop.entity.path" in attributes:
            role = super().role(span)
            return role or (Role.LLM if "llm.request.type" in attributes else Role.OTHER)
        asked = plain_kind(attributes.get("llm.request.type"))
        return Role.LLM if asked in ("chat", "completion") else None

    def tool(self, span: Span) -> str | None:
        """Return the tool's name, by GenAI's attribute or by the entity."""
        named = super().tool(span) or _llama_index_tool(span)
        return named or text(span, "traceloop.entity.name")

    def call(self, span: Span) -> Recorded:
        """Return the call; its id may be only inside the envelope of the arguments."""
        arguments = first(
            span, "gen_ai.tool.call.arguments", "tool.arguments", "traceloop.entity.input"
        )
        return Recorded(
            self.tool(span) or span.name,
            arguments,
            first(span, "gen_ai.tool.call.result", "traceloop.entity.output"),
            call_id(first(span, "gen_ai.tool.call.id")) or self._id_inside(span, arguments),
        )

    def given(self, span: Span, arguments: Mapping[str, Json]) -> Given | None:
        """Return the arguments inside LangChain's callback, or of a decorated function."""
        if library(span.scope) in _LANGCHAIN:
            langchain = langchain_input(arguments)
            if langchain is not None:
                return langchain
        decorated = span.scope in ("", "traceloop.tracer") or library(span.scope) == _LLAMA_INDEX
        return called_with(arguments) if decorated else None

    def opener(self, span: Span) -> Opener | None:
        """Return what takes off LangChain's or LlamaIndex's envelope."""
        if library(span.scope) == _LLAMA_INDEX:
            return llama_index_output
        return tool_message if library(span.scope) in _LANGCHAIN else None

    def _id_inside(self, span: Span, recorded: Json | Unrecorded) -> str | None:
        """Return the call id that LangChain's callback leaves beside the arguments."""
        if library(span.scope) not in _LANGCHAIN:
            return None
        if not isinstance(recorded, str) or '"tool_call_id"' not in recorded:
            return None
        envelope: Json = json_in(recorded)
        if not isinstance(envelope, Mapping) or langchain_input(envelope) is None:
            return None
        beside = envelope.get("kwargs")
        if not isinstance(beside, Mapping):
            return None
        return call_id(beside.get("tool_call_id", UNRECORDED))

    def own_agent(self, span: Span) -> str | None:
        """Return LangChain's name of the agent: the span of its run is not around its calls."""
        return text(span, _AGENT)

    def requested(self, span: Span) -> Iterator[Requested | Unreadable]:
        """Yield the calls of the output messages, or of the older flat completion attributes."""
        of_litellm = _litellm(span.attributes) if span.scope == _LITELLM else ()
        return first_to_tell(super().requested(span), _completion(span.attributes), of_litellm)


def _llama_index_tool(span: Span) -> str | None:
    """Return the tool of a task of LlamaIndex, None for any other task: tools are tasks there.

    An agent's step names the tool that it called, a tool's own task only in what it put out.
    """
    if library(span.scope) != _LLAMA_INDEX:
        return None
    output = text(span, "traceloop.entity.output")
    if output is None or '"tool_name"' not in output:
        return text(span, "tool.name") if "tool.arguments" in span.attributes else None
    read = json_in(output)
    if llama_index_output(read) is None:
        return None
    name = read.get("tool_name") if isinstance(read, Mapping) else None
    return name if isinstance(name, str) and name else None


def _completion(attributes: Mapping[str, Json]) -> Iterator[Requested | Unreadable]:
    """Yield the calls of every choice; one that only speaks may be before one that calls."""
    for at, fields in flat(attributes, "gen_ai.completion.", _REQUEST):
        key = f"gen_ai.completion.{at[0]}.tool_calls.{at[1]}"
        yield request(key, fields.get("name"), fields.get("arguments"), fields.get("id"))


def _litellm(attributes: Mapping[str, Json]) -> Iterator[Requested | Unreadable]:
    """Yield the calls of LiteLLM's only choice, which it numbers as if they were choices."""
    for at, fields in flat(attributes, "gen_ai.completion.", _LITELLM_REQUEST):
        key = f"gen_ai.completion.{at[0]}.function_call"
        yield request(key, fields.get("name"), fields.get("arguments"), None)


DIALECT = Traceloop()

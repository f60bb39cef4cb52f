"""Mozilla's any-agent: GenAI names, its own for what went in and out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import Json, as_list, as_object
from toolspec.engine.reading.dialects.dialect import (
    Recorded,
    Requested,
    Role,
    Unreadable,
    first,
    request,
)
from toolspec.engine.reading.dialects.genai import OPERATION, GenAi
from toolspec.engine.reading.dialects.told import objects
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.span import Span

_OUTPUTS: Final = ("gen_ai.output", "genai.output")
"""Where spans hold what came out; the second one is of early versions."""


class AnyAgent(GenAi):
    """Spans with `any_agent.version`, `gen_ai.tool.args` or the operation `call_llm`."""

    name = "any-agent"
    title = "any-agent"
    page = FormatPage(
        written_by="Mozilla's any-agent.",
        get="`trace.model_dump_json()` of a run's `AgentTrace`.",
        unknown="Call ids: its spans of tools have none.",
        example="Cut from `OPENAI_trace.json` of mozilla-ai/any-agent, Apache-2.0.",
    )
    marks = frozenset((OPERATION, "any_agent.version", "gen_ai.tool.args"))

    def role(self, span: Span) -> Role | None:
        """Return what the span is; `call_llm` is the model."""
        attributes = span.attributes
        if attributes.get(OPERATION) == "call_llm":
            return Role.LLM
        if "any_agent.version" in attributes or "gen_ai.tool.args" in attributes:
            return super().role(span)
        return None

    def call(self, span: Span) -> Recorded:
        """Return the call."""
        return (
            super()
            .call(span)
            ._replace(arguments=first(span, "gen_ai.tool.args"), result=first(span, *_OUTPUTS))
        )

    def requested(self, span: Span) -> Iterator[Requested | Unreadable]:
        """Yield the calls in the output of a model span, which may be plain text instead.

        They carry no ids. Early versions wrote the framework's own message there, with its ids.
        """
        for key in _OUTPUTS:
            calls = objects(span.attributes, key, prose=True)
            if isinstance(calls, Unreadable):
                yield calls
                continue
            for call in calls:
                if "tool.name" in call:
                    yield request(key, call["tool.name"], call.get("tool.args"), None)
                yield from _of_message(key, call)


def _of_message(key: str, message: Mapping[str, Json]) -> Iterator[Requested | Unreadable]:
    """Yield the calls of a framework's message; LlamaIndex has them beside."""
    calls = message.get("tool_calls") or as_object(message.get("additional_kwargs")).get(
        "tool_calls"
    )
    for call in map(as_object, as_list(calls)):
        function = as_object(call.get("function"))
        if function:
            yield request(key, function.get("name"), function.get("arguments"), call.get("id"))


DIALECT = AnyAgent()

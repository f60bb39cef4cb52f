"""Mozilla's any-agent: GenAI names, its own for what went in and out."""

from __future__ import annotations

from collections.abc import Iterator

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
from toolspec.engine.reading.span import Span


class AnyAgent(GenAi):
    """Spans with `any_agent.version`, `gen_ai.tool.args` or the operation `call_llm`."""

    name = "any-agent"
    title = "any-agent"
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
            ._replace(
                arguments=first(span, "gen_ai.tool.args"), result=first(span, "gen_ai.output")
            )
        )

    def requested(self, span: Span) -> Iterator[Requested | Unreadable]:
        """Yield the calls in the output of a model span, which may be plain text instead.

        They carry no ids.
        """
        calls = objects(span.attributes, "gen_ai.output", prose=True)
        if isinstance(calls, Unreadable):
            yield calls
            return
        for call in calls:
            if "tool.name" in call:
                yield request("gen_ai.output", call["tool.name"], call.get("tool.args"), None)


DIALECT = AnyAgent()

"""Mozilla's any-agent: GenAI names, its own for what went in and out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolspec.engine.dialects.dialect import Recorded, Requested, Role, first
from toolspec.engine.dialects.genai import OPERATION, GenAi, decoded
from toolspec.engine.formats.span import Span


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

    def requested(self, span: Span) -> Iterator[Requested]:
        """Yield the calls in the output of a model span; they carry no ids."""
        asked = decoded(span.attributes.get("gen_ai.output"))
        for call in asked if isinstance(asked, list) else []:
            if isinstance(call, Mapping):
                name = call.get("tool.name")
                if isinstance(name, str) and name:
                    yield Requested(name, call.get("tool.args"))


DIALECT = AnyAgent()

"""OpenInference, as Arize's instrumentations write it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolspec.engine.dialects.dialect import (
    Answered,
    Dialect,
    Recorded,
    Requested,
    Role,
    Unreadable,
    call_id,
    first,
    flat,
    request,
    text,
)
from toolspec.engine.formats.span import Span
from toolspec.engine.trace import UNRECORDED

KIND: Final = "openinference.span.kind"
_ROLES: Final = {"TOOL": Role.TOOL, "LLM": Role.LLM, "AGENT": Role.AGENT}
_REQUEST: Final = (
    r"llm\.output_messages\.(\d{1,9})\.message\.tool_calls\.(\d{1,9})\.tool_call\."
    r"(id|function\.name|function\.arguments)$"
)
_ANSWER: Final = r"llm\.input_messages\.(\d{1,9})\.message\.(tool_call_id|content)$"


class OpenInference(Dialect):
    """`openinference.span.kind` says what a span is; a hand-off is a TOOL span without `tool.name`.

    `tool.parameters` is the tool's schema by the specification, so arguments are `input.value`.
    """

    name = "openinference"
    title = "OpenInference"
    marks = frozenset((KIND,))

    def role(self, span: Span) -> Role | None:
        """Return what the kind says the span is."""
        kind = span.attributes.get(KIND)
        if not isinstance(kind, str):
            return None
        role = _ROLES.get(kind.upper(), Role.OTHER)
        if role is Role.TOOL and (text(span, "tool.name") is None or synthesized(span)):
            return Role.PHANTOM
        return role

    def call(self, span: Span) -> Recorded:
        """Return the call."""
        return Recorded(
            text(span, "tool.name") or span.name,
            first(span, "input.value"),
            first(span, "output.value"),
            call_id(first(span, "tool.id", "tool_call.id")),
        )

    def requested(self, span: Span) -> Iterator[Requested | Unreadable]:
        """Yield the calls in the flat attributes of the output messages."""
        for at, held in flat(span.attributes, "llm.output_messages.", _REQUEST):
            key = f"llm.output_messages.{at[0]}.message.tool_calls.{at[1]}"
            arguments = held.get("function.arguments")
            yield request(key, held.get("function.name"), arguments, held.get("id"))

    def answered(self, span: Span) -> Iterator[Answered | Unreadable]:
        """Yield the tool messages in the flat attributes of the input messages."""
        for _, held in flat(span.attributes, "llm.input_messages.", _ANSWER):
            id = held.get("tool_call_id")
            if isinstance(id, str) and id:
                yield Answered(id, held.get("content", UNRECORDED))


def synthesized(span: Span) -> bool:
    """Tell whether UiPath marked the span as made up: a container that stands for no call."""
    mark = span.attributes.get("tool.synthesized")
    return mark is True or (isinstance(mark, str) and mark.lower() == "true")


DIALECT = OpenInference()

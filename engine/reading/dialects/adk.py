"""Google's Agent Development Kit: GenAI names, its own keys for what went in and out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import Json, one_or_list
from toolspec.engine.reading.dialects.dialect import (
    Answered,
    Recorded,
    Requested,
    Role,
    Unreadable,
    call_id,
    first,
    first_to_tell,
    request,
)
from toolspec.engine.reading.dialects.genai import GenAi
from toolspec.engine.reading.dialects.told import objects
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.envelopes import function_response
from toolspec.engine.reading.payloads.google_adk import ARGUMENTS, RESPONSE, recorded_pair
from toolspec.engine.reading.payloads.payload import Opener
from toolspec.engine.reading.span import Span
from toolspec.engine.reading.unread.call_words import MERGED
from toolspec.engine.trace import UNRECORDED

_RESPONSE: Final = "gcp.vertex.agent.llm_response"
_AGENTS: Final = ("agent_run", "invoke_agent")


class GoogleAdk(GenAi):
    """Spans with `gcp.vertex.agent.*` attributes or of that scope.

    Parallel calls come with one more `execute_tool` span, named `(merged tools)`: no call. The
    model's answer is the span `call_llm`; `generate_content` inside it is the same answer.
    """

    name = "google-adk"
    title = "Google ADK"
    page = FormatPage(
        written_by="Google's Agent Development Kit 1 and 2.",
        get="Any tracer provider: ADK writes spans to the global one.",
        unknown=(
            "Messages, arguments and results where `ADK_CAPTURE_MESSAGE_CONTENT_IN_SPANS=false`."
        ),
        example="Cut from a run of Google's Agent Development Kit with a scripted model.",
    )
    marks = frozenset(
        (
            "gen_ai.system",
            "gcp.vertex.agent.event_id",
            "gcp.vertex.agent.tool_call_args",
            "gcp.vertex.agent.llm_request",
        )
    )
    scopes = frozenset(("gcp.vertex.agent",))

    def role(self, span: Span) -> Role | None:
        """Return what the span is; the merged span of parallel calls is a phantom."""
        attributes = span.attributes
        mine = span.scope == "gcp.vertex.agent" or (
            attributes.get("gen_ai.system") == "gcp.vertex.agent"
            or "gcp.vertex.agent.event_id" in attributes
            or "gcp.vertex.agent.tool_call_args" in attributes
            or "gcp.vertex.agent.llm_request" in attributes
        )
        if not mine:
            return None
        role = super().role(span)
        if role is Role.TOOL:
            return Role.PHANTOM if self.tool(span) == MERGED else Role.TOOL
        if role is Role.LLM and span.name.startswith(_AGENTS):
            # Instrumentations write what the model was asked on the span of the agent's whole run
            # where there is no span for each answer: then nobody knows the steps.
            return Role.AGENT
        if role is not None:
            return role
        if span.name == "call_llm":
            return Role.LLM
        return Role.AGENT if span.name.startswith(_AGENTS) else Role.OTHER

    def hands_over(self, span: Span) -> bool:
        """Tell whether the span only groups parallel calls."""
        return self.tool(span) == MERGED

    def call(self, span: Span) -> Recorded:
        """Return the call; some words stand for what was not recorded.

        Where content is not captured both are `{}`: nobody knows whether they were empty.
        """
        plain = super().call(span)
        arguments = first(span, ARGUMENTS, "gen_ai.tool.call.arguments")
        result = first(span, RESPONSE, "gen_ai.tool.call.result")
        arguments, result = recorded_pair(arguments, result)
        return plain._replace(arguments=arguments, result=result)

    def opener(self, span: Span) -> Opener | None:
        """Return what takes a result out of the function's response."""
        return function_response

    def requested(self, span: Span) -> Iterator[Requested | Unreadable]:
        """Yield the function calls of the recorded model response."""
        return first_to_tell(_function_calls(span), super().requested(span))

    def answered(self, span: Span) -> Iterator[Answered | Unreadable]:
        """Yield the function responses in the recorded model request."""
        for part in _contents(span, "gcp.vertex.agent.llm_request", "contents"):
            if isinstance(part, Unreadable):
                yield part
                continue
            answer = part.get("function_response")
            if isinstance(answer, Mapping):
                yield Answered(
                    call_id(answer.get("id", UNRECORDED)), answer.get("response", UNRECORDED)
                )
        yield from super().answered(span)


def _function_calls(span: Span) -> Iterator[Requested | Unreadable]:
    for part in _contents(span, _RESPONSE, "content"):
        if isinstance(part, Unreadable):
            yield part
            continue
        call = part.get("function_call")
        if isinstance(call, Mapping):
            yield request(_RESPONSE, call.get("name"), call.get("args", {}), call.get("id"))


def _contents(span: Span, attribute: str, key: str) -> Iterator[Mapping[str, Json] | Unreadable]:
    """Yield the parts of the one content or the list of contents an attribute holds under `key`."""
    read = objects(span.attributes, attribute)
    if isinstance(read, Unreadable):
        yield read
        return
    for content in [content for message in read for content in one_or_list(message.get(key))]:
        parts = content.get("parts") if isinstance(content, Mapping) else None
        yield from (part for part in one_or_list(parts) if isinstance(part, Mapping))


DIALECT = GoogleAdk()

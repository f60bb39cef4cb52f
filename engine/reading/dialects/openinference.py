"""OpenInference, as Arize's instrumentations write it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolspec.engine.json_value import Json, as_list
from toolspec.engine.reading.dialects.dialect import (
    REDACTED,
    Answered,
    Dialect,
    Recorded,
    Requested,
    Role,
    Unreadable,
    call_id,
    first,
    flat,
    plain_kind,
    request,
    text,
)
from toolspec.engine.reading.dialects.told import json_in
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.envelopes import (
    Given,
    called_with,
    function_response,
    library,
    llama_index_output,
    of_unnamed_writer,
    tool_message,
)
from toolspec.engine.reading.payloads.payload import Opener
from toolspec.engine.reading.span import Span
from toolspec.engine.trace import UNRECORDED

KIND: Final = "openinference.span.kind"
_ROLES: Final = {"tool": Role.TOOL, "llm": Role.LLM, "agent": Role.AGENT}
_REQUEST: Final = (
    r"llm\.output_messages\.(\d{1,9})\.message\.tool_calls\.(\d{1,9})\.tool_call\."
    r"(id|function\.name|function\.arguments)$"
)
_FUNCTION: Final = r"llm\.output_messages\.(\d{1,9})\.message\.function_call_(name|arguments_json)$"
_PREPARING: Final = "._prepare_chat_with_tools"
"""LlamaIndex makes a request ready in a span of the kind LLM: no model answers in there."""

_CALLED: Final = ".__call__"
_PYTHON_CALLS: Final = frozenset({"dspy", "llama_index", "smolagents"})
"""The libraries whose instrumentation records how a Python function was called."""

_GOOGLE: Final = frozenset({"gcp.vertex.agent", "google_adk"})

_UNCLEAR: Final = "`kwargs` that may be arguments or the envelope around them"
_ANSWER: Final = r"llm\.input_messages\.(\d{1,9})\.message\.(tool_call_id|content|role)$"


class OpenInference(Dialect):
    """`openinference.span.kind` says what a span is; a hand-off is a TOOL span without `tool.name`.

    `tool.parameters` is the tool's schema by the specification, so arguments are `input.value`.
    """

    name = "openinference"
    title = "OpenInference"
    page = FormatPage(
        written_by="Arize's OpenInference instrumentations of more than twenty frameworks.",
        get="`OpenAIAgentsInstrumentor().instrument()` and the like.",
        unknown="What `OPENINFERENCE_HIDE_INPUTS`, `OPENINFERENCE_HIDE_OUTPUTS` and the like hide.",
        example="Cut from a run of the OpenAI Agents SDK with a scripted model.",
    )
    marks = frozenset((KIND,))

    def role(self, span: Span) -> Role | None:
        """Return what the kind says the span is."""
        kind = span.attributes.get(KIND)
        if not isinstance(kind, str):
            return None
        role = _ROLES.get(plain_kind(kind), Role.OTHER)
        if role is Role.TOOL and (self.tool(span) is None or synthesized(span)):
            return Role.PHANTOM
        if role is Role.LLM and span.name.endswith(_PREPARING):
            return Role.OTHER
        return role

    def tool(self, span: Span) -> str | None:
        """Return the tool's name; DSPy's is only in the name of the span, `NAME.__call__`."""
        named = text(span, "tool.name")
        if named is None and library(span.scope) in ("", "dspy") and span.name.endswith(_CALLED):
            return span.name.removesuffix(_CALLED) or None
        return named

    def call(self, span: Span) -> Recorded:
        """Return the call."""
        arguments, result = first(span, "input.value"), first(span, "output.value")
        return Recorded(
            self.tool(span) or span.name,
            UNRECORDED if arguments == REDACTED else arguments,
            UNRECORDED if result == REDACTED else result,
            call_id(first(span, "tool.id", "tool_call.id")),
        )

    def given(self, span: Span, arguments: Mapping[str, Json]) -> Given | None:
        """Return the arguments of a Python call: for these libraries the call is what is recorded.

        Without a scope the writer is not known. Then `{"kwargs": ...}` may be one or be meant so.
        """
        writer = library(span.scope)
        if writer in _PYTHON_CALLS:
            return called_with(arguments, _parameters(span))
        if span.scope:
            return None
        if "sanitize_inputs_outputs" in arguments:
            return called_with(arguments)
        return Given(UNRECORDED, _UNCLEAR) if arguments.keys() <= {"args", "kwargs"} else None

    def opener(self, span: Span) -> Opener | None:
        """Return what takes off the envelope of the framework that the scope names."""
        writer = library(span.scope)
        if writer == "llama_index":
            return llama_index_output
        if writer in _GOOGLE:
            return function_response
        if not writer:
            return of_unnamed_writer
        return tool_message if writer == "langchain" else None

    def hands_over(self, span: Span) -> bool:
        """Tell whether the span is a hand-over to another agent, or a group made up by UiPath."""
        return synthesized(span) or span.name.lower().startswith(("handoff", "transfer to"))

    def requested(self, span: Span) -> Iterator[Requested | Unreadable]:
        """Yield the calls in the flat attributes of the output messages, the older one too."""
        for at, fields in flat(span.attributes, "llm.output_messages.", _REQUEST):
            key = f"llm.output_messages.{at[0]}.message.tool_calls.{at[1]}"
            arguments = fields.get("function.arguments")
            if arguments == REDACTED:
                arguments = None
            yield request(key, fields.get("function.name"), arguments, fields.get("id"))
        for at, fields in flat(span.attributes, "llm.output_messages.", _FUNCTION):
            arguments = fields.get("arguments_json")
            if arguments == REDACTED:
                arguments = None
            key = f"llm.output_messages.{at[0]}.message.function_call"
            yield request(key, fields.get("name"), arguments, None)

    def answered(self, span: Span) -> Iterator[Answered | Unreadable]:
        """Yield the tool messages in the flat attributes of the input messages."""
        nameless = False
        for _, fields in flat(span.attributes, "llm.input_messages.", _ANSWER):
            id = fields.get("tool_call_id")
            if isinstance(id, str) and id:
                content = fields.get("content", UNRECORDED)
                yield Answered(id, UNRECORDED if content == REDACTED else content)
            else:
                nameless = nameless or fields.get("role") == "tool"
        if nameless:
            yield from _answers_of_body(span)


def _parameters(span: Span) -> list[str]:
    """Return the names of a tool's parameters in their order, empty where that is not known.

    The tools of smolagents are described by their parameters alone; those that it makes of Python
    functions have them in the function's order.
    """
    described = json_in(span.attributes.get("tool.parameters"))
    if library(span.scope) != "smolagents" or not isinstance(described, Mapping):
        return []
    names = list(described)
    return names if len(names) == 1 or span.name == "SimpleTool" else []


def _answers_of_body(span: Span) -> Iterator[Answered]:
    """Yield the tool messages of the request itself, for those instrumentations that lose the ids.

    The request is beside the flat attributes in `input.value`.
    """
    body = json_in(span.attributes.get("input.value"))
    messages = body.get("messages") if isinstance(body, Mapping) else None
    for message in as_list(messages):
        if isinstance(message, Mapping) and message.get("role") == "tool":
            id = message.get("tool_call_id")
            if isinstance(id, str) and id:
                yield Answered(id, message.get("content", UNRECORDED))


def synthesized(span: Span) -> bool:
    """Tell whether UiPath marked the span as made up: a container that stands for no call."""
    mark = span.attributes.get("tool.synthesized")
    return mark is True or (isinstance(mark, str) and mark.lower() == "true")


DIALECT = OpenInference()

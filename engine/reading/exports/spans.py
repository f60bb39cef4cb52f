"""Spans as observability tools export them: their kind, input and output in fields of their own.

They are written as spans of OpenTelemetry's GenAI conventions, which the dialects read: so all that
holds across spans (steps, calls reported twice, calls that are asked for alone) holds for them too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from toolspec.engine.json_value import Json, as_list, as_object
from toolspec.engine.reading.exports.messages import (
    Told,
    decoded,
    holds_something,
    messages_in,
    unreadable,
)  # fmt: skip
from toolspec.engine.reading.payloads.usage import number
from toolspec.engine.reading.span import NOTHING, Event, Span, Status, identifier
from toolspec.engine.reading.times import nanoseconds
from toolspec.engine.reading.unread.call_words import MERGED
from toolspec.engine.reading.unread.foreign import named_like_tool
from toolspec.engine.trace import Place

Kind: TypeAlias = Literal["tool", "model", "agent", "other"]

_OPERATIONS: Final[Mapping[Kind, str]] = {
    "tool": "execute_tool",
    "model": "chat",
    "agent": "invoke_agent",
    "other": "chain",
}
_TOOL_NAMES: Final = (
    *("gen_ai.tool.name", "ai.toolCall.name", "mcp.tool.name", "tool.name"),
    "traceloop.entity.name",
)
_CALL_IDS: Final = ("gen_ai.tool.call.id", "ai.toolCall.id", "tool_call.id", "tool.id")
_ARGUMENTS: Final = ("gen_ai.tool.call.arguments", "ai.toolCall.args", "tool_arguments")
_RESULTS: Final = ("gen_ai.tool.call.result", "ai.toolCall.result", "tool_response")
_AGENTS: Final = ("gen_ai.agent.name", "agent_name", "agent.name")
_TOOLS: Final = ("gen_ai.tool.definitions", "ai.prompt.tools", "gen_ai.request.tools")
_ENDED: Final = ("gen_ai.response.finish_reasons", "ai.response.finishReason")
OPENINFERENCE: Final = "openinference.span.kind"
BESIDE: Final = "beside"
"""The attribute, or of a tool's span the event, for what no field of a span is for."""

_NAMELESS: Final = frozenset({"ai.toolcall", "tool", "execute_tool", "function"})
"""Names of tools' spans that name no tool."""


class Exported(NamedTuple):
    """One record of an export; `written` are attributes that its instrumentation added."""

    kind: Kind
    name: str
    input: Json = None
    output: Json = None
    trace_id: Json = None
    id: Json = None
    parent_id: Json = None
    start: Json = None
    end: Json = None
    status: Status | None = None
    tool: Json = None
    call_id: Json = None
    agent: Json = None
    tokens: tuple[Json, Json] = (None, None)
    tools: Json = None
    written: Mapping[str, Json] = NOTHING
    resource: Mapping[str, Json] = NOTHING
    events: tuple[Event, ...] = ()
    place: Place = Place()
    case: str | None = None
    beside: Mapping[str, Json] = NOTHING
    """What else the record holds; nothing is read from there, and calls in there are seen."""
    alone: bool = False
    """Whether no record of a model or a tool is beside that of this agent."""


def exported_span(record: Exported) -> Span:
    """Return a record as a span."""
    if record.kind == "tool" and MERGED in (record.tool, record.name):
        record = record._replace(kind="other")
    attributes: dict[str, Json] = {"gen_ai.operation.name": _OPERATIONS[record.kind]}
    status = record.status
    if record.kind == "tool":
        _write_tool(record, attributes)
    elif record.kind == "other":
        _write_case(record, attributes)
    else:
        _write_messages(record, attributes)
    events = record.events
    if record.kind == "tool":
        beside = decoded_all(record.beside)
        events = (*events, Event(BESIDE, beside)) if beside else events
    else:
        # What a reader of messages passes over is looked through once more.
        beside = decoded_all({**record.beside, "output": _of_this_run(record)})
        if beside:
            attributes[BESIDE] = beside
    return Span(
        name=record.name,
        trace_id=identifier(record.trace_id, 32),
        span_id=identifier(record.id, 16),
        parent_id=identifier(record.parent_id, 16),
        start_ns=nanoseconds(record.start),
        end_ns=nanoseconds(record.end),
        attributes=attributes,
        status=status,
        events=events,
        resource=record.resource,
        place=record.place,
        case=record.case,
        exported=record.kind == "tool",
    )


def _of_this_run(record: Exported) -> Json:
    """Return an output without the messages before the one that its run was begun with.

    A graph with a memory gives back the whole conversation, other runs of it too.
    """
    output, given = decoded(record.output), decoded(record.input)
    messages = as_list(as_object(output).get("messages"))
    asked = as_object(next(reversed(as_list(as_object(given).get("messages"))), None))
    content = asked.get("content")
    if not messages or not isinstance(content, str):
        return record.output
    for at, message in enumerate(map(as_object, messages)):
        if message.get("content") == content and asked.get("id") in (None, message.get("id")):
            return {**as_object(output), "messages": messages[at:]}
    return record.output


def decoded_all(attributes: Mapping[str, Json]) -> dict[str, Json]:
    """Return the values that may hold a call: objects, lists and texts of such."""
    read = {key: decoded(value) for key, value in attributes.items()}
    return {key: value for key, value in read.items() if isinstance(value, dict | list)}


def _write_case(record: Exported, attributes: dict[str, Json]) -> None:
    name = record.written.get("test.case.name")
    if isinstance(name, str) and name:
        attributes["test.case.name"] = name


def _write_tool(record: Exported, attributes: dict[str, Json]) -> None:
    """Write a tool's call; its result may be in the message of a framework's."""
    _write_case(record, attributes)
    more = record.written
    name = record.tool or _first(more, _TOOL_NAMES) or tool_in(record.name)
    if OPENINFERENCE in more and not record.tool and "tool.name" not in more:
        name = None  # a span of its kind without that is a hand-over, or tells of no tool
    if isinstance(name, str) and name:
        attributes["gen_ai.tool.name"] = name
    given = record.input if holds_something(record.input) else _first(more, _ARGUMENTS)
    if holds_something(given):
        attributes["gen_ai.tool.call.arguments"] = _arguments(given)
    result = record.output if holds_something(record.output) else _first(more, _RESULTS)
    id = record.call_id or _first(more, _CALL_IDS)
    if holds_something(result):
        response = _function_response(decoded(result), name)
        if response:
            result, id = response["response"], id or response["id"]
        attributes["gen_ai.tool.call.result"] = result
    if id is not None:
        attributes["gen_ai.tool.call.id"] = id
    agent = record.agent or _first(more, _AGENTS)
    if isinstance(agent, str) and agent:
        attributes["gen_ai.agent.name"] = agent


def _function_response(value: Json, tool: Json) -> Mapping[str, Json]:
    """Return the response that Google's kit sends a model, where it is of this tool."""
    if not isinstance(value, Mapping) or set(value) != {"id", "name", "response"}:
        return NOTHING
    whole = isinstance(value["id"], str) and isinstance(value["response"], Mapping)
    return value if whole and value["name"] == tool else NOTHING


def _arguments(given: Json) -> Json:
    """Return arguments without the `input` around their text, as LangChain's callbacks write it."""
    outer = decoded(given)
    if isinstance(outer, Mapping) and set(outer) == {"input"} and isinstance(outer["input"], str):
        read = decoded(outer["input"])
        return read if isinstance(read, Mapping) else given
    return given


def tool_in(name: str) -> str | None:
    """Return the tool a span's own name tells of: `running tool: search`, `execute_tool search`."""
    if name.strip().lower() in _NAMELESS:
        return None
    named = named_like_tool(name)
    return name.strip() if named is None else named or None


def _write_messages(record: Exported, attributes: dict[str, Json]) -> None:
    """Write what a model or an agent was sent and answered."""
    _write_case(record, attributes)
    more = record.written
    given, answered = messages_in(record.input, "user"), messages_in(record.output, "assistant")
    if given.messages:
        attributes["gen_ai.input.messages"] = given.messages
    if record.kind == "agent" and not record.alone:
        answered = _last_words(answered.messages)
    if answered.unread:
        attributes["gen_ai.output.messages"] = unreadable(record.output)
    elif answered.messages:
        attributes["gen_ai.output.messages"] = answered.messages
    for key, count in zip(("input", "output"), record.tokens, strict=True):
        counted = number(float(count) if isinstance(count, str) and _is_count(count) else count)
        if counted is not None:
            attributes[f"gen_ai.usage.{key}_tokens"] = counted
    agent = record.agent or _first(more, _AGENTS)
    if isinstance(agent, str) and agent:
        attributes["gen_ai.agent.name"] = agent
    tools = record.tools or _first(more, _TOOLS)
    if tools:
        attributes["gen_ai.tool.definitions"] = tools
    ended = _first(more, _ENDED)
    if ended:
        attributes["gen_ai.response.finish_reasons"] = ended


def _last_words(messages: list[Json]) -> Told:
    """Return the last message of a run, where the calls of the run have records of their own."""
    last = messages[-1] if messages else None
    parts = last.get("parts") if isinstance(last, Mapping) else None
    words = isinstance(parts, list) and bool(parts) and all(map(_is_text, parts))
    return Told([last] if words else [])


def _is_text(part: Json) -> bool:
    return isinstance(part, Mapping) and part.get("type") == "text"


def _is_count(text: str) -> bool:
    return text.removesuffix(".0").isdecimal() and len(text) < 20


def tools_first(kinds: Sequence[Kind]) -> list[int]:
    """Return the numbers of records in the order to read them: tools before the rest.

    Times are often whole milliseconds, and the next request of a model begins in the same one in
    which a tool ended.
    """
    return sorted(range(len(kinds)), key=lambda at: kinds[at] != "tool")


def is_alone(kinds: Iterable[Kind]) -> bool:
    """Tell whether records hold no model's response and no tool's call."""
    return {"tool", "model"}.isdisjoint(kinds)


def _first(fields: Mapping[str, Json], keys: tuple[str, ...]) -> Json:
    return next((fields[key] for key in keys if holds_something(fields.get(key))), None)

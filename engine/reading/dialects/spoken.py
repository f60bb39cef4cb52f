"""What spans say was said: the messages of a request, the text of a response, tokens, tools.

Instrumentations of different dialects share most of these attributes, and many a span has those of
two, so that every span is asked for all of them. Where an attribute cannot be read, what was said
is not recorded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, Literal, NamedTuple, TypeAlias

from toolspec.engine.dialogue import ToolDefinition
from toolspec.engine.json_value import Json
from toolspec.engine.reading.dialects.dialect import REDACTED
from toolspec.engine.reading.dialects.told import json_in
from toolspec.engine.reading.payloads.usage import number, tokens_of
from toolspec.engine.reading.span import Span
from toolspec.engine.tool_lists.tool_definitions import tool_definitions
from toolspec.engine.trace import UNRECORDED, Unrecorded

Speaker: TypeAlias = Literal["user", "agent"]


class Spoken(NamedTuple):
    """A message on a span; `text` is None where it has none, UNRECORDED where it is hidden."""

    role: Speaker
    text: str | Unrecorded | None


_USERS: Final = frozenset({"user", "human", "humanmessage"})
_AGENTS: Final = frozenset({"ai", "aimessage", "assistant", "model"})
_TEXTS: Final = frozenset({"text", "input_text", "output_text", "refusal"})
_RESULTS: Final = ("functionResponse", "function_response", "toolResult", "tool_result")

_INPUT: Final = "gen_ai.input.messages"
_OUTPUT: Final = "gen_ai.output.messages"
_DETAILS: Final = "gen_ai.client.inference.operation.details"
_HISTORY: Final = "pydantic_ai.all_messages"
_ADK_REQUEST: Final = "gcp.vertex.agent.llm_request"
_ADK_RESPONSE: Final = "gcp.vertex.agent.llm_response"
_TOOLS: Final = ("gen_ai.tool.definitions", "gen_ai.request.tools", "ai.prompt.tools")
_ANSWERS: Final = ("ai.response.text", "ai.response.object")
_INPUTS: Final = ("llm.input_messages.", "gen_ai.prompt.")
_OUTPUTS: Final = ("llm.output_messages.", "gen_ai.completion.")
_EVENTS: Final = {"gen_ai.user.message": "user", "gen_ai.assistant.message": "assistant"}
_CALLS: Final = frozenset({"ai.response.toolCalls", "gen_ai.output"})
"""Attributes that show that a response without text has none."""

_FLAT: Final = re.compile(r"(\d{1,9})\.(?:message\.)?(.+)")
_PART: Final = re.compile(r"contents?\.(\d{1,9})(?:\.message_content)?(?:\.(.+))?")


def heard(span: Span) -> list[Spoken] | None:
    """Return the messages of the request or the run that a span is of, None where none is recorded.

    Systems, tools and messages of other roles are left out.
    """
    attributes = span.attributes
    for source in requests_of(span):
        messages = _objects(source)
        if messages is not None:
            return _spoken(messages)
    for prefix in _INPUTS:
        written = _flat(attributes, prefix)
        if written:
            return _spoken(written)
    events = [
        {"role": role, **event.attributes}
        for event in span.events
        if (role := _EVENTS.get(event.name)) is not None and event.attributes
    ]
    if events:
        return _spoken(events)
    asked = _prose(attributes.get("input.value"))
    return None if asked is None else [Spoken("user", asked)]


def requests_of(span: Span) -> Iterator[Json]:
    """Yield where the messages of a request may be, as one value each."""
    attributes = span.attributes
    yield attributes.get(_INPUT)
    for event in span.events:
        if event.name == _DETAILS:
            yield event.attributes.get(_INPUT)
    yield attributes.get(_HISTORY)
    yield attributes.get("ai.prompt.messages")
    request = _object(attributes.get(_ADK_REQUEST))
    yield request.get("contents")
    prompt = _object(attributes.get("ai.prompt"))
    if "prompt" in prompt:
        yield [{"role": "user", "content": prompt["prompt"]}]
    yield prompt.get("messages")
    yield _generation(attributes.get("gen_ai.prompt"), "messages")


def answered(span: Span) -> str | Unrecorded | None:
    """Return the text that a response or a run ended in: None for none, UNRECORDED if not known."""
    attributes = span.attributes
    for source in _responses(span):
        messages = _objects(source)
        if messages is not None:
            return _last(_spoken(messages))
    for key in _ANSWERS:
        text = attributes.get(key)
        if isinstance(text, str) and text:
            return text
    for prefix in _OUTPUTS:
        written = _flat(attributes, prefix)
        if written:
            return _last(_spoken([{"role": "assistant", **message} for message in written]))
    for event in span.events:
        if event.name == "gen_ai.choice" and event.attributes:
            body = event.attributes.get("message", event.attributes.get("content"))
            message = json_in(body) if isinstance(body, str) else body
            if isinstance(message, list | str):
                message = {"content": message}
            content = message if isinstance(message, Mapping) else {"content": body}
            return _last(_spoken([{"role": "assistant", **content}]))
    output = attributes.get("gen_ai.output")
    if isinstance(output, str) and output and attributes.get("gen_ai.output.type") == "text":
        return output
    if any(attributes.get(key) for key in _CALLS):
        return None
    return _prose(attributes.get("output.value")) or UNRECORDED


def _responses(span: Span) -> Iterator[Json]:
    attributes = span.attributes
    yield attributes.get(_OUTPUT)
    for event in span.events:
        if event.name == _DETAILS:
            yield event.attributes.get(_OUTPUT)
    yield attributes.get(_HISTORY)
    response = _object(attributes.get(_ADK_RESPONSE))
    yield response.get("content")
    yield _generation(attributes.get("gen_ai.completion"), "generations")


def tokens(span: Span) -> int | None:
    """Return the tokens of a response, input and output; None where they are not recorded."""
    attributes = span.attributes
    for read, written in _USAGE:
        tokens_in, tokens_out = number(attributes.get(read)), number(attributes.get(written))
        if tokens_in is not None and tokens_out is not None:
            return tokens_in + tokens_out
    for key in _TOTALS:
        total = number(attributes.get(key))
        if total is not None:
            return total
    if attributes.get("span.type") == "llm_request":
        counts = [number(attributes.get(key)) for key in _OF_CLAUDE_CODE]
        return None if None in counts[:2] else sum(count or 0 for count in counts)
    response = _object(attributes.get(_ADK_RESPONSE))
    return tokens_of(response.get("usage_metadata", response.get("usageMetadata")))


_OF_CLAUDE_CODE: Final = (
    *("input_tokens", "output_tokens"),
    *("cache_creation_tokens", "cache_read_tokens"),  # not among the input
)
_USAGE: Final = (
    ("gen_ai.usage.input_tokens", "gen_ai.usage.output_tokens"),
    ("gen_ai.usage.prompt_tokens", "gen_ai.usage.completion_tokens"),
    ("llm.token_count.prompt", "llm.token_count.completion"),
    ("ai.usage.inputTokens", "ai.usage.outputTokens"),
    ("ai.usage.promptTokens", "ai.usage.completionTokens"),
    ("gen_ai.aggregated_usage.input_tokens", "gen_ai.aggregated_usage.output_tokens"),
)
_TOTALS: Final = (
    "gen_ai.usage.total_tokens",
    "llm.usage.total_tokens",
    "llm.token_count.total",
    "ai.usage.totalTokens",
)


def offered(span: Span) -> list[ToolDefinition] | None:
    """Return the tools that the agent could use, None where the span has no list of them."""
    attributes = span.attributes
    for key in _TOOLS:
        if attributes.get(key):
            return tool_definitions(attributes[key])
    listed = _fields(attributes, "llm.tools.")
    if listed:
        tools: list[Json] = []
        for item in listed:
            schema = json_in(item.get("tool.json_schema"))
            if "tool.name" in item:  # the schema is then that of the arguments alone
                tools.append({"name": item["tool.name"], "parameters": schema})
            else:
                tools.append(schema)
        return tool_definitions(tools)
    config = _object(_object(attributes.get(_ADK_REQUEST)).get("config"))
    return tool_definitions(config["tools"]) if config.get("tools") else None


def _prose(value: Json) -> str | None:
    """Return a value that is words, and no JSON."""
    if not isinstance(value, str) or value == REDACTED:
        return None
    return value if value.lstrip()[:1] not in ("", "{", "[") else None


def _last(messages: Sequence[Spoken]) -> str | Unrecorded | None:
    """Return the text of a response; one of several choices or messages is the last of them."""
    texts = [message.text for message in messages if message.role == "agent"]
    return texts[-1] if texts else None


def _spoken(messages: Sequence[Mapping[str, Json]]) -> list[Spoken]:
    return [heard for message in messages if (heard := _one(message)) is not None]


def _one(message: Mapping[str, Json]) -> Spoken | None:
    """Return what a user or an agent says in a message; None for any other message."""
    inner = message.get("kwargs", message.get("data"))
    if isinstance(inner, Mapping) and "role" not in message:
        name = message.get("id")
        kind = name[-1] if isinstance(name, list) and name else message.get("type")
        message = {"role": kind, **inner}
    written = message.get("role", message.get("type"))
    role = written.lower() if isinstance(written, str) else ""
    if role not in _USERS and role not in _AGENTS:
        return None
    content = message.get("parts", message.get("content", message.get("contents")))
    if isinstance(content, str) and content.lstrip()[:2] in ("[{", '["'):
        read = json_in(content)
        content = read if isinstance(read, list) else content
    if content == REDACTED:
        return Spoken("user" if role in _USERS else "agent", UNRECORDED)
    if isinstance(content, str):
        return Spoken("user" if role in _USERS else "agent", content or None)
    parts = content if isinstance(content, list | tuple) else [content]
    if role in _USERS:
        if not any(_speaks(part) for part in parts):
            return None  # the results of tools, which some APIs send in the user's name
        return Spoken("user", "" if (text := _text(parts)) is None else text)
    return Spoken("agent", _text(parts))


def _speaks(part: Json) -> bool:
    if not isinstance(part, Mapping):
        return isinstance(part, str)
    kind = part.get("type")
    if isinstance(kind, str) and ("result" in kind or "response" in kind):
        return False
    return not any(key in part for key in _RESULTS)


def _text(parts: Sequence[Json]) -> str | Unrecorded | None:
    """Return the text of all parts; UNRECORDED where one is there whose text is left out."""
    texts: list[str] = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, Mapping) and part.get("type", "text") in _TEXTS:
            text = part.get("content", part.get("text", part.get("refusal")))
            if text == REDACTED or (text is None and set(part) == {"type"}):
                return UNRECORDED
            if isinstance(text, str) and part.get("thought") is not True:
                texts.append(text)
    return "".join(texts) or None


def _flat(attributes: Mapping[str, Json], prefix: str) -> list[dict[str, Json]]:
    """Return the messages that attributes such as `PREFIX0.message.role` hold, in order."""
    return [_assembled(fields) for fields in _fields(attributes, prefix)]


def _fields(attributes: Mapping[str, Json], prefix: str) -> list[dict[str, Json]]:
    """Return what attributes such as `PREFIX0.message.KEY` hold, by key, in order."""
    numbered: list[tuple[int, str, Json]] = []
    for key, value in attributes.items():
        if key.startswith(prefix):
            match = _FLAT.fullmatch(key, len(prefix))
            if match is not None:
                numbered.append((int(match[1]), match[2], value))
    numbered.sort(key=lambda numbered_part: numbered_part[0])
    return [
        {key: value for _, key, value in group}
        for _, group in groupby(numbered, lambda numbered_part: numbered_part[0])
    ]


def _assembled(fields: Mapping[str, Json]) -> dict[str, Json]:
    """Return a message with its content, the parts of which have attributes of their own."""
    parts: dict[int, dict[str, Json]] = {}
    for key, value in fields.items():
        match = _PART.fullmatch(key)
        if match is not None:
            parts.setdefault(int(match[1]), {})[match[2] or "text"] = value
    message = {key: fields[key] for key in ("role", "content") if key in fields}
    if parts and not message.get("content"):
        message["content"] = [parts[at] for at in sorted(parts)]
    if "tool_call_id" in fields:
        message["role"] = "tool"
    return message


def _generation(written: Json, key: str) -> Json:
    """Return the messages that LangSmith writes as LangChain's callbacks hand them over."""
    choices = _object(written).get(key)
    first = choices[0] if isinstance(choices, list) and choices else None
    listed = first if isinstance(first, list) else None
    if listed is None or key == "messages":
        return listed
    return [_object(item).get("message") for item in listed]


def _object(value: Json) -> Mapping[str, Json]:
    read = json_in(value)
    return read if isinstance(read, Mapping) else {}


def _objects(value: Json) -> list[Mapping[str, Json]] | None:
    """Return the messages of a list, or the one message; None where there is none to be read."""
    if value is None or value == "":
        return None
    read = json_in(value)
    items = read if isinstance(read, list | tuple) else [read]
    messages = [json_in(item) for item in items]
    mappings = [item for item in messages if isinstance(item, Mapping)]
    return mappings if len(mappings) == len(messages) else None

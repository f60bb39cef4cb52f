"""Messages as exports hold them, in any framework's shape, written as OpenTelemetry's GenAI parts.

An observability tool stores what an application handed it: OpenAI's, Anthropic's, Google's or
LangChain's messages, in lists, in responses, as JSON text or as Python text. The calls and results
in there are found by the shape of the parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from toolspec.engine.json_value import OBJECTS, Json, compact, one_or_list, read_json
from toolspec.engine.reading.limits import DEFAULT
from toolspec.engine.reading.payloads.literal import read_literal
from toolspec.engine.reading.payloads.payload import deeper_than, is_cut
from toolspec.engine.reading.unread.sightings import (
    sightings,
)
from toolspec.engine.trace import Place, Unrecorded

_WRAPPERS: Final = (
    *("messages", "generations", "choices", "candidates", "contents", "outputs"),
    *("message", "response", "output", "result", "generation", "input", "prompt", "prompts"),
)
"""Keys under which an envelope around messages holds them; the first that is there counts."""

_ROLES: Final = {
    "ai": "assistant",
    "aimessage": "assistant",
    "aimessagechunk": "assistant",
    "assistant": "assistant",
    "bot": "assistant",
    "model": "assistant",
    "human": "user",
    "humanmessage": "user",
    "user": "user",
    "developer": "system",
    "system": "system",
    "systemmessage": "system",
    "function": "tool",
    "functionmessage": "tool",
    "tool": "tool",
    "toolmessage": "tool",
}
_CALLS: Final = frozenset(
    {"tool_call", "tool_use", "tool-call", "function_call", "mcp_tool_use", "server_tool_use"}
    | {"function", "custom_tool_call", "mcp_call", "toolcall", "toolUse"}
)
_RESULTS: Final = frozenset(
    {"tool_call_response", "tool_result", "tool-result", "function_call_output"}
    | {"custom_tool_call_output", "mcp_tool_result", "tool_response", "toolResult"}
)
_CALL_LISTS: Final = ("tool_calls", "toolCalls", "function_call", "functionCall")
_GIVEN: Final = ("arguments", "args", "input", "parameters")
_BARE: Final = (
    frozenset({"arguments", "name"}),
    frozenset({"args", "toolCallId", "toolName"}),
    frozenset({"input", "toolCallId", "toolName"}),
)
"""The keys of calls that do not say that they are some."""
_RETURNED: Final = ("response", "result", "output", "content")
_IDS: Final = ("id", "call_id", "tool_call_id", "toolCallId", "tool_use_id", "toolUseId")
_TOP: Final = Place()
_DEPTH_MAX: Final = 8


class Told(NamedTuple):
    """Messages as GenAI parts, and whether something like a call among them was not understood."""

    messages: list[Json]
    unread: bool = False


def decoded(value: Json) -> Json:
    """Return the JSON or the Python literal that text is; the text itself where it is neither.

    >>> decoded("[1]"), decoded("{'a': None}"), decoded("[sic] he said")
    ([1], {'a': None}, '[sic] he said')
    """
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "["):
        return value
    try:
        return read_json(value)
    except (ValueError, RecursionError):
        pass
    # Literals are read as objects only, so a list is made one.
    text = value.strip()
    read = read_literal(text if text[:1] == "{" else f'{{"list": {text}}}')
    if isinstance(read, OBJECTS):
        return read if text[:1] == "{" else read["list"]
    return value


def messages_in(value: Json, role: str) -> Told:
    """Return the messages a recorded input or output holds; what has no role is of this one."""
    if isinstance(value, str) and is_cut(value, too_deep=True):
        return Told([], unread=True)
    reader = _Reader()
    messages = (
        [] if deeper_than(value, DEFAULT.depth_max) else list(reader.read(decoded(value), role))
    )
    return Told([message for message in messages if message["parts"]], reader.unread)


class _Reader:
    def __init__(self) -> None:
        self.unread = False

    def read(self, value: Json, role: str, depth: int = 0) -> Iterator[dict[str, Json]]:
        """Yield the messages of a value, each with its `parts` in a list."""
        if depth > _DEPTH_MAX:
            self._look_at(value)
        elif isinstance(value, str):
            if value:
                yield _message(role, [_said(value)])
        elif isinstance(value, list):
            yield from self._listed(value, role, depth)
        elif isinstance(value, OBJECTS):
            yield from self._object(value, role, depth)

    def _listed(self, items: list[Json], role: str, depth: int) -> Iterator[dict[str, Json]]:
        if _is_pair(items):
            items = [{"role": items[0], "content": items[1]}]
        loose: list[Json] = []
        for item in items:
            read = decoded(item)
            part = self._part(read) if isinstance(read, OBJECTS) else None
            if part is not None:
                loose.append(part)
            elif isinstance(read, str):
                loose.append(_said(read))
            else:
                if loose:
                    yield _message(_role_of(loose, role), loose)
                    loose = []
                yield from self.read(read, role, depth + 1)
        if loose:
            yield _message(_role_of(loose, role), loose)

    def _object(
        self, message: Mapping[str, Json], role: str, depth: int
    ) -> Iterator[dict[str, Json]]:
        message = _unwrapped(message)
        part = self._part(message)
        if part is not None:
            yield _message(_role_of([part], role), [part])
            return
        own_role = _role(message)
        speaker = next(iter(message)) if len(message) == 1 else ""
        if speaker in _ROLES:
            yield self._one({"content": message[speaker]}, _ROLES[speaker])
            return
        if (
            own_role is not None
            or "content" in message
            or "parts" in message
            or _has_calls(message)
        ):
            yield self._one(message, own_role or role)
            return
        for key in _WRAPPERS:
            if message.get(key):
                yield from self.read(decoded(message[key]), role, depth + 1)
                self._look_at({other: item for other, item in message.items() if other != key})
                return
        text = message.get("text")
        if isinstance(text, str) and text:
            yield _message(role, [_said(text)])
            return
        self._look_at(message)

    def _one(self, source: Mapping[str, Json], role: str) -> dict[str, Json]:
        """Return one message."""
        answers = _first(source, "tool_call_id", "toolCallId") if role == "tool" else None
        content = decoded(source.get("parts", source.get("content")))
        parts: list[Json] = []
        if role == "tool" and (answers is not None or not _is_parts(content)):
            if not _is_definition(content):
                parts.append(_answer(answers, source.get("content"), source.get("name")))
        elif isinstance(content, OBJECTS) and ("parts" in content or "role" in content):
            for message in self.read(content, role, 1):
                parts += _listed(message["parts"])
        else:
            for item in one_or_list(content):
                parts += self._content(item)
        asked = False
        for calls in _call_lists(source):
            # The same calls are often there twice, in the library's form and the API's.
            if not asked:
                called = [self._part(_called(call)) for call in calls]
                parts += [part for part in called if part is not None]
                self.unread = self.unread or None in called
                asked = bool(called) or asked
        invalid = source.get("invalid_tool_calls")
        for call in invalid if isinstance(invalid, list) else ():
            part = self._part(_called(call))
            self.unread = self.unread or part is None
            parts += [] if part is None else [part]
        message = _message(role, parts)
        reason = source.get("finish_reason", source.get("stop_reason"))
        if isinstance(reason, str):
            message["finish_reason"] = reason
        return message

    def _content(self, item: Json) -> Iterator[Json]:
        if isinstance(item, str):
            if item:
                yield _said(item)
        elif isinstance(item, OBJECTS):
            part = self._part(item)
            if part is not None:
                yield part
            elif isinstance(item.get("text"), str):
                yield _said(str(item["text"]))
            else:
                self._look_at(item)

    def _part(self, part: Json) -> dict[str, Json] | None:
        """Return a call, a result or a text as a part; None for anything else."""
        if not isinstance(part, OBJECTS):
            return None
        for key in ("functionCall", "function_call", "toolUse", "tool_use"):
            inner = part.get(key)
            if isinstance(inner, OBJECTS) and "role" not in part and "content" not in part:
                return _call(inner, inner)
        for key in ("functionResponse", "function_response", "toolResult", "tool_result"):
            inner = part.get(key)
            if isinstance(inner, OBJECTS) and "role" not in part:
                return _answer(_first(inner, *_IDS), _first(inner, *_RETURNED), inner.get("name"))
        type_written = part.get("type")
        kind = type_written if isinstance(type_written, str) else None
        if kind in _CALLS:
            function = part.get("function")
            return _call(part, function if isinstance(function, OBJECTS) else part)
        if kind in _RESULTS:
            returned = _first(part, *_RETURNED)
            return _answer(_first(part, *_IDS[1:], "id"), returned, part.get("name"))
        if kind is None and any(keys <= part.keys() for keys in _BARE) and "role" not in part:
            return _call(part, part)
        if kind in ("text", "input_text", "output_text"):
            text = part.get("text", part.get("content"))
            return _said(text) if isinstance(text, str) else None
        return None

    def _look_at(self, unknown: Json) -> None:
        """Look whether what is not a message looks like a call."""
        self.unread = self.unread or next(sightings(unknown, _TOP), None) is not None


def _is_pair(items: list[Json]) -> bool:
    """Tell whether a list is a message as LangChain takes it: `["user", "Hello"]`."""
    if len(items) != 2 or not (isinstance(items[0], str) and isinstance(items[1], str)):
        return False
    return items[0] in _ROLES


def _unwrapped(item: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the message that LangChain writes inside an object of its class's name."""
    escaped = item.get("__lc_escaped__")
    if isinstance(escaped, OBJECTS):
        item = escaped
    inner = item.get("kwargs") if item.get("type") == "constructor" else None
    name: Json = None
    if isinstance(inner, OBJECTS):
        ids = item.get("id")
        name = ids[-1] if isinstance(ids, list) and ids else None
    elif isinstance(item.get("data"), OBJECTS) and isinstance(item.get("type"), str):
        inner, name = item["data"], item["type"]
    if not isinstance(inner, OBJECTS):
        return item
    return inner if name is None or "role" in inner else {**inner, "role": name}


def _role(message: Mapping[str, Json]) -> str | None:
    for key in ("role", "type"):
        word = message.get(key)
        if isinstance(word, str) and word.lower() in _ROLES:
            return _ROLES[word.lower()]
    # Some exports write a tool's own name where its role should be.
    answers = message.get("tool_call_id") or ("role" in message and "additional_kwargs" in message)
    if answers and "tool_calls" not in message:
        return "tool"
    return "system" if isinstance(message.get("role"), str) else None


def _role_of(parts: list[Json], role: str) -> str:
    kinds = {str(part.get("type")) for part in parts if isinstance(part, OBJECTS)}
    if kinds == {"tool_call"}:
        return "assistant"
    return "tool" if kinds == {"tool_call_response"} else role


def _has_calls(message: Mapping[str, Json]) -> bool:
    return any(message.get(key) for key in _CALL_LISTS)


def _call_lists(message: Mapping[str, Json]) -> Iterator[list[Json]]:
    more = message.get("additional_kwargs")
    sources = [message, more] if isinstance(more, OBJECTS) else [message]
    for source in sources:
        for key in _CALL_LISTS:
            value = decoded(source.get(key))
            if isinstance(value, list) and value:
                yield value
            elif isinstance(value, OBJECTS) and value:
                yield [value]


def _called(call: Json) -> Json:
    """Return an entry of a list of calls with the type that it need not name there."""
    call = decoded(call)
    if isinstance(call, OBJECTS) and str(call.get("type")) not in _CALLS:
        return {**call, "type": "tool_call"}
    return call


def _call(call: Mapping[str, Json], named: Mapping[str, Json]) -> dict[str, Json] | None:
    name = _first(named, "name", "toolName", "tool_name", "function")
    if not isinstance(name, str) or not name:
        return None
    given = _first(named, *_GIVEN)
    id = _first(call, "call_id", "id", "tool_call_id", "toolCallId", "tool_use_id", "toolUseId")
    return {"type": "tool_call", "id": id, "name": name, "arguments": given}


def _answer(id: Json, returned: Json, name: Json) -> dict[str, Json]:
    if isinstance(returned, OBJECTS) and set(returned) == {"type", "value"}:
        returned = returned["value"]
    part: dict[str, Json] = {"type": "tool_call_response", "id": id, "response": returned}
    return {**part, "name": name} if isinstance(name, str) else part


def _is_parts(content: Json) -> bool:
    return any(isinstance(part, OBJECTS) and "type" in part for part in one_or_list(content))


def _is_definition(content: Json) -> bool:
    """Tell whether a tool's message is the tool's description, as Langfuse's callback writes it."""
    function = content.get("function") if isinstance(content, OBJECTS) else None
    return isinstance(function, OBJECTS) and "parameters" in function


def _first(fields: Mapping[str, Json], *keys: str) -> Json:
    return next((fields[key] for key in keys if fields.get(key) is not None), None)


def _listed(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _said(text: str) -> dict[str, Json]:
    return {"type": "text", "content": text}


def _message(role: str, parts: list[Json]) -> dict[str, Json]:
    return {"role": role, "parts": parts}


def unreadable(value: Json) -> str:
    """Return text for an attribute of messages that holds some that cannot be read."""
    return f"messages of no known shape: {compact(value)[:40]}"


def holds_something(value: Json | Unrecorded) -> bool:
    """Tell whether a field holds anything."""
    return not isinstance(value, Unrecorded) and value is not None and value != ""

"""How messages come to be in a document: in a list, or in what an API was sent and sent back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from toolspec.engine.json_value import Json
from toolspec.engine.reading.formats.block_readers import (
    ASIDE,
    ASIDE_ROLES,
    BLOCKS,
    BY_MODEL,
    part_reader,
    teller,
)
from toolspec.engine.reading.formats.messages import (
    fields,
    is_list,
    is_object,
    items,
    text_of,
)
from toolspec.engine.reading.unread.call_words import (
    plain_word,
)
from toolspec.engine.trace import Place

ROLES: Final = frozenset({"assistant", "developer", "function", "system", "tool", "user"})
TOOL_ROLES: Final = frozenset({"function", "tool"})
_SAYING: Final = ("content", "tool_calls", "toolCalls", "function_call")

ENVELOPES: Final = (
    (),
    ("body",),
    ("request",),
    ("request", "body"),
    ("params",),
    ("response",),
    ("response", "body"),
    ("result", "message"),
)
"""Where the body of a request or a response is in a record of it, requests first."""

_REQUEST_KEYS: Final = frozenset({"id", "input", "instructions", "metadata", "tools"})
RUNS: Final = ("member_responses", "runs", "tasks_output")
DEPTH_OF_RUNS: Final = 4
"""Levels of teams inside of teams."""

_OF_CHATS: Final = frozenset({"cost", "human_input", "summary"})
_START: Final = Place()


class MessageRun(NamedTuple):
    """Some messages of a conversation, and whether they are together one model response.

    `ended` is the reason the response gives for its end; `taken` the list or the message they are;
    `usage` what is recorded of the response's tokens.
    """

    messages: list[tuple[Json, Place]]
    one_response: bool = False
    ended: str | None = None
    taken: Json = None
    usage: Json = None


def is_message(value: Json) -> bool:
    """Tell whether the value is a message: a known role, and something said or called.

    Its content is text, nothing, or parts that name their `type`; Bedrock's and Gemini's do not.
    What a tool gave back may be of any kind.
    """
    role = text_of(fields(value).get("role"))
    if not is_object(value) or role not in ROLES:
        return False
    if role in TOOL_ROLES:
        return "content" in value
    content = value.get("content")
    if is_list(content):
        return all(map(_is_part, content))
    return any(key in value for key in _SAYING) and not is_object(content)


def _is_part(value: Json) -> bool:
    part = fields(value)
    if isinstance(value, str) or text_of(part.get("type")):
        return True
    return is_object(value) and part_reader(part) is not None


def bodies(head: Mapping[str, Json], place: Place) -> Iterator[tuple[tuple[str, ...], Json, Place]]:
    """Yield the bodies of a request and a response in a record of them, with their paths."""
    for path in ENVELOPES:
        if path and path[0] not in head:
            continue
        body: Json = head
        for key in path:
            body = fields(body).get(key)
        yield path, body, place.at(*path)


def parts(head: Mapping[str, Json], place: Place) -> list[MessageRun]:
    """Return the messages a request, a response or a record of both holds, in order."""
    listed: list[MessageRun] = []
    if text_of(head.get("type")) and "messages" not in head:
        return listed  # an item: its `output` is a tool's
    for path, body, _ in bodies(head, place):
        if not is_object(body):
            continue
        for key in ("messages", "input", "chat_history"):
            if is_list(body.get(key)) and (key == "messages" or _is_request(body, key)):
                listed.append(
                    MessageRun(list(items(body[key], place, *path, key)), taken=body[key])
                )
        listed += _of_runs(body, place.at(*path))
        # A request for several choices gets alternatives: the first is the one that was made.
        for choice, at in items(body.get("choices"), place, *path, "choices"):
            alternative = fields(choice)
            if is_object(alternative.get("message")):
                message = alternative["message"]
                ended = text_of(alternative.get("finish_reason"))
                listed.append(
                    MessageRun(
                        [(message, at.at("message"))], True, ended, message, body.get("usage")
                    )
                )
                break
        if is_list(body.get("output")):
            output = body["output"]
            answered = list(items(output, place, *path, "output"))
            listed.append(MessageRun(answered, True, None, output, body.get("usage")))
        elif path and is_message(body):
            listed.append(MessageRun([(body, place.at(*path))], True, None, body))
    return listed


def _of_runs(record: Mapping[str, Json], place: Place, depth: int = 0) -> Iterator[MessageRun]:
    """Yield the messages of the runs inside a record: of Agno's session or team, of a crew's tasks.

    What a run of Agno repeats from the runs before it is marked.
    """
    for key in RUNS:
        for run, at in items(record.get(key), place, key):
            messages = fields(run).get("messages")
            if is_list(messages) and messages:
                new = [
                    (message, inner)
                    for message, inner in items(messages, at, "messages")
                    if fields(message).get("from_history") is not True
                ]
                yield MessageRun(new, taken=messages)
            if depth < DEPTH_OF_RUNS:
                yield from _of_runs(fields(run), at, depth + 1)


def _is_request(body: Mapping[str, Json], key: str) -> bool:
    """Tell whether an object with `input` is a Responses request; many others have an input.

    The result of a chat of AutoGen 0.2 has its messages under `chat_history`.
    """
    if key == "chat_history":
        return not _OF_CHATS.isdisjoint(body)
    if "model" in body or is_list(body.get("output")) or body.keys() <= _REQUEST_KEYS:
        return True
    listed = items(body[key], _START)
    return any(is_item(item) for item, _ in listed) and all(
        is_item(item) or is_message(item) for item, _ in items(body[key], _START)
    )


def conversations(
    value: Json, place: Place = _START, *, inside: bool = False
) -> Iterator[tuple[Mapping[str, Json], list[MessageRun]]]:
    """Yield the conversations one document holds, each with the object around it.

    A lone message yields nothing: it belongs to a conversation that goes on in other documents.
    """
    if is_object(value):
        if not is_message(value):
            yield value, parts(value, place)
    elif is_list(value):
        several = not inside and all(is_list(item) or parts(fields(item), place) for item in value)
        if value and several:
            for item, at in items(value, place):
                yield from conversations(item, at, inside=True)
        else:
            yield {}, [MessageRun(list(items(value, place)))]


def is_item(value: Json) -> bool:
    """Tell whether the value is an item that a message format knows without a role."""
    item = fields(value)
    kind = text_of(item.get("type"))
    if kind is None or not is_object(value):
        return False
    if kind in BY_MODEL or kind in ASIDE:
        return True
    return teller(value, len(BLOCKS)) < len(BLOCKS) or is_compacted(kind)


def is_compacted(kind: str) -> bool:
    """Tell whether an item or a part of this type stands for many that came before."""
    return "compact" in plain_word(kind)


def is_remark(value: Json) -> bool:
    """Tell whether the value may be among messages though it says nothing: it has a role."""
    role = text_of(fields(value).get("role"))
    return role is not None and (role in ASIDE_ROLES or "content" not in fields(value))


def name_in(part: Mapping[str, Json]) -> str:
    """Return what a part of an unknown type may call, as far as it says so in a word."""
    named = (text_of(part.get(key)) for key in ("name", "tool", "function", "action"))
    return next(filter(None, named), "")

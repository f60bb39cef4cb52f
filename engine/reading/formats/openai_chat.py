"""OpenAI chat messages, and every API that took them over.

Source: OpenAI's reference of chat completions. The `tool_calls` of an assistant message, or its
`function_call` as it was before them, are the calls; a message of the role `tool` or `function`
holds a result. Some clients write the same keys in camel case; AutoGen 0.2 keeps the results of one
turn in `tool_responses`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.json_value import Json, read_json, same
from toolspec.engine.reading.formats.blocks import BlockFormat, BlockReader, Turn
from toolspec.engine.reading.formats.messages import (
    Status,
    arguments_of,
    call_status,
    fields,
    id_of,
    is_list,
    is_object,
    items,
    result_of,
    text_of,
)
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.unread.json_texts import json_inside
from toolspec.engine.reading.unread.sightings import (
    Sighting,
    repeated_call,
)
from toolspec.engine.trace import Call, Place

_GIVEN: Final = ("arguments", "args")


class OpenAIChat(BlockFormat):
    """`tool_calls`, `function_call`, and messages of the roles `tool` and `function`."""

    name = "openai-chat"
    title = "OpenAI chat messages"
    page = FormatPage(
        family="histories",
        written_by=(
            "OpenAI's chat completions API, and every API that took it over; AutoGen 0.2; BFCL and "
            "other evaluations."
        ),
        get="The `messages` of a request, with the response after them; or a response alone.",
        unknown=(
            "Failures and times: the API has no mark of them, but marks that clients add are read."
        ),
        example="Cut from a run of Haystack 3.4.0 with a scripted model.",
    )
    plain_keys = frozenset({"refusal", "annotations", "audio", "finish_reason", "images"})
    plain_parts = frozenset(
        {"text", "image_url", "input_audio", "audio", "file", "refusal", "image", "video_url"}
        | {"audio_url", "reasoning"}
    )

    def key(self, key: str) -> BlockReader | None:
        """Return what reads `tool_calls` and `function_call`, however they are spelled."""
        return _READERS.get(key)

    def answer(self, turn: Turn, message: Mapping[str, Json], place: Place) -> bool:
        """Read a tool's message."""
        if is_list(message.get("tool_responses")):
            return True  # the content only repeats them
        turn.log.result(
            result_of(message, "content", turn.log.notes, place),
            id=id_of(message.get("tool_call_id")) or id_of(message.get("toolCallId")),
            name=text_of(message.get("name")) or text_of(message.get("tool_name")),
            status=_status(message),
            end_ns=turn.at_ns,
            place=place,
        )
        return True


BLOCKS = OpenAIChat()


def _tool_calls(turn: Turn, calls: Json, message: Mapping[str, Json], place: Place) -> None:
    if isinstance(calls, str) and calls:
        try:
            calls = read_json(calls)  # exports to tables write lists as their JSON text
        except (ValueError, RecursionError):
            turn.log.sighted(Sighting("`tool_calls` that are text and no JSON", place))
            return
    if not calls:
        return
    if not is_list(calls):
        turn.log.sighted(Sighting("`tool_calls` that are not a list", place))
        return
    begun: set[Json] = set()
    for entry, at in items(calls, place):
        number = fields(entry).get("index")
        if isinstance(number, int) and number in begun and not id_of(fields(entry).get("id")):
            turn.log.sighted(Sighting("a piece of a call of a stream", at))
            continue
        begun.add(number if isinstance(number, int) else None)
        if is_object(entry):
            _call(turn, entry, at)
        else:
            turn.log.sighted(Sighting("an entry of `tool_calls` that is not an object", at))


def _function_call(turn: Turn, call: Json, message: Mapping[str, Json], place: Place) -> None:
    if not call:
        return
    if not is_object(call):
        turn.log.sighted(Sighting("a `function_call` that is not an object", place))
    elif message.get("tool_calls"):
        # Where both are there, it repeats one of the first, or else nobody knows what it is.
        turn.log.sighted(repeated_call(call, "a `function_call` beside `tool_calls`", place))
    else:
        _call(turn, call, place)


def _tool_responses(turn: Turn, answers: Json, message: Mapping[str, Json], place: Place) -> None:
    for answer, at in items(answers, place):
        BLOCKS.answer(turn, fields(answer), at)


_READERS: Final[Mapping[str, BlockReader]] = {
    "tool_calls": _tool_calls,
    "toolCalls": _tool_calls,
    "function_call": _function_call,
    "tool_responses": _tool_responses,
}


def _call(turn: Turn, entry: Mapping[str, Json], place: Place) -> None:
    names, arguments = _asked(entry)
    if names[1:] and len(set(names)) > 1:
        turn.log.sighted(Sighting("a call with two names", place))
    if arguments[1:] and any(not same(arguments[0], other) for other in arguments[1:]):
        turn.log.sighted(Sighting("a call with two sets of arguments", place))
    turn.log.call(
        Call(
            names[0] if names else "",
            arguments_of(arguments[0] if arguments else None, turn.log.notes, place),
            step=turn.step,
            id=id_of(entry.get("id")),
            agent=turn.agent,
            start_ns=turn.at_ns,
            place=place,
        )
    )


def _asked(entry: Mapping[str, Json]) -> tuple[list[str], list[Json]]:
    """Return the tools and the arguments of a call, one for each way in which they are there.

    Their names vary from one server to the next. A custom tool takes text: its one argument is
    `input`.
    """
    names: list[str] = []
    given: list[Json] = []
    function = entry.get("function")
    if isinstance(function, str):
        function = json_inside(function) or function
    if "custom" in entry:
        custom = fields(entry["custom"])
        name = text_of(custom.get("name"))
        if name is not None:
            names.append(name)
            if "input" in custom:
                given.append({"input": custom["input"]})
    inner = fields(function)
    for source in (inner, entry):
        name = text_of(source.get("name", inner.get("name")))
        if name is not None:
            names.append(name)
            for key in _GIVEN:
                if source.get(key) is not None:
                    given.append(source[key])
    name = text_of(function)
    if name is not None:
        names.append(name)
    return names, given


def _status(message: Mapping[str, Json]) -> Status:
    """Return the status some clients add to a result; OpenAI itself records none.

    AgentDojo writes an `error`, null where there was none; Agno says `tool_call_error`.
    """
    if message.keys().isdisjoint(_FAILING):
        return call_status(message.get("status"))
    for key in ("is_error", "tool_call_error"):
        failed = message.get(key)
        if isinstance(failed, bool):
            return "error" if failed else "ok"
    if "error" in message:
        return "error" if message["error"] else "ok"
    return call_status(message.get("status"))


_FAILING: Final = frozenset({"error", "is_error", "tool_call_error"})

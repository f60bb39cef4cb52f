"""OpenAI chat messages, and every API that took them over.

Source: OpenAI's reference of chat completions. An assistant message is a turn; its `tool_calls`, or
`function_call` as it was before them, are the calls; a message of the role `tool` or `function`
holds a result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from toolspec.engine.formats import anthropic, conversation, openai_responses
from toolspec.engine.formats.format import Document, Format
from toolspec.engine.formats.ledger import Ledger
from toolspec.engine.formats.messages import (
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
from toolspec.engine.json_value import Json
from toolspec.engine.trace import Call, Note, Place, Trace

_OTHERS = frozenset({"tool-call", "tool-result", "tool_call"})
"""Content parts by which other libraries say that a tool was called."""


class OpenAIChat(Format):
    """OpenAI chat messages.

    Takes any conversation whose first document does not tell its format, such as a user's message
    on a line of its own, and reads what Anthropic's and the Responses API write as well.
    """

    name = "openai-chat"
    title = "OpenAI chat messages"

    def recognise(self, document: Json) -> bool:
        """Tell whether the document is messages of which none tells another format."""
        messages = conversation.every_message(document, lambda _: False)
        if messages is None or not any(map(conversation.is_message, messages)):
            return document == {"messages": []}
        return not any(
            anthropic.tells(message) or openai_responses.tells(message) or _is_foreign(message)
            for message in messages
        )

    def read(self, documents: Iterable[Document], notes: list[Note]) -> Iterator[Trace]:
        """Yield one trace for each conversation."""
        yield from conversation.read(documents, self.name, _Messages)


FORMAT = OpenAIChat()


def _is_foreign(message: Json) -> bool:
    content = fields(message).get("content")
    return is_list(content) and any(
        text_of(fields(part).get("type")) in _OTHERS for part in content
    )


class _Messages:
    """The messages of one conversation."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._responses = openai_responses.Items(ledger)
        self._anthropic = anthropic.Messages(ledger)

    def take(self, message: Mapping[str, Json], place: Place) -> None:
        role = text_of(message.get("role"))
        if openai_responses.tells(message):
            self._responses.take(message, place)
            return
        self._responses.end()
        if role in ("tool", "function"):
            self._result(message, place)
        elif role == "assistant" and (message.get("tool_calls") or message.get("function_call")):
            step = self.ledger.turn()
            calls = message.get("tool_calls")
            if calls is not None and not is_list(calls):
                self.ledger.notes.append(Note("`tool_calls` that are no list; skipped", place))
            for entry, at in _entries(message, place):
                self._call(entry, step, at)
            self._anthropic.take_blocks(message, place, step)
        else:
            self._anthropic.take(message, place)

    def respond(self, output: Iterable[tuple[Json, Place]]) -> None:
        for message, place in output:
            if is_object(message):
                self.take(message, place)

    def _call(self, entry: Json, step: int, place: Place) -> None:
        if not is_object(entry):
            self.ledger.notes.append(Note("no tool call; skipped", place))
            return
        name, arguments = _asked(entry)
        call = Call(
            name or "",
            arguments_of(arguments, self.ledger.notes, place),
            step=step,
            id=id_of(entry.get("id")),
            place=place,
        )
        self.ledger.call(call)

    def _result(self, message: Mapping[str, Json], place: Place) -> None:
        self.ledger.result(
            result_of(message, "content", self.ledger.notes, place),
            id=id_of(message.get("tool_call_id")),
            name=text_of(message.get("name")) or text_of(message.get("tool_name")),
            status=_status(message),
            place=place,
        )


def _entries(message: Mapping[str, Json], place: Place) -> Iterator[tuple[Json, Place]]:
    """Yield the calls of a message. `function_call` repeats the first where both are there."""
    calls = message.get("tool_calls")
    if is_list(calls) and calls:
        yield from items(calls, place, "tool_calls")
    elif is_object(message.get("function_call")):
        yield message["function_call"], Place(place.line, (*place.pointer, "function_call"))


def _asked(entry: Mapping[str, Json]) -> tuple[str | None, Json]:
    """Return the tool and the arguments of a call, whose names vary from one server to the next.

    A custom tool takes text: its one argument is `input`.
    """
    custom = entry.get("custom")
    if is_object(custom):
        return text_of(custom.get("name")), {
            "input": custom["input"]
        } if "input" in custom else None
    function = entry.get("function")
    held = function if is_object(function) else entry
    name = text_of(held.get("name")) or text_of(function) or text_of(entry.get("name"))
    return name, held.get("arguments", held.get("args"))


def _status(message: Mapping[str, Json]) -> Status:
    """Return the status some clients add to a result; OpenAI itself records none."""
    failed = message.get("is_error")
    if isinstance(failed, bool):
        return "error" if failed else "ok"
    return call_status(message.get("status"))

"""Histories that frameworks keep of their own: each message put as a message that is known.

A format of a framework says what is a message of it, and writes each as those that all
conversations are read from: the role `user`, `assistant` or `tool`, with `content`, `tool_calls`
and `tool_call_id`. What it does not know of a message it leaves in it, so that it is looked
through like any other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple

from toolspec.engine.dialogue import EVERYTHING, Record
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim, Document, Format, TraceError
from toolspec.engine.reading.formats.message_reading import MessageReading
from toolspec.engine.reading.formats.messages import fields, is_list, is_object
from toolspec.engine.trace import Gap, Note, Place, Trace


class PutMessage(NamedTuple):
    """A message as all conversations write it, where it was, who said it, and when.

    A `notice` is by the framework: neither the user nor a model said it. `gap` is what the message
    leaves open.
    """

    message: Mapping[str, Json]
    place: Place
    agent: str | None = None
    at_ns: int | None = None
    notice: bool = False
    gap: Gap | None = None


class Chat(NamedTuple):
    """The messages of one conversation, with its id."""

    messages: list[PutMessage]
    id: str | None = None


class History(Format):
    """A framework's own messages: in a list, one a line, or in an object that holds a list."""

    records: ClassVar[frozenset[Record]] = EVERYTHING - {"tools", "times"}

    inside: ClassVar[Sequence[str]] = ("messages",)
    """Where an object may hold the list: keys from the top down, with dots between them."""

    with_turns: ClassVar[bool] = True
    """Whether each assistant's message is a response of a model's, and so a step."""

    def is_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether only this framework writes such a message."""
        raise NotImplementedError

    def may_be_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it may be one, in a list in which another surely is."""
        return self.is_one(message)

    def put(self, message: Mapping[str, Json], place: Place) -> Iterator[PutMessage]:
        """Yield what a message says, as messages that are known."""
        raise NotImplementedError

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is a message, a list of them, or an object that holds one."""
        messages = self._list_in(document)
        if messages is None:
            return Claim.SURE if self.is_one(fields(document)) else Claim.NO
        if not messages or not all(
            is_object(message) and self.may_be_one(message) for message in messages
        ):
            return Claim.NO
        return Claim.SURE if any(self.is_one(fields(message)) for message in messages) else Claim.NO

    def _list_in(self, document: Json) -> Sequence[Json] | None:
        if is_list(document):
            return document
        return next((messages for _, messages in self._lists(document)), None)

    def _lists(self, document: Json) -> Iterator[tuple[tuple[str, ...], Sequence[Json]]]:
        """Yield the lists that an object holds where one may be, each with the keys to it."""
        for inside in self.inside if is_object(document) else ():
            path = tuple(inside.split("."))
            inner: Json = document
            for key in path:
                inner = fields(inner).get(key)
            if is_list(inner):
                yield path, inner

    def read(
        self, documents: Iterable[Document], notes: list[Note]
    ) -> Iterator[Trace | TraceError]:
        """Yield the conversation of each document; messages that stand alone make one together."""
        loose: list[PutMessage] = []
        for value, place in documents:
            if self._list_in(value) is None:
                loose += self.put(fields(value), place)
                continue
            if loose:
                yield self._trace(Chat(loose))
                loose = []
            yield self._trace(self.chat(value, place))
        if loose:
            yield self._trace(Chat(loose))

    def chat(self, value: Json, place: Place) -> Chat:
        """Return the conversation in a document that holds a list."""
        path = next((path for path, _ in self._lists(value)), ())
        at = place.at(*path)
        messages: list[PutMessage] = []
        for number, message in enumerate(self._list_in(value) or ()):
            if is_object(message):
                messages += self.put(message, at.at(number))
        rest = _without(fields(value), path)
        if any(is_object(item) or is_list(item) for item in rest.values()):
            messages.append(
                PutMessage({"role": "system", "content": "", **rest}, place, notice=True)
            )
        id = fields(value).get("id")
        return Chat(messages, id if isinstance(id, str) and id else None)

    def _trace(self, chat: Chat) -> Trace | TraceError:
        reading = MessageReading()
        named = (put.agent for put in chat.messages if put.message.get("role") == "assistant")
        top = reading.dialogue.top = next(filter(None, named), None)
        steps: dict[str | None, int] = {}
        try:
            # What was taken is let go: a long history would else be in memory twice.
            messages = deque(chat.messages)
            chat.messages.clear()
            while messages:
                put_message = messages.popleft()
                agent, step = put_message.agent or top, None
                if put_message.message.get("role") == "assistant":
                    reading.log.turn()
                    step = steps.get(agent, 0)
                    steps[agent] = step + 1
                reading.take(
                    put_message.message,
                    put_message.place,
                    step=step,
                    agent=agent,
                    at_ns=put_message.at_ns,
                    notice=put_message.notice,
                )
                if put_message.gap is not None:
                    reading.gaps.setdefault(
                        f"{put_message.gap.text} {put_message.gap.call.name}", put_message.gap
                    )
            trace = reading.finish(id=chat.id, format=self.name)
        except TraceError as error:
            return error
        if isinstance(trace, Trace) and not self.with_turns:
            trace.calls = tuple([call._replace(step=None) for call in trace.calls])
            trace.steps, trace.said = 0, None
        elif isinstance(trace, Trace):
            trace.steps = steps.get(top, 0)
        return trace


def _without(record: Mapping[str, Json], path: Sequence[str]) -> dict[str, Json]:
    """Return an object without the value that keys lead to."""
    if not path:
        return dict(record)
    rest = {key: value for key, value in record.items() if key != path[0]}
    if path[1:]:
        inner = _without(fields(record.get(path[0])), path[1:])
        rest |= {path[0]: inner} if inner else {}
    return rest


def call_of(id: Json, name: Json, arguments: Json) -> dict[str, Json]:
    """Return a call as an assistant's message holds it."""
    return {"id": id, "name": name, "arguments": arguments}


def turn_of(
    blocks: Sequence[Json],
    calls: Sequence[Json],
    results: Iterable[Mapping[str, Json]] = (),
    rest: Mapping[str, Json] | None = None,
    **more: Json,
) -> Iterator[dict[str, Json]]:
    """Yield an assistant's message of what it said and called, then the results after it."""
    yield {
        **(rest or {}),
        "role": "assistant",
        "content": list(blocks),
        "tool_calls": list(calls),
        **more,
    }
    yield from map(dict, results)


def said_and_called(
    role: str,
    blocks: Sequence[Json],
    calls: Sequence[Json],
    results: Sequence[Mapping[str, Json]],
    rest: Mapping[str, Json],
    **more: Json,
) -> Iterator[dict[str, Json]]:
    """Yield what a message with text, calls and results says; `more` is said of a turn only."""
    if role == "assistant" or calls:
        yield from turn_of(blocks, calls, results, rest, **more)
        return
    yield from map(dict, results)
    if blocks or not results:
        yield {**rest, "role": role, "content": blocks}
    elif rest:
        yield {**rest, "role": "system", "content": ""}


def result_message(
    id: Json, name: Json, source: Mapping[str, Json], key: str, *, failed: Json = None
) -> dict[str, Json]:
    """Return a tool's message; its result is under a key, and not recorded where there is none.

    `failed` is null where nothing says whether the call failed.
    """
    put: dict[str, Json] = {"role": "tool", "tool_call_id": id, "name": name}
    if key in source:
        put["content"] = source[key]
    if isinstance(failed, bool):
        put["is_error"] = failed
    return put

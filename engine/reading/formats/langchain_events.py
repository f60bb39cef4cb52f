"""LangChain's and LangGraph's events: what `astream_events` yields, one a line or in a list.

A tool's run is told by `on_tool_start` and `on_tool_end` or `on_tool_error`, by its `run_id`. The
call's own id is in the response of the model that asked for it: of those not yet run, it is the
one with the same name and arguments. Chains repeat what their models and tools said.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim, TraceError
from toolspec.engine.reading.formats.messages import (
    Status,
    fields,
    id_of,
    is_list,
    is_object,
    items,
    text_of,
)
from toolspec.engine.reading.formats.session_format import SessionFormat
from toolspec.engine.reading.formats.session_log import SessionLog, texts_of
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.payload import read_arguments
from toolspec.engine.reading.payloads.usage import tokens_of
from toolspec.engine.trace import UNRECORDED, Place, Trace, Unrecorded

_WHAT: Final = ("chain", "chat_model", "custom_event", "llm", "prompt", "retriever", "tool")
_EVENTS: Final = frozenset(
    {f"on_{what}_{when}" for what in _WHAT for when in ("end", "error", "start", "stream")}
    | {"on_custom_event", "on_parser_end", "on_parser_start", "on_parser_stream"}
)
_WAITING_MAX: Final = 100
"""Calls of one tool that wait for their runs and are compared: no model asks for more at once."""

_CALLED: Final = re.compile(r"\{'name': '([^']+)', 'args': ").findall
_KNOWN: Final = frozenset({"data", "event", "metadata", "name", "parent_ids", "run_id", "tags"})


class LangChainEvents(SessionFormat):
    """Events of one run after the other. A step is a response of a model's."""

    name = "langchain-events"
    title = "LangChain event streams (astream_events)"
    page = FormatPage(
        family="streams",
        written_by='LangChain and LangGraph, `astream_events(version="v2")`.',
        get=(
            "Each event of `astream_events` on a line, messages by `dumpd` or `model_dump`. "
            "Written as text (`default=str`), the tools' runs are read and the rest is not."
        ),
        unknown="Times: the events have none. Ids of calls whose response is not in the stream.",
        example="Cut from events of a LangGraph agent with a scripted model.",
    )
    records = EVERYTHING - {"agents", "times", "tools"}
    whole = frozenset({"event", "run_id"})

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is an event."""
        known = text_of(record.get("event")) in _EVENTS and "run_id" in record
        return Claim.SURE if known and is_object(record.get("data")) else Claim.NO

    def make(self, id: str | None) -> SessionLog:
        """Return a run to be filled."""
        return _Run(self.name, id)

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take an event."""
        assert isinstance(session, _Run), "made by this format"
        kind, data = text_of(record.get("event")) or "", fields(record.get("data"))
        if kind not in _EVENTS:
            session.strange(record, place, "a record that is not an event")
            return
        session.rest(record, place, _KNOWN)
        run, at = id_of(record.get("run_id")) or "", place.at("data")
        if kind.startswith("on_tool_"):
            session.tool(kind, run, text_of(record.get("name")), data, at)
        elif kind.startswith(("on_chat_model_", "on_llm_")):
            session.model(kind, run, data, at)
        elif kind == "on_chain_start" and not session.user_taken:
            session.user_taken = True
            session.user(data.get("input"), at)


FORMAT = LangChainEvents()


class _Wanted:
    """A call that a model asked for, and whether a tool's run was found for it."""

    __slots__ = ("arguments", "id", "name", "place", "ran", "step")

    def __init__(self, asked: Mapping[str, Json], place: Place, step: int) -> None:
        self.name, self.id = text_of(asked.get("name")), id_of(asked.get("id"))
        self.arguments: Json | Unrecorded = asked.get("args", UNRECORDED)
        self.place, self.step, self.ran = place, step, False


class _Run(SessionLog):
    """A run; `user_taken` is whether what the user said was taken."""

    def __init__(self, format: str, id: str | None = None) -> None:
        super().__init__(format, id)
        self.user_taken = False
        self.wanted: list[_Wanted] = []
        self.waiting: dict[str | None, list[_Wanted]] = {}
        self.running: dict[str, str] = {}
        self.ran: set[str | None] = set()
        self.as_text: dict[str, Place] = {}
        """The tools that responses written as text called."""

    def user(self, given: Json, place: Place) -> None:
        """Take what the run was given: the last message of the user's."""
        messages = fields(given).get("messages", given)
        for message in reversed(list(messages) if is_list(messages) else []):
            if is_list(message) and len(message) == 2 and message[0] in ("human", "user"):
                self.user_says(text_of(message[1]), place)
                return
            opened = _opened(message)
            if opened.get("type") == "human" or opened.get("role") == "user":
                text = "".join(text for text, _ in texts_of(opened.get("content"), place))
                self.user_says(text, place)
                return

    def model(self, kind: str, run: str, data: Mapping[str, Json], place: Place) -> None:
        """Take an event about a model."""
        if not kind.endswith("_end"):
            return
        step = self.begin(response=run)
        message = _opened(_last(data.get("output")))
        if not message:
            self.agent_says(None, place, step=step)
            for name in _CALLED(str(data.get("output"))):
                self.as_text.setdefault(name, place)
            return
        text = "".join(text for text, _ in texts_of(message.get("content"), place))
        self.agent_says(text, place, step=step)
        self.dialogue.used(step, tokens_of(message.get("usage_metadata")))
        for key in ("tool_calls", "invalid_tool_calls"):
            for call, at in items(message.get(key), place.at("output"), key):
                wanted = _Wanted(fields(call), at, step)
                self.wanted.append(wanted)
                self.waiting.setdefault(wanted.name, []).append(wanted)

    def tool(
        self, kind: str, run: str, name: str | None, data: Mapping[str, Json], place: Place
    ) -> None:
        """Take an event about a tool."""
        if kind == "on_tool_start":
            self._starts(run, name, data, place)
        elif kind in ("on_tool_end", "on_tool_error"):
            if run not in self.running:
                self._starts(run, name, data, place)
            output = _opened(data.get("output"))
            is_message = output.get("type") == "tool" or "tool_call_id" in output
            failed = kind == "on_tool_error" or output.get("status") == "error"
            status: Status = "error" if failed else "ok"
            answered = data.get("output", data.get("error", UNRECORDED))
            answered = output.get("content", UNRECORDED) if is_message else answered
            self.answered(answered, place, id=self.running[run], name=name, status=status)

    def _starts(self, run: str, name: str | None, data: Mapping[str, Json], place: Place) -> None:
        self.ran.add(name)
        given = data.get("input", UNRECORDED)
        read = given
        if not isinstance(given, Unrecorded):
            read, _, _ = read_arguments(given)
        id = id_of(_opened(data.get("output")).get("tool_call_id")) or id_of(
            data.get("tool_call_id")
        )
        waiting = self.waiting.get(name, [])
        looked_at = waiting[:_WAITING_MAX]
        same = [event for event in looked_at if event.id == id] if id else []
        same = same or [event for event in looked_at if event.arguments == read]
        # Arguments that a tool was given beside the model's, such as its state, differ.
        call = next(iter(same or (waiting if len(waiting) == 1 else [])), None)
        self.running[run] = (call.id if call is not None else id) or run
        step = None
        if call is not None:
            call.ran, step = True, call.step
            waiting.remove(call)
        elif self.has_begun():
            step = self.latest()
        self.asked(name, given, place, id=self.running[run], step=step)

    def trace(self) -> Trace | TraceError:
        """Return the trace, with the calls of which no tool's run is told."""
        for call in self.wanted:
            if not call.ran:
                self.asked(call.name, call.arguments, call.place, id=call.id, step=call.step)
        for name, place in self.as_text.items():
            if name not in self.ran:
                text = "a model's response that is written as text calls a tool"
                self.gap(text, place, "write the events as JSON", tool=name)
        return super().trace()


def _last(output: Json) -> Json:
    """Return the message of a model's output, which older versions put into generations."""
    generations = fields(output).get("generations")
    while is_list(generations) and generations:
        generations = generations[0]
    return fields(generations).get("message", output) if generations is not None else output


def _opened(message: Json) -> Mapping[str, Json]:
    """Return the fields of a message in any way it is written; none for what is not a message."""
    outer = fields(message)
    if outer.get("type") == "constructor" and is_object(outer.get("kwargs")):
        return fields(outer["kwargs"])
    if is_object(outer.get("data")) and set(outer) == {"type", "data"}:
        return fields(outer["data"])
    return outer

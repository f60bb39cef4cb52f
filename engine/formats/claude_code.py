"""Claude Code sessions: one JSON object a line, Anthropic messages with what surrounds them.

Source: files Claude Code 1 and 2 wrote; there is no public reference. One API message may be split
over several lines that share its `message.id`; a resumed session writes earlier lines again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from toolspec.engine.formats.anthropic import Messages
from toolspec.engine.formats.format import Document, Format
from toolspec.engine.formats.ledger import Ledger
from toolspec.engine.formats.messages import (
    fields,
    id_of,
    instant_ns,
    is_list,
    is_object,
    items,
    text_of,
)
from toolspec.engine.json_value import Json
from toolspec.engine.trace import Note, Place, Trace

_SPEAKERS: Final = frozenset({"assistant", "user"})
_OF_LINES: Final = frozenset({"sessionId", "parentUuid", "isSidechain", "leafUuid", "snapshot"})
_META: Final = frozenset(
    {
        "agent-name",
        "ai-title",
        "attachment",
        "custom-title",
        "file-history-snapshot",
        "last-prompt",
        "mode",
        "permission-mode",
        "progress",
        "queue-operation",
        "summary",
        "system",
        *_SPEAKERS,
    }
)
_SUB_AGENT: Final = "sub-agent"
"""The agent of a side chain whose lines name none."""


class ClaudeCode(Format):
    """Claude Code sessions.

    A trace is a session, and its id the session's. Each model response is a turn, a sub-agent's
    too; a sub-agent's calls carry its id. Times are when the lines were written.
    """

    name = "claude-code"
    title = "Claude Code session"

    def recognise(self, document: Json) -> bool:
        """Tell whether the document is a line of a session, or a list of such lines."""
        if is_object(document) and not _is_line(document):
            lines = document.get("messages")
            return is_list(lines) and bool(lines) and all(map(_is_wrapped, lines))
        if is_list(document):
            return bool(document) and all(map(_is_line, document))
        return _is_line(document)

    def read(self, documents: Iterable[Document], notes: list[Note]) -> Iterator[Trace]:
        """Yield one trace for each session, in the order they begin."""
        reading = _Reading(notes)
        for value, place in documents:
            if is_list(value):
                lines = items(value, place)
            elif is_object(value) and "message" not in value and is_list(value.get("messages")):
                lines = items(value["messages"], place, "messages")
            else:
                lines = iter([(value, place)])
            for line, at in lines:
                reading.take(line, at)
        yield from reading.traces()


FORMAT = ClaudeCode()


def _is_wrapped(value: Json) -> bool:
    """Tell whether the value is a message as lines hold it: its type beside it, its role inside."""
    held = fields(value)
    kind = text_of(held.get("type"))
    return kind in _SPEAKERS and text_of(fields(held.get("message")).get("role")) == kind


def _is_line(value: Json) -> bool:
    held = fields(value)
    if text_of(held.get("type")) not in _META or not _OF_LINES & held.keys():
        return False
    return text_of(held.get("type")) not in _SPEAKERS or "message" in held


class _Session:
    """The lines of one session."""

    def __init__(self, id: str | None) -> None:
        self.id = id
        self.notes: list[Note] = []
        self.ledger = Ledger(self.notes)
        self.messages = Messages(self.ledger)
        self.turns: dict[str, int] = {}
        self.start_ns: int | None = None

    def step(self, line: Mapping[str, Json], message: Mapping[str, Json]) -> int:
        """Return the turn a line belongs to; one of a new response begins it."""
        if text_of(line.get("type")) != "assistant" or message.get("model") == "<synthetic>":
            return max(self.ledger.turns - 1, 0)
        response = id_of(message.get("id")) or id_of(line.get("requestId"))
        if response is None:
            return self.ledger.turn()
        if response not in self.turns:
            self.turns[response] = self.ledger.turn()
        return self.turns[response]


class _Reading:
    """The lines of a file, sorted into sessions."""

    def __init__(self, notes: list[Note]) -> None:
        self.notes = notes
        self._sessions: dict[str | None, _Session] = {}
        self._latest: str | None = None
        self._seen: set[str] = set()

    def take(self, line: Json, place: Place) -> None:
        if not is_object(line):
            self.notes.append(Note("no line of a session; skipped", place))
            return
        session = id_of(line.get("sessionId"))
        if text_of(line.get("type")) in _SPEAKERS:
            self._line(line, session, _agent(line), place)
        elif text_of(line.get("type")) == "progress":
            # What a sub-agent wrote meanwhile, as a line inside the line.
            data = fields(line.get("data"))
            agent = id_of(data.get("agentId")) or _SUB_AGENT
            inner = Place(place.line, (*place.pointer, "data", "message"))
            self._line(fields(data.get("message")), session, agent, inner)

    def _line(
        self, line: Mapping[str, Json], id: str | None, agent: str | None, place: Place
    ) -> None:
        message = fields(line.get("message"))
        if text_of(line.get("type")) not in _SPEAKERS or not message:
            return
        session = self._session(id)
        uuid = id_of(line.get("uuid"))
        if uuid is not None:
            if uuid in self._seen:
                return
            self._seen.add(uuid)
        at_ns = instant_ns(line.get("timestamp"))
        session.start_ns = at_ns if session.start_ns is None else session.start_ns
        session.messages.take_blocks(
            message,
            Place(place.line, (*place.pointer, "message")),
            session.step(line, message),
            agent=agent,
            at_ns=at_ns,
        )

    def _session(self, id: str | None) -> _Session:
        # A line that names no session belongs to the one before it.
        id = self._latest if id is None else id
        self._latest = id
        if id not in self._sessions:
            self._sessions[id] = _Session(id)
        return self._sessions[id]

    def traces(self) -> Iterator[Trace]:
        for session in self._sessions.values():
            yield Trace(
                session.ledger.calls(),
                id=session.id,
                format=ClaudeCode.name,
                steps=session.ledger.turns,
                start_ns=session.start_ns,
                notes=session.notes,
            )


def _agent(line: Mapping[str, Json]) -> str | None:
    """Return which sub-agent wrote the line, None for the session's own agent."""
    return id_of(line.get("agentId")) or (_SUB_AGENT if line.get("isSidechain") is True else None)

"""CodeBuddy and WorkBuddy sessions: files in `~/.codebuddy/projects` and `~/.workbuddy/projects`.

Each line is an item of the OpenAI Agents SDK for JavaScript with its session and its time beside
it. Source: several programs that read these files, and the files that they are tested with.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim
from toolspec.engine.reading.formats.messages import (
    Status,
    call_status,
    fields,
    id_of,
    instant_ns,
    is_list,
    is_object,
    text_of,
)
from toolspec.engine.reading.formats.session_format import SessionFormat
from toolspec.engine.reading.formats.session_log import SessionLog, texts_of
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.usage import tokens_of
from toolspec.engine.trace import UNRECORDED, Place

_CALL: Final = "function_call"
_RESULT: Final = "function_call_result"
_ASIDE: Final = frozenset(
    {"ai-title", "file-history-snapshot", "session_start", "summary", "topic", "turn-metrics"}
)
_OTHERS: Final = frozenset({"message", "parentUuid", "payload", "uuid"})
"""Keys that lines of other agents have."""

_KNOWN: Final = frozenset(
    {"arguments", "callId", "content", "cwd", "id", "name", "output", "parentId", "providerData"}
    | {"rawContent", "role", "sessionId", "status", "timestamp", "type"}
)


class CodeBuddy(SessionFormat):
    """CodeBuddy sessions. A step is what the model wrote between two results or messages."""

    name = "codebuddy"
    title = "CodeBuddy session"
    page = FormatPage(
        family="sessions",
        written_by="CodeBuddy and WorkBuddy.",
        get="`~/.codebuddy/projects/*/*.jsonl`, `~/.workbuddy/projects/*/*.jsonl`.",
        unknown="Failures without a mark; calls of sub-agents, which have a session of their own.",
        example="Written by hand, as the source of the tool writes it.",
    )
    records = EVERYTHING - {"agents", "status", "tools"}

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is a line of a session."""
        kind, keys = text_of(record.get("type")), record.keys()
        if not {"sessionId", "timestamp"} <= keys or not _OTHERS.isdisjoint(keys):
            return Claim.NO
        if kind == "message":
            return Claim.SURE if {"content", "role"} <= keys else Claim.NO
        if kind in (_CALL, _RESULT):
            return Claim.SURE if "name" in keys or "callId" in keys else Claim.NO
        return Claim.MAYBE if kind == "reasoning" or kind in _ASIDE else Claim.NO

    def make(self, id: str | None) -> SessionLog:
        """Return a session to be filled."""
        return _Session(self.name, id)

    def session_of(self, record: Mapping[str, Json]) -> str | None:
        """Return the session that a record names."""
        return id_of(record.get("sessionId"))

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take a line."""
        assert isinstance(session, _Session), "made here"
        kind = text_of(record.get("type")) or ""
        at_ns = session.seen(instant_ns(record.get("timestamp")))
        if kind in _ASIDE:
            session.aside(record, place)
            return
        session.rest(record, place, _KNOWN)
        session.look_at_history(record.get("providerData"), place, "providerData")
        if kind == "message":
            _message(session, record, place, at_ns)
        elif kind == _CALL:
            name, given = text_of(record.get("name")), record.get("arguments")
            step = session.response()
            session.asked(name, given, place, id=record.get("callId"), step=step, at_ns=at_ns)
        elif kind == _RESULT:
            session.over()
            _answer(session, record, place, at_ns)
        elif kind == "reasoning":
            session.response()
        else:
            session.strange(record, place, "a line of an unknown type")


FORMAT = CodeBuddy()


class _Session(SessionLog):
    """A session, of which no line says which response it is of."""

    delegating = frozenset({"Task"})

    def __init__(self, format: str, id: str | None) -> None:
        super().__init__(format, id)
        self._open = self._said = False

    def response(self, *, speaks: bool = False) -> int:
        """Return the step of the response that goes on; one that speaks again is another."""
        if not self._open or (speaks and self._said):
            self._said = False
            self.begin()
        self._open, self._said = True, self._said or speaks
        return self.latest()

    def over(self) -> None:
        """End the response: what the model writes next is another."""
        self._open = self._said = False


def _message(
    session: _Session, record: Mapping[str, Json], place: Place, at_ns: int | None
) -> None:
    content = record.get("content")
    if is_object(content):
        session.rest({"content": content}, place, ())
    for part in content if is_list(content) else ():
        session.rest(fields(part), place.at("content"), ("text", "type"))
    text = "".join(text for text, _ in texts_of(content, place.at("content")))
    if record.get("role") == "assistant":
        step = session.response(speaks=True)
        session.agent_says(text, place, step=step, at_ns=at_ns)
        tokens = tokens_of(fields(record.get("providerData")).get("usage"))
        if tokens is not None:
            session.dialogue.used(step, tokens)
    elif record.get("role") == "user":
        session.over()
        session.user_says(text, place, at_ns=at_ns)


def _answer(session: _Session, record: Mapping[str, Json], place: Place, at_ns: int | None) -> None:
    """Take a tool's result; a line that is complete does not say that the tool did well."""
    output = record.get("output", UNRECORDED)
    if not isinstance(output, str) and is_object(output) and output.get("type") == "text":
        output = output.get("text")
    status: Status = "error" if call_status(record.get("status")) == "error" else None
    id, name = record.get("callId"), text_of(record.get("name"))
    session.answered(output, place, id=id, name=name, status=status, at_ns=at_ns)

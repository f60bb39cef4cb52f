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
_OTHERS: Final = frozenset({"parentUuid", "payload", "uuid"})
"""Keys that lines of other agents have."""

_USAGE: Final = frozenset({"usage"})
"""All that `message` has in a line of CodeBuddy's: other agents have a message there."""

_KNOWN: Final = frozenset(
    {"arguments", "callId", "content", "cwd", "id", "message", "name", "output", "parentId"}
    | {"providerData", "rawContent", "role", "sessionId", "status", "timestamp", "type"}
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
        if "timestamp" not in keys or not _OTHERS.isdisjoint(keys):
            return Claim.NO
        if not fields(record.get("message")).keys() <= _USAGE:
            return Claim.NO
        if "sessionId" not in keys:
            return Claim.MAYBE if kind in _ASIDE and "cwd" in keys else Claim.NO
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
            step = session.response(record, place, at_ns)
            session.asked(name, given, place, id=record.get("callId"), step=step, at_ns=at_ns)
        elif kind == _RESULT:
            session.over()
            _answer(session, record, place, at_ns)
        elif kind == "reasoning":
            session.response(record, place, at_ns)
        else:
            session.strange(record, place, "a line of an unknown type")


FORMAT = CodeBuddy()


class _Session(SessionLog):
    """A session; the lines of early versions do not say which response they are of."""

    delegating = frozenset({"Agent", "Task"})

    def __init__(self, format: str, id: str | None) -> None:
        super().__init__(format, id)
        self._open = self._said = False

    def response(
        self,
        record: Mapping[str, Json],
        place: Place,
        at_ns: int | None,
        *,
        text: str | None = None,
    ) -> int:
        """Take a line of a response, and return its step; a second text is of another response."""
        data = fields(record.get("providerData"))
        response, speaks = id_of(data.get("messageId")), text is not None
        if response is not None:
            step = self.begin(response=response)
        else:
            if not self._open or (speaks and self._said):
                self._said = False
                self.begin()
            self._open, self._said = True, self._said or speaks
            step = self.latest()
        self.agent_says(text, place, step=step, at_ns=at_ns)
        self.dialogue.used(step, tokens_of(data.get("usage")))
        return step

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
        session.response(record, place, at_ns, text=text)
    elif record.get("role") == "user":
        session.over()
        session.user_says(text, place, at_ns=at_ns)


def _answer(session: _Session, record: Mapping[str, Json], place: Place, at_ns: int | None) -> None:
    """Take a tool's result; a line that is complete does not say that the tool did well."""
    output = record.get("output", UNRECORDED)
    if not isinstance(output, str) and is_object(output) and output.get("type") == "text":
        output = output.get("text")
    beside = fields(record.get("providerData")).get("toolResult")
    status = _status(beside) if is_object(beside) else None
    if call_status(record.get("status")) == "error":
        status = "error"
    id, name = record.get("callId"), text_of(record.get("name"))
    session.answered(output, place, id=id, name=name, status=status, at_ns=at_ns)


def _status(result: Mapping[str, Json]) -> Status:
    """Return what CodeBuddy tells of a result beside it.

    >>> _status({"rawResponse": {"exitCode": 1}}), _status({"content": "ok"})
    ('error', 'ok')
    """
    raw = fields(result.get("rawResponse"))
    failed = result.get("error") or raw.get("is_error") is True or raw.get("exitCode")
    return "error" if failed else "ok"

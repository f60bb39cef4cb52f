"""Sessions of pi and of what is built on it, such as OpenClaw.

Source: pi's session file format, version 3. A line is an entry of the session; messages have parts
`toolCall`, and results are messages of their own with the role `toolResult`. `pi --mode json`
writes events after the session's head: a message is whole in its `message_end`, others repeat it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim, TraceError
from toolspec.engine.reading.formats.as_blocks import as_blocks
from toolspec.engine.reading.formats.messages import (
    Status,
    fields,
    id_of,
    instant_ns,
    is_object,
    text_of,
)
from toolspec.engine.reading.formats.session_format import SessionFormat
from toolspec.engine.reading.formats.session_log import SessionLog
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.usage import number
from toolspec.engine.trace import UNRECORDED, Place, Trace

_ENTRY: Final = frozenset({"id", "timestamp", "type"})
_KNOWN: Final = _ENTRY | {"message", "parentId"}
_ASIDE: Final = frozenset(
    {"branch_summary", "custom", "custom_message", "label", "model_change", "session"}
    | {"session_info", "thinking_level_change"}
)
_OF_MESSAGE: Final = frozenset({"message_end", "message_start", "message_update"})
_PIECES: Final = _OF_MESSAGE - {"message_end"}
_REPEATING: Final = frozenset(
    {"agent_end", "tool_execution_end", "tool_execution_start", "tool_execution_update", "turn_end"}
)
_SPEAKERS: Final = frozenset({"assistant", "toolResult", "user"})
_OF_RESULT: Final = frozenset(
    {"content", "details", "isError", "role", "timestamp", "toolCallId", "toolName"}
)
_NO_AGENT: Final = frozenset(
    {"bashExecution", "branchSummary", "compactionSummary", "custom", "hookMessage", "system"}
)
"""Roles of messages that are the program's or the user's own commands."""


class Pi(SessionFormat):
    """pi and OpenClaw sessions. A step is one message of the assistant's."""

    name = "pi"
    title = "pi or OpenClaw session"
    page = FormatPage(
        family="sessions",
        written_by="pi and what is built on it, such as OpenClaw: session files of version 3.",
        get="`~/.pi/agent/sessions`, `~/.openclaw/agents/*/sessions`, or `pi --mode json`.",
        unknown="Sub-agents; the tools that were offered.",
        example="Cut from `large.jsonl` of jazzyalex/agent-sessions, MIT.",
    )
    records = EVERYTHING - {"agents", "tools"}
    whole = frozenset({"partialArgs"})
    whole_within = frozenset(
        {("assistantMessageEvent", "partial", "content"), ("message", "content")}
    )

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is an entry of a session."""
        kind, message = text_of(record.get("type")), fields(record.get("message"))
        if kind in _OF_MESSAGE:
            ours = message.get("role") in _SPEAKERS and is_object(message) and "id" not in message
            return Claim.SURE if ours and "timestamp" in message else Claim.NO
        if kind in _REPEATING or kind in ("agent_start", "turn_start"):
            return Claim.MAYBE if "timestamp" not in record else Claim.NO
        if not record.keys() >= _ENTRY or "sessionId" in record or "session_id" in record:
            return Claim.NO
        if kind == "session":
            return Claim.SURE if {"cwd", "version"} <= record.keys() else Claim.NO
        if kind == "message":
            if "parentId" not in record or not text_of(message.get("role")):
                return Claim.NO
            return Claim.SURE if message.get("role") == "toolResult" else Claim.MAYBE
        return Claim.MAYBE if "parentId" in record or kind in _ASIDE else Claim.NO

    def make(self, id: str | None) -> SessionLog:
        """Return a session to be filled."""
        return _Session(self.name, id)

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take an entry, or an event."""
        assert isinstance(session, _Session), "made by this format"
        kind, message = text_of(record.get("type")) or "", record.get("message")
        at_ns = session.seen(instant_ns(record.get("timestamp")))
        if kind in _PIECES:
            if kind == "message_start":
                session.end()
            session.unfinished = place
        elif kind == "message_end" and is_object(message):
            session.unfinished = None
            session.rest(record, place, ("message", "type"))
            written_ns = session.seen(instant_ns(message.get("timestamp")))
            self._message(session, message, place.at("message"), written_ns)
        elif kind in _REPEATING:
            session.look_at_history(record, place, kind)
        elif kind in ("agent_start", "turn_start"):
            session.aside(record, place)
        else:
            self._entry(session, record, place, at_ns)

    def _entry(
        self, session: SessionLog, record: Mapping[str, Json], place: Place, at_ns: int | None
    ) -> None:
        kind, message = text_of(record.get("type")) or "", record.get("message")
        if kind == "session":
            session.id = session.id or id_of(record.get("id"))
            session.aside(record, place)
        elif kind == "message" and is_object(message):
            session.rest(record, place, _KNOWN)
            self._message(session, message, place.at("message"), at_ns)
        else:
            session.other(record, place, kind in _ASIDE, "an entry of an unknown type")

    def _message(
        self, session: SessionLog, message: Mapping[str, Json], place: Place, at_ns: int | None
    ) -> None:
        role = text_of(message.get("role")) or ""
        if role == "toolResult":
            session.rest(message, place, _OF_RESULT)
            failed = message.get("isError")
            status: Status = "error" if failed is True else "ok" if failed is False else None
            session.answered(
                message.get("content", UNRECORDED),
                place,
                id=message.get("toolCallId"),
                name=text_of(message.get("toolName")),
                status=status,
                at_ns=at_ns,
            )
        elif role in _NO_AGENT:
            session.aside(message, place)
        else:
            speaks = role == "assistant"
            step = session.begin() if speaks else session.latest()
            # Every message has its own copy of when it was written, and usage in words of pi's.
            unmetered = {key: value for key, value in as_blocks(message).items() if key != "usage"}
            session.take(unmetered, place, step=step, at_ns=at_ns)
            if speaks:
                usage = fields(message.get("usage"))
                session.dialogue.used(step, number(usage.get("totalTokens")))

    def finish(self, session: SessionLog) -> Trace | TraceError:
        """Return the trace; where a message was never whole, calls in it are not read."""
        assert isinstance(session, _Session), "made by this format"
        session.end()
        return session.trace()


FORMAT = Pi()


class _Session(SessionLog):
    """A session; `unfinished` is where a message began of which the end did not come yet."""

    unfinished: Place | None = None

    def end(self) -> None:
        """End the message that events tell of: one that was never whole may hold calls."""
        if self.unfinished is not None:
            self.gap("a message begins in the events and never ends", self.unfinished)

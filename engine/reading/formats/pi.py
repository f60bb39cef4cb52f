"""Sessions of pi and of what is built on it, such as OpenClaw.

Source: pi's session file format, version 3. A line is an entry of the session; messages have parts
`toolCall`, and results are messages of their own with the role `toolResult`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim
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
from toolspec.engine.trace import UNRECORDED, Place

_ENTRY: Final = frozenset({"id", "timestamp", "type"})
_KNOWN: Final = _ENTRY | {"message", "parentId"}
_ASIDE: Final = frozenset(
    {"branch_summary", "custom", "custom_message", "label", "model_change", "session"}
    | {"session_info", "thinking_level_change"}
)
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
        get="`~/.pi/agent/sessions`, `~/.openclaw/agents/*/sessions`.",
        unknown="Sub-agents; the tools that were offered.",
        example="Cut from `large.jsonl` of jazzyalex/agent-sessions, MIT.",
    )
    records = EVERYTHING - {"agents", "tools"}

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is an entry of a session."""
        kind, message = text_of(record.get("type")), fields(record.get("message"))
        if not record.keys() >= _ENTRY or "sessionId" in record or "session_id" in record:
            return Claim.NO
        if kind == "session":
            return Claim.SURE if {"cwd", "version"} <= record.keys() else Claim.NO
        if kind == "message":
            if "parentId" not in record or not text_of(message.get("role")):
                return Claim.NO
            return Claim.SURE if message.get("role") == "toolResult" else Claim.MAYBE
        return Claim.MAYBE if "parentId" in record or kind in _ASIDE else Claim.NO

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take an entry."""
        kind, message = text_of(record.get("type")) or "", record.get("message")
        at_ns = session.seen(instant_ns(record.get("timestamp")))
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


FORMAT = Pi()

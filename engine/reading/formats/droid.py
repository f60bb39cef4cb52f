"""Factory's Droid: files in `~/.factory/sessions`, and `droid exec --output-format stream-json`.

A session's lines hold Anthropic's messages; a stream has events for messages, calls and results.
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
from toolspec.engine.reading.formats.session_log import SessionLog, texts_of
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.usage import tokens_of
from toolspec.engine.trace import UNRECORDED, Place

_LINE: Final = frozenset({"id", "message", "parentId", "timestamp", "type"})
_STREAM: Final = frozenset({"completion", "error", "message", "system", "tool_call", "tool_result"})
_ASIDE: Final = frozenset({"session_end", "session_start", "todo_state"})
_NOTICE: Final = "<system-reminder>"
_OF_STREAM: Final = frozenset(
    {"cwd", "durationMs", "error", "finalText", "id", "isError", "messageId", "model", "parameters"}
    | {"role", "session_id", "subtype", "text", "timestamp", "toolCallId", "toolId", "toolName"}
    | {"type", "usage", "value"}
)


class Droid(SessionFormat):
    """Droid sessions. A step is one message of the agent's; in a stream, all until a result."""

    name = "droid"
    title = "Droid session"
    page = FormatPage(
        family="sessions",
        written_by="Factory's Droid (read from 0.81).",
        get="`~/.factory/sessions`, or `droid exec --output-format stream-json`.",
        unknown="Sub-agents; the tools that were offered.",
        example="Cut from `session_store_small.jsonl` of jazzyalex/agent-sessions, MIT.",
    )
    records = EVERYTHING - {"agents", "tools"}

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is a line of a session or of a stream."""
        kind, keys = text_of(record.get("type")), record.keys()
        if kind == "session_start":
            return Claim.SURE if {"id", "cwd"} <= keys else Claim.NO
        if kind == "message" and "message" in keys:
            role = fields(record["message"]).get("role")
            ours = {"id", "timestamp"} <= keys and role in ("assistant", "user")
            return Claim.MAYBE if ours else Claim.NO
        if kind in _ASIDE:
            return Claim.MAYBE
        if kind not in _STREAM or not {"session_id", "timestamp"} <= keys or "uuid" in keys:
            return Claim.NO
        if kind == "tool_call":
            return Claim.SURE if {"toolName", "parameters"} <= keys else Claim.NO
        if kind == "message":
            return Claim.SURE if {"role", "text"} <= keys else Claim.NO
        if kind == "completion":
            return Claim.SURE if "finalText" in keys else Claim.NO
        return Claim.MAYBE

    def session_of(self, record: Mapping[str, Json]) -> str | None:
        """Return the session that a line of a stream names."""
        return id_of(record.get("session_id"))

    def make(self, id: str | None) -> SessionLog:
        """Return a session to be filled."""
        return _Lines(self.name, id)

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take a line."""
        assert isinstance(session, _Lines), "made by this format"
        kind, message = text_of(record.get("type")) or "", record.get("message")
        at_ns = session.seen(instant_ns(record.get("timestamp")))
        if kind == "session_start":
            session.id = session.id or id_of(record.get("id"))
            session.aside(record, place)
        elif kind == "message" and is_object(message):
            session.rest(record, place, _LINE)
            session.message(message, place.at("message"), at_ns)
        elif kind in _STREAM and "session_id" in record:
            session.rest(record, place, _OF_STREAM)
            session.event(record, kind, place, at_ns)
        else:
            session.other(record, place, kind in _ASIDE, "a line of an unknown type")


FORMAT = Droid()


class _Lines(SessionLog):
    """A session; a response of a stream is `open` until a result or the user's next message."""

    delegating = frozenset({"Task"})
    open = False

    def message(self, message: Mapping[str, Json], place: Place, at_ns: int | None) -> None:
        """Take a message of a session's file."""
        speaks = message.get("role") == "assistant"
        step = self.begin() if speaks else self.latest()
        written = _without_reminders(as_blocks(message))
        if not self.only_results(written.get("content"), place.at("content"), at_ns):
            self.take(written, place, step=step, at_ns=at_ns)

    def event(self, record: Mapping[str, Json], kind: str, place: Place, at_ns: int | None) -> None:
        """Take an event of a stream."""
        id, text = id_of(record.get("toolCallId")), text_of(record.get("text"))
        if kind == "message" and record.get("role") == "user":
            self.open = False
            self.user_says(text, place, at_ns=at_ns)
        elif kind == "message":
            self.agent_says(text, place, step=self.respond(place, at_ns), at_ns=at_ns)
        elif kind == "tool_call":
            step = self.respond(place, at_ns)
            name, given = text_of(record.get("toolName")), record.get("parameters")
            self.asked(name, given, place, id=id, step=step, at_ns=at_ns)
        elif kind == "tool_result":
            self.open = False
            output = record.get("value", record.get("error", UNRECORDED))
            self.answered(output, place, id=id, status=_status(record), at_ns=at_ns)
        elif kind == "completion":
            final = text_of(record.get("finalText"))
            if final != self.said_last:
                self.agent_says(final, place, step=self.respond(place, at_ns), at_ns=at_ns)
            self.dialogue.total = tokens_of(record.get("usage"))
        if kind == "message":
            self.said_last = text

    said_last: str | None = None

    def respond(self, place: Place, at_ns: int | None) -> int:
        """Return the step of the response that is open; where none is, another begins."""
        if not self.open:
            self.open = True
            self.agent_says(None, place, step=self.begin(), at_ns=at_ns)
        return self.latest()


def _status(record: Mapping[str, Json]) -> Status:
    """Return whether a call failed: its result says so, or its command exited so."""
    failed = record.get("isError")
    if isinstance(failed, bool):
        return "error" if failed else "ok"
    code = fields(record.get("value")).get("exitCode")
    return None if type(code) is not int else "error" if code else "ok"


def _without_reminders(message: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return a user's message without the reminders that Droid puts before it."""
    content = message.get("content")
    if message.get("role") != "user" or not isinstance(content, list):
        return message
    parts: list[Json] = []
    for part in content:
        text = next((text for text, _ in texts_of([part], Place())), "")
        begins, end = text.lstrip().startswith(_NOTICE), text.rfind("</system-reminder>")
        if is_object(part) and begins and end >= 0:
            part = {**part, "text": text[end + len("</system-reminder>") :].strip()}
        parts.append(part)
    return {**message, "content": parts}

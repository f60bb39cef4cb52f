"""Grok CLI sessions: `chat_history.jsonl`, chat messages whose role is under `type`.

Tools that run at xAI's are lines of their own, `backend_tool_call`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim
from toolspec.engine.reading.formats.messages import (
    call_status,
    fields,
    id_of,
    is_list,
    items,
    text_of,
)
from toolspec.engine.reading.formats.session_format import SessionFormat
from toolspec.engine.reading.formats.session_log import SessionLog, texts_of
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.trace import UNRECORDED, Place

_KNOWN: Final = frozenset(
    {"content", "model_fingerprint", "model_id", "reasoning_effort", "tool_calls", "type"}
)

_ASKED: Final = ("function", "id", "type")


class GrokCli(SessionFormat):
    """Grok CLI sessions. A step is one message of the assistant's."""

    name = "grok-cli"
    title = "Grok CLI session"
    page = FormatPage(
        family="sessions",
        written_by="Grok CLI.",
        get="`chat_history.jsonl` of a session.",
        unknown="Times, tokens, failures: they are not written.",
        example="Cut from `chat_history.jsonl` of jazzyalex/agent-sessions, MIT.",
    )
    records = EVERYTHING - {"agents", "status", "times", "tokens", "tools"}

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is a line of a history."""
        kind, keys = text_of(record.get("type")), record.keys()
        if "role" in keys or "message" in keys or "uuid" in keys or "timestamp" in keys:
            return Claim.NO
        if kind == "assistant":
            return Claim.SURE if "content" in keys and "model_id" in keys else Claim.NO
        if kind == "backend_tool_call":
            return Claim.SURE if "tool_type" in fields(record.get("kind")) else Claim.NO
        if kind == "tool_result":
            return Claim.MAYBE if {"tool_call_id", "content"} <= keys else Claim.NO
        if kind == "reasoning":
            return Claim.MAYBE if "summary" in keys else Claim.NO
        return Claim.MAYBE if kind in ("system", "user") and "content" in keys else Claim.NO

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take a line."""
        kind = text_of(record.get("type")) or ""
        text = "".join(text for text, _ in texts_of(record.get("content"), place.at("content")))
        if kind == "user":
            session.rest(record, place, ("content",))
            if "synthetic_reason" not in record:
                session.user_says(text, place)
        elif kind == "assistant":
            self._respond(session, record, text, place)
        elif kind == "tool_result":
            session.rest(record, place, ("content", "tool_call_id", "type"))
            session.answered(record.get("content"), place, id=record.get("tool_call_id"))
        elif kind == "backend_tool_call":
            event, at = fields(record.get("kind")), place.at("kind")
            session.rest(record, place, ("kind", "type"))
            name, id = text_of(event.get("tool_type")), id_of(event.get("id"))
            session.asked(name, event.get("action"), at, id=id, step=session.latest())
            status = call_status(event.get("status"))
            if status is not None:
                session.answered(UNRECORDED, at, id=id, status=status)
        elif kind in ("reasoning", "system"):
            session.rest(record, place, ("content",))
        else:
            session.strange(record, place, "a line of an unknown type")

    def _respond(
        self, session: SessionLog, record: Mapping[str, Json], text: str, place: Place
    ) -> None:
        step, calls = session.begin(), record.get("tool_calls")
        session.agent_says(text, place, step=step)
        session.rest(record, place, _KNOWN)
        if calls and not is_list(calls):
            session.rest({"tool_calls": calls}, place, ())
        for call, at in items(calls, place, "tool_calls"):
            asked = fields(call)
            inside = fields(asked.get("function"))
            function = inside or asked
            session.rest(asked, at, _ASKED if inside else (*_ASKED, "arguments", "name"))
            name, given = text_of(function.get("name")), function.get("arguments")
            session.asked(name, given, at, id=asked.get("id"), step=step)


FORMAT = GrokCli()

"""Events of OpenClaw's telemetry plugin: each tool's start and end, prompts and messages.

A call has no id: an end belongs to the first open start of its tool in its session. The history
that `agent.start` repeats is not read again; a call in there that no event tells is left open.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim
from toolspec.engine.reading.formats.messages import Status, instant_ns, text_of
from toolspec.engine.reading.formats.session_format import SessionFormat
from toolspec.engine.reading.formats.session_log import SessionLog
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.trace import UNRECORDED, Place

_OF_EVENT: Final = frozenset(
    {"agentId", "durationMs", "error", "hash", "params", "prevHash", "result", "seq", "sessionKey"}
    | {"signature", "success", "timestamp", "toolName", "ts", "type"}
)
_SAYING: Final = frozenset({"message.in", "message.out"})
_ASIDE: Final = ("agent.", "gateway.", "llm.", "message.", "session.")
"""How the types of events begin that say nothing of what was called."""


class OpenClawTelemetry(SessionFormat):
    """Events of one gateway; a sub-agent is the session it runs in."""

    name = "openclaw-telemetry"
    title = "OpenClaw telemetry"
    page = FormatPage(
        family="sessions",
        written_by="OpenClaw's telemetry plugin.",
        get="`telemetry.jsonl`.",
        unknown=(
            "Results, ids and steps, which are not written. Sub-agents are told by their session."
        ),
        example="Cut from `sample-telemetry.jsonl` of meridianlabs-ai/inspect_scout, MIT.",
    )
    records = frozenset({"agents", "responses", "status", "user_messages"})
    needs_sure = True
    whole = frozenset({"sessionKey", "toolName", "type"})

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is an event."""
        kind = text_of(record.get("type")) or ""
        if kind in ("tool.start", "tool.end"):
            needed = "params" if kind == "tool.start" else "success"
            named = isinstance(record.get("toolName"), str) and "sessionKey" in record
            return Claim.SURE if named and (needed in record or "error" in record) else Claim.NO
        if kind in ("agent.start", "agent.end"):
            return Claim.SURE if {"agentId", "sessionKey"} <= record.keys() else Claim.NO
        if kind.startswith("message."):
            return Claim.MAYBE if {"channel", "content"} <= record.keys() else Claim.NO
        return Claim.MAYBE if kind.startswith(_ASIDE) and "sessionKey" in record else Claim.NO

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take an event."""
        kind, name = text_of(record.get("type")) or "", text_of(record.get("toolName"))
        at_ns = session.seen(instant_ns(record.get("timestamp", record.get("ts"))))
        agent = _agent(record)
        session.records_inside(record, self.whole, place)
        if kind == "tool.start":
            session.rest(record, place, _OF_EVENT)
            session.asked(name, record.get("params"), place, step=None, agent=agent, at_ns=at_ns)
        elif kind == "tool.end":
            session.rest(record, place, _OF_EVENT)
            status: Status = None
            if isinstance(record.get("success"), bool):
                status = "ok" if record["success"] else "error"
            output = record.get("result", record.get("error", UNRECORDED))
            session.answered(output, place, name=name, status=status, at_ns=at_ns)
        elif kind in _SAYING:
            for key, value in record.items():
                if (kind, key) != ("message.in", "content") or not isinstance(value, str):
                    session.look_at_history(value, place, key)
            _say(session, kind, text_of(record.get("content")), place, at_ns)
        elif kind.startswith(_ASIDE):
            for key, value in record.items():
                session.look_at_history(value, place, key)
        else:
            session.strange(record, place, "an event of an unknown type")


def _agent(record: Mapping[str, Json]) -> str | None:
    """Return the session of a sub-agent; None for the agent that the user speaks to."""
    key = text_of(record.get("sessionKey")) or ""
    return key if ":subagent:" in key else None


def _say(session: SessionLog, kind: str, text: str | None, place: Place, at_ns: int | None) -> None:
    if kind == "message.in":
        session.user_says(text, place, at_ns=at_ns)
    else:
        session.log.goes_on()
        session.dialogue.response(None, text, logged=len(session.log), at_ns=at_ns, place=place)


FORMAT = OpenClawTelemetry()

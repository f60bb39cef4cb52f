"""Kimi Code sessions: the `wire.jsonl` of its agents.

Each line is a record of what the agent loop did. What the model wrote and called are events of
`context.append_loop_event`; a step of the loop is one response. Sub-agents have files of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim
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
from toolspec.engine.reading.payloads.usage import number
from toolspec.engine.tool_lists.tool_definitions import tool_definitions
from toolspec.engine.trace import UNRECORDED, Place

_EVENT: Final = "context.append_loop_event"
_ASIDE: Final = (
    *("config.", "forked", "full_compaction.", "goal.", "llm.", "mcp.", "metadata", "micro_"),
    *("permission.", "plan_mode.", "skill.", "swarm_mode.", "tools.", "turn.", "usage."),
)
"""How the types of records begin that say nothing of what was called."""

_OF_EVENT: Final = frozenset(
    {"args", "description", "display", "name", "parentUuid", "part", "result", "step", "stepUuid"}
    | {"toolCallId", "turnId", "type", "uuid", "extra"}
)
_USAGE: Final = ("inputOther", "inputCacheRead", "inputCacheCreation", "output")
_DELEGATING: Final = frozenset({"Agent", "AgentSwarm", "Task"})


class KimiCli(SessionFormat):
    """Kimi Code sessions. A step is a step of the loop."""

    name = "kimi-cli"
    title = "Kimi Code session"
    page = FormatPage(
        family="sessions",
        written_by="Kimi Code, wire protocol 1.4.",
        get="`wire.jsonl` of each agent.",
        unknown="Calls of sub-agents, which have a file of their own.",
        example="Cut from `subagent_agent-0.jsonl` of jazzyalex/agent-sessions, MIT.",
    )
    records = EVERYTHING - {"agents"}

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is of a session."""
        kind = text_of(record.get("type")) or ""
        if kind == _EVENT:
            return Claim.SURE if is_object(record.get("event")) else Claim.NO
        if kind == "context.append_message":
            return Claim.SURE if is_object(record.get("message")) else Claim.NO
        if kind == "metadata":
            return Claim.SURE if "protocol_version" in record else Claim.NO
        dotted = "." in kind and "time" in record and "data" not in record
        return Claim.MAYBE if dotted else Claim.NO

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take a record."""
        kind = text_of(record.get("type")) or ""
        at_ns = session.seen(instant_ns(record.get("time", record.get("created_at"))))
        if kind == _EVENT:
            session.rest(record, place, ("event", "time", "type"))
            _event(session, fields(record.get("event")), place.at("event"), at_ns)
        elif kind == "context.append_message":
            _message(session, fields(record.get("message")), place.at("message"), at_ns)
        elif kind == "llm.tools_snapshot":
            session.dialogue.offered(tool_definitions(record.get("tools")))
        elif "compact" in kind or kind == "context.clear":
            session.compacted(place)
        elif kind.startswith(_ASIDE):
            session.aside(record, place)
        else:
            session.strange(record, place, "a record of an unknown type")


FORMAT = KimiCli()


def _message(
    session: SessionLog, message: Mapping[str, Json], place: Place, at_ns: int | None
) -> None:
    text = "".join(text for text, _ in texts_of(message.get("content"), place.at("content")))
    origin = fields(message.get("origin"))
    if message.get("role") == "user":
        if origin.get("kind") in (None, "system_trigger", "user"):
            session.user_says(text, place, at_ns=at_ns)
        session.rest(message, place, ("content", "origin", "role", "toolCalls"))
        session.aside(message.get("toolCalls"), place)
    else:
        session.strange(message, place, "a message of an unknown role")


def _event(session: SessionLog, event: Mapping[str, Json], place: Place, at_ns: int | None) -> None:
    kind, id = text_of(event.get("type")) or "", id_of(event.get("toolCallId"))
    step = session.latest()
    if kind == "step.begin":
        session.agent_says(None, place, step=session.begin(), at_ns=at_ns)
    elif kind == "step.end":
        counts = [number(fields(event.get("usage")).get(key)) for key in _USAGE]
        known = [count for count in counts if count is not None]
        session.dialogue.used(step, sum(known) if known else None)
    elif kind == "content.part":
        part = fields(event.get("part"))
        if part.get("type") == "think":
            session.words.think(text_of(part.get("think")) or "", place)
        elif part.get("type") == "text":
            session.agent_says(text_of(part.get("text")), place, step=step, at_ns=at_ns)
        else:
            session.rest({"part": part}, place, ())
        session.rest(event, place, _OF_EVENT)
    elif kind == "tool.call":
        session.rest(event, place, _OF_EVENT)
        name = text_of(event.get("name"))
        session.asked(name, event.get("args"), place, id=id, step=step, at_ns=at_ns)
        if name in _DELEGATING:
            text = "a sub-agent's calls are in a file of its own"
            session.gap(text, place, "check the files of the session's other agents too")
    elif kind == "tool.result":
        session.rest(event, place, _OF_EVENT)
        result = fields(event.get("result"))
        failed = result.get("isError", result.get("is_error"))
        status: Status = None if not isinstance(failed, bool) else "error" if failed else "ok"
        output = result.get("output", event.get("result", UNRECORDED))
        session.answered(output, place, id=id, status=status, at_ns=at_ns)
    else:
        session.strange(event, place, "an event of an unknown type")

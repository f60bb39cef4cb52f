"""AG-UI events: what an agent tells a user interface while it runs, calls in pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim
from toolspec.engine.reading.formats.messages import (
    fields,
    id_of,
    instant_ns,
    is_list,
    items,
    text_of,
)
from toolspec.engine.reading.formats.session_format import SessionFormat
from toolspec.engine.reading.formats.session_log import SessionLog
from toolspec.engine.reading.formats.stream_log import StreamLog
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.trace import UNRECORDED, Place

_OF_CALL: Final = frozenset({"args", "chunk", "end", "result", "start"})
_KNOWN: Final = frozenset(
    {"content", "delta", "messageId", "message_id", "parentMessageId", "parent_message_id"}
    | {"rawEvent", "raw_event", "role", "timestamp", "toolCallId", "toolCallName"}
    | {"tool_call_id", "tool_call_name", "type", "metadata", "subagentRunId", "subagent_run_id"}
)
_OF_SUB_AGENT: Final = (
    *("description", "name", "parentMessageId", "parentSubagentRunId", "parentToolCallId"),
    *("parent_message_id", "parent_subagent_run_id", "parent_tool_call_id", "result", "type"),
)
_ASIDE: Final = (
    *("ACTIVITY_", "CUSTOM", "META", "RAW", "REASONING_", "RUN_", "STATE_", "STEP_", "THINKING_"),
)


class _Log(StreamLog):
    """The events of one thread, with the names of the sub-agents that ran."""

    def __init__(self, format: str, id: str | None) -> None:
        super().__init__(format, id)
        self.sub_agents: dict[str, str] = {}


class AgUi(SessionFormat):
    """Events of runs: those of one thread make a trace. A step is a message or its calls.

    Each sub-agent counts its own.
    """

    name = "ag-ui"
    title = "AG-UI events"
    page = FormatPage(
        family="streams",
        written_by=(
            "AG-UI 0.1 and 1.0: agents of Pydantic AI, LangGraph, CrewAI, ADK and others with "
            "its adapters."
        ),
        get="The events of a run, one a line, or the body of the response.",
        unknown="Failures and tokens: AG-UI's events have no place for them.",
        example=(
            "Cut from the response of Pydantic AI 2.68.0 with `ag-ui-protocol` 1.0.0 and a "
            "scripted model."
        ),
    )
    records = EVERYTHING - {"agents", "status", "tokens", "tools"}
    needs_sure = True
    looks_at_all = True
    under = ("events",)

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is an event."""
        kind = text_of(record.get("type")) or ""
        if kind.startswith("TOOL_CALL_"):
            return Claim.SURE if "toolCallId" in record or "tool_call_id" in record else Claim.NO
        if kind.startswith("TEXT_MESSAGE_"):
            return Claim.SURE if "messageId" in record or "message_id" in record else Claim.NO
        if kind in ("RUN_STARTED", "RUN_FINISHED"):
            return Claim.SURE if "runId" in record or "run_id" in record else Claim.NO
        if kind == "MESSAGES_SNAPSHOT":
            return Claim.SURE if is_list(record.get("messages")) else Claim.NO
        return Claim.MAYBE if kind.startswith((*_ASIDE, "SUBAGENT_")) else Claim.NO

    def session_of(self, record: Mapping[str, Json]) -> str | None:
        """Return the thread that a run belongs to."""
        return id_of(record.get("threadId", record.get("thread_id")))

    def make(self, id: str | None) -> SessionLog:
        """Return a session to be filled."""
        return _Log(self.name, id)

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take an event."""
        assert isinstance(session, _Log), "made so"
        kind = text_of(record.get("type")) or ""
        sub_agent = id_of(record.get("subagentRunId", record.get("subagent_run_id")))
        session.turn_to(sub_agent)
        at_ns = session.seen(instant_ns(record.get("timestamp")))
        if kind.startswith("TOOL_CALL_") and kind[10:].lower() in _OF_CALL:
            session.rest(record, place, _KNOWN)
            _of_call(session, kind[10:], record, place, at_ns)
        elif kind.startswith("TEXT_MESSAGE_"):
            session.rest(record, place, _KNOWN)
            if record.get("role") == "user":
                session.user_says(text_of(record.get("delta")), place, at_ns=at_ns)
            elif kind == "TEXT_MESSAGE_END":
                session.said_all()
            else:
                session.says(record.get("delta", ""), place, at_ns)
        elif kind == "MESSAGES_SNAPSHOT":
            for key, value in record.items():
                session.look_at_history(value, place, key)
        elif kind.startswith("SUBAGENT_"):
            session.rest(record, place, _OF_SUB_AGENT)
            if kind == "SUBAGENT_STARTED" and sub_agent is not None:
                session.sub_agents[sub_agent] = text_of(record.get("name")) or sub_agent
            session.responded()
        elif kind.startswith(_ASIDE):
            session.rest(record, place, ("input", "type"))
            if kind == "RUN_STARTED":
                _asked(session, fields(record.get("input")), place.at("input"))
            if kind.startswith("RUN_"):
                session.responded()
        else:
            session.strange(record, place, "an event of an unknown type")


def _asked(session: StreamLog, given: Mapping[str, Json], place: Place) -> None:
    """Take what a run was started with: the latest message is the user's, if it is the last."""
    for key, value in given.items():
        session.look_at_history(value, place, key)
    messages = list(items(given.get("messages"), place, "messages"))
    if messages and fields(messages[-1][0]).get("role") == "user":
        session.user_says(text_of(fields(messages[-1][0]).get("content")), messages[-1][1])


def _of_call(
    session: _Log, word: str, record: Mapping[str, Json], place: Place, at_ns: int | None
) -> None:
    id = record.get("toolCallId", record.get("tool_call_id"))
    name = text_of(record.get("toolCallName", record.get("tool_call_name")))
    if word == "RESULT":
        session.responded()
        content = record.get("content", UNRECORDED)
        session.answered(content, place, id=id, at_ns=at_ns)
        return
    if word == "START" or (word == "CHUNK" and name is not None):
        session.said_all()
        agent = None if session.chain is None else session.sub_agents.get(session.chain)
        session.starts(id, name, place, agent=agent or session.chain, at_ns=at_ns)
    if word == "ARGS" or (word == "CHUNK" and "delta" in record):
        session.more(id, record.get("delta"), place)
    elif word == "END":
        session.ends(id)


FORMAT = AgUi()

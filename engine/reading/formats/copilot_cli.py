"""Copilot CLI sessions: `events.jsonl` in `~/.copilot/session-state`.

Source: the session events of GitHub's Copilot SDK. A message of the agent's requests calls; each
execution has a start and an end under the call's id. What a sub-agent does has the id of the call
that started it in `parentToolCallId`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim
from toolspec.engine.reading.formats.claude_code import SUB_AGENT
from toolspec.engine.reading.formats.messages import (
    Status,
    fields,
    id_of,
    instant_ns,
    is_object,
    items,
    text_of,
)
from toolspec.engine.reading.formats.session_format import SessionFormat
from toolspec.engine.reading.formats.session_log import SessionLog
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.usage import tokens_of
from toolspec.engine.trace import UNRECORDED, Place, Unrecorded

_LINE: Final = frozenset({"data", "id", "timestamp", "type"})
_BESIDE: Final = _LINE | {"agentId", "ephemeral", "parentId"}
_ASIDE: Final = (
    *("abort", "assistant.", "auto_mode", "capabilities.", "command.", "commands.", "elicitation."),
    *(
        "exit_plan_mode.",
        "external_tool.",
        "hook.",
        "mcp.",
        "model.",
        "pending_messages.",
        "permission.",
    ),
    *("sampling.", "session.", "skill.", "subagent.", "system.", "tool.", "user_input."),
)
"""How the types of events begin that say nothing of what was called, but for those below."""

_OURS: Final = (
    *("assistant.", "hook.", "permission.", "session.", "skill.", "subagent.", "system.", "tool."),
    "user.",
)
_OF_MESSAGE: Final = frozenset(
    {"content", "encryptedContent", "interactionId", "messageId", "outputTokens", "model"}
    | {"parentToolCallId", "phase", "reasoningOpaque", "reasoningText", "requestId"}
    | {"serverTools", "toolRequests", "turnId"}
)
_OF_REQUEST: Final = frozenset(
    {"arguments", "intentionSummary", "mcpServerName", "mcpToolName", "name", "toolCallId"}
    | {"toolTitle", "type"}
)
_OF_START: Final = frozenset(
    {"arguments", "mcpServerName", "mcpToolName", "model", "parentToolCallId", "toolCallId"}
    | {"toolName", "turnId"}
)


class CopilotCli(SessionFormat):
    """Copilot CLI sessions.

    A trace is a session. A step is one message of the agent's that it belongs to. Sub-agents have
    the names that the session gives them. What the user ran is not a call.
    """

    name = "copilot-cli"
    title = "Copilot CLI session"
    page = FormatPage(
        family="sessions",
        written_by="GitHub's Copilot CLI (read from 0.0.420).",
        get="`~/.copilot/session-state/*/events.jsonl`.",
        unknown="The tools that were offered.",
        example="Cut from `schema_drift.jsonl` of jazzyalex/agent-sessions, MIT.",
    )
    records = EVERYTHING - {"tools"}

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is an event of a session."""
        kind = text_of(record.get("type")) or ""
        if not record.keys() >= _LINE or "parentId" not in record:
            return Claim.NO
        if not is_object(record.get("data")) or "." not in kind:
            return Claim.MAYBE if kind == "abort" else Claim.NO
        return Claim.SURE if kind.startswith(_OURS) else Claim.MAYBE

    def make(self, id: str | None) -> SessionLog:
        """Return a session to be filled."""
        return _Events(self.name, id)

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take an event."""
        assert isinstance(session, _Events), "made by this format"
        session.rest(record, place, _BESIDE)
        kind, data = text_of(record.get("type")) or "", fields(record.get("data"))
        at_ns = session.seen(instant_ns(record.get("timestamp")))
        session.event(kind, data, place.at("data"), at_ns)


FORMAT = CopilotCli()


class _Events(SessionLog):
    """A session; `agents` are the sub-agents by the calls that started them.

    `fresh` says that a response begins next, `unsaid` of which chains the latest response was so
    far only known by a call.
    """

    def __init__(self, format: str, id: str | None) -> None:
        super().__init__(format, id)
        self.agents: dict[str, str] = {}
        self.fresh = False
        self.unsaid: set[str | None] = set()

    def event(self, kind: str, data: Mapping[str, Json], place: Place, at_ns: int | None) -> None:
        """Take an event by its type."""
        if kind == "session.start":
            self.id = self.id or id_of(data.get("sessionId"))
        elif kind == "user.message":
            text = data.get("content")
            self.user_says(text_of(text), place, at_ns=at_ns)
            self.rest(data, place, ("attachments", "content", "transformedContent"))
        elif kind == "assistant.turn_start":
            self.fresh = True
        elif kind == "assistant.message":
            self.message(data, place, at_ns)
        elif kind == "tool.execution_start":
            self.execution(data, place, at_ns)
        elif kind == "tool.execution_complete":
            self.completion(data, place, at_ns)
        elif kind == "tool.user_requested":
            return  # the user's own call
        elif kind == "subagent.started":
            id, name = id_of(data.get("toolCallId")), text_of(data.get("agentName"))
            self.agents[id or ""] = name or SUB_AGENT
        elif kind == "session.shutdown":
            metrics = fields(data.get("modelMetrics")).values()
            counts = [tokens_of(fields(model).get("usage")) for model in metrics]
            known = [count for count in counts if count is not None]
            self.dialogue.total = sum(known) if known and len(known) == len(counts) else None
        elif kind.startswith(_ASIDE):
            self.aside(data, place)
        else:
            self.strange(data, place, "an event of an unknown type")

    def who(self, data: Mapping[str, Json]) -> tuple[str | None, str | None]:
        """Return the agent that an event is of, and its chain; None for the session's own."""
        chain = id_of(data.get("parentToolCallId"))
        return (None if chain is None else self.agents.get(chain, SUB_AGENT)), chain

    def message(self, data: Mapping[str, Json], place: Place, at_ns: int | None) -> None:
        """Take a message of an agent's, with the calls that it requests."""
        agent, chain = self.who(data)
        self.rest(data, place, _OF_MESSAGE)
        begun = chain in self.unsaid
        step = self.latest(chain) if begun else self.begin(chain, response=_id_of_message(data))
        self.unsaid.discard(chain)
        self.fresh = False
        self.agent_says(
            text_of(data.get("content")), place, step=step, agent=agent, chain=chain, at_ns=at_ns
        )
        for request, at in items(data.get("toolRequests"), place, "toolRequests"):
            asked = fields(request)
            self.rest(asked, at, _OF_REQUEST)
            self.call(text_of(asked.get("name")), asked, at, step, agent, at_ns)

    def execution(self, data: Mapping[str, Json], place: Place, at_ns: int | None) -> None:
        """Take the start of an execution: of a call that was requested, or told of here alone."""
        agent, chain = self.who(data)
        self.rest(data, place, _OF_START)
        if self.fresh or not self.has_begun(chain):
            self.begin(chain)
            self.unsaid.add(chain)
        self.fresh = False
        name = text_of(data.get("toolName"))
        self.call(name, data, place, self.latest(chain), agent, at_ns)

    def call(
        self,
        name: str | None,
        asked: Mapping[str, Json],
        place: Place,
        step: int,
        agent: str | None,
        at_ns: int | None,
    ) -> None:
        """Take a call."""
        id, given = asked.get("toolCallId"), asked.get("arguments")
        self.asked(name, given, place, id=id, step=step, agent=agent, at_ns=at_ns)

    def completion(self, data: Mapping[str, Json], place: Place, at_ns: int | None) -> None:
        """Take the end of an execution."""
        if data.get("isUserRequested") is True:
            return
        success, result = data.get("success"), data.get("result")
        status: Status = None if not isinstance(success, bool) else "ok" if success else "error"
        output: Json | Unrecorded = result
        if is_object(result) and "content" in result:
            output = result["content"]
        elif result is None:
            output = data.get("error", UNRECORDED)
        self.answered(output, place, id=data.get("toolCallId"), status=status, at_ns=at_ns)


def _id_of_message(data: Mapping[str, Json]) -> str | None:
    return id_of(data.get("messageId"))

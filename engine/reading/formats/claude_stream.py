"""Claude's stream of messages: `claude -p --output-format stream-json --verbose`, and its SDK's.

Source: the messages of the Claude Agent SDK. Qwen Code writes the same. What a sub-agent says has
the id of the call that started it in `parent_tool_use_id`. Events of partial messages come before
the message itself, which is whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING, ToolDefinition
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim, TraceError
from toolspec.engine.reading.formats.claude_code import DELEGATING, SUB_AGENT
from toolspec.engine.reading.formats.messages import (
    fields,
    id_of,
    instant_ns,
    is_list,
    is_object,
    items,
    text_of,
)
from toolspec.engine.reading.formats.session_format import SessionFormat
from toolspec.engine.reading.formats.session_log import SessionLog
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.usage import tokens_of
from toolspec.engine.trace import Call, Gap, Place, Trace

_CALLS: Final = frozenset({"mcp_tool_use", "server_tool_use", "tool_use"})
_SPEAKERS: Final = frozenset({"assistant", "user"})
_CONTROL: Final = frozenset({"control_cancel_request", "control_request", "control_response"})
_ASIDE: Final = (
    frozenset(
        {"auth_status", "keep_alive", "prompt_suggestion", "rate_limit_event", "stream_event"}
        | {"system", "tool_progress", "tool_use_summary"}
    )
    | _CONTROL
)
_KNOWN: Final = frozenset(
    {"error", "isReplay", "isSynthetic", "message", "parent_tool_use_id", "request_id"}
    | {"session_id", "timestamp", "tool_use_result", "type", "uuid"}
)
_OF_RESULT: Final = frozenset(
    {"modelUsage", "permission_denials", "result", "structured_output", "usage"}
)
_OF_INIT: Final = frozenset({"claude_code_version", "mcp_servers", "tools"})


class ClaudeStream(SessionFormat):
    """Claude's streams of messages.

    A trace is a session. Each agent counts its own responses. A sub-agent is called by the type
    that its call asked for. Tokens are those that the last line counts.
    """

    name = "claude-stream"
    title = "Claude stream-json"
    page = FormatPage(
        family="sessions",
        written_by="Claude Code 2 (`claude -p`), the Claude Agent SDK, Qwen Code.",
        get=(
            "`claude -p --output-format stream-json --verbose`, or the messages of the SDK, one a "
            "line."
        ),
        unknown="Tokens of each response: only their sum is recorded.",
        example="Cut from `tool_use_conversation.json` of pydantic/logfire, MIT.",
    )
    records = EVERYTHING
    under = ("messages",)

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is a line of a stream, or such a line as a client logged it."""
        line = _line(record)
        kind = text_of(line.get("type"))
        if kind in _SPEAKERS:
            ours = is_object(line.get("message")) and "parent_tool_use_id" in line
            return Claim.SURE if ours else Claim.NO
        if kind in _CONTROL and (is_object(line.get("request")) or "response" in line):
            return Claim.MAYBE
        if "session_id" not in line:
            return Claim.NO
        if kind == "system" and line.get("subtype") == "init":
            return Claim.SURE if _OF_INIT & line.keys() else Claim.NO
        if kind == "result":
            return Claim.SURE if "num_turns" in line else Claim.NO
        if kind == "stream_event":
            return Claim.SURE if is_object(line.get("event")) else Claim.NO
        return Claim.MAYBE if kind in _ASIDE and "uuid" in line else Claim.NO

    def make(self, id: str | None) -> SessionLog:
        """Return a stream to be filled."""
        return _Stream(self.name, id)

    def session_of(self, record: Mapping[str, Json]) -> str | None:
        """Return the session that a line names; what a client sends may name it `default`."""
        line = _line(record)
        named = id_of(line.get("session_id"))
        return None if named == "default" or "uuid" not in line else named

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take a line of a stream."""
        assert isinstance(session, _Stream), "made by this format"
        line = _line(record)
        if line is not record:
            session.rest(record, place, ("direction", "message", "timestamp"))
            place = place.at("message")
        kind = text_of(line.get("type"))
        if kind in _SPEAKERS and is_object(line.get("message")):
            self._say(session, line, fields(line["message"]), place)
        elif kind == "result":
            self._end(session, line, place)
        elif kind == "system" and line.get("subtype") == "init":
            names = [text_of(tool) for tool, _ in items(line.get("tools"), place)]
            if is_list(line.get("tools")) and all(names):
                session.dialogue.offered([ToolDefinition(name) for name in names if name])
        elif line.get("subtype") == "compact_boundary":
            session.compacted(place)
        elif kind == "stream_event":
            # A piece of a message that follows whole, unless the stream breaks off.
            block = fields(fields(line.get("event")).get("content_block"))
            if text_of(block.get("type")) in _CALLS:
                session.begun[id_of(block.get("id")) or ""] = text_of(block.get("name")) or ""
        elif kind in _ASIDE:
            session.aside(line, place)
        else:
            session.strange(line, place, "a line of an unknown type")

    def _say(
        self, session: _Stream, line: Mapping[str, Json], message: Mapping[str, Json], place: Place
    ) -> None:
        if line.get("isReplay") is True:
            return
        chain = id_of(line.get("parent_tool_use_id"))
        agent = None if chain is None else session.agents.get(chain, SUB_AGENT)
        session.delegate(line, chain, place)
        at_ns = session.seen(instant_ns(line.get("timestamp")))
        role = text_of(message.get("role")) or text_of(line.get("type")) or ""
        by_model = role == "assistant" and message.get("model") != "<synthetic>"
        response = id_of(message.get("id")) or id_of(line.get("uuid"))
        step = session.begin(chain, response=response) if by_model else session.latest(chain)
        # How many tokens were written so far is in each piece of a response.
        unmetered = {key: value for key, value in message.items() if key != "usage"}
        session.take(
            {**unmetered, "role": role},
            place.at("message"),
            step=step,
            agent=agent,
            chain=chain,
            at_ns=at_ns,
            notice=line.get("isSynthetic") is True or message.get("model") == "<synthetic>",
        )
        session.rest(line, place, _KNOWN)

    def _end(self, session: _Stream, line: Mapping[str, Json], place: Place) -> None:
        session.ended += 1
        session.dialogue.total = tokens_of(line.get("usage")) if session.ended == 1 else None
        session.words.count(line.get("usage"), place)
        session.rest(line, place, _OF_RESULT)


FORMAT = ClaudeStream()


class _Stream(SessionLog):
    """A stream; `agents` are the sub-agents by the calls that started them."""

    def __init__(self, format: str, id: str | None) -> None:
        super().__init__(format, id)
        self.ended = 0
        self.agents: dict[str, str] = {}
        self._started: dict[str, Place] = {}
        self._heard: set[str] = set()
        self.begun: dict[str, str] = {}

    def delegate(self, line: Mapping[str, Json], chain: str | None, place: Place) -> None:
        """Remember which calls start a sub-agent, and which one; and which of them was heard."""
        self._heard.add(chain or "")
        for block, at in items(fields(line.get("message")).get("content"), place):
            entry = fields(block)
            id, name = id_of(entry.get("id")), text_of(entry.get("name"))
            if entry.get("type") == "tool_use" and name in DELEGATING and id is not None:
                kind = text_of(fields(entry.get("input")).get("subagent_type"))
                self.agents[id] = kind or SUB_AGENT
                self._started[id] = at
            elif entry.get("type") == "tool_result":
                result = fields(line.get("tool_use_result"))
                if result.get("totalToolUseCount") == 0:
                    self._started.pop(id_of(entry.get("tool_use_id")) or "", None)

    def trace(self) -> Trace | TraceError:
        """Return the trace; a sub-agent of which nothing was heard may have called anything."""
        for id, place in self._started.items():
            if id not in self._heard:
                self.gap("a sub-agent's calls are not in this stream", place)
        trace = super().trace()
        if isinstance(trace, Trace):
            ids = {call.id for call in trace.calls}
            names = [name for id, name in self.begun.items() if id not in ids]
            text = "a call that the stream begins and never tells whole"
            trace.gaps = (*trace.gaps, *(Gap(text, call=Call(name)) for name in names))
        return trace


def _line(record: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the line that a client logged with its direction, or the line itself."""
    return fields(record.get("message")) if "direction" in record else record

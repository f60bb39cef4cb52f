"""Claude Code sessions: one JSON object a line, Anthropic messages with what surrounds them.

Source: files Claude Code 1 and 2 wrote; there is no public reference. One API message may be split
over several lines that share its `message.id`; a resumed session writes earlier lines again.
Sub-agents write into the session's file as side chains, or into files of their own in the folder
`SESSION/subagents` beside it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Final

from toolspec.engine.formats.format import Claim, Document, Format, TraceError
from toolspec.engine.formats.message_reading import Reading
from toolspec.engine.formats.messages import (
    fields,
    id_of,
    instant_ns,
    is_list,
    is_object,
    items,
    text_of,
)
from toolspec.engine.json_value import Json, compact, identity
from toolspec.engine.plural import plural
from toolspec.engine.sightings import written_calls
from toolspec.engine.trace import Gap, Note, Place, Trace

_SPEAKERS: Final = frozenset({"assistant", "user"})
_OF_LINES: Final = frozenset({"sessionId", "parentUuid", "isSidechain", "leafUuid", "snapshot"})
_META: Final = frozenset(
    {"agent-name", "ai-title", "attachment", "custom-title", "file-history-snapshot"}
    | {"last-prompt", "mode", "permission-mode", "pr-link", "progress", "queue-operation"}
    | {"summary", "system", "tag"}
)
_OPAQUE: Final = frozenset({"data", "message", "toolUseResult", "mcpMeta", "snapshot"})
"""Keys of lines that are read on their own, or belong to a tool."""

_NOTICES: Final = ("isMeta", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage")
"""Keys of lines in the user's or the model's name that Claude Code itself wrote."""

_DELEGATING: Final = frozenset({"Agent", "Task"})
"""The tools that start a sub-agent."""

SUB_AGENT: Final = "sub-agent"
"""The agent of a side chain whose lines name none."""

SUB_AGENT_FILES: Final = ("subagents", "agent-*.jsonl")
"""The folder beside a session's file, named after it, and the files in it."""


class ClaudeCode(Format):
    """Claude Code sessions.

    A trace is a session, and its id the session's. Each agent counts its own responses; a
    sub-agent's calls carry its id. Times are when the lines were written.
    """

    name = "claude-code"
    title = "Claude Code session"

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is a line of a session, or a list of such lines."""
        if is_object(document) and not _line_claim(document):
            lines = document.get("messages")
            wrapped = is_list(lines) and bool(lines) and all(map(_is_wrapped, lines))
            return Claim.SURE if wrapped else Claim.NO
        if is_list(document):
            claims = [_line_claim(line) for line in document]
            return max(claims) if claims and min(claims) > Claim.NO else Claim.NO
        return _line_claim(document)

    def read(
        self, documents: Iterable[Document], notes: list[Note]
    ) -> Iterator[Trace | TraceError]:
        """Yield one trace for each session, in the order they begin."""
        reading = _Sessions()
        for value, place in documents:
            if is_list(value):
                lines = items(value, place)
            elif is_object(value) and "message" not in value and is_list(value.get("messages")):
                lines = items(value["messages"], place, "messages")
                reading.beside(value, place)
            else:
                lines = iter([(value, place)])
            for line, at in lines:
                reading.take(line, at)
        yield from reading.traces()


FORMAT = ClaudeCode()


def _is_wrapped(value: Json) -> bool:
    """Tell whether the value is a message as lines hold it: its type beside it, its role inside."""
    held = fields(value)
    kind = text_of(held.get("type"))
    return kind in _SPEAKERS and text_of(fields(held.get("message")).get("role")) == kind


def _line_claim(value: Json) -> Claim:
    held = fields(value)
    kind = text_of(held.get("type"))
    if kind is None or not _OF_LINES & held.keys():
        return Claim.NO
    if kind in _SPEAKERS:
        return Claim.SURE if is_object(held.get("message")) else Claim.NO
    return Claim.MAYBE


class _Session:
    """The lines of one session."""

    def __init__(self, id: str | None) -> None:
        self.id = id
        self.reading = Reading()
        self.steps: dict[str | None, int] = {None: 0}
        self.responses: dict[tuple[str | None, str], int] = {}
        self.chains: set[str] = set()
        self.start_ns: int | None = None
        self.end_ns: int | None = None
        self.delegating: dict[str, Place] = {}
        self.delegated: list[tuple[str | None, Place]] = []

    def step(
        self, line: Mapping[str, Json], message: Mapping[str, Json], chain: str | None
    ) -> int | None:
        """Return the step a line of a chain belongs to; one of a new response begins it."""
        latest = self.steps.get(chain, 0)
        if text_of(line.get("type")) != "assistant" or message.get("model") == "<synthetic>":
            return max(latest - 1, 0)
        response = id_of(message.get("id")) or id_of(line.get("requestId"))
        if response is not None and (chain, response) in self.responses:
            return self.responses[chain, response]
        self.steps[chain] = latest + 1
        if chain is None:
            self.reading.log.turn()
        if response is not None:
            self.responses[chain, response] = latest
        return latest

    def finish(self) -> Trace | TraceError:
        made = self.reading.finish(
            id=self.id, format=ClaudeCode.name, start_ns=self.start_ns, end_ns=self.end_ns
        )
        if isinstance(made, TraceError):
            return made
        if not made.steps and len(self.chains) == 1:
            made.steps = self.steps.get(next(iter(self.chains)), 0)  # a sub-agent's own file
        missing = self._missing()
        if missing:
            what = plural(len(missing), "sub-agent's calls are", "sub-agents' calls are")
            text = f"{what} not in this file"
            hint = f"keep the folder `{self.id or 'SESSION'}/{SUB_AGENT_FILES[0]}` beside it"
            made.gaps = (*made.gaps, Gap(text, missing[0], hint))
        return made

    def _missing(self) -> list[Place]:
        """Return the calls that started a sub-agent of which no line was read."""
        named = {id for id, _ in self.delegated if id is not None}
        nameless = len(self.chains - named)
        missing: list[Place] = []
        unanswered = [(None, place) for place in self.delegating.values()]
        for id, place in (*self.delegated, *unanswered):
            if nameless and (id is None or id not in self.chains):
                nameless -= 1  # a side chain that names another agent or none may be its
            elif id is None or id not in self.chains:
                missing.append(place)
        return missing


class _Sessions:
    """The lines of a file, sorted into sessions."""

    def __init__(self) -> None:
        self._sessions: dict[str | None, _Session] = {}
        self._latest: str | None = None
        self._lines: dict[str, Hashable] = {}
        self._roots: dict[str, str] = {}

    def take(self, line: Json, place: Place) -> None:
        kind = text_of(fields(line).get("type"))
        if kind in _META and kind != "progress":
            self._look_for_calls(line, place)
            return
        session = self._session(id_of(fields(line).get("sessionId")))
        if not is_object(line):
            session.reading.log.pass_over("a line that is no object", place)
        elif kind in _SPEAKERS and is_object(line.get("message")):
            agent, chain = self._chain(line)
            self._line(line, session, agent, chain, place)
        elif kind == "progress":
            # What a sub-agent wrote meanwhile, as a line inside the line.
            data = fields(line.get("data"))
            agent = id_of(data.get("agentId")) or SUB_AGENT
            inner = fields(data.get("message"))
            if text_of(inner.get("type")) in _SPEAKERS and is_object(inner.get("message")):
                self._line(inner, session, agent, agent, place.at("data", "message"))
            else:
                self._look_for_calls(line, place)
        else:
            session.reading.strange(line, place, "a line of an unknown type")

    def beside(self, head: Mapping[str, Json], place: Place) -> None:
        """Look at what is beside the lines of a session that are in one object."""
        for key, value in head.items():
            if key != "messages":
                self._session(None).reading.look_at({key: value}, place, "")

    def _look_for_calls(self, line: Json, place: Place) -> None:
        """Look for calls in a line that should hold none."""
        for sighting in written_calls(line, place):
            self._session(id_of(fields(line).get("sessionId"))).reading.log.sighted(sighting)

    def _line(
        self,
        line: Mapping[str, Json],
        session: _Session,
        agent: str | None,
        chain: str | None,
        place: Place,
    ) -> None:
        message = fields(line.get("message"))
        if self._is_known(line, message):
            return
        if chain is not None:
            session.chains.add(chain)
        at_ns = instant_ns(line.get("timestamp"))
        session.start_ns = at_ns if session.start_ns is None else session.start_ns
        if at_ns is not None:
            session.end_ns = max(at_ns, session.end_ns or at_ns)
        role = text_of(message.get("role")) or text_of(line.get("type")) or ""
        session.reading.take(
            {**message, "role": role},
            place.at("message"),
            step=session.step(line, message, chain),
            agent=agent,
            chain=chain,
            at_ns=at_ns,
            notice=any(line.get(key) is True for key in _NOTICES)
            or message.get("model") == "<synthetic>",
        )
        for key, value in line.items():
            if key not in _OPAQUE:
                session.reading.look_at(value, place.at(key), key)
        self._delegate(line, message, session, place)

    def _is_known(self, line: Mapping[str, Json], message: Mapping[str, Json]) -> bool:
        """Tell whether a line was read before: the same id, and the same message."""
        uuid = id_of(line.get("uuid"))
        if uuid is None:
            return False
        try:
            written: Hashable = hash(identity(message))
        except RecursionError:
            written = compact(message)
        if self._lines.get(uuid) == written:
            return True
        self._lines[uuid] = written
        return False

    def _delegate(
        self,
        line: Mapping[str, Json],
        message: Mapping[str, Json],
        session: _Session,
        place: Place,
    ) -> None:
        """Remember which calls start a sub-agent, and which one it was, as far as that is told."""
        for block, at in items(message.get("content"), place.at("message"), "content"):
            held = fields(block)
            kind = text_of(held.get("type"))
            if kind == "tool_use" and text_of(held.get("name")) in _DELEGATING:
                session.delegating[id_of(held.get("id")) or ""] = at
            elif kind == "tool_result":
                started = session.delegating.pop(id_of(held.get("tool_use_id")) or "", None)
                told = fields(line.get("toolUseResult"))
                if started is not None and told.get("totalToolUseCount") != 0:
                    session.delegated.append((id_of(told.get("agentId")), started))

    def _chain(self, line: Mapping[str, Json]) -> tuple[str | None, str | None]:
        """Return the agent that wrote a line, and the chain it belongs to; None for the session's.

        A side chain without an agent's name is known by the first of its lines.
        """
        agent = id_of(line.get("agentId"))
        if agent is not None:
            return agent, agent
        if line.get("isSidechain") is not True:
            return None, None
        uuid, parent = id_of(line.get("uuid")) or "", id_of(line.get("parentUuid")) or ""
        root = self._roots.get(parent, uuid)
        self._roots[uuid] = root
        return SUB_AGENT, f"{SUB_AGENT} {root}"

    def _session(self, id: str | None) -> _Session:
        # A line that names no session belongs to the one before it.
        id = self._latest if id is None else id
        self._latest = id
        if id not in self._sessions:
            self._sessions[id] = _Session(id)
        return self._sessions[id]

    def traces(self) -> Iterator[Trace | TraceError]:
        for session in self._sessions.values():
            yield session.finish()

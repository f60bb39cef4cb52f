"""Gemini CLI sessions: files in `~/.gemini/tmp/*/chats`, and `--output-format stream-json`.

Source: `ConversationRecord` of Gemini CLI's recording service, and its stream's events. A message
may be written again as its calls go on; the later one counts, and its calls are one by their ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim, TraceError
from toolspec.engine.reading.formats.gemini import is_content
from toolspec.engine.reading.formats.messages import (
    Status,
    fields,
    id_of,
    instant_ns,
    is_list,
    is_object,
    items,
    present,
    text_of,
)
from toolspec.engine.reading.formats.session_format import SessionFormat
from toolspec.engine.reading.formats.session_log import SessionLog, texts_of
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.usage import number, tokens_of
from toolspec.engine.trace import UNRECORDED, Place, Trace, Unrecorded

_SPEAKERS: Final = frozenset({"gemini", "user"})
_REMARKS: Final = frozenset({"error", "info", "warning"})
_HEAD: Final = frozenset({"projectHash", "sessionId", "startTime"})
_CHANGES: Final = frozenset({"$rewindTo", "$set"})
_KNOWN: Final = frozenset(
    {"content", "displayContent", "id", "model", "thoughts", "timestamp", "tokens", "toolCalls"}
    | {"type"}
)
_OF_CALL: Final = frozenset(
    {"agentId", "args", "description", "displayName", "id", "name", "renderOutputAsMarkdown"}
    | {"result", "resultDisplay", "status", "timestamp"}
)
_OVER: Final = {"error": "error", "success": "ok"}
_STREAM: Final = frozenset({"error", "init", "message", "result", "tool_result", "tool_use"})


class GeminiCli(SessionFormat):
    """Gemini CLI sessions.

    A trace is a session. A step is one message of the model's. A call that was cancelled or never
    ran was not completed.
    """

    name = "gemini-cli"
    title = "Gemini CLI session"
    page = FormatPage(
        family="sessions",
        written_by="Gemini CLI.",
        get="`~/.gemini/tmp/*/chats/*`, or `gemini --output-format stream-json`.",
        unknown="Sub-agents; the tools that were offered.",
        example="Cut from `jsonl_v040.jsonl` of jazzyalex/agent-sessions, MIT.",
    )
    records = EVERYTHING - {"agents", "tools"}
    under = ("messages", "history")

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is a session, one of its lines, or a line of a stream."""
        if is_object(document) and _is_head(document):
            return Claim.SURE if self._key(document) != "history" else Claim.NO
        return super().claim(document)

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is a message of a session, a change to it, or an event."""
        if _is_head(record):
            return Claim.SURE
        kind = text_of(record.get("type"))
        if not _CHANGES.isdisjoint(present(record)):
            return Claim.MAYBE
        if _is_saved(record):
            return Claim.SURE if record.get("role") == "gemini" else Claim.MAYBE
        if kind == "gemini":
            return Claim.SURE if "id" in record and "content" in record else Claim.NO
        if kind in _SPEAKERS | _REMARKS and {"id", "timestamp", "content"} <= record.keys():
            return Claim.MAYBE
        return _stream_claim(kind, record)

    def session_of(self, record: Mapping[str, Json]) -> str | None:
        """Return the session that a head or the first event of a stream names."""
        return id_of(record.get("sessionId")) or id_of(record.get("session_id"))

    def make(self, id: str | None) -> SessionLog:
        """Return a session to be filled."""
        return _Chat(self.name, id)

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take a message, an event, or a change of the session."""
        assert isinstance(session, _Chat), "made by this format"
        kind = text_of(record.get("type")) or ""
        if _is_head(record) or not _CHANGES.isdisjoint(present(record)):
            session.aside(record, place)
        elif _is_saved(record):
            session.saved(record, place)
        elif kind in _SPEAKERS:
            session.message(record, kind, place)
        elif kind in _REMARKS and "content" in record:
            session.aside(record, place)
        elif kind in _STREAM:
            session.event(record, kind, place)
        else:
            session.strange(record, place, "a record of an unknown type")

    def finish(self, session: SessionLog) -> Trace | TraceError:
        """Return the trace."""
        assert isinstance(session, _Chat), "made by this format"
        session.flush()
        return session.trace()


FORMAT = GeminiCli()


def _is_head(record: Mapping[str, Json]) -> bool:
    return present(record) >= _HEAD


def _is_saved(record: Mapping[str, Json]) -> bool:
    """Tell whether a record is a content of a saved chat: a role with parts."""
    role = record.get("role")
    return role in ("gemini", "model", "user") and is_content({**record, "role": "model"})


def _stream_claim(kind: str | None, record: Mapping[str, Json]) -> Claim:
    keys = record.keys()
    if kind == "init":
        return Claim.SURE if {"session_id", "model"} <= keys and "subtype" not in keys else Claim.NO
    if kind == "tool_use":
        return Claim.SURE if {"tool_name", "tool_id"} <= keys else Claim.NO
    if kind == "tool_result":
        return Claim.SURE if {"tool_id", "status"} <= keys else Claim.NO
    if kind == "result":
        return Claim.SURE if {"status", "stats"} <= keys else Claim.NO
    if kind == "message" and isinstance(record.get("content"), str) and "timestamp" in keys:
        return Claim.MAYBE if "role" in keys else Claim.NO
    return Claim.MAYBE if kind == "error" and {"severity", "timestamp"} <= keys else Claim.NO


class _Chat(SessionLog):
    """A session; `written` is what the model wrote so far in pieces of one response."""

    def __init__(self, format: str, id: str | None) -> None:
        super().__init__(format, id)
        self.written: list[str] = []
        self.open: Place | None = None
        self.at_ns: int | None = None

    def message(self, record: Mapping[str, Json], kind: str, place: Place) -> None:
        """Take a message of a session's file."""
        at_ns = self.seen(instant_ns(record.get("timestamp")))
        self.rest(record, place, _KNOWN)
        content = record.get("content")
        text = "".join(text for text, _ in texts_of(content, place))
        if kind == "user":
            if not self._parts(content, place, 0, at_ns):
                self.user_says(text, place, at_ns=at_ns)
            return
        step = self.begin(response=id_of(record.get("id")))
        self.agent_says(text, place.at("content"), step=step, at_ns=at_ns)
        self._parts(content, place, step, at_ns)
        tokens = fields(record.get("tokens"))
        self.dialogue.used(step, number(tokens.get("total")))
        for call, at in items(record.get("toolCalls"), place, "toolCalls"):
            asked = fields(call)
            self.rest(asked, at, _OF_CALL)
            self._call(asked, step, at, at_ns)

    def _call(self, asked: Mapping[str, Json], step: int, place: Place, at_ns: int | None) -> None:
        id, status = id_of(asked.get("id")), text_of(asked.get("status")) or ""
        self.asked(
            text_of(asked.get("name")), asked.get("args"), place, id=id, step=step, at_ns=at_ns
        )
        output, failed = response_of(asked.get("result"))
        over: Status = "error" if failed else "error" if status == "error" else _good(status)
        if status in _OVER or (not status and output is not UNRECORDED):
            end_ns = instant_ns(asked.get("timestamp"))
            self.answered(output, place, id=id, status=over, at_ns=end_ns)

    def _parts(self, content: Json, place: Place, step: int, at_ns: int | None) -> bool:
        """Take the parts of a content; tell whether they are answers of tools."""
        answers = False
        for part, at in items(content, place):
            block = fields(part)
            call = fields(block.get("functionCall"))
            given = fields(block.get("functionResponse"))
            if call:
                id = id_of(call.get("id"))
                name = text_of(call.get("name"))
                self.asked(name, call.get("args"), at, id=id, step=step, at_ns=at_ns)
            elif given:
                answers = True
                output, failed = response_of([block])
                status: Status = "error" if failed else "ok"
                name, id = text_of(given.get("name")), id_of(given.get("id"))
                self.answered(output, at, id=id, name=name, status=status, at_ns=at_ns)
            self.rest(block, at, ("functionCall", "functionResponse", "text", "inlineData"))
        return answers

    def saved(self, record: Mapping[str, Json], place: Place) -> None:
        """Take a content of a saved chat."""
        at_ns = self.seen(instant_ns(record.get("ts")))
        parts, at = record.get("parts"), place.at("parts")
        text = "".join(text for text, _ in texts_of(parts, at))
        if record.get("role") != "user":
            step = self.begin()
            self.agent_says(text, place, step=step, at_ns=at_ns)
            self._parts(parts, at, step, at_ns)
        elif not self._parts(parts, at, self.latest(), at_ns):
            self.user_says(text, place, at_ns=at_ns)
        self.rest(record, place, ("parts", "role", "ts"))

    def event(self, record: Mapping[str, Json], kind: str, place: Place) -> None:
        """Take an event of a stream."""
        at_ns = self.seen(instant_ns(record.get("timestamp")))
        text, id = text_of(record.get("content")), id_of(record.get("tool_id"))
        if kind == "message" and record.get("role") == "assistant":
            step = self._in_response(place, at_ns)
            self.written.append(text or "")
            if record.get("delta") is not True:
                self.flush()
        elif kind == "message":
            self.flush(ends=True)
            self.user_says(text, place, at_ns=at_ns)
        elif kind == "tool_use":
            step = self._in_response(place, at_ns)
            name = text_of(record.get("tool_name"))
            given = record.get("parameters")
            self.asked(name, given, place, id=id, step=step, at_ns=at_ns)
        elif kind == "tool_result":
            self.flush(ends=True)
            good = text_of(record.get("status")) == "success"
            output = record.get("output", record.get("error", UNRECORDED))
            self.answered(output, place, id=id, status="ok" if good else "error", at_ns=at_ns)
        elif kind == "result":
            self.dialogue.total = tokens_of(record.get("stats"))
        self.rest(record, place, _OF_STREAM)

    def _in_response(self, place: Place, at_ns: int | None) -> int:
        if self.open is None:
            self.open, self.at_ns = place, at_ns
            self.agent_says(None, place, step=self.begin(), at_ns=at_ns)
        return self.latest()

    def flush(self, *, ends: bool = False) -> None:
        """Take what the model wrote in pieces; where the response `ends`, the next is another."""
        if self.open is not None and self.written:
            text = "".join(self.written)
            self.agent_says(text, self.open, step=self.latest(), at_ns=self.at_ns)
            self.written = []
        if ends:
            self.open = None


_OF_STREAM: Final = frozenset(
    {"content", "delta", "error", "message", "model", "output", "parameters", "role", "session_id"}
    | {"severity", "stats", "status", "timestamp", "tool_id", "tool_name", "type"}
)


def _good(status: str) -> Status:
    return "ok" if status == "success" else None


def response_of(result: Json) -> tuple[Json | Unrecorded, bool]:
    """Return what a tool gave back, and whether its response says that it failed.

    >>> response_of([{"functionResponse": {"name": "ls", "response": {"output": "a"}}}])
    ('a', False)
    """
    if result is None:
        return UNRECORDED, False
    parts = list(result) if is_list(result) else [result]
    responses = [fields(part).get("functionResponse") for part in parts]
    response = fields(responses[0]).get("response") if len(responses) == 1 else None
    if not is_object(response):
        return result, False
    failed = "error" in response
    if len(response) == 1 and response.keys() & {"error", "output"}:
        return next(iter(response.values())), failed
    return response, failed

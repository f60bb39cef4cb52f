"""Cursor sessions: the transcripts of its agents, and `cursor-agent --output-format stream-json`.

A transcript's lines are messages with a role and no type; calls have no ids there, and most of them
no results. A stream tells when a call starts and when it completes, each tool under a key of its
own: `{"shellToolCall": {"args": ..., "result": ...}}`.
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
    is_list,
    is_object,
    items,
    text_of,
)
from toolspec.engine.reading.formats.session_format import SessionFormat
from toolspec.engine.reading.formats.session_log import SessionLog, texts_of
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.usage import tokens_of
from toolspec.engine.trace import UNRECORDED, Place, Unrecorded

_ROLES: Final = frozenset({"assistant", "system", "tool", "user"})
_BESIDE: Final = frozenset(
    {"annotations", "conversation", "id", "message", "metadata", "model", "role", "timestamp"}
)
_STREAM: Final = frozenset({"interaction_query", "result", "system", "thinking", "tool_call"})
_OF_STREAM: Final = frozenset(
    {"call_id", "message", "model_call_id", "session_id", "subtype", "timestamp", "timestamp_ms"}
    | {"text", "tool_call", "type"}
)
_SUFFIX: Final = "ToolCall"
_GOOD: Final = frozenset({"success"})
_BAD: Final = frozenset({"error", "failure", "permissionDenied", "rejected", "timeout"})


class Cursor(SessionFormat):
    """Cursor sessions.

    A step is one message of the agent's in a transcript; in a stream, what it wrote and called
    until the next call completed.
    """

    name = "cursor"
    title = "Cursor session"
    page = FormatPage(
        family="sessions",
        written_by="Cursor's agents and its command line.",
        get="`cursor-agent --output-format stream-json`, or an agent's transcript.",
        unknown=(
            "In transcripts: ids, times, and mostly results, which Cursor does not write there."
        ),
        example="Cut from `large.jsonl` of jazzyalex/agent-sessions, MIT.",
    )
    records = EVERYTHING - {"agents", "tools"}

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is a line of a transcript or of a stream."""
        message, kind = fields(record.get("message")), text_of(record.get("type"))
        if kind is None:
            ours = text_of(record.get("role")) in _ROLES and is_list(message.get("content"))
            return Claim.SURE if ours and "role" not in message else Claim.NO
        if "session_id" not in record or "parent_tool_use_id" in record:
            return Claim.NO
        if kind == "tool_call":
            return Claim.SURE if is_object(record.get("tool_call")) else Claim.NO
        if kind in ("assistant", "user"):
            return Claim.SURE if is_list(message.get("content")) else Claim.NO
        if kind == "system":
            return Claim.SURE if "apiKeySource" in record and "tools" not in record else Claim.NO
        if kind == "result":
            return Claim.MAYBE if "is_error" in record and "num_turns" not in record else Claim.NO
        return Claim.MAYBE if kind in _STREAM and "timestamp_ms" in record else Claim.NO

    def session_of(self, record: Mapping[str, Json]) -> str | None:
        """Return the session that a line of a stream names."""
        return id_of(record.get("session_id"))

    def make(self, id: str | None) -> SessionLog:
        """Return a session to be filled."""
        return _Stream(self.name, id)

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take a line."""
        assert isinstance(session, _Stream), "made by this format"
        if "type" in record:
            session.event(record, text_of(record.get("type")) or "", place)
        else:
            session.line(record, place)


FORMAT = Cursor()


class _Stream(SessionLog):
    """A session; a response is `open` until a call completes or the user speaks."""

    delegating = frozenset({"Agent", "Subagent", "Task", "task"})
    open = False

    def line(self, record: Mapping[str, Json], place: Place) -> None:
        """Take a line of a transcript."""
        role = text_of(record.get("role")) or ""
        message = as_blocks(fields(record.get("message")))
        at_ns = self.seen(instant_ns(record.get("timestamp")))
        step = self.begin() if role == "assistant" else self.latest()
        content = [
            # The calls have no ids that these could be.
            {**fields(part), "tool_use_id": None} if _is_result(part) else part
            for part, _ in items(message.get("content"), place)
        ]
        at = place.at("message")
        if not self.only_results(content, at.at("content"), at_ns):
            self.take({**message, "content": content, "role": role}, at, step=step, at_ns=at_ns)
        self.rest(record, place, _BESIDE)
        for key in ("annotations", "conversation", "metadata"):
            self.aside(record.get(key), place.at(key))

    def event(self, record: Mapping[str, Json], kind: str, place: Place) -> None:
        """Take a line of a stream."""
        at_ns = self.seen(instant_ns(record.get("timestamp_ms", record.get("timestamp"))))
        message = fields(record.get("message"))
        if kind == "assistant":
            text = "".join(text for text, _ in texts_of(message.get("content"), place))
            self.agent_says(text, place, step=self.respond(place, at_ns), at_ns=at_ns)
            self.rest(record, place, _OF_STREAM)
            self.aside(message, place.at("message"))
        elif kind == "user":
            self.open = False
            text = "".join(text for text, _ in texts_of(message.get("content"), place))
            self.user_says(text, place, at_ns=at_ns)
            self.rest(record, place, _OF_STREAM)
            self.aside(message, place.at("message"))
        elif kind == "tool_call":
            self.call(record, place, at_ns)
        elif kind == "result":
            self.dialogue.total = tokens_of(record.get("usage"))
            self.rest(record, place, ("result",))
        elif kind in _STREAM:
            self.aside(record, place)
        else:
            self.strange(record, place, "a line of an unknown type")

    def call(self, record: Mapping[str, Json], place: Place, at_ns: int | None) -> None:
        """Take the start or the end of a call."""
        self.rest(record, place, _OF_STREAM)
        name, called = _called(fields(record.get("tool_call")))
        at, id = place.at("tool_call"), id_of(record.get("call_id"))
        ends = record.get("subtype") == "completed"
        step = self.latest() if ends else self.respond(place, at_ns)
        self.asked(name, called.get("args"), at, id=id, step=step, at_ns=at_ns)
        if ends:
            self.open = False
            output, status = _result(called.get("result"))
            self.answered(output, at, id=id, status=status, at_ns=at_ns)

    def respond(self, place: Place, at_ns: int | None) -> int:
        """Return the step of the response that is open; where none is, another begins."""
        if not self.open:
            self.open = True
            self.agent_says(None, place, step=self.begin(), at_ns=at_ns)
        return self.latest()


def _is_result(part: Json) -> bool:
    return text_of(fields(part).get("type")) == "tool_result"


def _called(written: Mapping[str, Json]) -> tuple[str | None, Mapping[str, Json]]:
    """Return the tool of a call and what is told of the call.

    >>> _called({"readToolCall": {"args": {"path": "a"}}})
    ('read', {'args': {'path': 'a'}})
    """
    for key, value in written.items():
        called = fields(value)
        if key.endswith(_SUFFIX) and is_object(value):
            args = fields(called.get("args"))
            if key == f"mcp{_SUFFIX}" and text_of(args.get("toolName")):
                return text_of(args.get("toolName")), {**called, "args": args.get("args")}
            return key.removesuffix(_SUFFIX), called
        if key == "function" and is_object(value):
            given = {"args": called.get("arguments"), "result": written.get("result")}
            return text_of(called.get("name")), given
    return None, {}


def _result(result: Json) -> tuple[Json | Unrecorded, Status]:
    """Return what a call came to, and whether it failed: the key around the result says so."""
    outcome = fields(result)
    if len(outcome) == 1:
        ((word, inner),) = outcome.items()
        if word in _GOOD:
            alone = is_object(inner) and list(inner) == ["content"]
            return (fields(inner)["content"] if alone else inner), "ok"
        if word in _BAD:
            return inner, "error"
    return (UNRECORDED if result is None else result), None

"""Goose: its session files and exports, and `goose run --output-format stream-json` or `json`.

Source: `Message` and `tool_result_serde` of Goose. A part `toolRequest` holds the call as
`toolCall`, a part `toolResponse` of the same id what came of it; both say whether it went well.
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
    is_list,
    is_object,
    items,
    text_of,
)
from toolspec.engine.reading.formats.session_format import SessionFormat
from toolspec.engine.reading.formats.session_log import SessionLog, texts_of
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.usage import tokens_of
from toolspec.engine.trace import UNRECORDED, Note, Place, Unrecorded

_CALLS: Final = frozenset({"frontendToolRequest", "toolRequest"})
_OF_TOOLS: Final = _CALLS | {"toolResponse"}
_REPEATING: Final = frozenset({"actionRequired", "toolConfirmationRequest"})
_OTHERS: Final = frozenset(
    {"image", "reasoning", "redactedThinking", "systemNotification", "text", "thinking"}
)
_PARTS: Final = _OF_TOOLS | _REPEATING | _OTHERS
_EVENTS: Final = frozenset({"complete", "error", "notification"})
_OF_PART: Final = frozenset(
    {"_meta", "annotations", "id", "metadata", "thoughtSignature", "toolCall", "toolResult", "type"}
)
_OF_CALL: Final = frozenset({"arguments", "error", "name", "status", "value"})
_OF_MESSAGE: Final = frozenset({"content", "created", "id", "metadata", "role"})


class Goose(SessionFormat):
    """Goose sessions. A step is a message of the agent's; in a stream, all of one id."""

    name = "goose"
    title = "Goose session"
    page = FormatPage(
        family="sessions",
        written_by="Goose, up to the versions that keep their sessions in a database.",
        get=(
            "`goose session export --format json`, `goose run --output-format stream-json`, "
            "session files of older versions."
        ),
        unknown=(
            "Sub-agents. A call that Goose could not read never ran. Newer sessions are in an "
            "SQLite database, which is refused: export them."
        ),
        example="Written by hand, as the source of the tool writes it.",
    )
    records = EVERYTHING - {"agents", "tools"}
    under = ("conversation", "messages")

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is the head of a session, a message, or an event of a stream."""
        if "working_dir" in record and record.keys() & {"description", "message_count", "name"}:
            return Claim.SURE
        kind, message = text_of(record.get("type")), record.get("message")
        if kind == "message" and is_object(message):
            return _claim(message)
        if kind == "complete":
            return Claim.MAYBE if "total_tokens" in record else Claim.NO
        if kind in _EVENTS:
            return Claim.MAYBE if record.keys() & {"error", "extension_id"} else Claim.NO
        return _claim(record)

    def make(self, id: str | None) -> SessionLog:
        """Return a session to be filled."""
        return _Session(self.name, id)

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take a record."""
        assert isinstance(session, _Session), "made by this format"
        kind, message = text_of(record.get("type")), record.get("message")
        if "working_dir" in record:
            session.id, session.dialogue.total = id_of(record.get("id")), tokens_of(record)
            session.aside(record, place)
        elif kind == "message" and is_object(message):
            _message(session, message, place.at("message"))
        elif kind in _EVENTS:
            if kind == "complete":
                session.dialogue.total = tokens_of(record)
            session.aside(record, place)
        else:
            _message(session, record, place)

    def head(self, session: SessionLog, head: Mapping[str, Json], place: Place) -> None:
        """Take what an export says beside its messages."""
        session.id = session.id or id_of(head.get("id"))
        session.name = text_of(head.get("name"))
        session.dialogue.total = tokens_of(head) or tokens_of(head.get("metadata"))
        super().head(session, head, place)


FORMAT = Goose()


def _claim(message: Mapping[str, Json]) -> Claim:
    """Tell how sure it is that an object is a message of Goose's."""
    parts = message.get("content")
    if message.get("role") not in ("assistant", "user") or not is_list(parts):
        return Claim.NO
    blocks = [fields(part) for part in parts]
    if any(text_of(part.get("type")) not in _PARTS for part in blocks):
        return Claim.NO
    if any({"toolCall", "toolResult"} & part.keys() for part in blocks):
        return Claim.SURE
    if "userVisible" in fields(message.get("metadata")):
        return Claim.SURE
    return Claim.MAYBE if isinstance(message.get("created"), int) else Claim.NO


class _Session(SessionLog):
    """A session, with the ids of calls that Goose could not read."""

    delegating = frozenset(
        {"delegate", "dynamic_task__create_task", "subagent", "subagent__execute_task"}
    )

    def __init__(self, format: str, id: str | None = None) -> None:
        super().__init__(format, id)
        self.unreadable: set[str | None] = set()


def _message(session: _Session, message: Mapping[str, Json], place: Place) -> None:
    at_ns = session.seen(instant_ns(message.get("created")))
    session.rest(message, place, _OF_MESSAGE)
    content, at = message.get("content"), place.at("content")
    text = "".join(text for text, _ in texts_of(content, at))
    if message.get("role") == "user":
        answers = any(fields(part).get("type") == "toolResponse" for part, _ in items(content, at))
        step = session.latest()
        if text or not answers:
            session.user_says(text, place, at_ns=at_ns)
    else:
        step = session.begin(response=id_of(message.get("id")))
        session.agent_says(text, place, step=step, at_ns=at_ns)
    for part, where in items(content, at):
        _part(session, fields(part), where, step, at_ns)


def _part(
    session: _Session, part: Mapping[str, Json], place: Place, step: int, at_ns: int | None
) -> None:
    kind, id = text_of(part.get("type")) or "", id_of(part.get("id"))
    if kind in _CALLS:
        call = fields(part.get("toolCall"))
        value = fields(call.get("value")) or call
        name = text_of(value.get("name"))
        session.rest(part, place, _OF_PART)
        session.rest(call, place.at("toolCall"), _OF_CALL)
        if value is not call:
            session.rest(value, place.at("toolCall", "value"), _OF_CALL)
        if name is None and "error" in call:
            session.unreadable.add(id)
            text = "a call that Goose could not read, and so never ran"
            session.notes.append(Note(text, place))
        else:
            given = value.get("arguments", {})
            session.asked(name, given, place, id=id, step=step, at_ns=at_ns)
    elif kind == "toolResponse":
        session.rest(part, place, _OF_PART)
        if id in session.unreadable:
            return
        output, status = _result(fields(part.get("toolResult")))
        session.answered(output, place, id=id, status=status, at_ns=at_ns)
    elif kind in _REPEATING:
        session.look_at_history(part, place, kind)
    elif kind == "thinking":
        session.words.think(text_of(part.get("thinking")) or "", place)
    else:
        session.rest(part, place, ("type", "text"))


def _result(outcome: Mapping[str, Json]) -> tuple[Json | Unrecorded, Status]:
    """Return what a tool gave back, and whether that was an error.

    >>> _result({"status": "success", "value": {"content": [], "isError": True}})
    ([], 'error')
    """
    if "error" in outcome:
        return outcome["error"], "error"
    value = outcome.get("value", UNRECORDED)
    status: Status = "ok" if outcome.get("status") == "success" else None
    if is_object(value) and "content" in value:
        return value["content"], "error" if value.get("isError") is True else status
    return value, status

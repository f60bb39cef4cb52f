"""Qwen Code sessions: files in `~/.qwen/projects/*/chats`.

Source: `ChatRecord` of Qwen Code's recording service. A record holds a content of Gemini's; a
result's record has what came of the call as `toolCallResult` too. Where a session was rewound, what
was called before was called all the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim
from toolspec.engine.reading.formats.gemini import is_content
from toolspec.engine.reading.formats.gemini_cli import response_of
from toolspec.engine.reading.formats.messages import (
    Status,
    call_status,
    fields,
    id_of,
    instant_ns,
    is_object,
    items,
    text_of,
)
from toolspec.engine.reading.formats.session_format import SessionFormat
from toolspec.engine.reading.formats.session_log import SessionLog, texts_of
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.usage import tokens_of
from toolspec.engine.trace import UNRECORDED, Place

_KINDS: Final = frozenset({"assistant", "system", "tool_result", "user"})
_HEAD: Final = frozenset({"sessionId", "timestamp", "type", "uuid"})
_KNOWN: Final = frozenset(
    {"agentColor", "agentId", "agentName", "agentRound", "agentRunId", "backgroundTurn"}
    | {"daemonPromptId", "deliveredTurn", "externalInputKind", "forkedFrom", "goalContext"}
    | {"isSidechain", "contextWindowSize", "cwd", "gitBranch", "message", "model"}
    | {"parentUuid", "promptId", "provenance", "subtype", "systemPayload", "toolCallResult"}
    | {"usageMetadata", "version"}
    | _HEAD
)
_HISTORIES: Final = frozenset({"agent_bootstrap", "chat_compression"})
_NOTICES: Final = frozenset({"agent_bootstrap", "cron", "notification"})


class QwenCode(SessionFormat):
    """Qwen Code sessions. A step is a record of the model's."""

    name = "qwen-code"
    title = "Qwen Code session"
    page = FormatPage(
        family="sessions",
        written_by="Qwen Code.",
        get="`~/.qwen/projects/*/chats/*.jsonl`.",
        unknown=(
            "The tools that were offered. What a rewound session called before is called all the "
            "same."
        ),
        example="Written by hand, as the source of the tool writes it.",
    )
    records = EVERYTHING - {"tools"}

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is of a session."""
        if not record.keys() >= _HEAD or text_of(record["type"]) not in _KINDS:
            return Claim.NO
        if record["type"] == "system":
            return Claim.SURE if is_object(record.get("systemPayload")) else Claim.NO
        message = fields(record.get("message"))
        if record["type"] == "tool_result" and "toolCallResult" in record and not message:
            return Claim.SURE
        return Claim.SURE if is_content({**message, "role": "model"}) else Claim.NO

    def make(self, id: str | None) -> SessionLog:
        """Return a session to be filled."""
        return _Session(self.name, id)

    def session_of(self, record: Mapping[str, Json]) -> str | None:
        """Return the session that a record names."""
        return id_of(record.get("sessionId"))

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take a record."""
        at_ns = session.seen(instant_ns(record.get("timestamp")))
        kind, message = text_of(record.get("type")), fields(record.get("message"))
        session.rest(record, place, _KNOWN)
        if kind == "tool_result" and not message:
            _answer(session, record, {}, place, at_ns)
        elif kind not in _KINDS or (kind != "system" and not message):
            session.strange(record, place, "a record of an unknown type")
        elif kind == "system":
            if record.get("subtype") == "chat_compression":
                session.compacted(place)
            if text_of(record.get("subtype")) in _HISTORIES:
                session.look_at_history(record.get("systemPayload"), place, "systemPayload")
            else:
                session.aside(record, place)
        else:
            _message(session, record, message, place.at("message"), at_ns)


FORMAT = QwenCode()


class _Session(SessionLog):
    """A session; some versions write what a sub-agent did into it, others into another file."""

    delegating = frozenset({"agent", "task"})


def _message(
    session: SessionLog,
    record: Mapping[str, Json],
    message: Mapping[str, Json],
    place: Place,
    at_ns: int | None,
) -> None:
    side = id_of(record.get("agentId"))
    agent = text_of(record.get("agentName")) or side
    parts = place.at("parts")
    subtype = text_of(record.get("subtype"))
    by_model = record.get("type") == "assistant"
    step = session.latest(side)
    if by_model:
        step = session.begin(side, response=id_of(record.get("uuid")))
    text = "".join(text for text, _ in texts_of(_spoken(message), parts))
    calls = [part for part in items(message.get("parts"), place, "parts") if _of_call(part[0])]
    if by_model:
        session.agent_says(text, place, step=step, agent=agent, chain=side, at_ns=at_ns)
        tokens = tokens_of(record.get("usageMetadata"))
        if tokens is not None:
            session.dialogue.used(step, tokens, chain=side)
    elif record.get("type") == "user" and side is None and subtype not in _NOTICES:
        session.user_says(text, place, at_ns=at_ns)
    for part, at in calls:
        call = fields(fields(part).get("functionCall"))
        if call:
            name, given = text_of(call.get("name")), call.get("args", {})
            id = call.get("id")
            session.asked(name, given, at, id=id, step=step, agent=agent, at_ns=at_ns)
        else:
            _answer(session, record, part, at, at_ns)
    for part, at in items(message.get("parts"), place, "parts"):
        session.rest(fields(part), at, ("functionCall", "functionResponse", "text", "inlineData"))


def _answer(
    session: SessionLog,
    record: Mapping[str, Json],
    part: Json,
    place: Place,
    at_ns: int | None,
) -> None:
    """Take a tool's response; the record says beside it whether the call failed."""
    answer = fields(fields(part).get("functionResponse"))
    over = fields(record.get("toolCallResult"))
    shown = over.get("resultDisplay")
    beside = {key: value for key, value in over.items() if value is not shown}
    session.look_at_history(beside if isinstance(shown, str) else over, place, "toolCallResult")
    output, failed = response_of([part])
    if not answer:
        output = over.get("resultDisplay", UNRECORDED)
    if over.get("status") == "cancelled":
        return  # it never ran to its end
    status: Status = "error" if failed else call_status(over.get("status"))
    id, name = answer.get("id") or over.get("callId"), text_of(answer.get("name"))
    session.answered(output, place, id=id, name=name, status=status, at_ns=at_ns)


def _spoken(message: Mapping[str, Json]) -> list[Json]:
    """Return the parts of a content that were said, not thought."""
    blocks = [fields(part) for part, _ in items(message.get("parts"), Place())]
    return [dict(part) for part in blocks if part.get("thought") is not True]


def _of_call(part: Json) -> bool:
    block = fields(part)
    return is_object(block.get("functionCall")) or is_object(block.get("functionResponse"))

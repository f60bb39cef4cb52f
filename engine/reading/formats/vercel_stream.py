"""Streams of the Vercel AI SDK: the chunks of a user interface's messages, and `fullStream`.

A chunk a line, a list of them, or the server-sent events of `toUIMessageStreamResponse`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim
from toolspec.engine.reading.formats.messages import fields, id_of, text_of
from toolspec.engine.reading.formats.session_format import SessionFormat
from toolspec.engine.reading.formats.session_log import SessionLog
from toolspec.engine.reading.formats.stream_log import StreamLog
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.usage import tokens_of
from toolspec.engine.trace import UNRECORDED, Place

_OF_CALLS: Final = frozenset(
    {"tool-approval-request", "tool-call", "tool-error", "tool-input-available", "tool-input-delta"}
    | {"tool-input-end", "tool-input-error", "tool-input-start", "tool-output-available"}
    | {"tool-output-denied", "tool-output-error", "tool-result"}
)
_ASIDE: Final = frozenset(
    {"abort", "error", "file", "finish", "finish-step", "message-metadata", "raw"}
    | {"reasoning-delta", "reasoning-end", "reasoning-start", "response-metadata"}
    | {"source", "source-document", "source-url", "start", "start-step", "stream-start"}
    | {"text-delta", "text-end", "text-start"}
)
_ENDS: Final = frozenset({"abort", "finish", "finish-step", "start", "start-step"})
_KNOWN: Final = frozenset(
    {"approvalId", "delta", "dynamic", "error", "errorText", "id", "input", "inputTextDelta"}
    | {"output", "preliminary", "providerExecuted", "text", "title", "toolCallId", "toolName"}
    | {"args", "argsTextDelta", "result", "isError", "type"}
)


class VercelStream(SessionFormat):
    """Chunks of one message after the other. A step begins with what the model writes first."""

    name = "vercel-stream"
    title = "Vercel AI SDK streams"
    page = FormatPage(
        family="streams",
        written_by="The Vercel AI SDK 5 and 6.",
        get=(
            "The chunks of `toUIMessageStream` or `fullStream`, or the body of the response that a "
            "page gets."
        ),
        unknown="What the user said, which is sent and not streamed; times.",
        example="Cut from `react-agent-tool-calling.json` of vercel/ai, Apache-2.0.",
    )
    records = EVERYTHING - {"agents", "times", "tools", "user_messages"}
    needs_sure = True
    looks_at_all = True

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is a chunk."""
        kind = text_of(record.get("type")) or ""
        if "role" in record or "timestamp" in record:
            return Claim.NO
        if kind in _OF_CALLS:
            named = "toolCallId" in record or (kind.startswith("tool-input-") and "id" in record)
            return Claim.SURE if named else Claim.NO
        if kind in ("start-step", "finish-step"):
            return Claim.SURE
        if kind in ("text-delta", "reasoning-delta"):
            is_text = isinstance(record.get("delta", record.get("text")), str)
            return Claim.SURE if is_text and "id" in record else Claim.NO
        return Claim.MAYBE if kind in _ASIDE or kind.startswith("data-") else Claim.NO

    def make(self, id: str | None) -> SessionLog:
        """Return a session to be filled."""
        return StreamLog(self.name, id)

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take a chunk."""
        assert isinstance(session, StreamLog), "made so"
        kind = text_of(record.get("type")) or ""
        if kind in _OF_CALLS:
            session.rest(record, place, _KNOWN)
            _of_call(session, kind, record, place)
        elif kind == "text-delta":
            session.rest(record, place, _KNOWN)
            session.says(record.get("delta", record.get("text")), place)
        elif kind in _ASIDE or kind.startswith("data-"):
            session.rest(record, place, ("type",))
            if kind == "reasoning-delta":
                session.responding()
            elif kind == "text-end":
                session.said_all()
            elif kind in _ENDS:
                usage = record.get("usage")
                if kind == "finish-step" and session.answering:
                    session.said_all()
                    session.dialogue.used(session.latest(), tokens_of(usage))
                session.responded()
                session.id = session.id or id_of(record.get("messageId"))
        else:
            session.strange(record, place, "a chunk of an unknown type")


def _of_call(session: StreamLog, kind: str, record: Mapping[str, Json], place: Place) -> None:
    id, name = record.get("toolCallId", record.get("id")), text_of(record.get("toolName"))
    given = record.get("input", record.get("args", UNRECORDED))
    if kind == "tool-input-start":
        session.said_all()
        session.starts(id, name, place)
    elif kind == "tool-input-delta":
        piece = record.get("inputTextDelta", record.get("delta", record.get("argsTextDelta")))
        session.more(id, piece, place)
    elif kind in ("tool-call", "tool-input-available", "tool-input-error"):
        session.said_all()
        session.starts(id, name, place)
        session.ends(id, given)
        if kind == "tool-input-error":
            session.answered(record.get("errorText", UNRECORDED), place, id=id, status="error")
    elif kind in ("tool-approval-request", "tool-input-end"):
        if kind == "tool-approval-request" and "toolCall" in record:
            session.rest({"toolCall": fields(record["toolCall"])}, place, ())
    else:
        session.ends(id)
        if record.get("preliminary") is True:
            return
        failed = kind in ("tool-error", "tool-output-denied", "tool-output-error")
        output = next((record[key] for key in _RESULTS if key in record), UNRECORDED)
        status = "error" if failed or record.get("isError") is True else "ok"
        session.answered(output, place, id=id, name=name, status=status)


_RESULTS: Final = ("output", "result", "errorText", "error")

FORMAT = VercelStream()

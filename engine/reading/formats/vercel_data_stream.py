"""The data stream of the Vercel AI SDK 3 and 4: the body that `toDataStreamResponse` sends.

Each line is a code, a colon and JSON: `0` is text, `9` a call, `a` a result, `b` and `c` a call in
pieces, `e` the end of a step. A line is a document here, `{"vercel-data-stream": CODE, "value"}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.documents.coded_lines import CODE
from toolspec.engine.reading.format import Claim
from toolspec.engine.reading.formats.messages import fields, id_of, text_of
from toolspec.engine.reading.formats.session_format import SessionFormat
from toolspec.engine.reading.formats.session_log import SessionLog
from toolspec.engine.reading.formats.stream_log import StreamLog
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.usage import tokens_of
from toolspec.engine.trace import UNRECORDED, Place

_KNOWN: Final = frozenset({"args", "argsTextDelta", "result", "toolCallId", "toolName"})


class VercelDataStream(SessionFormat):
    """Lines of one response after the other. A step ends where the stream says so."""

    name = "vercel-data-stream"
    title = "Vercel AI SDK data streams (version 4 and before)"
    page = FormatPage(
        family="streams",
        written_by="The Vercel AI SDK 3 and 4.",
        get=(
            'The body of the response of `toDataStreamResponse`: lines such as `9:{"toolCallId": '
            "...}`."
        ),
        unknown="Failures, times and what the user said: the stream has no place for them.",
        example="Written by hand, as the source of the tool writes it.",
    )
    records = EVERYTHING - {"agents", "status", "times", "tools", "user_messages"}
    needs_sure = True

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is a line of a stream; those of a call are surely one."""
        code, value = record.get(CODE), record.get("value")
        if not isinstance(code, str) or set(record) != {CODE, "value"}:
            return Claim.NO
        sure = "toolCallId" in fields(value) or "finishReason" in fields(value)
        return Claim.SURE if sure or "messageId" in fields(value) else Claim.MAYBE

    def make(self, id: str | None) -> SessionLog:
        """Return a session to be filled."""
        return StreamLog(self.name, id)

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take a line."""
        assert isinstance(session, StreamLog), "made so"
        code, value = text_of(record.get(CODE)) or "", record.get("value")
        part = fields(value)
        id, name = part.get("toolCallId"), text_of(part.get("toolName"))
        if code in ("9", "a", "b", "c"):
            session.rest(part, place, _KNOWN)
        if code == "0":
            session.says(value, place)
        elif code == "g":
            session.responding()
            session.words.think(text_of(value) or "", place)
        elif code == "b":
            session.said_all()
            session.starts(id, name, place)
        elif code == "c":
            session.more(id, part.get("argsTextDelta"), place)
        elif code == "9":
            session.said_all()
            session.starts(id, name, place)
            session.ends(id, part.get("args", UNRECORDED))
        elif code == "a":
            session.ends(id)
            session.answered(part.get("result", UNRECORDED), place, id=id, name=name)
        elif code in ("d", "e", "f"):
            if code == "e" and session.answering:
                session.said_all()
                session.dialogue.used(session.latest(), tokens_of(part.get("usage")))
            session.responded()
            session.id = session.id or id_of(part.get("messageId"))
            session.rest(part, place, ("usage",))
        else:
            session.rest({"value": value}, place, ())


FORMAT = VercelDataStream()

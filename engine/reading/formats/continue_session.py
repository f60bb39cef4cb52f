"""Continue's sessions: `~/.continue/sessions/ID.json`, of its command line and its extensions.

Source: `Session` and `ChatHistoryItem` of Continue. An entry of `history` holds a message of
OpenAI's, in camel case, and beside it the state of each call: whether it is over, and its output.
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

_HEAD: Final = frozenset({"history", "sessionId", "workspaceDirectory"})
_OF_ENTRY: Final = frozenset({"message", "toolCallState", "toolCallStates"})
_OF_MESSAGE: Final = frozenset({"content", "role", "toolCallId", "toolCalls", "usage"})
_OF_CALL: Final = frozenset({"function", "id", "index", "type"})
_OF_FUNCTION: Final = frozenset({"arguments", "name"})
_OF_STATE: Final = frozenset(
    {"output", "parsedArgs", "processedArgs", "status", "tool", "toolCall", "toolCallId"}
)
_OVER: Final[Mapping[str, Status]] = {"done": "ok", "errored": "error"}


class ContinueSession(SessionFormat):
    """Continue's sessions. A step is a message of the assistant's."""

    name = "continue-session"
    title = "Continue session"
    page = FormatPage(
        family="sessions",
        written_by="Continue: its command line `cn`, and its extensions of VS Code and JetBrains.",
        get="`~/.continue/sessions/*.json`.",
        unknown="Times; calls of sub-agents; a call that the user cancelled never ran.",
        example="Cut from a run of Continue's command line 1.5.47 with a scripted model.",
    )
    records = EVERYTHING - {"agents", "times", "tools"}
    under = ("history",)

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is a session."""
        if not is_object(document) or not document.keys() >= _HEAD:
            return Claim.NO
        history = document["history"]
        if not is_list(history):
            return Claim.NO
        return Claim.SURE if all("message" in fields(entry) for entry in history) else Claim.NO

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell that no entry comes without its session."""
        return Claim.NO

    def session_of(self, record: Mapping[str, Json]) -> str | None:
        """Return the session that a file is of."""
        return id_of(record.get("sessionId"))

    def head(self, session: SessionLog, head: Mapping[str, Json], place: Place) -> None:
        """Take what a session says beside its messages."""
        session.name = text_of(head.get("title"))
        super().head(session, head, place)

    def make(self, id: str | None) -> SessionLog:
        """Return a session to be filled."""
        return _Session(self.name, id)

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take an entry of the history."""
        assert isinstance(session, _Session), "made by this format"
        message, at = fields(record.get("message")), place.at("message")
        role, content = text_of(message.get("role")), message.get("content")
        session.rest(record, place, _OF_ENTRY)
        session.rest(message, at, _OF_MESSAGE)
        if role == "assistant":
            step = session.begin()
            text = "".join(text for text, _ in texts_of(content, at.at("content")))
            session.agent_says(text, at, step=step)
            session.dialogue.used(step, tokens_of(message.get("usage")))
            session.calls(message.get("toolCalls"), at.at("toolCalls"), step)
        elif role == "tool":
            if message.get("toolCallId") not in session.told:
                session.answered(content, at, id=message.get("toolCallId"))
        elif role == "user":
            text = "".join(text for text, _ in texts_of(content, at.at("content")))
            session.user_says(text, at)
        elif role == "thinking":
            session.words.think(text_of(content) or "", at)
        elif role != "system":
            session.strange(record, place, "a message of an unknown role")
        states = record.get("toolCallStates")
        for state, where in items(states, place, "toolCallStates"):
            session.state(fields(state), where)
        if not is_list(states) and is_object(record.get("toolCallState")):
            session.state(fields(record["toolCallState"]), place.at("toolCallState"))


FORMAT = ContinueSession()


class _Session(SessionLog):
    """A session; `told` are the calls of which the state beside a message has the result."""

    def __init__(self, format: str, id: str | None = None) -> None:
        super().__init__(format, id)
        self.told: set[Json] = set()

    def calls(self, calls: Json, place: Place, step: int) -> None:
        """Take the calls of a message."""
        for item, at in items(calls, place):
            call = fields(item)
            function = fields(call.get("function"))
            self.rest(call, at, _OF_CALL)
            self.rest(function, at.at("function"), _OF_FUNCTION)
            name, given = text_of(function.get("name")), function.get("arguments", UNRECORDED)
            self.asked(name, given, at, id=call.get("id"), step=step)

    def state(self, state: Mapping[str, Json], place: Place) -> None:
        """Take how far a call came, and what it gave back."""
        self.rest(state, place, _OF_STATE)
        self.look_at_history(state.get("toolCall"), place, "toolCall")
        status = text_of(state.get("status")) or ""
        if status in _OVER:
            id = id_of(state.get("toolCallId"))
            self.told.add(id)
            output = _output(state.get("output", UNRECORDED))
            self.answered(output, place, id=id, status=_OVER[status])


def _output(output: Json | Unrecorded) -> Json | Unrecorded:
    """Return what a call gave back: the text, where it is all in one item.

    >>> _output([{"name": "Tool Result", "content": "a.txt"}])
    'a.txt'
    """
    if not is_list(output) or len(output) != 1:
        return output
    return fields(output[0]).get("content", output)

"""Events of a session of Claude Managed Agents: what the agent did, and what it was told.

One event a line or a list of them, as the API gives them; or as a recording of the client has
them, each after the name of the method that got it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim, Document, TraceError
from toolspec.engine.reading.formats.messages import (
    Status,
    fields,
    id_of,
    instant_ns,
    is_list,
    items,
    text_of,
    without_words,
)
from toolspec.engine.reading.formats.session_format import SessionFormat
from toolspec.engine.reading.formats.session_log import SessionLog, texts_of
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.usage import tokens_of
from toolspec.engine.trace import UNRECORDED, Note, Place, Trace

_USES: Final = frozenset({"agent.custom_tool_use", "agent.mcp_tool_use", "agent.tool_use"})
_RESULTS: Final = frozenset(
    {"agent.mcp_tool_result", "agent.tool_result", "user.custom_tool_result", "user.tool_result"}
)
_RESULT_IDS: Final = ("tool_use_id", "mcp_tool_use_id", "custom_tool_use_id")
_OF_EVENT: Final = frozenset(
    {"content", "evaluated_permission", "id", "input", "is_error", "mcp_server_name", "name"}
    | {"processed_at", "session_thread_id", "type", *_RESULT_IDS}
)
_ASIDE: Final = ("agent.", "session.", "span.", "system.", "user.")
_CONFIRMED: Final = ("user.tool_confirmation",)
_SENT: Final = "sent by the client"
_METHOD: Final = "client.beta.sessions."


class _Session(SessionLog):
    """A session; `answering` while the model's response goes on."""

    answering = False


class ManagedAgents(SessionFormat):
    """Events of one session. A step is one request to the model."""

    name = "claude-managed-agents"
    title = "Claude Managed Agents events"
    page = FormatPage(
        family="sessions",
        written_by="Anthropic's API for Claude Managed Agents.",
        get=(
            "The events of a session, from the API's list or stream: "
            "`client.beta.sessions.events.list(ID)`."
        ),
        unknown="Which agent of several made a call; the tools that were offered.",
        example=(
            "Cut from `anthropic_managed_builtin_tools.jsonl` of langchain-ai/langsmith-sdk, MIT."
        ),
    )
    records = EVERYTHING - {"agents", "tools"}
    needs_sure = True
    under = ("data", "events")

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is an event."""
        kind = text_of(record.get("type")) or ""
        if kind in _USES:
            return Claim.SURE if {"id", "name", "input"} <= record.keys() else Claim.NO
        if kind in _RESULTS or kind.startswith("span.model_request_"):
            return Claim.SURE if "id" in record or "content" in record else Claim.NO
        dotted = kind.startswith(_ASIDE) and {"id", "processed_at"} <= record.keys()
        return Claim.MAYBE if dotted else Claim.NO

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is an event, a list of them, or a recorded request."""
        if is_list(document) and len(document) == 2 and isinstance(document[0], str):
            return Claim.SURE if document[0].startswith(_METHOD) else Claim.NO
        return super().claim(document)

    def read(
        self, documents: Iterable[Document], notes: list[Note]
    ) -> Iterator[Trace | TraceError]:
        """Yield the session."""
        yield from super().read(list(_events(documents)), notes)

    def make(self, id: str | None) -> SessionLog:
        """Return a session to be filled."""
        return _Session(self.name, id)

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take an event."""
        assert isinstance(session, _Session), "made so"
        kind = text_of(record.get("type")) or ""
        at_ns = session.seen(instant_ns(record.get("processed_at")))
        agent = id_of(record.get("session_thread_id"))
        if kind in _USES:
            session.rest(record, place, _OF_EVENT)
            more = {"id": record.get("id"), "agent": agent, "at_ns": at_ns}
            name, step = text_of(record.get("name")), _step(session)
            session.asked(name, record.get("input"), place, step=step, **more)  # type: ignore[arg-type]
        elif kind in _RESULTS:
            session.rest(record, place, _OF_EVENT)
            failed = record.get("is_error")
            status: Status = "error" if failed is True else "ok" if failed is False else None
            id = next((record[key] for key in _RESULT_IDS if key in record), None)
            told_result = record.get("content", UNRECORDED)
            session.answered(told_result, place, id=id, status=status, at_ns=at_ns)
            session.answering = False
        elif kind == "span.model_request_start":
            session.answering = True
            session.agent_says(None, place, step=session.begin(), at_ns=at_ns)
        elif kind == "span.model_request_end":
            session.dialogue.used(session.latest(), tokens_of(record.get("model_usage")))
            session.aside(record, place)
        elif kind in ("agent.message", "user.message"):
            session.rest(record, place, _OF_EVENT)
            content = record.get("content")
            asked = kind == "user.message"
            session.rest({"content": without_words(content) if asked else content}, place, ())
            text = "".join(text for text, _ in texts_of(content, place.at("content")))
            if kind == "user.message":
                session.user_says(text, place, at_ns=at_ns)
                session.answering = False
            else:
                session.agent_says(text, place, step=_step(session), at_ns=at_ns)
        elif kind in ("session", _SENT):
            session.id = session.id or id_of(record.get("id"))
            for key, value in record.items():
                session.look_at_history(value, place, key)
        elif "compact" in kind:
            session.compacted(place)
        elif kind.startswith(_ASIDE) and kind.rpartition("_")[2] not in ("use", "result"):
            session.aside(record, place)
        else:
            session.strange(record, place, "an event of an unknown type")


def _step(session: _Session) -> int:
    """Return the step of what the agent did; what follows a result is of another response."""
    if not session.answering:
        session.begin()
        session.answering = True
    return session.latest()


def _events(documents: Iterable[Document]) -> Iterator[Document]:
    """Yield the events, out of what a recording of the client has around them."""
    for value, place in documents:
        if not (is_list(value) and len(value) == 2 and isinstance(value[0], str)):
            yield Document(value, place)
        elif value[0] == f"{_METHOD}events.send" and is_list(value[1]):
            # What was sent comes again in the stream.
            for sent, at in items(value[1], place, 1):
                events = fields(sent).get("events")
                if is_list(events):
                    sent = [
                        event for event in events if fields(event).get("type") not in _CONFIRMED
                    ]
                yield Document({"type": _SENT, "sent": sent}, at)
        else:
            yield Document(value[1], place.at(1))


FORMAT = ManagedAgents()

"""opencode: `opencode export`, `opencode run --format json`, its server's messages and events.

Source: `MessageV2` of opencode. A message is `{"info", "parts"}`; a part of the type `tool` is a
call with its `state`, and is written again as that goes on: the last one counts. The files of its
storage hold one part or one message each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.format import Claim, TraceError
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
from toolspec.engine.reading.formats.session_log import SessionLog
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.usage import number
from toolspec.engine.trace import UNRECORDED, Place, Trace

_OF_PART: Final = frozenset({"messageID", "sessionID", "type"})
_RUN: Final = frozenset({"error", "reasoning", "step_finish", "step_start", "text", "tool_use"})
_KNOWN: Final = frozenset(
    {"callID", "id", "messageID", "metadata", "sessionID", "state", "text", "time", "tool", "type"}
)
_OF_STATE: Final = frozenset(
    {"attachments", "error", "input", "metadata", "output", "raw", "status", "time", "title"}
)
_OF_CALL: Final = ("type", "callID", "tool")
_SPOKEN: Final = ("compaction", "reasoning", "step-finish", "step-start", "text")
_AROUND: Final = frozenset(
    {"directory", "id", "info", "part", "parts", "payload", "properties", "sessionID", "timestamp"}
    | {"type"}
)
_OVER: Final[Mapping[str, Status]] = {"completed": "ok", "error": "error"}


class OpenCode(SessionFormat):
    """opencode sessions. A step is a step of a message, or the message where it has none."""

    name = "opencode"
    title = "opencode session"
    page = FormatPage(
        family="sessions",
        written_by="opencode (`MessageV2`).",
        get=(
            "`opencode export SESSION`, `opencode run --format json`, messages and events of its "
            "server."
        ),
        unknown=(
            "Calls of sub-agents, which have a session of their own; in `run` what the user said. "
            "One file of its storage alone leaves every rule `unknown`."
        ),
        example="Written by hand, as the source of the tool writes it.",
    )
    records = EVERYTHING - {"agents", "tools"}
    under = ("messages",)
    needs_sure = True

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is an export, a message, a part, or an event."""
        if is_object(document) and is_list(document.get("messages")):
            info = fields(document.get("info"))
            if "directory" in info and not document["messages"]:
                return Claim.SURE
        return super().claim(document)

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is a message with its parts, a part, or an event about one."""
        if _part_of(record) is not None or _info_of(record) is not None:
            return Claim.SURE
        kind = text_of(record.get("type")) or ""
        named = kind in _RUN and {"sessionID", "timestamp"} <= record.keys()
        payload = fields(record.get("payload")) or record
        event = "." in (text_of(payload.get("type")) or "") and is_object(payload.get("properties"))
        return Claim.MAYBE if named or event else Claim.NO

    def make(self, id: str | None) -> SessionLog:
        """Return a session to be filled."""
        return _Session(self.name, id)

    def session_of(self, record: Mapping[str, Json]) -> str | None:
        """Return the session that a record names."""
        part, info = _part_of(record), _info_of(record)
        source = part if part is not None else info if info is not None else record
        return id_of(source.get("sessionID"))

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Take a record."""
        assert isinstance(session, _Session), "made by this format"
        part, info = _part_of(record), _info_of(record)
        if part is not record:
            session.rest(record, place, _AROUND)
        if info is not None:
            message = id_of(info.get("id")) or ""
            session.infos[message] = info
            if "parts" in record:
                session.heard.add(message)
                if not is_list(record["parts"]):
                    session.look_at({"parts": record["parts"]}, place, "")
            for item, at in items(record.get("parts"), place, "parts"):
                if is_object(item):
                    session.keep(item, at, message)
                else:
                    session.strange(item, at, "a part that is none")
            session.aside(info, place)
        elif part is not None:
            session.keep(part, place, id_of(part.get("messageID")) or "")
            session.alone += part is record
        elif {"callID", "tool"} & _opened(record).keys():
            session.keep(_opened(record), place, id_of(_opened(record).get("messageID")) or "")
        else:
            session.aside(record, place)

    def head(self, session: SessionLog, head: Mapping[str, Json], place: Place) -> None:
        """Take what an export says beside its messages."""
        info = fields(head.get("info"))
        session.id = session.id or id_of(info.get("id"))
        session.name = text_of(info.get("title"))
        super().head(session, head, place)

    def finish(self, session: SessionLog) -> Trace | TraceError:
        """Return the trace."""
        assert isinstance(session, _Session), "made by this format"
        session.tell()
        return session.trace()


FORMAT = OpenCode()


def _opened(record: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return what an event is about; any other record is about itself."""
    inner = fields(record.get("payload")) or record
    return fields(inner.get("properties")) or inner


def _part_of(record: Mapping[str, Json]) -> Mapping[str, Json] | None:
    """Return the part that a record is or tells of."""
    opened = _opened(record)
    part = fields(opened.get("part")) or opened
    return part if part.keys() >= _OF_PART else None


def _info_of(record: Mapping[str, Json]) -> Mapping[str, Json] | None:
    """Return what a record says of a message."""
    opened = _opened(record)
    info = fields(opened.get("info")) or opened
    named = {"id", "sessionID"} <= info.keys() and info.get("role") in ("assistant", "user")
    return info if named and is_object(info.get("time")) else None


class _Session(SessionLog):
    """A session: its messages and parts by their ids, in the order they came first."""

    delegating = frozenset({"task"})

    def __init__(self, format: str, id: str | None = None) -> None:
        super().__init__(format, id)
        self.infos: dict[str, Mapping[str, Json]] = {}
        self.parts: dict[str, tuple[Mapping[str, Json], Place, str]] = {}
        self.heard: set[str] = set()
        self.begun: set[str] = set()
        self.alone = 0

    def keep(self, part: Mapping[str, Json], place: Place, message: str) -> None:
        """Keep a part; where it came before, it stays where it was first.

        One of another call, or none, is not that part once more.
        """
        id = id_of(part.get("id")) or f"{message} {len(self.parts)}"
        if id in self.parts:
            before, first, _ = self.parts[id]
            if all(before.get(key) == part.get(key) for key in _OF_CALL):
                place = first
            else:
                id = f"{id} {len(self.parts)}"
        self.parts[id] = (part, place, message)

    def tell(self) -> None:
        """Take all parts, now that each is as it was last."""
        begun: str | None = None
        for part, place, message in self.parts.values():
            info = self.infos.get(message, {})
            kind, at_ns = text_of(part.get("type")) or "", _time(part, info)
            if info.get("role") == "user":
                self._by_user(part, kind, message, place, at_ns)
                continue
            if kind == "compaction":
                self.compacted(place)
                continue
            if message != begun or (kind == "step-start" and message in self.begun):
                self.agent_says(None, place, step=self.begin(), at_ns=at_ns)
                if info and message != begun:
                    self.dialogue.used(self.latest(), _tokens(info.get("tokens")))
                begun = message
            if kind != "step-start":
                self.begun.add(message)
            self._by_agent(part, kind, place, at_ns)
        with_parts = {message for _, _, message in self.parts.values()} | self.heard
        missing = next((id for id in self.infos if id not in with_parts), None)
        if missing is not None or self.alone == 1:
            place = next((at for _, at, _ in self.parts.values()), Place(1))
            hint = "check what `opencode export SESSION` writes"
            self.gap("the other parts of the session are in files of their own", place, hint)

    def _by_user(
        self, part: Mapping[str, Json], kind: str, message: str, place: Place, at_ns: int | None
    ) -> None:
        if kind == "compaction":
            self.compacted(place)
        elif kind == "text" and part.get("synthetic") is not True:
            self.user_says(text_of(part.get("text")), place, at_ns=at_ns)
        elif "tool" in part:
            self._call(part, place, self.latest())
        self.rest(part, place, _KNOWN)

    def _by_agent(
        self, part: Mapping[str, Json], kind: str, place: Place, at_ns: int | None
    ) -> None:
        self.rest(part, place, _KNOWN)
        step = self.latest()
        if kind == "tool" or (kind not in _SPOKEN and "tool" in part):
            self._call(part, place, step)
        elif kind == "text":
            self.agent_says(text_of(part.get("text")), place, step=step, at_ns=at_ns)
        elif kind == "reasoning":
            self.words.think(text_of(part.get("text")) or "", place)
        elif kind == "step-finish":
            self.dialogue.used(step, _tokens(part.get("tokens")))

    def _call(self, part: Mapping[str, Json], place: Place, step: int) -> None:
        id, name, state = id_of(part.get("callID")), text_of(part.get("tool")), part.get("state")
        details = fields(state)
        self.rest(details, place.at("state"), _OF_STATE)
        time = fields(details.get("time"))
        start_ns, end_ns = instant_ns(time.get("start")), instant_ns(time.get("end"))
        given = details.get("input", UNRECORDED)
        if details.get("status") == "pending" and not given:
            given = details.get("raw") or UNRECORDED  # what the model wrote of it so far
        self.asked(name, given, place, id=id, step=step, at_ns=start_ns)
        status = text_of(details.get("status")) or ""
        if status in _OVER:
            failed = fields(details.get("metadata")).get("exit")
            over: Status = "error" if type(failed) is int and failed else _OVER[status]
            output = details.get("output", details.get("error", UNRECORDED))
            self.answered(output, place, id=id, status=over, at_ns=end_ns)


def _time(part: Mapping[str, Json], info: Mapping[str, Json]) -> int | None:
    """Return when a part began; that its message began where it does not say so."""
    time = fields(part.get("time"))
    return instant_ns(time.get("start", fields(info.get("time")).get("created")))


def _tokens(counted: Json) -> int | None:
    """Return how many tokens a step took, those from the cache included.

    >>> _tokens({"input": 5, "output": 2, "reasoning": 1, "cache": {"read": 10, "write": 0}})
    18
    """
    usage = fields(counted)
    total = number(usage.get("total"))
    if total is not None:
        return total
    cache = fields(usage.get("cache"))
    counts = [number(usage.get(key)) for key in ("input", "output", "reasoning")]
    counts += [number(cache.get(key)) for key in ("read", "write")]
    known = [count for count in counts if count is not None]
    return sum(known) if known else None

"""Antigravity's transcripts: `brain/*/.system_generated/logs/transcript_full.jsonl`.

Source: programs that read these files, and the files that they are tested with. A line is a step,
written when it is over, so that steps are sorted by their number first. No call has an id: the
results that follow a response of the model are of its calls, in their order.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json, read_json
from toolspec.engine.reading.format import Claim, TraceError
from toolspec.engine.reading.formats.messages import (
    Status,
    fields,
    instant_ns,
    is_list,
    is_object,
    items,
    text_of,
)
from toolspec.engine.reading.formats.session_format import SessionFormat
from toolspec.engine.reading.formats.session_log import SessionLog
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.trace import UNRECORDED, Place, Result, Trace

_HEAD: Final = frozenset({"source", "status", "step_index", "type"})
_KNOWN: Final = _HEAD | {"content", "created_at", "thinking", "tool_calls", "truncated_fields"}
_FAILED: Final = frozenset({"CANCELED", "CANCELLED", "ERROR", "FAILED"})
_REQUEST: Final = ("<USER_REQUEST>", "</USER_REQUEST>")
_AT_BEGINNING: Final = "{{ CHECKPOINT 0 }}"
"""What the checkpoint says that every conversation has, though nothing was left out yet."""

_TIMES: Final = re.compile(r"Created At: (\S+)\nCompleted At: (\S+)\n").match
"""What is written before a result."""


class Antigravity(SessionFormat):
    """Antigravity transcripts. A step is one response of the model."""

    name = "antigravity"
    title = "Antigravity transcript"
    page = FormatPage(
        family="sessions",
        written_by="Google's Antigravity.",
        get="`~/.gemini/antigravity*/brain/*/.system_generated/logs/transcript_full.jsonl`.",
        unknown=(
            "Ids and tokens, which are not written; which of several calls a result is of, where "
            "one has none; long texts that it cut, in `transcript.jsonl` more than in "
            "`transcript_full.jsonl`; calls of sub-agents, which have a transcript of their own."
        ),
        example="Written by hand, as the source of the tool writes it.",
    )
    records = EVERYTHING - {"agents", "status", "tokens", "tools"}

    def record_claim(self, record: Mapping[str, Json]) -> Claim:
        """Tell whether a record is a step of a conversation."""
        is_step = record.keys() >= _HEAD and type(record["step_index"]) is int
        return Claim.SURE if is_step and text_of(record["source"]) else Claim.NO

    def make(self, id: str | None) -> SessionLog:
        """Return a session to be filled."""
        return _Session(self.name, id)

    def take(self, session: SessionLog, record: Mapping[str, Json], place: Place) -> None:
        """Keep a step until all are there."""
        assert isinstance(session, _Session), "made here"
        session.records.append((record, place))

    def finish(self, session: SessionLog) -> Trace | TraceError:
        """Take the steps in their order, and return the trace."""
        assert isinstance(session, _Session), "made here"
        session.records.sort(key=_number)
        first = session.records[0]
        if _number(first) > 0:
            text = "the transcript begins after its first step"
            session.gap(text, first[1], "give `transcript_full.jsonl`")
        for record, place in session.records:
            _take(session, record, place)
        session.count_results()
        return session.trace()


FORMAT = Antigravity()


class _Session(SessionLog):
    """The steps of one conversation; sub-agents have transcripts of their own."""

    delegating = frozenset({"invoke_subagent"})

    def __init__(self, format: str, id: str | None) -> None:
        super().__init__(format, id)
        self.records: list[tuple[Mapping[str, Json], Place]] = []
        self.asked_last: list[tuple[str, Place]] = []
        self.results = 0

    def count_results(self) -> None:
        """Leave open which of a response's calls its results are of, where some are missing."""
        if 0 < self.results < len(self.asked_last):
            for name, place in self.asked_last:
                self.gap("which of several calls a result is of is not told", place, tool=name)
        self.asked_last, self.results = [], 0


def _number(step: tuple[Mapping[str, Json], Place]) -> int:
    number = step[0].get("step_index")
    return number if isinstance(number, int) else 0


def _take(session: _Session, record: Mapping[str, Json], place: Place) -> None:
    at_ns = session.seen(instant_ns(record.get("created_at")))
    source, kind = text_of(record.get("source")), text_of(record.get("type")) or ""
    by_model = source == "MODEL" and kind == "PLANNER_RESPONSE"
    session.rest(record, place, _KNOWN if by_model else _KNOWN - {"tool_calls"})
    content = text_of(record.get("content"))
    if by_model:
        session.count_results()
        step = session.begin()
        session.agent_says(content, place, step=step, at_ns=at_ns)
        _ask(session, record, step, place, at_ns)
    elif source == "MODEL":
        session.results += 1
        _answer(session, record, content or "", place, at_ns)
    elif kind == "USER_INPUT":
        session.user_says(_requested(content or ""), place, at_ns=at_ns)
    elif kind == "CHECKPOINT" and _AT_BEGINNING not in (content or ""):
        session.compacted(place)


def _answer(
    session: _Session, record: Mapping[str, Json], content: str, place: Place, at_ns: int | None
) -> None:
    status: Status = "error" if record.get("status") in _FAILED else None
    times = _TIMES(content)
    if times is not None:
        at_ns = instant_ns(times[2]) or at_ns
    output: Json | Result = record.get("content")
    if times is not None:
        output = Result(content[times.end() :], envelope=content)
    answer = UNRECORDED if _is_cut(record, "content") else output
    session.answered(answer, place, status=status, at_ns=at_ns)


def _is_cut(record: Mapping[str, Json], key: str) -> bool:
    """Tell whether the program left a part of a field out, as it does of long ones."""
    cut = record.get("truncated_fields")
    return is_list(cut) and key in cut


def _ask(
    session: _Session, record: Mapping[str, Json], step: int, place: Place, at_ns: int | None
) -> None:
    calls = record.get("tool_calls")
    if calls and not is_list(calls):
        session.rest({"tool_calls": calls}, place, ())
    cut = _is_cut(record, "tool_calls")
    for item, at in items(calls, place, "tool_calls"):
        call = fields(item)
        session.rest(call, at, ("args", "name"))
        name, given = text_of(call.get("name")), call.get("args")
        session.asked(name, UNRECORDED if cut else _plain(given), at, step=step, at_ns=at_ns)
        session.asked_last.append((name or "", at))


def _plain(given: Json) -> Json:
    r"""Return arguments of which every one was written as JSON text as what they are.

    >>> _plain({"Path": '"/tmp"', "Wait": "100"}), _plain({"Path": '"/tmp"', "Query": "package"})
    ({'Path': '/tmp', 'Wait': 100}, {'Path': '"/tmp"', 'Query': 'package'})
    """
    if not is_object(given) or not any(_is_quoted(value) for value in given.values()):
        return given
    plain: dict[str, Json] = {}
    with suppress(TypeError, ValueError, RecursionError):
        for key, value in given.items():
            plain[key] = read_json(value)  # type: ignore[arg-type]
        return plain
    return given


def _is_quoted(value: Json) -> bool:
    return isinstance(value, str) and len(value) > 1 and value[0] == value[-1] == '"'


def _requested(content: str) -> str:
    """Return what the user wrote, without what the program put around it."""
    before, opened, rest = content.partition(_REQUEST[0])
    inside, closed, _ = rest.rpartition(_REQUEST[1])
    return inside.strip() if opened and closed and not before.strip() else content

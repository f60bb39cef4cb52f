"""Make the data of a timeline from a trace and a rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from toolspec.engine.dialogue import Message
from toolspec.engine.result import Unrecorded
from toolspec.engine.rule import Rule
from toolspec.engine.telling.timeline.picture import (
    VERSION,
    CallRow,
    MessageRow,
    Row,
    RulePicture,
    Timeline,
)
from toolspec.engine.telling.timeline.rule_marks import Marks, marks_of
from toolspec.engine.telling.timeline.words import NAME_MAX, arguments_text, on_one_line, value_text
from toolspec.engine.text.lasting import lasting
from toolspec.engine.trace import Trace
from toolspec.engine.verdict import SHOWN, Shown

CALLS_MAX: Final = 5000
"""Calls that are drawn: the first ones, and after them those that a rule marks."""

MARKED_MAX: Final = 1000
"""Calls after the first ones that are drawn because a rule marks them."""

MISSING_MAX: Final = 200
"""Entries without a call that are drawn."""

MS_NS: Final = 1_000_000

Places = Sequence[tuple[int, int]]
"""The line and column of each call in its file, from 1; (0, 0) for a call without."""


def timeline(
    trace: Trace, rule: Rule | None = None, *, shown: Shown = SHOWN, places: Places = ()
) -> Timeline:
    """Return the picture of a trace, coloured by a rule where one is given."""
    picture: RulePicture | None = None
    marks = Marks()
    if rule is not None:
        picture, marks = marks_of(rule, trace, shown)
    length = None
    if trace.start_ns is not None and trace.end_ns is not None:
        length = max(0, trace.end_ns - trace.start_ns)
    agents = dict.fromkeys(call.agent for call in trace.calls if call.agent is not None)
    return {
        "version": VERSION,
        "id": _name(trace.id),
        "name": _name(trace.name),
        "path": trace.path,
        "format": trace.format,
        "calls": len(trace.calls),
        "steps": trace.steps,
        "turns": trace.turns,
        "duration": None if length is None else length / MS_NS,
        "took": None if length is None else lasting(length),
        "agents": [on_one_line(agent, NAME_MAX) for agent in list(agents)[:NAME_MAX]],
        "rule": picture,
        "rows": list(_Rows(trace, shown, places, marks, picture).in_order()),
    }


class _Rows:
    """The rows of a picture, in the order of the trace."""

    def __init__(
        self,
        trace: Trace,
        shown: Shown,
        places: Places,
        marks: Marks,
        picture: RulePicture | None,
    ) -> None:
        self.trace, self.shown, self.places, self.marks = trace, shown, places, marks
        self.expected = picture["expected"] if picture is not None else []
        starts = [call.start_ns for call in trace.calls if call.start_ns is not None]
        self.begin = trace.start_ns if trace.start_ns is not None else min(starts, default=0)

    def in_order(self) -> Iterator[Row]:
        """Yield the rows: of calls, messages between them, and entries that found none."""
        missing = _by_place(sorted(self.marks.missing)[:MISSING_MAX])
        messages = _messages_by_place(self.trace.messages)
        left_out = 0
        drawn = self._drawn()
        for at in range(len(self.trace.calls) + 1):
            if at in drawn or at in missing or at == len(self.trace.calls):
                if left_out:
                    yield {"row": "left_out", "calls": left_out}
                    left_out = 0
                for entry, of in missing.get(at, ()):
                    text = self.expected[entry] if entry < len(self.expected) else ""
                    yield {"row": "missing", "entry": entry, "text": text, "of": of}
            if at in drawn or (at == len(self.trace.calls) and at <= CALLS_MAX):
                yield from (self._message(message) for message in messages.get(at, ()))
            if at in drawn:
                yield self._call(at)
            elif at < len(self.trace.calls):
                left_out += 1

    def _drawn(self) -> frozenset[int]:
        count = len(self.trace.calls)
        marked = [at for at in sorted(self.marks.parts) if at >= CALLS_MAX]
        return frozenset([*range(min(count, CALLS_MAX)), *marked[:MARKED_MAX]])

    def _call(self, at: int) -> CallRow:
        call, marks, turns = self.trace.calls[at], self.marks, self.trace.call_turns
        line, column = self.places[at] if at < len(self.places) else (call.place.line, 0)
        start, end = self._ms(call.start_ns), self._ms(call.end_ns)
        took = None
        if call.start_ns is not None and call.end_ns is not None:
            took = lasting(max(0, call.end_ns - call.start_ns))
        result = None
        if not isinstance(call.result, Unrecorded):
            result = value_text(call.result.recorded, self.shown)
        return {
            "row": "call",
            "call": at,
            "tool": on_one_line(call.name, NAME_MAX),
            "step": call.step,
            "turn": turns[at] if at < len(turns) else None,
            "agent": _name(call.agent),
            "status": call.status,
            "completed": call.completed,
            "arguments": arguments_text(call.arguments, self.shown),
            "result": result,
            "start": start,
            "end": end,
            "took": took,
            "line": line or None,
            "column": column or None,
            "part": marks.parts.get(at, ""),
            "why": marks.why.get(at, ""),
            "entries": sorted(set(marks.entries.get(at, ()))),
            "within": marks.within.get(at, []),
        }

    def _ms(self, time_ns: int | None) -> float | None:
        return None if time_ns is None else (time_ns - self.begin) / MS_NS

    def _message(self, message: Message) -> MessageRow:
        text: str | None = None
        if isinstance(message.text, str):
            text = on_one_line(message.text) if self.shown.values else self.shown.short("")
        return {
            "row": "message",
            "role": message.role,
            "text": text,
            "step": message.step,
            "turn": message.turn,
            "agent": _name(message.agent),
        }


def _name(name: str | None) -> str | None:
    return None if name is None else on_one_line(name, NAME_MAX)


def _by_place(missing: Sequence[tuple[int, int, int]]) -> Mapping[int, list[tuple[int, int]]]:
    places: dict[int, list[tuple[int, int]]] = {}
    for before, entry, of in missing:
        places.setdefault(before, []).append((entry, of))
    return places


def _messages_by_place(messages: Sequence[Message]) -> Mapping[int, list[Message]]:
    """Return the messages before each call; responses without text say nothing."""
    places: dict[int, list[Message]] = {}
    for message in messages:
        if message.text is not None or message.role == "user":
            places.setdefault(message.before, []).append(message)
    return places

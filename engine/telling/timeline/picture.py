"""The data of a timeline: one JSON object, from which editors, terminal and pages all draw.

All texts in it are on one line, cut, and without characters that cannot be seen. They are text:
who draws them escapes them for where they are drawn.
"""

from __future__ import annotations

from typing import Literal, TypedDict

from toolspec.engine.kinds.drawing import CallPart

VERSION = 1
"""The number that changes where a reader of the data would have to."""


class CallRow(TypedDict):
    """A call.

    `call` is its index from 0, `step` and `turn` too. `start` and `end` are milliseconds from the
    trace's beginning, `took` its length in words; None where they are not recorded. `result` and
    `arguments` are None where they are not recorded. `part` is what the rule made of the call, ""
    where nothing, and `why` says it in words. `entries` are the rule's entries that took it, and
    `within` the parts of the trace, by their index, that it belongs to.
    """

    row: Literal["call"]
    call: int
    tool: str
    step: int | None
    turn: int | None
    agent: str | None
    status: str | None
    completed: bool | None
    arguments: str | None
    result: str | None
    start: float | None
    end: float | None
    took: str | None
    line: int | None
    column: int | None
    part: CallPart | Literal[""]
    why: str
    entries: list[int]
    within: list[int]


class MessageRow(TypedDict):
    """What the user or the agent said between calls; `text` is None where it is not recorded."""

    row: Literal["message"]
    role: Literal["user", "agent"]
    text: str | None
    step: int | None
    turn: int | None
    agent: str | None


class MissingRow(TypedDict):
    """An entry of the rule without a call, at the place where one was expected.

    `of` is the part of the trace in which it is missing.
    """

    row: Literal["missing"]
    entry: int
    text: str
    of: int


class LeftOutRow(TypedDict):
    """Calls that are left out because there are too many."""

    row: Literal["left_out"]
    calls: int


Row = CallRow | MessageRow | MissingRow | LeftOutRow


class DrawnPart(TypedDict):
    """A part of the trace that the rule judges by itself; the whole trace where it judges one.

    `first` and `last` are its first and last call, None where it has none. `links` are pairs of a
    call and the entry that took it, `lacking` the entries without one. Parts that overlap are on
    different `track`s.
    """

    label: str
    status: str
    score: float | None
    summary: str
    first: int | None
    last: int | None
    calls: int
    links: list[tuple[int, int]]
    lacking: list[int]
    track: int


class RulePicture(TypedDict):
    """The rule that colours the calls.

    `line` is where it was written, from 1. `words` says what it asks. `expected` are its entries as
    written. Where `lanes`, entries and calls are drawn as two lanes with the links between.
    `parts_left_out` and `calls_unmarked` count what is too much to be drawn.
    """

    source: str
    name: str | None
    kind: str
    line: int
    status: str
    score: float | None
    score_text: str
    summary: str
    words: str
    expected: list[str]
    lanes: bool
    parts: list[DrawnPart]
    parts_left_out: int
    calls_unmarked: int


class Timeline(TypedDict):
    """A trace, and what a rule made of it where one is chosen.

    `duration` is in milliseconds, None where the trace records no times. `agents` are those that
    made calls.
    """

    version: int
    id: str | None
    name: str | None
    path: str | None
    format: str
    calls: int
    steps: int
    turns: int | None
    duration: float | None
    took: str | None
    agents: list[str]
    rule: RulePicture | None
    rows: list[Row]

"""A timeline as lines of text, for terminals, editors and hovers.

order: search -> filter -> display
✗ 0.67  2 of 3 expected calls came in order; filter did not

   1 s0  ✓  search  ─── search   query: "shoes"  → 3 found   ██░░░░   0.4 s
         ✗  filter      no call
   2 s1  ✓  display ─── display                              ░░██░░   0.2 s
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from toolspec.engine.telling.timeline.picture import (
    CallRow,
    DrawnPart,
    MessageRow,
    RulePicture,
    Timeline,
)
from toolspec.engine.text.plural import plural
from toolspec.engine.text.score_text import score_text

SIGNS: Final = {"taken": "✓", "missing": "✗", "forbidden": "✗", "extra": "+", "open": "?"}
STATUSES: Final = {"pass": "✓", "fail": "✗", "unknown": "?", "error": "!", "skip": "-"}
WORDS: Final = {
    "missing": "something is missing here",
    "forbidden": "forbidden",
    "extra": "one too many",
    "open": "too little is recorded",
}
"""What is said of a call where nothing more is known."""

WIDTH: Final = 100
"""Columns of a line, where nobody says how many there are."""

WIDTH_MIN: Final = 40
LANE_MAX: Final = 24
"""Columns of the lane of expected calls."""

TOOL_MAX: Final = 28
"""Columns of a tool's name."""

BAR: Final = 12
"""Columns of the bar that shows when a call ran."""

TRACKS_MAX: Final = 4
"""Parts that overlap and are drawn beside each other."""

PARTS_MAX: Final = 20
"""Parts that are listed."""

_PART_OF: Final = {"pass": "taken", "fail": "missing", "error": "missing", "unknown": "open"}

_LINK, _NO_LINK = " ── ", "    "


class Line(NamedTuple):
    """A line of the drawing; `call` is the call that it shows, `part` what the rule made of it."""

    text: str
    call: int | None = None
    part: str = ""


def drawn_timeline(picture: Timeline, width: int = WIDTH, *, most: int | None = None) -> list[Line]:
    """Return the lines of a timeline, none wider than `width` columns, at most `most` of calls."""
    drawing = _Drawing(picture, max(width, WIDTH_MIN))
    lines = [*drawing.head(), *drawing.rows()]
    if most is not None and len(lines) > most:
        left = plural(len(lines) - most + 1, "more line")
        lines = [*lines[: most - 1], Line(f"... and {left}")]
    return lines


def drawn_calls(picture: Timeline, width: int = WIDTH) -> list[Line]:
    """Return the lines of the parts and calls alone, without what is said of rule and trace."""
    drawing = _Drawing(picture, max(width, WIDTH_MIN))
    return [*drawing.parts(), *drawing.rows()]


class _Drawing:
    def __init__(self, picture: Timeline, width: int) -> None:
        self.picture, self.width = picture, width
        self.rule: RulePicture | None = picture["rule"]
        calls: list[CallRow] = [row for row in picture["rows"] if row["row"] == "call"]
        self.timed = bool(picture["duration"]) and any(call["start"] is not None for call in calls)
        self.number = len(str(picture["calls"]))
        agents = {row["agent"] for row in calls}
        self.agents = len(agents) > 1
        names = max([wide(self._name(row)) for row in calls], default=0)
        self.tool = min(TOOL_MAX, self.width // 4, names)
        self.lane = 0
        if self.rule is not None and self.rule["lanes"]:
            entries = max(map(wide, self.rule["expected"]), default=0)
            self.lane = min(LANE_MAX, self.width // 4, entries)
        self.bands = _bands(self.rule)
        self.tracks = min(TRACKS_MAX, 1 + max([band["track"] for band in self.bands], default=-1))
        steps = [len(f"s{row['step']}") + 1 for row in calls if row["step"] is not None]
        self.steps = max(steps, default=0)

    def head(self) -> Iterator[Line]:
        """Yield what is said of the rule, of the trace, and of its parts."""
        rule, picture = self.rule, self.picture
        if rule is not None:
            yield self._cut(rule["source"])
            summary = f"{STATUSES[rule['status']]} {rule['score_text']}  {rule['summary']}"
            yield self._cut(summary, part=_part_of(rule["status"]))
        facts = [picture["name"] or picture["id"] or "", plural(picture["calls"], "call")]
        if picture["steps"]:
            facts.append(plural(picture["steps"], "step"))
        facts.append(picture["took"] or "no times recorded")
        yield self._cut(" · ".join([fact for fact in facts if fact]))
        if self.bands:
            yield Line("")
            yield from self.parts()
        if rule is not None and rule["calls_unmarked"]:
            yield Line(f"  {plural(rule['calls_unmarked'], 'more call')} not marked")
        yield Line("")

    def parts(self) -> Iterator[Line]:
        """Yield the parts that the rule judges, where there are several."""
        for band in self.bands[:PARTS_MAX]:
            yield self._band(band)
        left_out = self.rule["parts_left_out"] if self.rule is not None else 0
        left = max(0, len(self.bands) - PARTS_MAX) + left_out
        if self.bands and left:
            yield Line(f"  and {plural(left, 'more part')}")

    def rows(self) -> Iterator[Line]:
        """Yield the calls, and what is between them."""
        last = -1
        for row in self.picture["rows"]:
            if row["row"] == "call":
                last = row["call"]
                yield self._call(row)
            elif row["row"] == "message":
                yield self._message(row, last)
            elif row["row"] == "missing":
                before = self._margin(last)
                text = f"{self._lane(row['text'], linked=False)}no call"
                if not self.lane:
                    text = f"no call of {row['text']}"
                yield self._cut(f"{before}✗  {text}", part="missing")
            else:
                yield Line(f"{'':{self.number}} ... {plural(row['calls'], 'more call')}")

    def _call(self, row: CallRow) -> Line:
        sign = SIGNS.get(row["part"], " ")
        step = "" if row["step"] is None else f"s{row['step']} "
        begin = f"{row['call'] + 1:{self.number}} {step:>{self.steps}}"
        begin += f"{self._gutter(row['call'])}{sign}  "
        entries = row["entries"]
        expected = self.rule["expected"] if self.rule is not None and self.lane else []
        named = expected[entries[0]] if entries and entries[0] < len(expected) else ""
        begin += self._lane(named, linked=bool(named))
        begin += padded(fitted(self._name(row), self.tool), self.tool)
        end = self._time(row)
        result = "" if row["result"] is None else f"→ {row['result']}"
        words = [word for word in (row["arguments"], self._remarks(row), result) if word]
        room = self.width - wide(begin) - wide(end) - 2
        middle = fitted("  ".join(words), max(room, 8))
        padding = max(room, 8) if end else 0
        text = fitted(f"{begin}  {padded(middle, padding)}{end}".rstrip(), self.width)
        return Line(text, row["call"], row["part"])

    def _remarks(self, row: CallRow) -> str:
        """Return what is odd about a call, and what the rule says of it."""
        remarks: list[str] = []
        if row["completed"] is False:
            remarks.append("never completed")
        elif row["status"] == "error" and "failed" not in row["why"]:
            remarks.append("failed")
        if row["part"] in WORDS:
            remarks.append(row["why"] or WORDS[row["part"]])
        return "← " + ", ".join(remarks) if remarks else ""

    def _time(self, row: CallRow) -> str:
        if not self.timed:
            return ""
        length = self.picture["duration"] or 1.0
        bar = " " * BAR
        if row["start"] is not None:
            first = min(BAR - 1, max(0, int(row["start"] / length * BAR)))
            end = row["start"] if row["end"] is None else row["end"]
            last = min(BAR, max(first + 1, -int(-end / length * BAR // 1)))
            bar = "░" * first + "█" * (last - first) + "░" * (BAR - last)
        return f"  {bar} {row['took'] or '':>7}"

    def _message(self, row: MessageRow, last: int) -> Line:
        agent = row["agent"] if self.agents and row["role"] == "agent" else None
        who = agent or row["role"]
        text = "(not recorded)" if row["text"] is None else row["text"]
        return self._cut(f"{self._margin(last)}·  {who}: {text}")

    def _margin(self, last: int) -> str:
        """Return what stands before a row without a call, after the call `last`."""
        return " " * (self.number + 1 + self.steps) + self._gutter(last, between=True)

    def _lane(self, text: str, *, linked: bool) -> str:
        if not self.lane:
            return ""
        return padded(fitted(text, self.lane), self.lane) + (_LINK if linked else _NO_LINK)

    def _name(self, row: CallRow) -> str:
        return f"{row['agent']}: {row['tool']}" if self.agents and row["agent"] else row["tool"]

    def _gutter(self, call: int, *, between: bool = False) -> str:
        """Return the lines of the parts that a call is in; `between`, of those that go on."""
        if not self.tracks:
            return " "
        signs = [" "] * self.tracks
        for band in self.bands:
            first, last = band["first"], band["last"]
            if first is None or last is None or band["track"] >= self.tracks:
                continue
            if first <= call < last if between else first <= call <= last:
                signs[band["track"]] = "│" if between else _corner(call, first, last)
        return "".join(signs) + " "

    def _band(self, part: DrawnPart) -> Line:
        score = "" if part["score"] is None else f" {score_text(part['score'])}"
        where = "no calls"
        if part["first"] is not None and part["last"] is not None:
            ends = f"{part['first'] + 1} to {part['last'] + 1}"
            where = f"calls {ends}" if part["calls"] > 1 else f"call {part['first'] + 1}"
        why = part["summary"] if part["status"] not in ("pass", "skip") else ""
        sign = STATUSES[part["status"]]
        text = "  ".join(
            [piece for piece in (f"  {sign}{score}", part["label"], where, why) if piece]
        )
        return self._cut(text, part=_part_of(part["status"]))

    def _cut(self, text: str, part: str = "") -> Line:
        return Line(fitted(text, self.width).rstrip(), None, part)


def _bands(rule: RulePicture | None) -> Sequence[DrawnPart]:
    """Return the parts to draw: none where the rule judges the whole trace as one."""
    if rule is None:
        return ()
    parts = rule["parts"]
    return parts if len(parts) > 1 or any(part["label"] for part in parts) else ()


def _part_of(status: str) -> str:
    return _PART_OF.get(status, "")


def _corner(call: int, first: int, last: int) -> str:
    if first == last:
        return "╶"
    return "┌" if call == first else "└" if call == last else "│"


def wide(text: str) -> int:
    """Return how many columns a text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def fitted(text: str, width: int) -> str:
    """Return the text, cut to a width.

    >>> fitted("abcdef", 4), fitted("東京都", 4)
    ('abc…', '東…')
    """
    if wide(text) <= width:
        return text
    kept = ""
    room = width - 1
    for char in text:
        room -= wide(char)
        if room < 0:
            break
        kept += char
    return kept + "…"


def padded(text: str, width: int) -> str:
    """Return the text with spaces up to a width."""
    return text + " " * (width - wide(text))

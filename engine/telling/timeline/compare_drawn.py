"""Two traces side by side as lines of text, for terminals and editors.

require confirm
  left   ✓ 1.00  good   the call was made
  right  ✗ 0.00  bad    no call of confirm

  1     search   q: "a"       1     search   q: "b"    ~
▶ 2  ✓  confirm                                        <
  3     pay                   2     pay
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from toolspec.engine.telling.timeline.compare import RowPair, SideBySide
from toolspec.engine.telling.timeline.drawn import (
    SIGNS,
    STATUSES,
    WIDTH,
    fitted,
    padded,
)
from toolspec.engine.telling.timeline.picture import Row, Timeline

DECIDES: Final = "▶"
SAME, OTHER, ONLY_LEFT, ONLY_RIGHT = " ", "~", "<", ">"
NARROWEST: Final = 60


class ComparedLine(NamedTuple):
    """A line; `call` is the call that it shows, in the trace on `side`: the left one if it can be.

    `part` is what the rule made of it, where that made the difference.
    """

    text: str
    call: int | None = None
    part: str = ""
    side: Literal["left", "right"] = "left"


LEGEND: Final = "   ".join(
    (
        f"{OTHER} other arguments or result",
        f"{ONLY_LEFT} only on the left",
        f"{ONLY_RIGHT} only on the right",
    )
)
DECIDING: Final = f"{DECIDES} the rule made something else of it"


def drawn_side_by_side(comparison: SideBySide, width: int = WIDTH) -> list[ComparedLine]:
    """Return the lines of a comparison, none wider than `width` columns."""
    width = max(width, NARROWEST)
    lines = [*_head(comparison), ComparedLine("")]
    half = (width - 7) // 2
    lines += [_line(comparison, pair, half) for pair in comparison["pairs"]]
    if comparison["left_out"]:
        lines.append(
            ComparedLine(f"  ... and {comparison['left_out']} more rows that are not compared")
        )
    lines += [ComparedLine(""), ComparedLine(LEGEND)]
    lines += [ComparedLine(DECIDING)] if comparison["left"]["rule"] is not None else []
    lines.append(ComparedLine(comparison["summary"]))
    return [line._replace(text=fitted(line.text, width).rstrip()) for line in lines]


def _head(comparison: SideBySide) -> Iterator[ComparedLine]:
    rule = comparison["left"]["rule"]
    if rule is not None:
        yield ComparedLine(rule["source"])
    names = [_name(comparison["left"]), _name(comparison["right"])]
    longest = max(map(len, names))
    for side, name in zip(("left", "right"), names, strict=True):
        picture = comparison["left"] if side == "left" else comparison["right"]
        judged = picture["rule"]
        score, summary, part = "", "", ""
        if judged is not None:
            score = f"{STATUSES[judged['status']]} {judged['score_text']}  "
            summary, part = f"  {judged['summary']}", _color(judged["status"])
        yield ComparedLine(f"  {side:5}  {score}{name:{longest}}{summary}", None, part)


def _name(picture: Timeline) -> str:
    of_file = (picture["path"] or "").replace("\\", "/").rpartition("/")[2]
    return fitted(picture["name"] or of_file or picture["id"] or "", 30)


def _color(status: str) -> str:
    return {"pass": "taken", "unknown": "open", "skip": ""}.get(status, "missing")


def _line(comparison: SideBySide, pair: RowPair, half: int) -> ComparedLine:
    left, right = comparison["left"]["rows"], comparison["right"]["rows"]
    one = left[pair["left"]] if pair["left"] is not None else None
    two = right[pair["right"]] if pair["right"] is not None else None
    mark = SAME
    if one is None or two is None:
        mark = ONLY_RIGHT if one is None else ONLY_LEFT
    elif pair["differs"]:
        mark = OTHER
    begin = DECIDES if pair["decides"] else " "
    shown = padded(_cell(one, pair, half), half)
    text = f"{begin} {shown} {mark} {_cell(two, pair, half)}"
    parts = [row["part"] for row in (one, two) if row is not None and row["row"] == "call"]
    row = one if one is not None else two
    call = row["call"] if row is not None and row["row"] == "call" else None
    part = next((part for part in parts if part), "missing") if pair["decides"] else ""
    return ComparedLine(text, call, part, "left" if one is not None else "right")


def _cell(row: Row | None, pair: RowPair, width: int) -> str:
    if row is None:
        return ""
    if row["row"] == "call":
        text = f"{row['call'] + 1:3} {SIGNS.get(row['part'], ' ')} {row['tool']}"
        text += f"  {row['arguments']}" if row["arguments"] else ""
        if "result" in pair["differs"]:
            text += f" -> {'not recorded' if row['result'] is None else row['result']}"
        if "status" in pair["differs"] and row["status"] == "error":
            text += "  failed"
        if row["completed"] is False and "status" in pair["differs"]:
            text += "  never completed"
    elif row["row"] == "message":
        in_words = "(not recorded)" if row["text"] is None else row["text"]
        text = f"    · {row['role']}: {in_words}"
    elif row["row"] == "missing":
        text = f"    ✗ no call of {row['text']}"
    else:
        text = f"    ... {row['calls']} more calls"
    return fitted(text, width)

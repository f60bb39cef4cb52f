"""A timeline cut down to what decides, for the narrow window of a hover.

It is the same data, drawn as any timeline: the calls in the lanes of a rule and beside them the
entries without a call. What is elsewhere on the screen is left out: arguments, results, times,
messages, and most of a long run of calls that say the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from toolspec.engine.telling.timeline.drawn import Line, drawn_calls
from toolspec.engine.telling.timeline.picture import (
    CallRow,
    DrawnPart,
    LeftOutRow,
    MissingRow,
    Timeline,
)
from toolspec.engine.text.plural import plural

WIDTH: Final = 72
"""Columns that a hover has room for."""

ROWS_MAX: Final = 16
"""Rows that are drawn, around the first at which the rule broke."""

SAME_MAX: Final = 4
"""Calls side by side that the rule took; of more, the inner ones are only counted."""

OTHERS_MAX: Final = 2
"""Calls side by side that the rule says nothing of; more are only counted."""

PARTS_MAX: Final = 3
"""Parts of the trace that did not pass, of a rule that judges several."""

_GOOD: Final = ("pass", "skip")

_Row = CallRow | MissingRow | LeftOutRow


def drawn_short(picture: Timeline, width: int = WIDTH) -> list[Line]:
    """Return the lines of what decides of a timeline; none where its rule has no lanes."""
    rule = picture["rule"]
    if rule is None or not rule["lanes"]:
        return []
    parts = kept = rule["parts"]
    rows = [*_bare(picture)]
    left = rule["parts_left_out"]
    if len(parts) > 1:
        failing = [part for part in parts if part["status"] not in _GOOD]
        kept, left = failing[:PARTS_MAX], len(failing[PARTS_MAX:])
        rows = _within(rows, kept, parts)
    if not kept:
        return []
    short = [*_runs(rows)]
    first = _first_shown(short)
    listed, after = short[first : first + ROWS_MAX], short[first + ROWS_MAX :]
    around = [_left_out(short[:first])], [_left_out(after)]
    drawn = drawn_calls(
        {
            **picture,
            "duration": None,
            "rule": {**rule, "parts": kept, "parts_left_out": left, "calls_unmarked": 0},
            "rows": [row for row in (*around[0], *listed, *around[1]) if _says(row)],
        },
        width,
    )
    missing = sum(row["row"] == "missing" for row in after)
    if missing:
        entries = plural(missing, "more entry", "more entries")
        drawn.append(Line(f"... {entries} without a call"))
    return drawn


def _says(row: _Row) -> bool:
    return row["row"] != "left_out" or row["calls"] > 0


def _bare(picture: Timeline) -> Iterator[_Row]:
    """Yield the rows without what the hover says elsewhere."""
    for row in picture["rows"]:
        if row["row"] == "call":
            nearest = row["part"] == "missing" and not row["entries"]
            bare: CallRow = {
                **row,
                "step": None,
                "arguments": None,
                "result": None,
                "start": None,
                "why": "comes nearest" if nearest else "",
            }
            yield bare
        elif row["row"] != "message":
            yield row


def _within(
    rows: Sequence[_Row], kept: Sequence[DrawnPart], parts: Sequence[DrawnPart]
) -> list[_Row]:
    """Return the rows that lie in one of these parts; calls of others are counted."""
    ranges = [
        (part["first"], part["last"])
        for part in kept
        if part["first"] is not None and part["last"] is not None
    ]
    listed: list[_Row] = []
    for row in rows:
        if row["row"] == "missing":
            listed += [row] if parts[row["of"]] in kept else []
        elif row["row"] == "call" and not any(a <= row["call"] <= b for a, b in ranges):
            listed.append({"row": "left_out", "calls": 1})
        else:
            listed.append(row)
    return listed


def _runs(rows: Sequence[_Row]) -> Iterator[_Row]:
    """Yield the rows; of a long run of calls that say the same only the first and the last."""
    for sort, run in groupby(rows, _sort):
        same = [*run]
        if sort == "taken" and len(same) > SAME_MAX:
            yield same[0]
            yield _left_out(same[1:-1])
            yield same[-1]
        elif sort == "left_out" or (sort == "other" and len(same) > OTHERS_MAX):
            yield _left_out(same)
        else:
            yield from same


def _sort(row: _Row) -> str:
    if row["row"] == "left_out":
        return "left_out"
    if row["row"] == "missing":
        return "missing"
    return row["part"] or "other"


def _left_out(rows: Sequence[_Row]) -> LeftOutRow:
    calls = [1 if row["row"] == "call" else row["calls"] for row in rows if row["row"] != "missing"]
    return {"row": "left_out", "calls": sum(calls)}


def _first_shown(rows: Sequence[_Row]) -> int:
    """Return the first row that there is room for: the break is in view."""
    breaks = (at for at, row in enumerate(rows) if _sort(row) not in ("taken", "other", "left_out"))
    return max(0, min(next(breaks, 0) - ROWS_MAX // 2, len(rows) - ROWS_MAX))

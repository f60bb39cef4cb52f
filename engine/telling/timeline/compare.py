"""Two traces side by side: which calls are the same, and which made the difference for a rule.

The data is one JSON object, made of two timelines that one rule coloured.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final, Literal, TypedDict

from toolspec.engine.telling.timeline.picture import VERSION, CallRow, Row, Timeline
from toolspec.engine.text.plural import plural

ROWS_MAX: Final = 1000
"""Rows of each trace that are compared, from its beginning."""

Differing = Literal["arguments", "result", "status", "agent", "text"]


class RowPair(TypedDict):
    """A row of the left trace and its like in the right one, by their index in `rows`.

    One of them is None where the other trace has nothing like it. `differs` says in what they are
    not equal. `decides` is true where the rule made something else of the two.
    """

    left: int | None
    right: int | None
    differs: list[Differing]
    decides: bool


class SideBySide(TypedDict):
    """Two timelines, and their rows in pairs, in the order of both traces.

    `summary` says in a sentence what differs. `left_out` counts the rows that are not compared.
    """

    version: int
    left: Timeline
    right: Timeline
    pairs: list[RowPair]
    summary: str
    left_out: int


def compared(left: Timeline, right: Timeline) -> SideBySide:
    """Compare two timelines that the same rule coloured, or none."""
    left_rows, right_rows = left["rows"][:ROWS_MAX], right["rows"][:ROWS_MAX]
    pairs = [_pair(left_rows, right_rows, *places) for places in _aligned(left_rows, right_rows)]
    out = len(left["rows"]) + len(right["rows"]) - len(left_rows) - len(right_rows)
    return {
        "version": VERSION,
        "left": left,
        "right": right,
        "pairs": pairs,
        "summary": _summary(left, right, pairs),
        "left_out": out,
    }


Places = tuple[int | None, int | None]


def _aligned(left: Sequence[Row], right: Sequence[Row]) -> Iterator[Places]:
    """Yield rows in pairs: first those that are equal, between them those of the same tool."""
    for low, high, other_low, other_high in _runs([*map(_whole, left)], [*map(_whole, right)]):
        if high - low == other_high - other_low and all(
            _whole(left[low + at]) == _whole(right[other_low + at]) for at in range(high - low)
        ):
            yield from zip(range(low, high), range(other_low, other_high), strict=True)
            continue
        before = [*map(_kind, left[low:high])]
        after = [*map(_kind, right[other_low:other_high])]
        for start, end, other_start, other_end in _runs(before, after):
            firsts, seconds = (
                range(low + start, low + end),
                range(other_low + other_start, other_low + other_end),
            )
            if before[start:end] == after[other_start:other_end]:
                yield from zip(firsts, seconds, strict=True)
            else:
                yield from ((at, None) for at in firsts)
                yield from ((None, at) for at in seconds)


def _runs(left: list[Hashable], right: list[Hashable]) -> Iterator[tuple[int, int, int, int]]:
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    return ((low, high, a, b) for _, low, high, a, b in matcher.get_opcodes())


def _kind(row: Row) -> Hashable:
    """Return what two rows must share to be compared with each other."""
    if row["row"] == "call":
        return "call", row["tool"]
    if row["row"] == "message":
        return "message", row["role"]
    if row["row"] == "missing":
        return "missing", row["text"]
    return ("left_out",)


def _whole(row: Row) -> Hashable:
    if row["row"] == "call":
        return "call", row["tool"], row["arguments"]
    if row["row"] == "message":
        return "message", row["role"], row["text"]
    return _kind(row)


def _pair(left: Sequence[Row], right: Sequence[Row], at: int | None, other: int | None) -> RowPair:
    one = left[at] if at is not None else None
    two = right[other] if other is not None else None
    return {
        "left": at,
        "right": other,
        "differs": [*_differs(one, two)] if one is not None and two is not None else [],
        "decides": _part(one) != _part(two),
    }


def _part(row: Row | None) -> str:
    """Return what the rule made of a row; "" where nothing."""
    if row is None or row["row"] in ("message", "left_out"):
        return ""
    return row["part"] if row["row"] == "call" else "missing"


def _differs(row: Row, two: Row) -> Iterator[Differing]:
    if row["row"] == "call" and two["row"] == "call":
        yield from _differing_calls(row, two)
    elif row["row"] == "message" and two["row"] == "message" and row["text"] != two["text"]:
        yield "text"


def _differing_calls(row: CallRow, two: CallRow) -> Iterator[Differing]:
    if row["arguments"] != two["arguments"]:
        yield "arguments"
    if row["result"] != two["result"]:
        yield "result"
    if row["status"] != two["status"] or row["completed"] != two["completed"]:
        yield "status"
    if row["agent"] != two["agent"]:
        yield "agent"


def _summary(left: Timeline, right: Timeline, pairs: Sequence[RowPair]) -> str:
    def are_calls(pair: RowPair) -> bool:
        at, other = pair["left"], pair["right"]
        row = left["rows"][at] if at is not None else right["rows"][other or 0]
        return row["row"] == "call"

    calls = [pair for pair in pairs if are_calls(pair)]
    same = sum(
        pair["left"] is not None and pair["right"] is not None and not pair["differs"]
        for pair in calls
    )
    summary = f"{plural(same, 'call')} the same, {len(calls) - same} not"
    if left["rule"] is None:
        return summary
    decide = sum(pair["decides"] for pair in pairs)
    difference = "nothing made" if not decide else f"{decide} made"
    return f"{summary}; {difference} a difference for the rule"

"""A diagnostic as a terminal shows it: title, place, the line with carets under it, why, help.

Plain text, as wide as the line needs and never wider than `WIDTH`. Tabs are shown as spaces,
characters that cannot be seen or that turn the direction of text as escapes, so that what is shown
is what is there and the carets are under it.
"""

from __future__ import annotations

from typing import NamedTuple

from toolspec.dsl.diagnostic import Diagnostic
from toolspec.dsl.problem import visible_character
from toolspec.dsl.text.source import Source

WIDTH = 100
"""The most columns of a source line that are shown; a longer line is cut around its carets."""

TAB = 4
"""Columns a tab is shown as."""


class Mark(NamedTuple):
    """A piece of a line to underline: columns from 0 in characters, the sign, a label after it."""

    start: int
    end: int
    sign: str
    label: str = ""


def frame(item: Diagnostic, *, more: bool = True) -> str:
    """Return the whole report of one problem, without a last line end.

    Without `more`, it does not say where to read on: for the page that it would name.
    """
    source = item.source
    line, column = source.place(item.start)
    end_line, end_column = source.place(item.end)
    width = len(source.line(line))
    end = end_column - 1 if end_line == line else width
    marks = {line: [Mark(column - 1, max(end, column), "^")]}
    for other in item.related:
        row, begin = source.place(other.start)
        last_row, last = source.place(other.end)
        stop = last - 1 if last_row == row else len(source.line(row))
        marks.setdefault(row, []).append(Mark(begin - 1, max(stop, begin), "-", other.label))
    margin = " " * len(str(max(marks)))
    shown = [f"{item.severity}[{item.code}]: {_clean(item.message)}"]
    place = f":{line}:{column}" if source.text else ""
    shown.append(f"{margin}--> {_clean(source.name)}{place}")
    if source.text:
        shown += [f"{margin} |", *_pictured(source, marks, margin), f"{margin} |"]
    for name, text in (("why", item.why), ("help", item.help)):
        if text:
            shown.append(f"{margin} = {name + ':':5} {_clean(text)}")
    if more:
        shown.append(f"{margin} = more: toolspec explain {item.code}")
    return "\n".join(shown)


def _pictured(source: Source, marks: dict[int, list[Mark]], margin: str) -> list[str]:
    """Return the marked lines, each with its carets under it."""
    shown: list[str] = []
    rows = sorted(marks)
    for at, row in enumerate(rows):
        if at and row > rows[at - 1] + 1:
            shown.append("...")
        text, *below = _underlined(source, row, marks[row])
        shown.append(f"{row:>{len(margin)}} | {text}".rstrip())
        shown += [f"{margin} | {line}".rstrip() for line in below]
    return shown


def _underlined(source: Source, row: int, marks: list[Mark]) -> list[str]:
    """Return a line as shown, the carets under it, and below them labels that are in their way."""
    marks = sorted(marks)
    text = source.line(row)
    start, stop = _window(text, marks[0])
    before = "…" if start else ""
    after = "…" if stop < len(text) else ""
    pieces: list[str] = []
    columns = [0] * (stop - start + 1)
    at = len(before)
    for offset, char in enumerate(text[start:stop]):
        columns[offset] = at
        piece = " " * TAB if char == "\t" else visible_character(char)
        pieces.append(piece)
        at += sum(width(character) for character in piece)
    columns[stop - start] = at
    carets = ""
    labels: list[str] = []
    for mark in reversed(marks):
        if not start <= mark.start <= stop:
            continue
        begin = columns[mark.start - start]
        end = columns[min(mark.end, stop) - start]
        own = mark.sign * max(1, end - begin)
        if mark.label and not carets:
            own += f" {mark.label}"
        elif mark.label:
            labels.append(" " * begin + mark.label)
        carets = " " * begin + own + carets[begin + len(own) :]
    return [before + "".join(pieces) + after, carets, *labels]


def _window(text: str, mark: Mark) -> tuple[int, int]:
    """Return which part of a long line to show: from a little before the mark."""
    if len(text) <= WIDTH:
        return 0, len(text)
    length = min(mark.end - mark.start, WIDTH // 2)
    start = max(0, min(mark.start - (WIDTH - length) // 3, len(text) - WIDTH))
    return start, min(len(text), start + WIDTH)


def width(char: str) -> int:
    r"""Return how many columns a character takes on a terminal: 0, 1 or 2.

    >>> width("a"), width("日"), width("\u0301")
    (1, 2, 0)
    """
    if char.isascii():
        return 1
    from unicodedata import combining, east_asian_width

    if combining(char):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def _clean(text: str) -> str:
    return "".join(visible_character(char) for char in text)

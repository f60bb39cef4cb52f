"""The expected calls of an `order` drawn against the actual ones: two rows, matches marked."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from toolspec.engine.pattern import ToolPattern
from toolspec.lsp.shown import plain

NAME_MAX = 24
"""Characters of a tool's name in a column."""

WIDTH_MAX = 88
"""Columns of a terminal that a row takes before the drawing goes on below."""

ROWS_MAX = 6
"""Pairs of rows that are drawn."""

EXTRA_MAX = 2
"""Actual calls in a row that match nothing and are drawn; more are counted."""

ABSENT = "·"
"""Drawn where a row has no call."""

Column = tuple[str, str, str]
"""An expected call, the actual one, and the mark below: either may be absent, but not both."""

Pairs = Sequence[tuple[int, int]]


def drawn(columns: Sequence[Column]) -> str:
    """Return the drawing, for a code block."""
    rows: list[tuple[str, str, str]] = []
    left = ("expected", "actual", "")
    head = max(map(len, left))
    line = [f"{word:<{head}}" for word in left]
    for column in columns:
        width = max(map(_width, column))
        if _width(line[0]) > head and _width(line[0]) + 2 + width > WIDTH_MAX:
            rows.append((line[0], line[1], line[2]))
            line = [f"{word:<{head}}" for word in left]
        line = [f"{one}  {_padded(cell, width)}" for one, cell in zip(line, column, strict=True)]
    rows.append((line[0], line[1], line[2]))
    text = "\n\n".join("\n".join(cell.rstrip() for cell in row) for row in rows[:ROWS_MAX])
    return text + ("\n\n..." if len(rows) > ROWS_MAX else "")


def columns(expected: Sequence[str], actual: Sequence[str], pairs: Pairs) -> list[Column]:
    """Return the columns: `pairs` are the indexes of an actual and an expected call that match.

    >>> columns(["a", "b"], ["a", "x"], [(0, 0)])
    [('a', 'a', '✓'), ('b', '·', '✗'), ('·', 'x', '')]
    """
    found: list[Column] = []
    at_actual = at_expected = 0
    for actual_index, expected_index in [*pairs, (len(actual), len(expected))]:
        found += [(_short(name), ABSENT, "✗") for name in expected[at_expected:expected_index]]
        found += _extra(actual[at_actual:actual_index])
        if actual_index < len(actual) and expected_index < len(expected):
            found.append((_short(expected[expected_index]), _short(actual[actual_index]), "✓"))
        at_actual, at_expected = actual_index + 1, expected_index + 1
    return found


def paired(
    patterns: Sequence[ToolPattern], actual: Sequence[str], lcs: Sequence[str], taken: Sequence[int]
) -> list[tuple[int, int]]:
    """Return where a longest common subsequence stands in both, each call as early as can be.

    `taken` are the indexes of its calls, where all are known.
    """
    found: list[tuple[int, int]] = []
    at_actual = at_expected = 0
    for number, name in enumerate(lcs):
        if len(taken) == len(lcs):
            at_actual = taken[number]
        while at_actual < len(actual) and actual[at_actual] != name:
            at_actual += 1
        while at_expected < len(patterns) and not patterns[at_expected].matches(name):
            at_expected += 1
        if at_actual >= len(actual) or at_expected >= len(patterns):
            break
        found.append((at_actual, at_expected))
        at_actual, at_expected = at_actual + 1, at_expected + 1
    return found


def _extra(names: Sequence[str]) -> list[Column]:
    if len(names) <= EXTRA_MAX:
        return [(ABSENT, _short(name), "") for name in names]
    return [(ABSENT, f"({len(names)} others)", "")]


def _short(name: str) -> str:
    return plain(name, NAME_MAX)


def _width(text: str) -> int:
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))

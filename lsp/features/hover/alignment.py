"""Draw the expected and the actual calls of an `order` side by side, with matches marked.

Rows are short, because editors show hovers in a narrow window.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from toolspec.lsp.text.escape import plain

NAME_MAX = 24
"""Characters of a tool's name in a row."""

ROWS_MAX = 16
"""Maximum number of rows."""

SAME_MAX = 4
"""Maximum matching rows in a run; of a longer run, the inner rows are only counted."""

EXTRA_MAX = 2
"""Maximum unmatched actual calls in a run; more are only counted."""

ABSENT = "·"
"""Shown instead of a missing call."""

Column = tuple[str, str, str]
"""An expected call, the actual one, and the mark: either call may be absent, but not both."""

Pairs = Sequence[tuple[int, int]]


def drawn(columns: Sequence[Column]) -> str:
    """Return the drawing as text for a code block.

    >>> print(drawn([("a", "a", "✓"), ("b", "·", "✗")]))
    expected  actual
    a         a       ✓
    b         ·       ✗
    """
    rows = [("expected", "actual", ""), *_shortened(columns)]
    cut = len(rows) > ROWS_MAX + 1
    rows = rows[: ROWS_MAX + 1]
    widths = [max(_width(row[at]) for row in rows) for at in (0, 1)]
    lines = [
        f"{_padded(one, widths[0])}  {_padded(other, widths[1])}  {mark}".rstrip()
        for one, other, mark in rows
    ]
    return "\n".join([*lines, "..."] if cut else lines)


def _shortened(columns: Sequence[Column]) -> Iterator[Column]:
    """Yield the rows; of a long run of matches the first and the last."""
    run: list[Column] = []
    for column in [*columns, ("", "", "end")]:
        if column[2] == "✓":
            run.append(column)
            continue
        if len(run) > SAME_MAX:
            yield from (run[0], (f"({len(run) - 2} in order)", "", ""), run[-1])
        else:
            yield from run
        run = []
        if column[2] != "end":
            yield column


def columns(expected: Sequence[str], actual: Sequence[str], pairs: Pairs) -> list[Column]:
    """Return the columns: `pairs` are the indexes of an actual and an expected call that match.

    >>> columns(["a", "b"], ["a", "x"], [(0, 0)])
    [('a', 'a', '✓'), ('b', '·', '✗'), ('·', 'x', '')]
    """
    listed: list[Column] = []
    at_actual = at_expected = 0
    for actual_index, expected_index in [*pairs, (len(actual), len(expected))]:
        listed += [(_short(name), ABSENT, "✗") for name in expected[at_expected:expected_index]]
        listed += _extra(actual[at_actual:actual_index])
        if actual_index < len(actual) and expected_index < len(expected):
            listed.append((_short(expected[expected_index]), _short(actual[actual_index]), "✓"))
        at_actual, at_expected = actual_index + 1, expected_index + 1
    return listed


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

"""Where in a file's text a value stands: the line and column of what a `Place` points to.

Reading keeps no columns, since hardly any value is ever shown. Where evidence is shown, the text
is gone through once more, up to the value.
"""

from __future__ import annotations

import json
import re
from typing import Final, NamedTuple

from toolspec.engine.trace import Place

_TOKEN: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{},:]|[^\s\[\]{},:"]+', re.DOTALL)
"""Possessive: what a text of many escapes could go back to would take more memory than the text."""
_DOCUMENT: Final = re.compile(r"[\[{]")


class Position(NamedTuple):
    """A line and a column of a text, both from 1; columns count characters."""

    line: int
    column: int


def locate(text: str, place: Place, start: int | None = None) -> Position | None:
    r"""Return where the value a place points to begins; None where the text does not hold it.

    The document begins on the place's line; its first `{` or `[` there is taken for its begin.
    `start` is where that line begins, for callers who know it (see `line_starts`).

    >>> locate('\n{"spans": [1,\n  {"a": 2}]}', Place(2, ("spans", 1, "a")))
    Position(line=3, column=9)
    """
    if start is None:
        start = _line_start(text, place.line)
    at = None if start is None else offset_of(text, place, start)
    if start is None or at is None:
        return None
    # Big files are searched from the line on: from their begin, each evidence would cost the file.
    line = place.line + text.count("\n", start, at)
    return Position(line, at - max(text.rfind("\n", start, at), start - 1))


def offset_of(text: str, place: Place, start: int | None = None) -> int | None:
    """Return the offset at which the value a place points to begins, as `locate` does its line."""
    if start is None:
        start = _line_start(text, place.line)
    match = None if start is None else _DOCUMENT.search(text, start)
    at = None if match is None else match.start()
    for part in place.pointer:
        at = None if at is None else inside_of(text, at, part)
    return at


def line_starts(text: str) -> list[int]:
    r"""Return where each line of a text begins.

    >>> line_starts("a\nbc\n")
    [0, 2, 5]
    """
    return [0, *(line_end.end() for line_end in re.finditer("\n", text))]


def _line_start(text: str, line: int) -> int | None:
    if line < 1:
        return None
    at = 0
    for _ in range(line - 1):
        at = text.find("\n", at) + 1
        if at == 0:
            return None
    return at


def inside_of(text: str, at: int, part: str | int) -> int | None:
    """Return where the value under a key or index of the object or list at `at` begins.

    Of a key that is written twice the last one counts, as in reading.
    """
    opening = text[at : at + 1]
    if opening != ("[" if isinstance(part, int) else "{"):
        return None
    depth, index, start_of_value = 0, 0, None
    key: str | None = None
    fresh = True  # the next token begins an item of this object or list
    for token in _TOKEN.finditer(text, at):
        character = token[0]
        if depth == 1 and fresh and character not in ("}", "]"):
            if opening == "[":
                if index == part:
                    return token.start()
                fresh = False
            elif key is None:
                key = character
                continue
            elif character != ":":
                if _same_key(key, part):
                    start_of_value = token.start()
                fresh = False
        if character in ("{", "["):
            depth += 1
        elif character in ("}", "]"):
            depth -= 1
            if depth == 0:
                return start_of_value
        elif character == "," and depth == 1:
            index, key, fresh = index + 1, None, True
    return start_of_value


def _same_key(written: str, wanted: str | int) -> bool:
    if written == f'"{wanted}"':
        return True
    if "\\" not in written:
        return False
    try:
        return json.loads(written) == wanted
    except ValueError:
        return False

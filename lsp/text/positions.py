"""Convert columns between the units of editors and those of this project.

The project counts characters (code points). An editor counts UTF-16 units unless it and the server
agreed on UTF-8 bytes or UTF-32 units (LSP 3.17, Position).
"""

from __future__ import annotations

from typing import Literal

Encoding = Literal["utf-8", "utf-16", "utf-32"]


def client_column(line: str, column: int, encoding: Encoding) -> int:
    """Return the editor's column for a character column, at most the end of the line.

    >>> client_column("a😀b", 2, "utf-16"), client_column("a😀b", 2, "utf-8")
    (3, 5)
    """
    if encoding == "utf-32" or line.isascii():
        return min(column, len(line))
    before = line[:column]
    if encoding == "utf-8":
        return len(before.encode("utf-8", "surrogatepass"))
    return len(before) + sum(char > "\uffff" for char in before)


def character_column(line: str, column: int, encoding: Encoding) -> int:
    """Return the character column of an editor's column.

    A column inside a character means its start, and one past the end of the line means that end,
    because an editor may be a keystroke ahead.

    >>> character_column("a😀b", 3, "utf-16"), character_column("a😀b", 2, "utf-16")
    (2, 1)
    """
    if encoding == "utf-32" or line.isascii():
        return max(0, min(column, len(line)))
    units = 0
    for at, char in enumerate(line):
        width = _width(char, encoding)
        if units + width > column:
            return at
        units += width
    return len(line)


def _width(char: str, encoding: Encoding) -> int:
    if encoding == "utf-16":
        return 2 if char > "\uffff" else 1
    code = ord(char)
    return 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4

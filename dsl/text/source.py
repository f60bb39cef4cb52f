"""A spec's text, and where in it an offset lies."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate

LINE_END = re.compile(r"\r\n|\r|\n")
"""What ends a line. U+2028, U+0085, form feed and their like are characters, not line ends."""


class Source:
    """A text and the path it was read from, None for text that has none.

    Offsets count characters (code points) from 0; lines and columns count from 1, columns in
    characters too, as `Origin` does.
    """

    def __init__(self, text: str, path: str | None = None) -> None:
        self.text, self.path = text, path

    @cached_property
    def starts(self) -> list[int]:
        """The offsets at which lines begin."""
        if "\r" not in self.text:
            return list(accumulate([len(row) + 1 for row in self.rows[:-1]], initial=0))
        return [0, *(match.end() for match in LINE_END.finditer(self.text))]

    @cached_property
    def rows(self) -> list[str]:
        """The texts of the lines, without their ends."""
        return LINE_END.split(self.text) if "\r" in self.text else self.text.split("\n")

    def place(self, offset: int) -> tuple[int, int]:
        r"""Return the line and column of an offset.

        >>> Source("a\r\nbc").place(4)
        (2, 2)
        """
        row = bisect_right(self.starts, offset) - 1
        return row + 1, offset - self.starts[row] + 1

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a place, which may be past the end of its line."""
        return self.starts[line - 1] + column - 1

    def line(self, line: int) -> str:
        """Return the text of a line without its end."""
        return self.rows[line - 1]

    def line_span(self, line: int) -> tuple[int, int]:
        """Return the offsets between which the text of a line lies, its end not counted."""
        start = self.starts[line - 1]
        return start, start + len(self.rows[line - 1])

    @property
    def name(self) -> str:
        """The path, or what to call a text without one."""
        return self.path if self.path is not None else "<text>"

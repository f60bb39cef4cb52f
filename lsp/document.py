"""An open spec: its text as the editor has it, read once for each version."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from toolspec.dsl.read import Entry, Reading, read
from toolspec.dsl.source import Source
from toolspec.lsp.positions import Encoding, character_column, client_column

COLD_CHARACTERS = 4000
"""Characters of new text from which its lines are read in slices before anything else is."""


class Change(NamedTuple):
    """A replacement the editor sends: line and column, from 0, of start and end; None: of all."""

    text: str
    start: tuple[int, int] | None = None
    end: tuple[int, int] | None = None


class Document:
    """One spec. `version` is the editor's; None where the file is read from disk, not open.

    `tools` are the tools recent traces call, against which the reading holds the rules' patterns.
    `cold` says that many of its lines were never read: reading them all at once would take long.
    """

    def __init__(self, uri: str, text: str, version: int | None = None, path: str | None = None):
        self.uri, self.text, self.version, self.path = uri, text, version, path
        self.tools: tuple[str, ...] | None = None
        self.cold = len(text) > COLD_CHARACTERS
        self._reading: Reading | None = None
        self._source: Source | None = None

    @property
    def source(self) -> Source:
        """The text with its lines, without reading it."""
        if self._source is None:
            self._source = self._reading.source if self._reading else Source(self.text, self.path)
        return self._source

    @property
    def lines(self) -> int:
        """How many lines the text has."""
        return len(self.source.starts)

    @property
    def reading(self) -> Reading:
        """The rules and problems of the text."""
        if self._reading is None:
            self._reading = read(self.text, self.path, self.tools)
            self._source = self._reading.source
        return self._reading

    def change(self, text: str, version: int | None) -> None:
        """Take a new text."""
        self.cold = self.cold or len(text) - len(self.text) > COLD_CHARACTERS
        self.text, self.version = text, version
        self._reading = self._source = None

    def edit(self, changes: Iterable[Change], version: int | None, encoding: Encoding) -> None:
        """Take the editor's changes, each of the text the one before it left."""
        for change in changes:
            if change.start is None or change.end is None:
                self.cold = self.cold or len(change.text) > COLD_CHARACTERS
                self.change(change.text, version)
                continue
            start = self.offset(*change.start, encoding)
            end = max(start, self.offset(*change.end, encoding))
            self.change(self.text[:start] + change.text + self.text[end:], version)
        self.version = version

    def know(self, tools: tuple[str, ...] | None) -> None:
        """Take the tools that recent traces call."""
        if tools != self.tools:
            self.tools = tools
            self._reading = None

    def entry_at(self, offset: int) -> Entry | None:
        """Return the logical line an offset lies in, comment and space behind it included."""
        row = self.source.place(offset)[0]
        entries = self.reading.entries
        low, high = 0, len(entries)
        while low < high:
            middle = (low + high) // 2
            if entries[middle].line.last_row < row:
                low = middle + 1
            else:
                high = middle
        return entries[low] if low < len(entries) else None

    def offset(self, line: int, column: int, encoding: Encoding) -> int:
        """Return the offset of an editor's position, from 0; past the end counts as the end."""
        starts = self.source.starts
        if line >= len(starts):
            return len(self.text)
        row = max(line, 0) + 1
        return starts[row - 1] + character_column(self.source.line(row), column, encoding)

    def position(self, offset: int, encoding: Encoding) -> tuple[int, int]:
        """Return the editor's line and column (both from 0) of an offset."""
        row, column = self.source.place(offset)
        if self.text.isascii():  # known of every text: nothing is looked at
            return row - 1, column - 1
        return row - 1, client_column(self.source.line(row), column - 1, encoding)

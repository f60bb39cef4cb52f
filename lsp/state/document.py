"""A spec, open or on disk; its text is read once per version."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from os.path import realpath
from pathlib import Path
from typing import Any, NamedTuple

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.read import read
from toolspec.dsl.reader.reading import Reading
from toolspec.dsl.reader.uses import Uses
from toolspec.dsl.reread import reread
from toolspec.dsl.text.source import Source
from toolspec.dsl.workspace.open_texts import OpenTexts, not_open
from toolspec.lsp.judge.messages import TraceGlob
from toolspec.lsp.state.used_files import Stamps, stamps, takes_files
from toolspec.lsp.text.positions import Encoding, character_column, client_column

SLOW_CHARACTERS = 4000
"""Text or an edited line with more characters than this is read in another thread."""

SLOW_ENTRIES = 500
"""So is a text in which every change causes more lines than this to be read again."""


def open_text(documents: Mapping[str, SpecDocument], path: str) -> str | None:
    """Return the text of the open spec at a path; None if there is none. Any thread may ask."""
    real = realpath(path) if documents else ""
    for document in list(documents.values()):
        if document.real_path == real:
            return document.text.removeprefix("\ufeff")
    return None


class Change(NamedTuple):
    """An edit from the editor. Start and end are line and column from 0; None: the whole text."""

    text: str
    start: tuple[int, int] | None = None
    end: tuple[int, int] | None = None


class SpecDocument:
    """One spec. `version` is the editor's; None for a spec that is not open.

    `tools` are the tools that recent traces call; patterns that match none of them get a hint.
    `within` are the folders outside of which it may take in no specs and tools; None: no limit.
    `opened` gives the texts of all open specs, which the specs that use them see before they are
    saved.
    Without a `path` it is not saved yet, and reads traces as if it were in the folder `unsaved_in`.
    `pending` is true while the text is not read yet and so long that `read_pending` should do it.
    """

    def __init__(
        self,
        uri: str,
        text: str,
        version: int | None = None,
        path: str | None = None,
        unsaved_in: str = "",
    ) -> None:
        self.uri, self.text, self.version, self.path = uri, text, version, path
        self.tools: tuple[str, ...] | None = None
        self.within: tuple[str, ...] | None = None
        self.opened: OpenTexts = not_open
        self.pending = len(text) > SLOW_CHARACTERS
        self.typed_on: int | None = None
        """The line (from 0) that is being typed, None after a while without an edit."""
        self._reading: Reading | None = None
        self._before: Reading | None = None
        self._source: Source | None = None
        self._traces: tuple[str, ...] = ()
        self._stamps: Stamps = {}
        """The stamps of the files that the spec takes in, from when it was read."""
        self.is_placed = bool(path or unsaved_in)
        """Whether it is known where its file is, or will be saved."""
        self.folder = str(Path(path).parent) if path else unsaved_in or str(Path.cwd())
        self.globs: tuple[Any, tuple[TraceGlob, ...]] | None = None
        """The globs of its traces, and the inputs they were computed from."""

    @cached_property
    def real_path(self) -> str | None:
        """The path of its file, links resolved."""
        return None if self.path is None else realpath(self.path)

    @property
    def source(self) -> Source:
        """The text and its lines, without parsing it."""
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
            self._keep(self._reader()())
        assert self._reading is not None
        return self._reading

    def _keep(self, reading: Reading) -> None:
        self._reading, self._source = reading, reading.source
        self._stamps = stamps(reading) if takes_files(reading) else {}

    def _reader(self) -> Callable[[], Reading]:
        """Return a function that reads the current text; it may be called once, in any thread."""
        text, path, tools = self.text, self.path, self.tools
        before, self._before = self._before, None
        if before is None:
            uses = Uses(within=self.within, opened=self.opened)
            return lambda: read(text, path, tools, uses)
        return lambda: reread(before, text, tools)

    async def read_pending(self) -> None:
        """Read a long text in another thread; start again if it changes meanwhile."""
        while self.pending:
            text, tools = self.text, self.tools
            reading = await asyncio.to_thread(self._reader())
            if self.text is text and self.tools is tools:
                self._keep(reading)
                self.pending = False
            else:
                self._before = reading

    @property
    def traces(self) -> tuple[str, ...]:
        """The paths of the `traces` lines. While the text is pending, those of the last reading."""
        if not self.pending:
            self._traces = self.reading.spec.traces
        return self._traces

    def change(self, text: str, version: int | None) -> None:
        """Set a new text."""
        self.pending = self.pending or len(text) - len(self.text) > SLOW_CHARACTERS
        self.text, self.version = text, version
        self._outdate()

    def _outdate(self) -> None:
        """Discard the reading, so that the text is read again."""
        if self._reading is not None:
            self._before = self._reading
        before = self._before
        if before is not None and not self.pending:
            entries, again = before.entries, before.dependent
            self.pending = len(again) > SLOW_ENTRIES or any(
                len(entries[at].line.text) > SLOW_CHARACTERS for at in again
            )
        self._reading = self._source = None

    def edit(self, changes: Iterable[Change], version: int | None, encoding: Encoding) -> None:
        """Apply the editor's changes one after the other."""
        for change in changes:
            if change.start is None or change.end is None:
                self.pending = self.pending or len(change.text) > SLOW_CHARACTERS
                self.change(change.text, version)
                continue
            start = self.offset(*change.start, encoding)
            end = max(start, self.offset(*change.end, encoding))
            self.pending = self.pending or self._is_long(start)
            self.change(self.text[:start] + change.text + self.text[end:], version)
        self.version = version

    def _is_long(self, offset: int) -> bool:
        """Tell whether the line at an offset takes long to read."""
        if self._reading is not None:
            entry = self.entry_at(offset)
            if entry is not None and len(entry.line.text) > SLOW_CHARACTERS:
                return True
        return len(self.source.line(self.source.place(offset)[0])) > SLOW_CHARACTERS

    def files_changed(self) -> bool:
        """Tell whether a file changed that the spec takes in; then it is read again."""
        reading = self._reading
        if self.pending or reading is None or not takes_files(reading):
            return False
        if stamps(reading) == self._stamps:
            return False
        self._outdate()
        return True

    def know(self, tools: tuple[str, ...] | None) -> None:
        """Set the tools that recent traces call."""
        if tools != self.tools:
            self.tools = tools
            self._outdate()

    def entry_at(self, offset: int) -> SpecLine | None:
        """Return the logical line at an offset, including the comment and space after it."""
        entries, at = self.reading.entries, self.index_at(offset)
        return entries[at] if at < len(entries) else None

    def index_at(self, offset: int) -> int:
        """Return the index of the logical line at an offset; past the last one, their number."""
        row = self.source.place(offset)[0]
        return bisect_left(self.reading.entries, row, key=lambda entry: entry.line.last_row)

    def offset(self, line: int, column: int, encoding: Encoding) -> int:
        """Return the offset of an editor's position; past the end of the line it is that end."""
        starts = self.source.starts
        if line >= len(starts):
            return len(self.text)
        row = max(line, 0) + 1
        return starts[row - 1] + character_column(self.source.line(row), column, encoding)

    def position(self, offset: int, encoding: Encoding) -> tuple[int, int]:
        """Return the editor's line and column (both from 0) of an offset."""
        row, column = self.source.place(offset)
        if self.text.isascii():  # a flag of the string, so this costs nothing
            return row - 1, column - 1
        return row - 1, client_column(self.source.line(row), column - 1, encoding)

"""What a trace format must offer. One format is one file here; `formats/__init__.py` lists them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, NamedTuple

from toolspec.engine.json_value import Json
from toolspec.engine.trace import Note, Place, Trace


class Document(NamedTuple):
    """One JSON document of a file: the whole file, one of its lines, or one of several objects."""

    value: Json
    place: Place


class TraceError(Exception):
    """A trace file that could not be read: what was read, where, why it cannot stand, what to do.

    `line` and `column` count from 1; None where there is no such place (a missing file, protobuf).
    `bare` is the message without the recorded values it quotes, "" where it quotes none.
    """

    def __init__(
        self,
        message: str,
        *,
        path: str | None = None,
        line: int | None = None,
        column: int | None = None,
        hint: str | None = None,
        bare: str = "",
    ) -> None:
        super().__init__(message)
        self.bare = bare
        self.message, self.path, self.line, self.column, self.hint = (
            message,
            path,
            line,
            column,
            hint,
        )

    @property
    def without_values(self) -> str:
        """The message for those who may see no recorded value."""
        return self.bare or self.message

    @property
    def without_place(self) -> str:
        """The message and what to do, for those who name the place themselves."""
        return f"{self.message} ({self.hint})" if self.hint else self.message

    def __str__(self) -> str:
        at = ":".join(str(part) for part in (self.path, self.line, self.column) if part is not None)
        return f"{at}: {self.without_place}" if at else self.without_place


class Format:
    """A trace format whose file is one or several JSON documents."""

    name: ClassVar[str]
    """Short and stable, for reports: `vally`, `openai-chat`, `claude-code`."""

    title: ClassVar[str]
    """As its users call it: `Vally trajectory`."""

    def recognise(self, document: Json) -> bool:
        """Tell whether a file that begins with this document is of the format. By content only."""
        raise NotImplementedError

    def read(self, documents: Iterable[Document], notes: list[Note]) -> Iterator[Trace]:
        """Yield the traces of the file in the order they begin.

        What a reader should know of the file is appended to `notes`. Each call carries the place it
        stands at. What is not recorded stays UNRECORDED.
        Raises TraceError where a document of the format cannot be understood.
        """
        raise NotImplementedError

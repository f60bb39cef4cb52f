"""What a trace format must offer. One format is one file here; `formats/__init__.py` lists them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import ClassVar, NamedTuple

from toolspec.engine.dialogue import Record
from toolspec.engine.json_value import Json
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.trace import Note, Place, Trace


class Document(NamedTuple):
    """One JSON document of a file: the whole file, one of its lines, or one of several objects."""

    value: Json
    place: Place

    def items(self) -> Iterator[Document]:
        """Yield the items of a list with their places, or the document itself where it is none."""
        if not isinstance(self.value, list):
            yield self
            return
        for number, item in enumerate(self.value):
            yield Document(item, self.place.at(number))


class TraceError(Exception):
    """A trace file that could not be read: what was read, where, why it is refused, what to do.

    `line` and `column` count from 1; None where there is no such place (a missing file, protobuf).
    `bare` is the message without the recorded values it quotes, "" where it quotes none.
    `no_trace` is true where the file is plainly something else: nothing in it is of any trace.
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
        no_trace: bool = False,
    ) -> None:
        super().__init__(message)
        self.bare, self.no_trace = bare, no_trace
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


class Claim(IntEnum):
    """How sure a format is that a document is its own.

    MAYBE is for what other files hold as well: a user's message, an event called `error`. Such a
    document does not decide what a file is while another one does.
    """

    NO = 0
    MAYBE = 1
    SURE = 2


class Format:
    """A trace format whose file is one or several JSON documents."""

    name: ClassVar[str]
    """Short and stable, for reports: `vally`, `openai-chat`, `claude-code`."""

    title: ClassVar[str]
    """As its users call it: `Vally trajectory`."""

    records: ClassVar[frozenset[Record]]
    """What beside calls a trace of the format may record."""

    page: ClassVar[FormatPage]
    """How to get such a file, who writes it, what stays unknown: each format has its own."""

    takes_others: ClassVar[bool] = False
    """Whether some of its documents alone would be another format's, such as a bare message."""

    whole: ClassVar[frozenset[str]] = frozenset()
    """Keys of objects that look like calls, and that the format takes or leaves knowingly."""

    needs_sure: ClassVar[bool] = False
    """Whether a file is of the format only where it is sure of one of its documents."""

    looks_at_all: ClassVar[bool] = False
    """Whether it looks at all of its records itself, as calls are in pieces in them."""

    whole_within: ClassVar[frozenset[tuple[str, ...]]] = frozenset({()})
    """The keys on the ways to such objects: none to those that are records themselves."""

    def claim(self, document: Json) -> Claim:
        """Tell how sure it is that the document is of this format. By content only."""
        raise NotImplementedError

    def read(
        self, documents: Iterable[Document], notes: list[Note]
    ) -> Iterator[Trace | TraceError]:
        """Yield the traces of the file in the order they begin, or why one cannot be judged.

        What a reader should know of the file is appended to `notes`. Each call carries the place it
        has in the file. What is not recorded stays UNRECORDED, and nothing is dropped: what looks
        like a call and is not understood makes its trace a TraceError.
        Raises TraceError where a document of the format cannot be understood.
        """
        raise NotImplementedError

"""What the formats that carry spans have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json
from toolspec.engine.reading.formats.format import Document, Format, TraceError
from toolspec.engine.reading.formats.span import Span
from toolspec.engine.reading.limits import DEFAULT
from toolspec.engine.reading.spans.assemble import gather
from toolspec.engine.reading.unread.mentioned import Mentioned
from toolspec.engine.trace import Note, Place, Trace


def _ignore(value: Json, place: Place, key: str) -> str | None:
    """Look at nothing."""


class Leftovers:
    """What in documents of spans is no span: entries of lists, unknown keys.

    Somebody must look whether it is one after all; nothing is held but where the first of it is,
    `odd`: the lines of what holds a word that only traces have, with that word, and the names that
    are `mentioned` in records.
    """

    def __init__(self, look: Callable[[Json, Place, str], str | None] = _ignore) -> None:
        self._look = look
        self.odd: list[tuple[int, str]] = []
        self.mentioned = Mentioned()
        self.count = 0
        self.first: Place | None = None

    def add(self, value: Json, place: Place, *keys: str | int) -> None:
        """Take a value that is where the keys lead from a place.

        One under a key is no record: it is looked at, and not counted.
        """
        is_entry = not keys or isinstance(keys[-1], int)
        if value not in _EMPTY:
            at = place.at(*keys)
            word = self._look(value, at, "" if is_entry else str(keys[-1]))
            if word is not None and len(self.odd) < ODD_MAX:
                self.odd.append((at.line, word))
            if is_entry:
                self.first = self.first or at
                self.mentioned.in_record(value, at.line)
        self.count += is_entry


ODD_MAX: Final = 20
_EMPTY: Final[tuple[Json, ...]] = (None, "", {}, [])


class SpanFormat(Format):
    """A format whose documents hold spans; what the spans mean is the dialects' business."""

    records = EVERYTHING

    def spans(self, document: Document, left: Leftovers) -> Iterator[Span]:
        """Yield the spans of one document, in the order they have there; `left` takes the rest."""
        raise NotImplementedError

    def read(
        self, documents: Iterable[Document], notes: list[Note]
    ) -> Iterator[Trace | TraceError]:
        """Yield the traces of the file, ordered by their first span's start."""
        left = Leftovers()
        spans = (span for document in documents for span in self.spans(document, left))
        yield from gather(spans, self.name, None, DEFAULT.depth_max, notes).traces

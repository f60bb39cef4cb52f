"""What the formats that carry spans have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from toolspec.engine.assemble import gather
from toolspec.engine.formats.format import Document, Format, TraceError
from toolspec.engine.formats.span import Span
from toolspec.engine.json_value import Json
from toolspec.engine.limits import DEFAULT
from toolspec.engine.trace import Note, Place, Trace


class Leftover(NamedTuple):
    """Something in a document of spans that is no span: an entry of a list, an unknown key.

    `key` is the key it has, "" for an entry.
    """

    value: Json
    place: Place
    key: str = ""


class SpanFormat(Format):
    """A format whose documents hold spans; what the spans mean is the dialects' business."""

    def spans(self, document: Document, left: list[Leftover]) -> Iterator[Span]:
        """Yield the spans of one document, in the order they have there.

        What is no span is appended to `left`: somebody must look whether it is one after all.
        """
        raise NotImplementedError

    def read(
        self, documents: Iterable[Document], notes: list[Note]
    ) -> Iterator[Trace | TraceError]:
        """Yield the traces of the file, ordered by their first span's start."""
        left: list[Leftover] = []
        spans = (span for document in documents for span in self.spans(document, left))
        yield from gather(spans, self.name, None, DEFAULT.depth_max, notes).traces

"""What the formats that carry spans have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from toolspec.engine.assemble import gather
from toolspec.engine.formats.format import Document, Format
from toolspec.engine.formats.span import Span
from toolspec.engine.limits import DEFAULT
from toolspec.engine.trace import Note, Trace


class SpanFormat(Format):
    """A format whose documents hold spans; what the spans mean is the dialects' business."""

    def spans(self, document: Document) -> Iterator[Span]:
        """Yield the spans of one document, in the order they stand there."""
        raise NotImplementedError

    def read(self, documents: Iterable[Document], notes: list[Note]) -> Iterator[Trace]:
        """Yield the traces of the file, ordered by their first span's start."""
        spans = (span for document in documents for span in self.spans(document))
        yield from gather(spans, self.name, None, DEFAULT.depth_max, notes).traces

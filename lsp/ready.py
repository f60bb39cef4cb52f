"""Long answers in the protocol's own form: as JSON, without the protocol's types in between.

An answer of two thousand hints takes forty milliseconds as objects that are checked when they are
made and again when they are written, and four as plain dictionaries.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from toolspec.lsp.answers import Span
from toolspec.lsp.document import Document
from toolspec.lsp.positions import Encoding


class Ready(NamedTuple):
    """A result that is JSON already."""

    result: Any


class Places:
    """Positions and ranges of one document, as JSON."""

    def __init__(self, document: Document, encoding: Encoding) -> None:
        self._document = document
        self._encoding: Encoding = encoding

    def position(self, offset: int) -> dict[str, int]:
        """Return the position of an offset."""
        line, character = self._document.position(offset, self._encoding)
        return {"line": line, "character": character}

    def range(self, span: Span) -> dict[str, Any]:
        """Return the range of a span."""
        return {"start": self.position(span[0]), "end": self.position(span[1])}

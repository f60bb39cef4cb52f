"""Long answers in the protocol's own form: as JSON, without the protocol's types in between.

An answer of two thousand hints takes forty milliseconds as objects that are checked when they are
made and again when they are written, and four as plain dictionaries.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from toolspec.lsp.state.document import Document
from toolspec.lsp.text.answers import Span
from toolspec.lsp.text.positions import Encoding

if TYPE_CHECKING:
    from msgspec import Raw
    from msgspec.json import Encoder


class Ready(NamedTuple):
    """A result that is JSON already: plain objects, or `Raw` bytes."""

    result: Any


@cache
def encoder() -> Encoder:
    """Return what writes JSON. It is imported for the first answer: no server starts later for it.

    What is written must be safe to encode: no text with half a surrogate pair comes past `plain`.
    """
    from msgspec.json import Encoder

    return Encoder()


def as_json(value: Any) -> str:
    """Return a value as JSON text."""
    return encoder().encode(value).decode()


def json_array(items: Iterable[str]) -> Raw:
    """Return an array of items that are JSON texts already."""
    from msgspec import Raw

    return Raw(f"[{','.join(items)}]".encode())


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

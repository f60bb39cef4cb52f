"""Convert the project's answers (offsets) to the protocol's types (positions), and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from lsprotocol import types
from pygls import uris

from toolspec.lsp.state.document import SpecDocument
from toolspec.lsp.text.answers import Edit, Span
from toolspec.lsp.text.positions import Encoding


class Adapter:
    """Converts offsets and positions of one document, in the negotiated encoding."""

    def __init__(self, document: SpecDocument, encoding: Encoding) -> None:
        self.document = document
        self.encoding: Encoding = encoding

    def position(self, offset: int) -> types.Position:
        """Return the position of an offset."""
        return types.Position(*self.document.position(offset, self.encoding))

    def range(self, span: Span) -> types.Range:
        """Return the range of a span."""
        return types.Range(self.position(span[0]), self.position(span[1]))

    def offset(self, position: types.Position) -> int:
        """Return the offset of a position."""
        return self.document.offset(position.line, position.character, self.encoding)

    def span(self, range_: types.Range) -> Span:
        """Return the span of a range; of one whose end is before its start, that start."""
        start = self.offset(range_.start)
        return start, max(start, self.offset(range_.end))

    def edit(self, edit: Edit) -> types.TextEdit:
        """Return an edit as the protocol's type."""
        return types.TextEdit(self.range(edit.span), edit.text)


Changed = tuple[Adapter, Sequence[Edit]]
"""A document and its edits."""


def workspace_edit(changed: Iterable[Changed], *, versioned: bool) -> types.WorkspaceEdit:
    """Return edits of several documents. With versions, an editor rejects edits of an old text."""
    edits = [
        (adapter.document, [adapter.edit(edit) for edit in listed]) for adapter, listed in changed
    ]
    if not versioned:
        return types.WorkspaceEdit({document.uri: text_edits for document, text_edits in edits})
    return types.WorkspaceEdit(
        document_changes=[
            types.TextDocumentEdit(
                types.OptionalVersionedTextDocumentIdentifier(document.uri, document.version),
                text_edits,
            )
            for document, text_edits in edits
        ]
    )


def file_location(path: str, line: int, column: int) -> types.Location:
    """Return a location in a file on disk. Line and column count from 1; 0 means none is known."""
    start = types.Position(max(line - 1, 0), max(column - 1, 0))
    return types.Location(uris.from_fs_path(str(Path(path))) or "", types.Range(start, start))

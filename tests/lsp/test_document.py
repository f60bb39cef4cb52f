"""The text as the editor changes it: whatever comes, it is the editor's text, and read afresh."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types

from toolspec.dsl.read import read
from toolspec.dsl.reader.reading import Reading
from toolspec.lsp.features.lifecycle import did_change
from toolspec.lsp.state.document import SpecDocument
from toolspec.lsp.state.session import Session
from toolspec.lsp.state.specs import ClosedSpecs
from toolspec.lsp.text.positions import Encoding

URI = "file:///w/a.toolspec"
CODECS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
START = 'count a = 1\r\ncase "東京 😀" {\n\torder: @x -> b\r}\ntool @x = "e\u0301"\n'

PIECES = ("", "\n", "\r\n", "\r", "x", "😀", "東京", "e\u0301", "count a = 1\n", "}", '"', "@x")
MORE = ("\u2028", "order: a ->\n  b\n", "# note", "\ufeff", "\t", "<n: 1>", "tool @z = a\n")
pieces = st.sampled_from([*PIECES, *MORE])


def lines_of(text: str) -> list[str]:
    """Return the lines with their ends, as the protocol cuts them."""
    found: list[str] = []
    row = ""
    at = 0
    while at < len(text):
        row += text[at]
        if text[at] == "\n" or (text[at] == "\r" and text[at + 1 : at + 2] != "\n"):
            found.append(row)
            row = ""
        at += 1
    return [*found, row]


def place(text: str, offset: int, encoding: Encoding) -> types.Position:
    """Return the position of an offset, worked out by encoding what is before it."""
    codec, width = CODECS[encoding]
    for line, row in enumerate(lines_of(text)):
        if offset <= len(row.rstrip("\r\n")) or line == len(lines_of(text)) - 1:
            return types.Position(line, len(row[:offset].encode(codec)) // width)
        if offset < len(row):  # between CR and LF, or after the text of the line: its end
            return types.Position(line, len(row.rstrip("\r\n").encode(codec)) // width)
        offset -= len(row)
    raise AssertionError(offset)


def fake(session: Session, encoding: Encoding) -> Any:
    def ignore(*_: object) -> None: ...

    refresh = SimpleNamespace(typed=ignore)
    return SimpleNamespace(
        session=session, encoding=encoding, document_changed=ignore, refresh=refresh
    )


@settings(max_examples=150)
@given(st.data(), st.sampled_from(["utf-8", "utf-16", "utf-32"]))
def test_after_any_edits_the_text_and_its_reading_are_those_of_a_fresh_one(
    data: st.DataObject, encoding: Encoding
) -> None:
    session = Session(lambda _: None, lambda _: None)
    document = session.open(URI, START, 1)
    text = START
    for version in range(2, 2 + data.draw(st.integers(1, 6))):
        changes: list[Any] = []
        for _ in range(data.draw(st.integers(1, 3))):
            new = data.draw(pieces)
            if data.draw(st.integers(0, 9)) == 0:
                changes.append(types.TextDocumentContentChangeWholeDocument(START + new))
                text = START + new
                continue
            start = whole_line_offset(text, data.draw(st.integers(0, len(text))))
            end = whole_line_offset(text, data.draw(st.integers(start, len(text))))
            range_ = types.Range(place(text, start, encoding), place(text, end, encoding))
            changes.append(types.TextDocumentContentChangePartial(range_, new))
            text = text[:start] + new + text[end:]
        identifier = types.VersionedTextDocumentIdentifier(version, URI)
        did_change(fake(session, encoding), types.DidChangeTextDocumentParams(identifier, changes))
        if data.draw(st.booleans()):
            assert document.reading is document.reading
        assert (document.text, document.version) == (text, version)
    fresh = read(text, document.path)
    kept = document.reading
    assert problems(kept) == problems(fresh)
    assert kept.spec == fresh.spec
    assert [(entry.what, entry.line.text) for entry in kept.entries] == [
        (entry.what, entry.line.text) for entry in fresh.entries
    ]


def problems(reading: Reading) -> list[Any]:
    return [
        (item.code, item.severity, item.start, item.end, item.message) for item in reading.problems
    ]


def whole_line_offset(text: str, offset: int) -> int:
    """Return an offset that a position can name: not between CR and LF."""
    return offset - (text[offset - 1 : offset + 1] == "\r\n")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_every_offset_survives_the_way_to_a_position_and_back(encoding: Encoding) -> None:
    document = SpecDocument(URI, START + "a\u2028b\x0cc😀")
    for offset in range(len(document.text) + 1):
        if whole_line_offset(document.text, offset) != offset:
            continue
        line, column = document.position(offset, encoding)
        assert types.Position(line, column) == place(document.text, offset, encoding)
        assert document.offset(line, column, encoding) == offset


@pytest.mark.parametrize(
    ("line", "column", "offset"),
    [(0, 99, 3), (9, 0, 6), (-1, -5, 0), (1, 1, 4), (1, 2, 5), (1, 3, 6), (1, 99, 6)],
)
def test_a_position_outside_the_text_or_inside_a_character_is_the_nearest_before(
    line: int, column: int, offset: int
) -> None:
    assert SpecDocument(URI, "abc\n😀x").offset(line, column, "utf-16") == offset


def test_an_edit_whose_end_stands_before_its_start_inserts_at_the_start() -> None:
    session = Session(lambda _: None, lambda _: None)
    document = session.open(URI, "abc\n", 1)
    range_ = types.Range(types.Position(0, 2), types.Position(0, 1))
    change = types.TextDocumentContentChangePartial(range_, "X")
    params = types.DidChangeTextDocumentParams(
        types.VersionedTextDocumentIdentifier(2, URI), [change]
    )
    did_change(fake(session, "utf-16"), params)
    assert document.text == "abXc\n"


def test_a_change_of_a_document_that_is_not_open_is_ignored() -> None:
    session = Session(lambda _: None, lambda _: None)
    params = types.DidChangeTextDocumentParams(
        types.VersionedTextDocumentIdentifier(2, URI),
        [types.TextDocumentContentChangeWholeDocument("x")],
    )
    did_change(fake(session, "utf-16"), params)
    assert session.snapshot(URI) is None


def test_a_closed_spec_is_without_its_byte_order_mark_as_editors_hold_it(tmp_path: Path) -> None:
    path = tmp_path / "a.toolspec"
    path.write_text("\ufeffforbd x\n", "utf-8")
    document = ClosedSpecs().document(path.as_uri())
    assert document is not None
    (problem,) = document.reading.problems
    assert document.position(problem.start, "utf-16") == (0, 0)

"""Lay out the words of one rule: the spaces between them, and where a long one is broken."""

from __future__ import annotations

from typing import NamedTuple

from toolspec.dsl.text.lexer import BLOCKS, COMPARING, OPENS, Token
from toolspec.dsl.text.lines import LogicalLine
from toolspec.engine.rules import traits

HANGING = "    "
"""What the further lines of a rule are indented by, beyond its first."""


_PAIRS = {**OPENS, "(": ")"}


class Piece(NamedTuple):
    """A word with the space before it.

    `breaks` is the depth at which a line may end after it, -1 for
    nowhere; `comment` is what must follow it, to the end of its line, or before it, on its
    own.
    """

    text: str
    space: str
    breaks: int
    comment: str = ""
    own_line: bool = False


def laid_out(line: LogicalLine, margin: str, width: int) -> list[str]:
    """Return the rows of a line of code, without the comment after it."""
    if line.first == "case" and line.text.endswith("}"):
        words = [word for word in line.words if word.kind != "comment"]
        return [margin + f"case {words[1].text} {{", margin + "}"]
    pieces = _pieces(line)
    closes = [piece.text for piece in pieces[-2:]] == ["{", "}"] and (
        line.first in BLOCKS or traits(line.first).syntax.opens_block
    )
    if closes:
        pieces.pop()
    rows = _filled(pieces, margin, width, 0)
    if any(len(row) > width for row in rows):
        rows = _filled(pieces, margin, width, 1 << 30)
    return [*rows, margin + "}"] if closes else rows


def _filled(pieces: list[Piece], margin: str, width: int, deepest: int) -> list[str]:
    """Put pieces into rows as full as they go, broken only at depths up to `deepest`."""
    rows: list[str] = []
    row, first = margin, True
    start = 0
    while start < len(pieces):
        end = start
        while end < len(pieces) - 1 and not (
            0 <= pieces[end].breaks <= deepest or pieces[end].comment or pieces[end + 1].own_line
        ):
            end += 1
        chunk = pieces[start : end + 1]
        text = "".join(
            ("" if at == 0 else piece.space) + piece.text for at, piece in enumerate(chunk)
        )
        lead = "" if first else chunk[0].space
        if chunk[0].own_line:
            if row.strip():
                rows.append(row)
            rows.append(margin + HANGING + chunk[0].comment)
            row, first = margin + HANGING, True
        else:
            if not first and len(row) + len(lead) + len(text) > width:
                rows.append(row)
                row, lead = margin + HANGING, ""
            row += lead + text
            first = False
            if chunk[-1].comment:
                rows.append(f"{row}  {chunk[-1].comment}")
                row, first = margin + HANGING, True
        start = end + 1
    if row.strip():
        rows.append(row)
    return rows


def _pieces(line: LogicalLine) -> list[Piece]:
    words = _without_last_commas(line.words)
    pieces: list[Piece] = []
    depth = 0
    stack: list[str] = []
    before: Token | None = None
    for word in words:
        if word.kind == "comment":
            own = before is None or any(end in line.text[before.end : word.start] for end in "\r\n")
            text = word.text.rstrip()
            if own or pieces[-1].comment:
                pieces.append(Piece("", "", -1, text, True))
            else:
                pieces[-1] = pieces[-1]._replace(comment=text)
            before = word
            continue
        text = "=" if word.text == "==" and traits(line.first).counts_calls else word.text
        space = _space(before, word, stack)
        sign = word.kind == "sign"
        if sign and text in _PAIRS and not (text == "<" and line.first in COMPARING):
            stack.append(_PAIRS[text])
            depth += 1
        elif sign and stack and text == stack[-1]:
            stack.pop()
            depth -= 1
            space = ""
        breaks = depth if word.kind == "arrow" or (sign and text in (",", "|", "&")) else -1
        if sign and text == ":" and not depth:
            breaks = 0
        pieces.append(Piece(text, space, breaks))
        before = word
    return pieces


def _space(before: Token | None, word: Token, stack: list[str]) -> str:
    """Return what is between two words."""
    if word.text in (",", ":") and word.kind == "sign":
        return ""
    if word.text in ("?", "+") and word.kind == "other":
        return ""
    if before is None:
        return ""
    if (
        before.kind == "sign"
        and before.text in _PAIRS
        and stack
        and _PAIRS[before.text] == stack[-1]
    ):
        return ""
    return " "


def _without_last_commas(words: list[Token]) -> list[Token]:
    """Drop the commas after which only a bracket closes."""
    kept: list[Token] = []
    after: Token | None = None
    for word in reversed(words):
        if word.kind != "comment":
            closes = after is not None and after.kind == "sign" and after.text in (">", "]", "}")
            after = word
            if closes and word.text == "," and word.kind == "sign":
                continue
        kept.append(word)
    return kept[::-1]

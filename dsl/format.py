"""The one canonical layout of a spec.

Every rule is written from its words. Of the old layout only the comments, the order of lines and
single blank lines are kept. Lines that do not parse are not changed.
"""

from __future__ import annotations

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.read import Reading, read
from toolspec.dsl.text.layout import laid_out
from toolspec.dsl.text.lexer import SPACE
from toolspec.dsl.text.lines import opens

INDENT = "  "
"""What a rule inside a case or a block is indented by."""

WIDTH = 100
"""Columns after which a rule is broken, where it can be."""


def format_text(text: str) -> str:
    r"""Return a spec's text in its canonical layout, with the same meaning. Never raises.

    >>> format_text("order:a->b   #why\n\n\n\ncount   x==1")
    'order: a -> b  #why\n\ncount x = 1\n'
    """
    return formatted(read(text))


def formatted(reading: Reading) -> str:
    """Return the canonical layout of what was read; the same text where not all of it was."""
    if not reading.whole:
        return reading.source.text
    blocks = _blocks(reading)
    rows: list[str] = []
    for at, block in enumerate(_aligned(blocks)):
        if not block.rows:
            before = blocks[at - 1] if at else None
            after = blocks[at + 1] if at + 1 < len(blocks) else None
            edge = before is None or after is None or not before.rows
            if edge or before is None or before.opens or (after is not None and after.closes):
                continue
        rows.extend(block.rows or [""])
    while rows and not rows[-1]:
        rows.pop()
    return "\n".join(rows) + "\n" if rows else ""


class _Block:
    """The rows one logical line becomes.

    None for a blank line. `comment` follows the last.
    """

    __slots__ = ("closes", "comment", "opens", "rows")

    def __init__(self, rows: list[str], comment: str = "") -> None:
        self.rows, self.comment = rows, comment
        self.opens = self.closes = False


def _blocks(reading: Reading) -> list[_Block]:
    blocks: list[_Block] = []
    inside = 0
    for entry in reading.entries:
        line = entry.line
        if line.kind == "blank":
            blocks.append(_Block([]))
            continue
        if entry.what == "case_close":
            inside = max(0, inside - 1)
        margin = INDENT * inside
        if line.kind == "comment":
            blocks.append(_Block([margin + line.comment.rstrip()]))
        elif not entry.what:
            blocks.append(_Block(_untouched(reading, entry, margin)))
            inside += _opens(entry)
        else:
            block = _Block(laid_out(line, margin, WIDTH), line.comment.rstrip())
            blocks.append(block)
            block.closes = entry.what == "case_close"
            if entry.what in ("case_open", "block_open") or opens(line):
                block.opens = not line.text.endswith("}")
                inside += block.opens
    return blocks


def _opens(entry: SpecLine) -> bool:
    words = [word.text for word in entry.line.words]
    return opens(entry.line) or (entry.line.first == "case" and "{" in words and words[-1] != "}")


def _untouched(reading: Reading, entry: SpecLine, margin: str) -> list[str]:
    """Return the rows of a line that does not parse, as they are.

    Only where it ends in the middle is it moved to the margin: the line below must not become
    deeper than it, or it would be read as belonging to it.
    """
    line = entry.line
    rows = [reading.source.line(row) for row in range(line.row, line.last_row + 1)]
    rows[0] = rows[0].lstrip("\ufeff")
    if line.open:
        rows[0] = margin + rows[0].lstrip(SPACE)
        rows[1:] = [_deeper(row, margin) for row in rows[1:]]
    return rows


def _deeper(row: str, margin: str) -> str:
    text = row.lstrip(SPACE)
    return f"{margin}    {text}" if text else ""


def _aligned(blocks: list[_Block]) -> list[_Block]:
    """Put the comments after neighbouring lines under one another, where they fit."""
    at = 0
    while at < len(blocks):
        end = at
        while end < len(blocks) and blocks[end].comment and len(blocks[end].rows) == 1:
            end += 1
        group = blocks[at:end] or [blocks[at]]
        column = max((len(block.rows[-1]) for block in group if block.rows), default=0)
        fits = all(column + 2 + len(block.comment) <= WIDTH for block in group)
        for block in group:
            if block.comment:
                code = block.rows[-1]
                block.rows[-1] = f"{code.ljust(column) if fits else code}  {block.comment}"
        at += len(group)
    return blocks

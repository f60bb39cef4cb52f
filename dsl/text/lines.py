"""Cut a text into logical lines: rules, whole, and what is between them.

A rule continues after its colon, after `->`, `,`, `|`, `&` and `or`, and inside an open bracket, in
lines indented deeper than its first or beginning with the closing bracket; blank lines and comments
may come between. Any other line starts a new rule, so that a broken one never swallows the next.
"""

from __future__ import annotations

import re
import sys

from toolspec.dsl.text.lexer import BLOCKS, MEANT_AS_BLOCKS, SPACE, Lexer, Token, TooLargeError
from toolspec.dsl.text.memory import MEGABYTE, Memory
from toolspec.dsl.text.source import Source
from toolspec.engine.rules import traits

TAB = 8
"""Columns from one tab stop to the next, for telling which line is indented deeper."""

_HEADS = BLOCKS | MEANT_AS_BLOCKS | {"case"}

_INDENT = re.compile(rf"[{SPACE}]*")
_LONE_BRACE = re.compile(rf"[{SPACE}]*\}}[{SPACE}]*(?:#.*)?", re.DOTALL)


class LogicalLine:
    """A logical line of a spec.

    `kind` is `blank`, `comment` (a comment alone) or `code`. `text` is what is written, from the
    first word to the last, at `start` in the source, without the comment after it; `words` are its
    words, those of comments inside it included, with offsets from `start`. `comment` is the comment
    after it, or the one on a line of its own, at `comment_start` in the source. Rows count from 1.
    `first` is the keyword it begins with, of a rule or, where it opens a block, of a clause.
    """

    __slots__ = (
        "comment", "comment_start", "depth", "first", "indent", "kind", "last_row", "open", "row",
        "start", "text", "words",
    )  # fmt: skip

    def __init__(self, kind: str, row: int, indent: int, start: int) -> None:
        self.kind, self.row, self.last_row, self.indent, self.start = kind, row, row, indent, start
        self.text = self.comment = self.first = ""
        self.comment_start = start
        self.words: list[Token] = []
        self.depth = 0
        self.open = False

    def at(self, row: int, by: int) -> LogicalLine:
        """Return a line of one row as it is on another, its offsets moved."""
        line = object.__new__(LogicalLine)
        line.kind, line.row, line.last_row, line.indent = self.kind, row, row, self.indent
        line.start, line.comment_start = self.start + by, self.comment_start + by
        line.text, line.comment, line.first = self.text, self.comment, self.first
        line.words, line.depth, line.open = self.words, self.depth, self.open
        return line

    def copy(self) -> LogicalLine:
        """Return the same line."""
        line = self.at(self.row, 0)
        line.last_row = self.last_row
        return line

    @property
    def end(self) -> int:
        """The offset after the last word."""
        return self.start + len(self.text)

    @property
    def size(self) -> int:
        """How many words the line has, the comment after it among them."""
        return len(self.words) + (self.comment != "")

    def __repr__(self) -> str:
        return f"LogicalLine({self.kind}, row={self.row}, {self.text or self.comment!r})"


_whole: Memory[str, LogicalLine] = Memory(
    8 * MEGABYTE, lambda line: 500 + 4 * len(line.text) + 170 * len(line.words)
)
"""Lines that are a whole rule alone, by their text with its indent, as if they began the source."""


def lines(source: Source, words_max: int = sys.maxsize) -> list[LogicalLine]:
    """Return the logical lines, in order; every physical line belongs to just one.

    Raises TooLargeError where they have more words than that.
    """
    return Splitter(source, words_max=words_max).run()


class Splitter:
    """Cuts a source into logical lines, from any row at which one begins.

    `inside` says how many cases and blocks are open at that row. `far` are the rows of lines whose
    end depended on lines far below them. `words_max` limits the words of all lines together: beyond
    it TooLargeError is raised.
    """

    def __init__(self, source: Source, inside: int = 0, *, words_max: int = sys.maxsize) -> None:
        self.source, self.words_left = source, words_max
        self.count = len(source.starts)
        self.inside = inside
        self.far: list[int] = []

    def run(self) -> list[LogicalLine]:
        """Return all logical lines."""
        logical_lines: list[LogicalLine] = []
        row = 1
        while row <= self.count:
            line = self.next(row)
            logical_lines.append(line)
            row = line.last_row + 1
        return logical_lines

    def next(self, row: int) -> LogicalLine:
        """Return the logical line that begins on a row."""
        source = self.source
        alike = _whole.get(source.rows[row - 1])
        line = self.one(row) if alike is None else alike.at(row, source.starts[row - 1])
        self.inside = inside_after(line, self.inside)
        self.words_left -= line.size
        if self.words_left < 0:
            raise TooLargeError("words")
        return line

    def one(self, row: int) -> LogicalLine:
        """Read the logical line that begins on a row, and remember it if it is whole alone."""
        line = self.read(row)
        if line.last_row == row and not line.open:
            _whole.put(self.source.rows[row - 1], line.at(1, -self.source.starts[row - 1]))
        return line

    def read(self, row: int) -> LogicalLine:
        """Read the logical line that begins on a row."""
        start, end, text, indent = self.physical(row)
        margin = _margin(text)
        first = start + margin
        if first == end:
            return LogicalLine("blank", row, indent, first)
        if text[margin] == "#":
            line = LogicalLine("comment", row, indent, first)
            line.comment = text[margin:]
            return line
        line = LogicalLine("code", row, indent, first)
        scanner = Lexer(self.words_left)
        scanner.feed(text[margin:], 0)
        while scanner.goes_on:
            following = self.following(line.last_row + 1, row, indent, scanner.stack)
            if following == 0:
                break
            for more in range(line.last_row + 1, following + 1):
                begin, _, piece, _ = self.physical(more)
                scanner.feed(piece, begin - first)
            line.last_row = following
        self.finish(line, scanner)
        return line

    def following(self, row: int, begun: int, indent: int, stack: list[str]) -> int:
        """Return the row on which a rule that begun on another goes on; 0 where it does not."""
        while row <= self.count:
            _, _, text, deep = self.physical(row)
            margin = _margin(text)
            if margin < len(text) and text[margin] != "#":
                closes = bool(stack) and text[margin] == stack[-1]
                if closes and deep < indent and self.inside:
                    self.far.append(begun)
                    if self.ends_case(row):
                        return 0
                return row if deep > indent or closes else 0
            row += 1
        return 0

    def ends_case(self, row: int) -> bool:
        """Tell whether a lone `}` must be the open case's: no other one is left for it.

        A bracket lost inside a case would else take the brace, and the rest of the file the case.
        """
        if not _LONE_BRACE.fullmatch(self.physical(row)[2]):
            return False
        for later in range(row + 1, self.count + 1):
            text = self.physical(later)[2]
            if _LONE_BRACE.fullmatch(text):
                return False
            if text.startswith("case"):
                return True
        return True

    def finish(self, line: LogicalLine, scanner: Lexer) -> None:
        """Fill in what was scanned, without the comments at the end."""
        words = scanner.words
        if words and words[-1].kind == "comment":
            last = words.pop()
            line.comment, line.comment_start = last.text, line.start + last.start
        while words and words[-1].kind == "comment":  # a rule ends at its last word
            words.pop()
        line.words, line.first, line.depth = words, scanner.first, scanner.depth
        if scanner.opens_block:
            line.first = scanner.head
        line.open = scanner.goes_on
        end = words[-1].end if words else 0
        line.text = self.source.text[line.start : line.start + end]

    def physical(self, row: int) -> tuple[int, int, str, int]:
        """Return the offsets of a line, its text, and how many columns it is indented."""
        start, end = self.source.line_span(row)
        text = self.source.rows[row - 1]
        margin = text[: _margin(text)].replace("\ufeff", "")
        return start, end, text, len(margin.expandtabs(TAB))


def opens(line: LogicalLine) -> bool:
    """Tell whether a line opens a case or a block that it does not close itself."""
    heads = line.first in _HEADS or traits(line.first).syntax.opens_block
    return heads and line.text.endswith("{")


def inside_after(line: LogicalLine, inside: int) -> int:
    """Return how many cases and blocks are open after a line; `inside` are those open before it."""
    if opens(line):
        return inside + 1
    return max(0, inside - 1) if line.text == "}" else inside


def forget_lines() -> None:
    """Forget every line: for tests and measurements."""
    _whole.clear()


def _margin(text: str) -> int:
    match = _INDENT.match(text)
    return match.end() if match else 0

"""The place of the cursor in a line, and what can be typed there.

Only the text before the cursor counts. The logical line is cut there and a letter is appended, so
that the scanner sees a complete word and tells its kind.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any, NamedTuple

from toolspec.dsl.text.lexer import Token, depths
from toolspec.dsl.text.lines import LogicalLine, lines
from toolspec.dsl.text.source import Source
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.answers import Span
from toolspec.lsp.text.line_tokens import Angle, angles, code_words

LETTER = "x"
"""The appended letter; it does not complete any keyword."""

_REST = {
    "name": re.compile(r"(?:[A-Za-z0-9_./*]|:(?=[A-Za-z0-9_./*:-])|-(?!>))*"),
    "key": re.compile(r"[A-Za-z0-9_-]*"),
    "number": re.compile(r"[0-9A-Za-z_.]*"),
    "open_string": re.compile(r'[^"\\\r\n,<>|]*"|'),
    "open_regex": re.compile(r"(?:[^/\\\r\n,<>]|\\[^\r\n])*/[A-Za-z]*|"),
}
"""The rest of a word after the cursor, by kind of word."""

COMPARISONS = (">", ">=", "<", "<=")
"""The signs that compare a value with a number."""

TOOL_START = frozenset({"NAME", "REGEX", "REFERENCE"})


class CompletionPlace(NamedTuple):
    """The cursor's place in a line of code.

    `words` come before the word being typed, which is `typed`; `kind` is its kind for the scanner.
    `span` is what a completion replaces: the whole word, including its part after the cursor.
    `accepts` are the parser's terminals that can follow here and `taken` those before, both empty
    if the words before do not parse. `angle` is the open `<...>` around the cursor. `base` is the
    offset of the words' positions.
    """

    snapshot: Snapshot
    line: LogicalLine
    words: tuple[Token, ...]
    typed: str
    kind: str
    span: Span
    accepts: frozenset[str]
    taken: tuple[str, ...]
    angle: Angle | None
    base: int

    @property
    def first(self) -> str:
        """The line's keyword."""
        return self.line.first

    @property
    def before(self) -> str:
        """The word before the one being typed."""
        return self.words[-1].text if self.words else ""

    @property
    def lead(self) -> str:
        """The space to insert between an operator and a word typed directly after it."""
        text, start = self.snapshot.document.text, self.span[0]
        return " " if start and text[start - 1] in ":,|=>" and self.words else ""

    @property
    def follows(self) -> str:
        """The text after the word on its line."""
        source = self.snapshot.document.source
        end = source.line_span(source.place(self.span[1])[0])[1]
        return source.text[self.span[1] : end].strip()

    @property
    def tool_can_stand(self) -> bool:
        """Whether a tool can be typed here."""
        if self.angle is not None or self.first in ("traces", "case"):
            return False
        if self.accepts or not self.first:
            return self.accepts >= TOOL_START
        return self.before in ("->", "|", ",", ":") and len(self.words) > 1

    @property
    def at_key(self) -> bool:
        """Whether an argument's name can be typed here."""
        if self.angle is None or self._nested:
            return False
        if self.before == "<":
            return len(self.words) == self.angle.first + 1  # any other `<` compares
        return self.before == "," or self._after_must

    @property
    def _nested(self) -> bool:
        """Whether a list or an object is open inside the `<...>`."""
        assert self.angle is not None
        signs = [word.text for word in self.words[self.angle.first :] if word.kind == "sign"]
        opened = sum(sign in ("[", "{") for sign in signs)
        return opened > sum(sign in ("]", "}") for sign in signs)

    @property
    def _after_must(self) -> bool:
        return self.before == "must" and self.words[-2].text in ("<", ",")

    @property
    def value_of(self) -> Token | None:
        """The key whose value is being typed; None elsewhere and in lists and objects."""
        if self.angle is None or self.before != ":" or not self.angle.keys:
            return None
        key = self.angle.keys[-1][0]
        return key if len(self.words) > 1 and self.words[-2].start == key.start else None

    @property
    def operand_of(self) -> Token | None:
        """The key whose value is being typed, also after a part of it: `5 | `, `not `, `>= `."""
        if self.angle is None or not self.angle.keys or self._nested:
            return self.value_of
        if self.before in ("|", "&", "(", "not", *COMPARISONS) and "NUMBER" in self.accepts:
            return self.angle.keys[-1][0]
        return self.value_of


def chunk(snapshot: Snapshot, offset: int) -> tuple[int, LogicalLine]:
    """Return the start of the logical line at the cursor, and the line up to the cursor."""
    document = snapshot.document
    entries, at = document.reading.entries, document.index_at(offset)
    while at > 0 and (at >= len(entries) or entries[at].line.kind != "code"):
        at -= 1
    begin = document.source.starts[entries[at].line.row - 1] if entries else 0
    text = document.text[min(begin, offset) : offset]
    return begin, lines(Source(text + LETTER))[-1]


def place_at(
    snapshot: Snapshot, offset: int, *, after_word: bool = False
) -> CompletionPlace | None:
    """Return the place of the cursor; None in comments and where nothing can be typed.

    With `after_word`, the place directly after a complete word counts too.
    """
    return place_in(snapshot, offset, *chunk(snapshot, offset), after_word=after_word)


def place_in(
    snapshot: Snapshot, offset: int, begin: int, line: LogicalLine, *, after_word: bool = False
) -> CompletionPlace | None:
    """Return the place of the cursor in a line that `chunk` returned."""
    if line.kind != "code" or line.comment:
        return None
    words = code_words(line)
    brackets = angles(line)
    open_angle = brackets[-1] if brackets and brackets[-1].last >= len(words) else None
    last = words.pop()
    foreign = _foreign(words, last)
    if foreign:
        del words[-foreign:]
        first = code_words(line)[len(words)]
        text = line.text[first.start : last.end]
        last = Token("name" if open_angle is None else "key", text, first.start, last.end)
    typed = last.text[: -len(LETTER)]
    kind = last.kind
    start = offset - len(typed)
    if not typed and not after_word and _touches(words, last):
        return None
    end = _end(snapshot.document.text, offset, kind) if typed else offset
    before = line.text[: last.start]
    accepts, taken = accepted(shortened(before, words, line.first))
    base = begin + line.start
    return CompletionPlace(
        snapshot, line, tuple(words), typed, kind, (start, end), accepts, taken, open_angle, base
    )


def _foreign(words: list[Token], last: Token) -> int:
    """Return how many words before the last belong to the same name: `rép` is `r`, `é` and `p`.

    Such a name must be quoted, but it should be completed without quotes too.
    """
    if last.kind not in ("name", "key", "number"):
        return 0
    many, start, any_foreign = 0, last.start, False
    for word in reversed(words[1:]):
        foreign = word.kind == "other" and is_foreign(word.text)
        if word.end != start or not (foreign or word.kind in ("name", "key", "number")):
            break
        many, start, any_foreign = many + 1, word.start, any_foreign or foreign
    return many if any_foreign else 0


def is_foreign(char: str) -> bool:
    """Tell whether a character is a letter, mark or digit that is not allowed in a bare word."""
    return ord(char) > 127 and unicodedata.category(char)[0] in "LMN"


def _end(text: str, offset: int, kind: str) -> int:
    """Return the end of a word that continues at an offset."""
    rest = _REST.get(kind)
    match = rest.match(text, offset) if rest is not None else None
    end = match.end() if match else offset
    if kind in ("name", "key") and end < len(text) and is_foreign(text[end]):
        return _end(text, end + 1, kind)
    return end


def _touches(words: list[Token], last: Token) -> bool:
    """Tell whether the cursor is directly after a word that must be followed by a space."""
    if not words or words[-1].end != last.start:
        return False
    before = words[-1]
    if before.kind in ("string", "regex", "number", "dots", "name", "key"):
        return True
    if before.text in ("]", "}"):
        return True
    return before.text == ">" and any(word.text == "<" for word in words[:-1])


LONG = 2000
"""Lines longer than this are parsed without the entries in their middle."""

_SEPARATORS = ("->", ",", "|")


def shortened(text: str, words: Sequence[Token], first: str) -> str:
    """Return a long line's text without its middle entries, which do not affect what can follow.

    `words` are the words of the text. A short line, or one without a list, is returned unchanged.
    """
    if len(text) <= LONG:
        return text
    nested = depths(words, first)
    for sign in _SEPARATORS:
        at = [word.end for word, depth in zip(words, nested, strict=True)
              if word.text == sign and word.kind in ("arrow", "sign") and not depth]  # fmt: skip
        if len(at) > 4:
            return text[: at[1]] + text[at[-2] :]
    return text


def accepted(text: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the terminals that can follow a text, and those in it; none if it does not parse."""
    from lark.exceptions import UnexpectedInput

    from toolspec.dsl.grammar import line_parser

    whole: Any = line_parser()
    parser = whole.parse_interactive(text)
    taken: list[str] = []
    try:
        for token in parser.lexer_thread.lex(parser.parser_state):
            parser.feed_token(token)
            taken.append(token.type)
    except UnexpectedInput:
        return frozenset(), ()
    return frozenset(parser.accepts()), tuple(taken)

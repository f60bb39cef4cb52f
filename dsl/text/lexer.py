"""Cut a line into words: what Lark's lexer does, for text that may not parse.

The parser needs whole rules, so something must know beforehand where a rule ends; problems and the
formatter need the words of lines that Lark refuses. The patterns are those of `base.lark`.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from toolspec.engine.rules import KEYWORDS as KINDS
from toolspec.engine.rules import traits

KEYWORDS = frozenset(KINDS) | {"tool", "value", "traces", "tools", "use", "case"}
"""The words a line can begin with."""

BLOCKS = frozenset({"after", "among", "at", "before", "if", "ignoring", "per", "until"})
"""The words with which a line of clauses begins that opens a block."""

MEANT_AS_BLOCKS = frozenset({"between", "during", "once", "unless", "when", "whenever", "while"})
"""Words with which people begin a line that is meant to open a block."""

_VALUE_FOLLOWS = frozenset({"result", "says", "not", "has", "of", "|", "&"})
"""The words after which `{` begins an object and opens no block."""

DEFINING = ("tool", "value")
"""The keywords of lines that define a name."""

COMPARING = frozenset({"tool", "value", "traces", "tools", "use", "case"})
"""The keywords after which `<` opens nothing."""

DEPTH_MAX = 100
"""How deep values may nest: far more than a person writes, and safe to recurse over."""

OPENS = {"<": ">", "[": "]", "{": "}"}

TOOLS = ("name", "string", "regex")
"""The kinds of word that a tool may be written as."""


CONTINUING = frozenset({",", "|", "&"})
"""The signs after which a line continues on the next, beside `->`, `or` and a rule's colon."""


class Token(NamedTuple):
    """A piece of a line.

    `kind` is comment, string, open_string, regex, open_regex, name, key, number, variable, arrow,
    dots, sign, compare (a `<` or `>` that compares a value and is not a bracket) or other; `start`
    and `end` are offsets in the rule's text.
    """

    kind: str
    text: str
    start: int
    end: int


_COMMON = r"""
    (?P<comment>\#[^\r\n]*)
  | (?P<string>"(?:[^"\\\r\n]|\\[^\r\n])*+")
  | (?P<open_string>"[^\r\n]*)
  | (?P<regex>/(?:[^/\\\r\n]|\\[^\r\n])*+/[A-Za-z]*)
  | (?P<open_regex>/[^\r\n]*)
  | NAME
  | (?P<arrow>->)
  | (?P<dots>\.\.\.)
  | (?P<number>[+-]?\.?[0-9](?:[0-9A-Za-z_.]|(?<=[eE])[+-]|(?<=[0-9]\.\.)[+-])*+)
  | (?P<variable>\$[A-Za-z_][A-Za-z0-9_]*)
  | (?P<sign>==|!=|<=|>=|=>|=<|\.\.|&&|\|\||[=<>|,:{}\[\]()&$~])
  | (?P<other>[^\r\n])
"""
_MORE = r"[A-Za-z0-9_./*]|-(?!>)"
_NAME = rf"(?P<name>@?[A-Za-z_*](?:{_MORE}|:+(?={_MORE}))*+|@)"
_IN_NAME = r"[A-Za-z0-9_./]|-(?!>)"
_KEY = rf"(?P<name>@[A-Za-z_](?:{_IN_NAME}|:+(?={_IN_NAME}))*+)|(?P<key>[A-Za-z_][A-Za-z0-9_-]*)"

SPACE = " \t\ufeff"
"""What is between words. A byte order mark means nothing wherever it is."""

_OUTSIDE = re.compile(rf"[{SPACE}]*(?:{_COMMON.replace('NAME', _NAME)})", re.VERBOSE).match
_INSIDE = re.compile(rf"[{SPACE}]*(?:{_COMMON.replace('NAME', _KEY)})", re.VERBOSE).match
_FIRST = re.compile(r"([a-z]+)(?![A-Za-z0-9_./*-])").match


@cache
def _mode(first: str) -> Callable[[str, int], re.Match[str] | None] | None:
    """Return what matches a mode: before a colon, or before later modes and a colon, no tool."""
    modes = traits(first).syntax.mode_words
    if not modes:
        return None
    written: list[str] = []
    later = ""
    for mode in reversed(modes):
        written.append(rf"{mode}(?={later}[ \t]*:)")
        later = rf"(?:[ \t]+{mode})?{later}"
    return re.compile(rf"[ \t]*({'|'.join(written)})").match


def _ends_operand(word: Token, first: str) -> bool:
    """Tell whether an operand of `or` can end in the word."""
    if word.kind == "sign":
        return word.text in ">)]}"
    return word.kind != "arrow" and not (word.start == 0 and word.text == first)


PREFIXES = frozenset({"not", "has", "of"})
"""Words of values that another value follows, so that they nest as brackets do."""

ASKING = frozenset(
    {":", "|", "&", "(", "[", "=", "result", "says", "not", "has", "length", "of", "took"}
)
"""The words after which a value comes."""

_KEY_FOLLOWS = re.compile(rf'[{SPACE}]*[A-Za-z_">]').match
_ARGUMENTS_FOLLOW = re.compile(
    rf'[{SPACE}]*(?:$|>|(?:must|has)\b|[A-Za-z_][\w-]*[{SPACE}]*:|"(?:[^"\\]|\\.)*"[{SPACE}]*:)'
).match
"""Whether a `<` opens arguments: the first is there, or nothing is yet."""

_NUMBER_FOLLOWS = re.compile(rf"[{SPACE}]*(?:[+-]?\.?[0-9]|\$)").match


def depths(words: Sequence[Token], first: str) -> list[int]:
    """Return how many brackets of values are open at each word of a line, itself not counted."""
    listed: list[int] = []
    depth = 0
    for word in words:
        sign = word.kind == "sign" and not (word.text in "<>" and first in COMPARING)
        depth -= sign and word.text in OPENS.values()
        listed.append(depth)
        depth += sign and word.text in OPENS
    return listed


class TooLargeError(ValueError):
    """A text that holds too much to be read: `what` there is too much of."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class Lexer:
    """Reads the physical lines of one rule, one after the other.

    After each, `goes_on` tells whether the rule does: it ends in its colon, in `->`, `,`, `|`, `&`
    or `or`, or a bracket is open. `stack` holds the brackets that would close the open ones,
    `depth` how deep it got. `head` is the first word of a line that may open a block, and
    `opens_block` tells whether it does: it ends in a `{` that begins no object.
    """

    def __init__(self, words_max: int = sys.maxsize) -> None:
        self.words: list[Token] = []
        self.words_max = words_max
        self.stack: list[str] = []
        self._open = Counter[str]()
        self.first = ""
        self.head = ""
        self.opens_block = False
        self.depth = 0
        self._prefixes = self._nested = 0  # those just before, and those before open brackets
        self._outer: list[int] = []
        self._values = 0  # open brackets of values: inside `( )` alone words are those of rules

    @property
    def goes_on(self) -> bool:
        """Whether the last word, or an open bracket, asks for more."""
        written = (word for word in reversed(self.words) if word.kind != "comment")
        last = next(written, None)
        if last is None:
            return False
        if self.stack or last.kind == "arrow":
            return True
        if last.kind == "name":
            before = next(written, None)
            # A tool may be called `or`: after a keyword or a sign it is one.
            return last.text == "or" and before is not None and _ends_operand(before, self.first)
        if last.text == ":":
            return self.first in KINDS
        return last.kind == "sign" and last.text in CONTINUING

    def feed(self, line: str, start: int) -> None:
        """Read one physical line, without its end; it begins at the offset `start` of the rule.

        Raises TooLargeError where that makes more words than there may be.
        """
        words = self.words
        at, end = 0, len(line.rstrip(SPACE))
        if not words:
            at = self._head(line, start)
        while at < end:
            if len(words) >= self.words_max:
                raise TooLargeError("words")
            match = (_INSIDE if self._values else _OUTSIDE)(line, at)
            assert match is not None
            kind = match.lastgroup or "other"
            begin, at = match.span(kind)
            text = match[kind]
            if kind == "sign" and text in "<>" and self._compares(line, at):
                kind = "compare"
            word = Token(kind, text, start + begin, start + at)
            words.append(word)
            if kind == "sign" or self._prefixes or text in PREFIXES:
                self.nest(word)

    def nest(self, word: Token) -> None:
        """Count what a word opens and closes."""
        if word.kind == "sign" and self._begins_block(word.text):
            self._prefixes = 0
        elif word.kind == "sign":
            self._bracket(word.text)
        elif word.text in PREFIXES:
            self._prefixes += 1
            self.depth = max(self.depth, len(self.stack) + self._nested + self._prefixes)
        else:
            self._prefixes = 0

    def _head(self, line: str, start: int) -> int:
        """Take the keyword and the mode words, after which a colon may be without a space."""
        at = 0
        match = _FIRST(line)
        if match is None or match[1] not in KEYWORDS:
            if match is not None and match[1] in BLOCKS | MEANT_AS_BLOCKS:
                self.head = match[1]
            return at
        self.first = match[1]
        if traits(self.first).syntax.opens_block:
            self.head = self.first
        modes = _mode(self.first)
        while match is not None:
            self.words.append(Token("name", match[1], start + match.start(1), start + match.end(1)))
            at = match.end()
            match = modes(line, at) if modes else None
        return at

    def _compares(self, line: str, end: int) -> bool:
        """Tell whether a `<` or `>` that ends there compares a value with a number."""
        if self.words[-1:] and self.words[-1].text == "per":
            return False
        if traits(self.first).syntax.compares_numbers and not self._values:
            return line[end - 1] == ">" or _KEY_FOLLOWS(line, end) is None
        if self.first in COMPARING:
            return self.first == "value"
        before = next((word.text for word in reversed(self.words) if word.kind != "comment"), "")
        if before == "took" and not self._values and not _ARGUMENTS_FOLLOW(line, end):
            return True
        if _NUMBER_FOLLOWS(line, end) is None:
            return False
        if before == ",":
            return self.stack[-1:] == ["]"]
        return before in ASKING or (before == self.first and traits(before).searches_text)

    def _begins_block(self, sign: str) -> bool:
        """Tell whether a sign is the brace of a block, which no bracket closes on this line."""
        if not self.head or self.stack:
            return False
        before = self.words[-2].text if len(self.words) > 1 else ""
        if sign == "{" and before not in _VALUE_FOLLOWS:
            self.opens_block = True
        return self.opens_block and sign in "{}"

    def _bracket(self, sign: str) -> None:
        stack = self.stack
        prefixes, self._prefixes = self._prefixes, 0
        if sign == "(":
            self._push(")", prefixes)
        elif sign in OPENS:
            if (sign == "<" and self.first in COMPARING) or self.first == "case":
                return
            self._push(OPENS[sign], prefixes)
            self._values += 1
        elif self._open[sign]:
            # What a lost bracket left open ends with the bracket around it.
            closed = ""
            while closed != sign:
                closed = stack.pop()
                self._nested -= self._outer.pop()
                self._open[closed] -= 1
                self._values -= closed != ")"

    def _push(self, closing: str, prefixes: int) -> None:
        self.stack.append(closing)
        self._outer.append(prefixes)
        self._nested += prefixes
        self._open[closing] += 1
        self.depth = max(self.depth, len(self.stack) + self._nested)

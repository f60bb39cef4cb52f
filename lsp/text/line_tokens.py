"""Find patterns and `<...>` in the tokens of a line, even if it does not parse."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from toolspec.dsl.document import line_parser as analysis
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.reader.reading import Reading
from toolspec.dsl.text.lexer import COMPARING, OPENS, Token
from toolspec.dsl.text.lines import LogicalLine, lines, opens
from toolspec.dsl.text.source import Source
from toolspec.engine.match.tool_pattern import Named, ToolPattern
from toolspec.engine.rules import traits
from toolspec.engine.syntax import Part

_BEFORE_VALUES = (":", "|", "&", "(", "not")
"""What a value follows: a `>` after it compares, it does not close the arguments."""

TOOL_WORDS = ("name", "string", "regex")
"""Kinds of tokens that can be a tool or one alternative of a pattern."""


class Angle(NamedTuple):
    """A `<...>` of a line: the words of the pattern before it, and those of its arguments.

    `keys` are the words of its keys, without those of nested objects, each with the words of its
    value. `first` and `last` are the indexes of the brackets; if it is open, `last` is the number
    of words.
    """

    pattern: tuple[Token, ...]
    keys: tuple[tuple[Token, tuple[Token, ...]], ...]
    first: int
    last: int


def code_words(line: LogicalLine) -> list[Token]:
    """Return the words of a line without comments."""
    return [word for word in line.words if word.kind != "comment"]


def key_of(word: Token) -> str:
    """Return the argument that a key's word names."""
    return value_of_string(word.text) if word.kind == "string" else word.text


def value_of_string(written: str) -> str:
    """Return the value of a string; the text inside the quotes if it is not valid."""
    try:
        return str(json.loads(written))
    except ValueError:
        return written.strip('"')


def angles(line: LogicalLine) -> list[Angle]:
    """Return each `<...>` of a line, in order; the last may be open."""
    if line.first in COMPARING or not line.first:
        return []
    words = code_words(line)
    listed: list[Angle] = []
    at = 1
    while at < len(words):
        if words[at].text == "<" and words[at].kind == "sign":
            angle = _angle(words, at, line.first)
            listed.append(angle)
            at = angle.last
        at += 1
    return listed


def _angle(words: Sequence[Token], first: int, keyword: str) -> Angle:
    keys: list[tuple[Token, tuple[Token, ...]]] = []
    key: Token | None = None
    begun = at = first + 1
    stack: list[str] = []
    while at < len(words):
        word = words[at]
        sign = word.text if word.kind == "sign" else ""
        if sign == ">" and not stack and words[at - 1].text not in _BEFORE_VALUES:
            break
        if sign in OPENS:
            stack.append(OPENS[sign])
        elif stack and sign == stack[-1]:
            stack.pop()
        elif sign == "," and not stack:
            _add(keys, key, words[begun:at])
            key = None
        elif key is None and not stack and word.kind in ("key", "string"):
            follows = words[at + 1] if at + 1 < len(words) else None
            if word.text != "must" or (follows is not None and follows.text == ":"):
                key, begun = word, at + 1
        at += 1
    _add(keys, key, words[begun:at])
    return Angle(phrase_pattern(words, first, keyword), tuple(keys), first, at)


def _add(
    keys: list[tuple[Token, tuple[Token, ...]]], key: Token | None, value: Sequence[Token]
) -> None:
    if key is not None:
        keys.append((key, tuple(word for word in value if word.text != ":" or word.kind != "sign")))


def subject_end(words: Sequence[Token]) -> int:
    """Return the index of the colon that ends the subject of a rule; the number of words if none.

    A colon in `<...>` belongs to a key.
    """
    depth = 0
    for at, word in enumerate(words):
        if word.kind == "sign":
            if word.text == ":" and not depth:
                return at
            depth += (word.text in OPENS) - (word.text in OPENS.values())
    return len(words)


def phrase_pattern(words: Sequence[Token], at: int, keyword: str) -> tuple[Token, ...]:
    """Return the words of the pattern of the phrase that goes on at an index.

    Its `<...>` and words such as `ok` may stand between. In a demand on the call itself it is the
    pattern of the rule's subject.
    """
    end, depth = at, 0
    while end > 1:
        word = words[end - 1]
        if not depth and word.text != ">" and not _qualifies(words, end - 1):
            break
        if word.kind == "sign":
            depth += (word.text in OPENS.values()) - (word.text in OPENS)
        end -= 1
    if traits(keyword).binds_names and end > subject_end(words):
        before = words[end - 1]
        if before.text in (":", ",", "or", "not") and before.kind in ("sign", "name"):
            return _subject(words)
    return pattern_before(words, end)


def _qualifies(words: Sequence[Token], at: int) -> bool:
    """Tell whether a word says more of a call, after its tool."""
    if words[at].kind != "name" or words[at].text not in ("exactly", "ok", "failed"):
        return False
    before = words[at - 1]
    return before.kind in TOOL_WORDS or (before.text in (">", ":", ",") and at > 1)


def _subject(words: Sequence[Token]) -> tuple[Token, ...]:
    """Return the words of the pattern that a rule begins with."""
    start = 1
    if words[1].text in ("first", "last") and len(words) > 2 and words[2].kind in TOOL_WORDS:
        start = 2
    end = start + 1
    while end + 1 < len(words) and words[end].text == "|":
        end += 2
    return tuple(words[start:end])


def pattern_before(words: Sequence[Token], at: int) -> tuple[Token, ...]:
    """Return the words of the pattern that ends before the word at an index."""
    end = at
    if end >= 3 and words[end - 1].text == "subset" and words[end - 2].kind in TOOL_WORDS:
        end -= 1
    start = end
    while start > 1 and words[start - 1].kind in TOOL_WORDS:
        start -= 1
        if start < 2 or words[start - 1].text != "|":
            break
        start -= 1
    return tuple(words[start:end])


def meant(reading: Reading, pattern: Sequence[Token]) -> ToolPattern | None:
    """Return the pattern that words spell; None if it is not valid."""
    written = " ".join(word.text for word in pattern)
    if not written:
        return None
    line = lines(Source(f"forbid {written}"))[0]
    tree = analysis.syntax(line).tree
    if tree is None:
        return None

    def resolve(name: str, _at: int) -> ToolPattern | None:
        known = reading.names.patterns.get(name)
        return None if known is None else Named(name[1:], known)

    lowered = analysis.rule(line, tree, resolve).lowered
    kind = lowered.kind if lowered is not None else None
    return None if kind is None else kind.patterns()[0]


def patterns_in(entry: SpecLine) -> list[Part]:
    """Return the tool patterns of a parsed line, in order, those of its clauses too."""
    return _labelled(entry, "pattern")


def agents_in(entry: SpecLine) -> list[Part]:
    """Return the patterns of agents of a parsed line, in order."""
    return _labelled(entry, "agent")


def _labelled(entry: SpecLine, label: str) -> list[Part]:
    labelled: list[Part] = []

    def walk(parts: Sequence[Part]) -> None:
        for part in parts:
            if part.label == label:
                labelled.append(part)
            else:
                walk(part.parts)

    walk(entry.parts)
    walk(entry.clauses)
    return labelled


def heads_around(reading: Reading, offset: int) -> Iterator[SpecLine]:
    """Yield the lines that open the cases and blocks around an offset, the innermost first."""
    entries = reading.entries
    before = bisect_left(entries, offset, key=lambda entry: entry.line.start)
    closed = 0
    for entry in reversed(entries[:before]):
        if entry.what == "case_close":
            closed += 1
        elif opens(entry.line):
            if not closed:
                yield entry
            closed = max(0, closed - 1)


def case_around(reading: Reading, offset: int) -> SpecLine | None:
    """Return the line that opens the case around an offset; None outside cases."""
    heads = heads_around(reading, offset)
    return next((entry for entry in heads if entry.line.first == "case"), None)


def word_at(line: LogicalLine, offset: int) -> Token | None:
    """Return the word at an offset of the source; between two words, the later one."""
    at = offset - line.start
    touched = [word for word in line.words if word.start <= at <= word.end]
    return touched[-1] if touched else None

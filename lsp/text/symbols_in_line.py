"""Classify the words of a line, and list the tools it mentions: for colours and renames."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.text.lexer import DEFINING, Token
from toolspec.engine.match.tool_pattern import is_bare, quoted
from toolspec.engine.match.values import WORDS
from toolspec.engine.syntax import Part
from toolspec.engine.text.result_text import json_or_text
from toolspec.lsp.text.answers import Span
from toolspec.lsp.text.keyword_docs import docs_about
from toolspec.lsp.text.line_tokens import agents_in, patterns_in, subject_end

KINDS = {
    "string": "string",
    "open_string": "string",
    "regex": "regexp",
    "open_regex": "regexp",
    "number": "number",
    "comment": "comment",
    "key": "property",
    "arrow": "operator",
    "dots": "operator",
    "sign": "operator",
    "compare": "operator",
    "variable": "bound",
}

VALUE_WORDS = frozenset({*WORDS, "must"})
"""Words that are keywords inside brackets, where no colon follows."""


_WITHOUT_TOOLS = ("case", "traces", "tools", "use", "value")
"""Keywords of lines that contain no tools."""


class Colour(NamedTuple):
    """A word and its class.

    `what` is keyword, tool (an agent too), reference, bound (a `$name`), property, string, regexp,
    number, comment or operator.
    """

    span: Span
    what: str


def colours(entry: SpecLine) -> Iterator[Colour]:
    """Yield the classified words of a line; without a parse, only what the tokens tell."""
    line = entry.line
    base = line.start
    for start, end, what in coloured(entry):
        yield Colour((start + base, end + base), what)
    if line.comment:
        start = line.comment_start
        yield Colour((start, start + len(line.comment)), "comment")


Word = tuple[int, int, str]
"""Start and end relative to the line's first word, and the class."""


class _Spans:
    """The spans of some parts of a line."""

    def __init__(self, parts: Iterable[Part]) -> None:
        spans = sorted(part.span for part in parts)
        self._starts = [start for start, _ in spans]
        self._ends = [end for _, end in spans]

    def contain(self, at: int) -> bool:
        """Tell whether an offset of the line is inside one of them."""
        before = bisect_right(self._starts, at) - 1
        return before >= 0 and at < self._ends[before]


def coloured(entry: SpecLine) -> Iterator[Word]:
    """Yield the classified words of a line without its comment."""
    patterns, words = _Spans((*patterns_in(entry), *agents_in(entry))), entry.line.words
    for at, word in enumerate(words):
        what = KINDS.get(word.kind)
        if word.kind == "key" and word.text in VALUE_WORDS and not _is_key(words, at):
            what = "keyword"
        elif word.kind == "string" and patterns.contain(word.start):
            what = "tool"
        elif word.kind == "name":
            what = _named(entry, at, patterns.contain(word.start))
        if what is not None:
            yield word.start, word.end, what


def _is_key(words: Sequence[Token], at: int) -> bool:
    """Tell whether a word inside brackets is a key: its colon follows, after comments too."""
    return next((word.text for word in words[at + 1 :] if word.kind != "comment"), "") == ":"


def _named(entry: SpecLine, at: int, in_pattern: bool) -> str:
    if entry.line.words[at].text.startswith("@"):
        return "reference"
    # In a line that does not parse, only the first word is certainly a keyword.
    return "keyword" if not in_pattern and (at == 0 or entry.what) else "tool"


class Mention(NamedTuple):
    """A place where a tool (`tool`), an `@name` or a `$name` is written.

    `defines` is true on the `tool` or `value` line of a name, and where the subject of a rule binds
    a `$name`; `guessed` in a line that cannot be read.
    """

    name: str
    span: Span
    defines: bool = False
    guessed: bool = False


def mentions(entry: SpecLine) -> Iterator[Mention]:
    """Yield the tools and `@names` a line mentions by name; globs and regexes mention none.

    In a line that does not parse, a bare word outside brackets is a tool or a keyword.
    """
    line = entry.line
    patterns = _Spans(patterns_in(entry))
    bound = subject_end(line.words)
    guessing = not entry.what and line.first not in _WITHOUT_TOOLS
    for at, word in enumerate(line.words):
        span = (word.start + line.start, word.end + line.start)
        if word.kind == "name" and word.text.startswith("@"):
            yield Mention(word.text, span, line.first in DEFINING and at == 1)
        elif word.kind == "variable":
            yield Mention(word.text, span, at < bound)
        elif (
            guessing and word.kind == "name" and "*" not in word.text and not docs_about(word.text)
        ):
            yield Mention(word.text, span, guessed=True)
        elif word.kind in ("name", "string") and patterns.contain(word.start):
            if word.kind == "name" and "*" not in word.text:
                yield Mention(word.text, span)
            elif word.kind == "string":
                name = json_or_text(word.text)
                if isinstance(name, str):
                    yield Mention(name, span)


def hidden(entry: SpecLine, name: str) -> bool:
    """Tell whether a line that does not parse may mention a tool in a way that is not certain."""
    if entry.what or entry.line.first in _WITHOUT_TOOLS:
        return False
    for word in entry.line.words:
        if word.kind == "string":
            possible = json_or_text(word.text) == name
        elif word.kind in ("open_string", "open_regex"):
            possible = name in word.text
        else:
            # After an unclosed bracket all words are read as keys; keywords are ambiguous anywhere.
            lost = word.kind == "key" and entry.line.open
            possible = (
                lost or (word.kind == "name" and bool(docs_about(name)))
            ) and word.text == name
        if possible:
            return True
    return False


def mention_at(entries: Iterable[SpecLine], offset: int) -> Mention | None:
    """Return the tool or `@name` at an offset, or directly before it."""
    for entry in entries:
        if entry.line.start <= offset <= entry.line.end:
            for mention in mentions(entry):
                if mention.span[0] <= offset <= mention.span[1]:
                    return mention
    return None


def written_tool(name: str) -> str:
    """Return a tool's name as a spec writes it, quoted only if necessary."""
    return name if is_bare(name) else quoted(name)

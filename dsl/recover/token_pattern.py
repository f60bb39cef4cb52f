"""Patterns of tokens: the words of a mistake, and where among them the parser stopped.

A pattern is a line of elements with a space between them:

- `at`: this token; `end/last`: one of these; `the?`: this token or none
- `NAME`, `TOOL`, `INT`, ... in capitals: any token, or tokens, of a class in `CLASSES`
- `low=INT`: what matches can be named in a hint or a fix, as `{low}`
- `^`: the token that the parser refused comes next; where no element comes before, it may be left out
- `« »`: what the problem points to, and what a fix replaces; without them, the refused token
- `›`: a fix replaces everything up to here

>>> pattern = compiled("«at ^ the? end/last» END")
>>> [str(element) for element in pattern.before], [str(element) for element in pattern.after]
(['at'], ['the?', 'end/last', 'END'])
"""  # noqa: E501

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from toolspec.dsl.recover.token_classes import CLASSES, LONG, Captured, Tokens
from toolspec.dsl.text.lexer import Token


class Element(NamedTuple):
    """One element of a pattern: its texts or its class, and the name of what it matches."""

    texts: tuple[str, ...]
    kind: str
    name: str
    optional: bool
    marks: str
    """Which marks come before it: `«` and `»`."""

    def __str__(self) -> str:
        return (self.kind or "/".join(self.texts)) + "?" * self.optional


class TokenPattern(NamedTuple):
    """The elements before the refused token, and those from it on; `ends` marks after the last."""

    before: tuple[Element, ...]
    after: tuple[Element, ...]
    ends: str


class TokenMatch(NamedTuple):
    """What a pattern matched: its named parts, and the span that its marks enclose."""

    named: Captured
    start: int
    end: int
    replaced: int
    """Where the part that a fix replaces ends."""
    last: int
    """Where the last token of the match ends."""


_ELEMENT = re.compile(r"(?:(?P<name>[a-z]+)=)?(?P<what>.+?)(?P<optional>\?)?")


@cache
def compiled(text: str) -> TokenPattern:
    """Return the pattern that a text describes."""
    before: list[Element] = []
    elements: list[Element] = []
    marks = ""
    for piece in re.sub("[«»›]", r" \g<0> ", text).split():
        if piece == "^":
            before, elements = elements, []
        elif piece in "«»›":
            marks += piece
        else:
            match = _ELEMENT.fullmatch(piece)
            assert match is not None
            what = match["what"]
            is_class = what.isupper() and what.isalpha()
            assert not is_class or what in CLASSES, what
            texts = () if is_class else tuple(what.split("/"))
            kind = what if is_class else ""
            optional = match["optional"] is not None
            elements.append(Element(texts, kind, match["name"] or "", optional, marks))
            marks = ""
    return TokenPattern(tuple(before), tuple(elements), marks)


def match(pattern: TokenPattern, text: str, tokens: Tokens, at: int) -> TokenMatch | None:
    """Match a pattern where the token with the index `at` was refused."""
    places: list[tuple[str, int]] = []
    named: Captured = {}
    required = sum(not element.optional for element in pattern.before)
    for begin in range(at - required, -1, -1):
        if _matched(pattern.before, text, tokens, begin, named, places) == at:
            break
        if not any(element.optional or element.kind in LONG for element in pattern.before):
            return None
        named.clear()
        places.clear()
    else:
        return None
    end = _matched(pattern.after, text, tokens, at, named, places)
    if end < 0:
        return None
    places.append((pattern.ends, end))
    refused = min(at, len(tokens) - 1)
    start, stop, replaced = tokens[refused].start, tokens[refused].end, 0
    for marks, index in places:
        if "»" in marks:
            stop = tokens[index - 1].end
        if "«" in marks:
            start = tokens[min(index, len(tokens) - 1)].start
            stop = max(start, stop)
        if "›" in marks:
            replaced = tokens[index - 1].end
    if named.pop("only_sign", None) is not None:
        replaced = stop
        stop = next(token.end for token in tokens if token.start == start)
    last = tokens[max(end, 1) - 1].end
    return TokenMatch(named, start, stop, replaced or stop, last)


def _word(token: Token) -> str:
    """Return a token's text; `AND`, `OR` and `NOT` are these words as people who know SQL write."""
    return token.text.lower() if token.text in _CAPITALS else token.text


_CAPITALS = ("AND", "OR", "NOT")


def _matched(
    elements: Sequence[Element],
    text: str,
    tokens: Tokens,
    at: int,
    named: Captured,
    places: list[tuple[str, int]],
) -> int:
    """Return the index after what the elements match from an index on, -1 for no match."""
    for number, element in enumerate(elements):
        if element.optional:
            kept = dict(named), list(places)
            rest = (element._replace(optional=False), *elements[number + 1 :])
            end = _matched(rest, text, tokens, at, named, places)
            if end >= 0:
                return end
            named.clear()
            named |= kept[0]
            places[:] = [*kept[1], (element.marks, at)]
            continue
        if element.kind:
            end = CLASSES[element.kind](tokens, at, named)
        else:
            end = at + 1 if at < len(tokens) and _word(tokens[at]) in element.texts else -1
        if end < 0:
            return -1
        places.append((element.marks, at))
        if element.name:
            named[element.name] = text[tokens[at].start : tokens[end - 1].end] if end > at else ""
        at = end
    return at

"""Keywords: snippets for each form of a rule, and the words that can follow."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from toolspec.dsl.recover.expected import words_of
from toolspec.engine.match.qualifiers import qualifiers
from toolspec.engine.parts import clauses
from toolspec.engine.rules import KEYWORDS, kind, kinds, traits
from toolspec.lsp.features.completion.agents import is_agent
from toolspec.lsp.features.completion.place import CompletionPlace, accepted, shortened
from toolspec.lsp.text.answers import Item
from toolspec.lsp.text.keyword_docs import KeywordDoc, docs_about
from toolspec.lsp.text.line_tokens import heads_around

CLAUSES = ("weight", "pass", "as", "soft")

LINES = (
    ("tool", "tool @${1:name} = ${2:tool}"),
    ("value", "value @${1:name} = ${2:value}"),
    ("traces", 'traces "${1:runs/*.json}"'),
    ("tools", 'tools "${1:tools.json}"'),
    ("use", 'use "${1:house-rules.toolspec}"'),
    ("case", 'case "${1:name}" {\n\t$0\n}'),
)
"""Snippets for lines other than rules, which are allowed only outside cases."""

_WINDOWS = ("after", "until", "at", "before")
"""The words of windows and of steps and turns."""

_OTHERWISE = {"IF_NOT": "not", "STEP_NUMBER": "step", "TURN_NUMBER": "turn"}
"""Keywords whose terminals are not called as they are."""

_BEGIN_PHRASE = frozenset(
    (
        "COLON",
        "COMMA",
        "ARROW",
        "OR",
        "GROUP_OPEN",
        "IF",
        "AMONG",
        "IGNORING",
        "UNTIL",
        "AFTER",
        "BEFORE",
    )
)
"""The parser's terminals before another phrase or demand, where words may come again."""

_ESCAPED = re.compile(r"\\([\\$}])")
_OPENS = re.compile(r"^[a-z ]+:? ?\"?\$\{1:(?!name\} =)")
"""A snippet whose first placeholder is a tool, a case or a path, which can be completed."""
_HOLE = re.compile(r"\$\{\d+:([^}]*)\}|\$\d")
_FURTHER = re.compile(r" -> \$\{\d:tool\}")


def proposed(place: CompletionPlace) -> Iterator[Item]:
    """Yield the words that can be typed here."""
    if not place.words:
        yield from _firsts(place)
    elif place.kind == "name" and place.angle is None:
        yield from _modes(place)
        yield from _places(place)
        yield from _later(place)


def _firsts(place: CompletionPlace) -> Iterator[Item]:
    if place.kind != "name" or place.typed.startswith("@"):
        return
    bodies = [(kind.syntax.keyword, body) for kind in kinds() for body in kind.syntax.snippets]
    bodies += [(body.split()[0], body) for clause in clauses() for body in clause.syntax.blocks]
    if not any(heads_around(place.snapshot.reading, place.base)):
        bodies += LINES
    # Before existing text, a snippet would duplicate it.
    alone = not place.follows or place.follows.startswith("#")
    done: set[str] = set()
    for rank, (keyword, body) in enumerate(bodies):
        if not alone and keyword in done:
            continue
        done.add(keyword)
        known = docs_about(keyword) or KeywordDoc("", "", "")
        label = without_placeholders(body) if alone else keyword
        yield Item(
            label.split("\n")[0],
            body if alone else keyword,
            place.span,
            "snippet" if alone else "keyword",
            known.title,
            known.markdown,
            f"{rank:05d}",
            snippet=alone,
            again=_OPENS.search(body) is not None,
        )


def without_placeholders(body: str) -> str:
    """Return the text of a snippet with the names of its placeholders.

    >>> without_placeholders("count ${1:tool} = ${2:1}")
    'count tool = 1'
    """
    return _HOLE.sub(lambda hole: hole[1] or "", body)


def opening_snippet(body: str) -> str:
    """Return a snippet with an empty first placeholder, where a list of completions opens.

    Further entries of a chain are left out: they are completed one after the other.

    >>> opening_snippet("count ${1:tool} = ${2:1}")
    'count $1 = ${2:1}'
    >>> opening_snippet("order: ${1:tool} -> ${2:tool}")
    'order: $1'
    """
    body = _FURTHER.sub("", body)
    return _HOLE.sub(lambda hole: f"${hole[0][2]}" if hole[1] else hole[0], body, count=1)


def start(body: str) -> str:
    """Return the text before the first placeholder, for editors without snippets.

    >>> start("order: ${1:tool} -> ${2:tool}")
    'order: '
    """
    return _ESCAPED.sub(r"\1", _HOLE.split(body)[0]).split("\n")[0]


def escaped_in_snippet(text: str) -> str:
    """Return a text escaped for a snippet."""
    return re.sub(r"([\\$}])", r"\\\1", text)


def _modes(place: CompletionPlace) -> Iterator[Item]:
    if len(place.words) == 2 and place.before == "strict":
        yield from _behind_strict(place)
    if len(place.words) != 1:
        return
    modes = _modes_of(place) if "STRICT_MODE" in place.accepts else ()
    colon = "" if place.follows.startswith(":") else ": "
    for rank, word in enumerate(modes):
        known = docs_about(word.split()[0]) or KeywordDoc("", "", "")
        yield Item(
            f"{word}:", f"{place.lead}{word}{colon}", place.span, "keyword", known.title,
            known.markdown, f"3{rank:05d}", filter=word,
        )  # fmt: skip


def _behind_strict(place: CompletionPlace) -> Iterator[Item]:
    """Yield `strict:` if its colon is missing; without a colon the word would be a tool."""
    if place.follows:
        return
    start = place.base + place.words[1].start
    span = (start, place.span[1])
    typed = place.snapshot.document.text[start : place.span[0]]
    modes = [mode for mode in _modes_of(place) if mode.startswith("strict")]
    known = docs_about("strict") or KeywordDoc("", "", "")
    for rank, word in enumerate(modes):
        yield Item(
            f"{word}:", f"{word}: ", span, "keyword", known.title, known.markdown,
            f"0{rank:05d}", filter=f"{typed}{word.removeprefix('strict').strip()}",
        )  # fmt: skip


def _modes_of(place: CompletionPlace) -> tuple[str, ...]:
    return kind(place.first).syntax.modes if place.first in KEYWORDS else ()


@cache
def _about_calls() -> tuple[str, ...]:
    """Return the words of a call phrase, in the order in which it is documented."""
    words = [word for qualifier in qualifiers() for word in qualifier.syntax.words]
    return ("exactly", *words)


@cache
def _about_parts() -> tuple[str, ...]:
    """Return the first words of the clauses that say which part of a trace is judged."""
    return tuple(word for clause in clauses() for word in clause.syntax.words)


def _said(place: CompletionPlace, word: str) -> bool:
    """Tell whether a word is written already: in its own phrase or demand, or as a clause."""
    terminal = word.upper()
    of_kind = traits(place.first)
    if word in (*CLAUSES, *_about_parts()) and (of_kind.takes_windows or word not in _WINDOWS):
        return terminal in place.taken
    if word in of_kind.syntax.words and not of_kind.binds_names:
        return terminal in place.taken
    begins = [at for at, name in enumerate(place.taken) if name in _BEGIN_PHRASE]
    return terminal in place.taken[begins[-1] if begins else 0 :]


def _places(place: CompletionPlace) -> Iterator[Item]:
    """Yield `first` and `last`, which stand before a tool."""
    if "FIRST" not in place.accepts or place.before in ("first", "last") or is_agent(place):
        return
    # Where no phrase may stand, as in `args`, the parser takes them as tools.
    before = place.line.text[: place.span[0] - place.base]
    if "NAME" not in accepted(shortened(f"{before}first ", place.words, place.first))[0]:
        return
    words = [word for word in ("first", "last") if word.startswith(place.typed)]
    for rank, word in enumerate(words):
        known = docs_about(word) or KeywordDoc("", "", "")
        yield Item(
            word, f"{place.lead}{word} ", place.span, "keyword", known.title, known.markdown,
            f"5{rank:05d}", filter=word, again=True,
        )  # fmt: skip


def _is_taken(place: CompletionPlace, word: str) -> bool:
    """Tell whether the rule takes a word that the grammar has here."""
    if word in ("seeing", "own"):
        return "RIGHT" not in place.taken[-2:]
    whole = place.first in KEYWORDS and kind(place.first).judges_whole
    return not whole or word not in (*_WINDOWS, "among", "ignoring", "per")


def _later(place: CompletionPlace) -> Iterator[Item]:
    words = [word for word in words_of(place.accepts) if not _said(place, word)]
    scores_in_part = place.first in KEYWORDS and kind(place.first).scores_in_part
    own = kind(place.first).syntax.words if place.first in KEYWORDS else ()
    windows = place.first not in KEYWORDS or kind(place.first).takes_windows
    words += [word for terminal, word in _OTHERWISE.items() if terminal in place.accepts]
    order = [*own, *_about_calls(), *_about_parts(), *CLAUSES]
    for word in sorted(words, key=lambda word: order.index(word) if word in order else -1):
        if word == "subset" and place.before == "strict" and len(place.words) == 2:
            continue
        if word == "pass" and not scores_in_part:
            continue
        if not _is_taken(place, word):
            continue
        if word in _WINDOWS and "COMMA" in place.accepts and not windows:
            continue
        known = docs_about(word, place.first) or KeywordDoc("", "", "")
        rank = order.index(word) if word in order else 0
        yield Item(
            word, f"{place.lead}{word}", place.span, "keyword", known.title, known.markdown,
            f"4{rank:05d}", filter=word,
        )  # fmt: skip

"""What there is to know of the language, one Markdown file for each topic.

`toolspec explain` prints them, and the language reference (docs/language.md) is made of them. A new
topic is its file and its line here.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent

TOPICS: Final[dict[str, tuple[str, ...]]] = {
    "language": ("grammar", "ebnf", "syntax", ",", ":"),
    "file": ("files", "spec", "lines", "line"),
    "patterns": ("pattern", "names", "name", "|"),
    "glob": ("globs", "*"),
    "tool": ("@", "@name"),
    "calls": (
        "call",
        "phrase",
        "phrases",
        "qualifier",
        "qualifiers",
        "first",
        "last",
        "exactly",
    ),
    "arguments": ("argument", "keys", "key", "<>"),
    "must": (),
    "results": ("result",),
    "completed": ("complete", "completion"),
    "messages": ("message", "user", "agent", "says"),
    "values": (
        "value",
        "...",
        "..",
        "of",
        "&",
        ">",
        ">=",
        "<",
        "<=",
        "[",
        "range",
        "ranges",
        "true",
        "false",
        "null",
        "string",
    ),
    "variables": ("variable", "$", "$name", "$names", "capture", "binding", "bind"),
    "relations": (
        "relation",
        "demand",
        "demands",
        "right",
        "seeing",
        "own",
        "within",
        "near",
        "distance",
        "ms",
        "s",
        "m",
        "h",
    ),
    "groups": ("group", "->", "?", "+", "(", "()"),
    "regex": ("regexes", "regexp", "flags"),
    "keywords": ("keyword", "words", "word"),
    "subset": (),
    "strict": ("mode", "modes"),
    "weight": ("weights", "score", "scores"),
    "pass": ("threshold",),
    "as": (),
    "clauses": (
        "clause",
        "after",
        "until",
        "per",
        "among",
        "ignoring",
        "if",
        "soft",
        "window",
        "windows",
        "parts",
        "part",
    ),
    "step": ("steps", "at", "before", "turn", "turns"),
    "block": ("blocks", "{", "}"),
    "case": ("cases",),
    "traces": ("trace",),
    "use": (),
    "tools": ("schema", "schemas"),
    "unknown": ("status", "statuses", "fail", "error", "skip", "never_judged"),
    "comments": ("comment", "ignore", "#", "##"),
    "reserved": (),
}
"""Each topic, and other words under which it is found, beside those of qualifiers and values."""

SEVERAL: Final[dict[str, tuple[str, ...]]] = {
    "after": ("relations",),
    "before": ("relations",),
    "not": ("relations",),
    "agent": ("calls",),
    "at": ("clauses",),
}
"""Words with more than one meaning: where the others are explained."""

_NAMES: Final = {other: name for name, others in TOPICS.items() for other in (name, *others)}


_FORMS: Final = (
    (re.compile(r"-?[0-9.]+\.\.-?[0-9.]+"), "values"),
    (re.compile(r"[0-9.]+(ms|s|m|h)"), "relations"),
    (re.compile(r"/.+/[ims]*"), "regex"),
    (re.compile(r"\$\w+"), "variables"),
    (re.compile(r"@[\w./:-]+"), "tool"),
    (re.compile(r"[\w./:-]*\*[\w./:*-]*"), "glob"),
)
"""What is written differently each time, and its topic."""


def topic_of(word: str) -> str | None:
    """Return the topic that a word stands for, None where there is none.

    >>> topic_of("regexes"), topic_of("nothing"), topic_of("1..10"), topic_of("$order")
    ('regex', None, 'values', 'variables')
    """
    topic = _NAMES.get(word.casefold()) or _topics_of_forms().get(word.casefold())
    if topic is None:
        topic = next((name for form, name in _FORMS if form.fullmatch(word)), None)
    return topic


@cache
def _topics_of_forms() -> dict[str, str]:
    """Return the topics of the words of qualifiers and of values."""
    from toolspec.engine.match.qualifiers import qualifiers
    from toolspec.engine.match.values import WORDS

    words = (word for qualifier in qualifiers() for word in qualifier.syntax.words)
    return dict.fromkeys(words, "calls") | dict.fromkeys(WORDS, "values")


def of_words(words: str) -> str | None:
    """Return the topic of several words: that of the first that has one.

    >>> of_words("list of"), of_words("within 1 turn"), of_words("order 66")
    ('values', 'relations', None)
    """
    topics = [topic_of(word) for word in words.split()]
    return next((topic for topic in topics if topic is not None), None)


def topic_text(topic: str) -> str:
    """Return a topic as Markdown: a heading of the first level, and what there is to say."""
    return (HERE / f"{topic}.md").read_text(encoding="utf-8")


def title(topic: str) -> str:
    """Return the heading of a topic."""
    return topic_text(topic).partition("\n")[0].removeprefix("# ")

"""What may follow at a place, in words: the parser's terminals as people call them."""

from __future__ import annotations

from collections.abc import Collection

from toolspec.engine.match.values import WORDS

PHRASES = {
    "NAME": "a tool",
    "KEY": "a key",
    "TRUE": "a value",
    "NUMBER": "a number",
    "REGEX": "a `/regex/`",
    "STRING": "text in quotes",
    "REFERENCE": "an `@name`",
    "VARIABLE": "a `$name`",
    "ARROW": "`->`",
    "PIPE": "`|`",
    "AMPERSAND": "`&`",
    "GROUP_CLOSE": "`)`",
    "COMMA": "`,`",
    "COLON": "`:`",
    "EQUAL": "`=`",
    "EQUAL_EQUAL": "a comparison",
    "LESS": "`<`",
    "MORE": "`>`",
    "LIST_CLOSE": "`]`",
    "OPEN": "`{`",
    "CLOSE": "`}`",
    "DOTS": "`...`",
    "QUESTION": "`?`",
    "PLUS": "`+`",
    "MUST": "`must`",
    "STRICT_MODE": "`strict`",
    "SUBSET_MODE": "`subset`",
    "$END": "the end of the line",
}

_TOOL = {"NAME", "STRING", "REGEX", "REFERENCE", "FIRST", "LAST"}
_KEYS = {"KEY", "STRING"}
_VALUE = {
    "STRING", "NUMBER", "REGEX", "TRUE", "FALSE", "NULL", "LIST_OPEN", "OPEN", "REFERENCE",
    "VARIABLE", "A_NUMBER", "AN_OBJECT", "GROUP_OPEN", "LESS", "LESS_EQUAL", "MORE", "MORE_EQUAL",
    *(word.upper() for word in WORDS),
}  # fmt: skip
_COMPARISON = {
    "EQUAL", "EQUAL_EQUAL", "NOT_EQUAL", "LESS_THAN", "LESS_EQUAL", "MORE", "MORE_EQUAL",
}  # fmt: skip

ORDER = (
    "exactly", "subset", "result", "ok", "failed", "took", "by", "min", "final", "step", "turn",
    "agent", "after", "until", "at", "before", "per", "among", "ignoring", "if", "weight", "pass",
    "soft", "as",
)  # fmt: skip
"""The words in the order in which messages list them."""


def words_of(accepts: Collection[str]) -> list[str]:
    """Return the keywords among the terminals that may follow, in lower case."""
    # Where any value may follow, the words of values are not listed: "a value" says it.
    no_words = {*PHRASES, "FALSE", "NULL", "FIRST", "LAST", *(_VALUE if "TRUE" in accepts else ())}
    return sorted(name.lower() for name in accepts if name.isalpha() and name not in no_words)


def all_expected(accepts: Collection[str]) -> list[str]:
    """Return everything that may follow, each thing as a person calls it.

    >>> all_expected({"ARROW", "PIPE", "WEIGHT", "MIN", "$END"})
    ['`->`', '`|`', '`min`', '`weight`', 'the end of the line']
    """
    left = set(accepts)
    things: list[str] = []
    for family, name in (
        (_VALUE, "TRUE"),
        (_TOOL, "NAME"),
        (_KEYS, "KEY"),
        (_COMPARISON, "EQUAL_EQUAL"),
    ):
        if name in left:
            things.append(PHRASES[name])
            left -= family
    phrases = [text for name, text in PHRASES.items() if name in left and text[0] == "`"]
    words = words_of(left)
    words.sort(key=lambda word: ORDER.index(word) if word in ORDER else -1)
    phrases.extend(f"`{word}`" for word in words)
    phrases.extend(things)
    phrases.extend(text for name, text in PHRASES.items() if name in left and text[0] != "`")
    return phrases


def phrase(accepts: Collection[str]) -> str:
    """Return what may follow, as part of a sentence: `a tool`, "`->`, `|` or the end of the line".

    >>> phrase({"NAME", "STRING", "REGEX", "REFERENCE"}), phrase({"ARROW", "$END"})
    ('a tool', '`->` or the end of the line')
    """
    return either(all_expected(accepts))


def expectation(accepts: Collection[str]) -> str:
    """Return what was expected, as a sentence.

    >>> expectation({"STEP"}), expectation({"ARROW", "$END"})
    ('expected `step`', 'expected `->` or the end of the line')
    """
    phrases = all_expected(accepts)
    return f"expected {'one of ' if len(phrases) > 2 else ''}{either(phrases)}"


def either(items: list[str]) -> str:
    """Join items for a sentence: `a, b or c`."""
    if len(items) < 2:
        return "".join(items) or "nothing"
    return ", ".join(items[:-1]) + " or " + items[-1]

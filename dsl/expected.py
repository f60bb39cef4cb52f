"""What may stand in a place, in words: the parser's terminals as people call them."""

from __future__ import annotations

from collections.abc import Collection

PHRASES = {
    "NAME": "a tool",
    "KEY": "a key",
    "TRUE": "a value",
    "NUMBER": "a number",
    "REGEX": "a `/regex/`",
    "STRING": "text in quotes",
    "REFERENCE": "an `@name`",
    "ARROW": "`->`",
    "PIPE": "`|`",
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
    "STRICT_MODE": "`strict`",
    "SUBSET_MODE": "`subset`",
    "$END": "the end of the line",
}

_TOOL = {"NAME", "STRING", "REGEX", "REFERENCE"}
_KEYS = {"KEY", "STRING", "MUST"}
_VALUE = {"STRING", "NUMBER", "REGEX", "TRUE", "FALSE", "NULL", "LIST_OPEN", "OPEN", "DOTS"}
_COMPARISON = {"EQUAL", "EQUAL_EQUAL", "NOT_EQUAL", "LESS", "LESS_EQUAL", "MORE", "MORE_EQUAL"}

PHRASES_MAX = 6
"""How many things a message lists before it says no more."""


def words_of(accepts: Collection[str]) -> list[str]:
    """Return the keywords among the terminals that may follow, in small letters."""
    no_words = {*PHRASES, "MUST", "FALSE", "NULL"}
    return sorted(name.lower() for name in accepts if name.isalpha() and name not in no_words)


def phrase(accepts: Collection[str]) -> str:
    """Return what may follow, as part of a sentence: `a tool`, "`->`, `|` or the end of the line".

    >>> phrase({"NAME", "STRING", "REGEX", "REFERENCE"}), phrase({"ARROW", "$END"})
    ('a tool', '`->` or the end of the line')
    """
    left = set(accepts)
    found: list[str] = []
    for family, name in (
        (_VALUE, "TRUE"),
        (_TOOL, "NAME"),
        (_KEYS, "KEY"),
        (_COMPARISON, "EQUAL_EQUAL"),
    ):
        if name in left:
            found.append(PHRASES[name])
            left -= family
    found.extend(f"`{word}`" for word in words_of(left))
    found.extend(
        text
        for name, text in PHRASES.items()
        if name in left and text not in found and name != "$END"
    )
    found = found[:PHRASES_MAX]
    if "$END" in left:
        found.append(PHRASES["$END"])
    return either(found)


def either(items: list[str]) -> str:
    """Join items for a sentence: `a, b or c`."""
    if len(items) < 2:
        return "".join(items) or "nothing"
    return ", ".join(items[:-1]) + " or " + items[-1]

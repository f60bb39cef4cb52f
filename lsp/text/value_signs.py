"""What `|`, `not`, `...` and comparisons mean in a value, where they are also words of calls."""

from __future__ import annotations

from collections.abc import Sequence

from toolspec.dsl.text.lexer import Token
from toolspec.engine.match.values import WORDS
from toolspec.engine.rules import traits
from toolspec.lsp.text.keyword_docs import KeywordDoc

_NUMBERS = 'Only numbers are compared: the text `"5"` and `true` are none.'
_TIMES = "The time from a call's start to its end."

IN_VALUES = {
    "|": KeywordDoc(
        "Or: the value matches one of the two.",
        "`not`, `has`, `length` and `list of` bind closer, and so does `&`.",
        'each pay: <currency: "EUR" | "USD">',
    ),
    "not": KeywordDoc(
        "Any value that does not match what follows; the key is there.",
        "It binds closer than `&` and `|`.",
        "forbid pay <amount: not 1..5000>",
    ),
    "<": KeywordDoc("A number less than this one.", _NUMBERS, "each pay: <amount: < 100>"),
    "<=": KeywordDoc("A number that is at most this one.", _NUMBERS, "each pay: <amount: <= 100>"),
    ">": KeywordDoc("A number more than this one.", _NUMBERS, "forbid pay <amount: > 100>"),
    ">=": KeywordDoc("A number that is at least this one.", _NUMBERS, "each pay: <amount: >= 1>"),
}
OPEN_LIST = KeywordDoc("Any number of items, also none.", "", "require tag <names: [/^a/, ...]>")
OPEN_OBJECT = KeywordDoc("Any other keys.", "", "require pay result {approved: true, ...}")
TAKING = {
    "<": KeywordDoc("Less than this time.", _TIMES, "each *: took < 30s"),
    "<=": KeywordDoc("At most this time.", _TIMES, "each *: took <= 30s"),
    ">": KeywordDoc("Longer than this time.", _TIMES, "forbid search took > 30s"),
    ">=": KeywordDoc("At least this time.", _TIMES, "forbid search took >= 30s"),
}
DEFINES = KeywordDoc(
    "Means: the name before it stands for the value pattern after it.",
    "",
    "value @order_id = /^A-[0-9]{4}$/",
)


def sign_in_value(words: Sequence[Token], at: int, first: str) -> KeywordDoc | None:
    """Return what a word of a line means in a value, None where it is in none."""
    text = words[at].text
    before = words[at - 1].text if at else ""
    if text in TAKING and before == "took":
        return TAKING[text]
    if (first, text) == ("value", "=") and at == 2:
        return DEFINES
    opened = _opened(words[:at], first)
    if text == "...":
        return {"[": OPEN_LIST, "{": OPEN_OBJECT}.get(opened) if before != ":" else None
    return IN_VALUES.get(text) if opened else None


def _opened(words: Sequence[Token], first: str) -> str:
    """Return the bracket or word that a value began with which is still open, "" for none."""
    closed, ended = 0, False
    compares = traits(first).syntax.compares_values or first == "value"
    for at in range(len(words) - 1, -1, -1):
        text, before, after = words[at].text, words[max(at - 1, 0)], words[at + 1 : at + 2]
        if text in ("]", "}"):
            closed += 1
        elif text in ("[", "{") and closed:
            closed -= 1
        elif text in ("[", "{"):
            return text
        elif closed:
            continue
        elif text in ("result", "says") or (text == "=" and compares):
            return "" if ended else text
        elif text == "<" and before.kind not in ("sign", "compare") and after:
            return text
        elif text in (",", ":"):
            ended = True  # in brackets, the next key; outside of them, the next entry or demand
        elif text == ">" and not (after and after[0].kind == "number"):
            return ""
        elif at == 0:
            return text if traits(first).searches_text else ""
        elif words[at].kind == "name" and text not in WORDS:
            return ""
    return ""

"""Refusals of words that relate calls: `in step 2`, `first`, `then`, `not`.

Where what they ask cannot be said yet, the help says so, and how far a rule comes.
"""

from __future__ import annotations

from collections.abc import Callable

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.recover.advice import (
    BETWEEN,
    FIRST,
    LAST,
    ONLY_SOME,
    ORDERED,
)
from toolspec.dsl.recover.spelled import ESCAPED, SPECIAL
from toolspec.dsl.recover.stop import ARROWED, OWN_WORDS, Stop, quoted
from toolspec.dsl.text.lexer import TOOLS, Token
from toolspec.dsl.text.suggest import nearest
from toolspec.engine.rules import KEYWORDS

_TIMES = {
    "at": "at", "in": "at", "on": "at", "during": "at", "within": "before", "by": "before",
    "until": "before", "from": "from", "since": "from",
}  # fmt: skip
"""What is meant by words before a step."""

_UNITS = {"step": "step", "steps": "step", "turn": "turn", "turns": "turn"}
_NOT = ("not", "no", "never")
_THEN = (("and", "then"), ("followed", "by"))


def relation(place: Stop) -> LineDiagnostic | None:
    """`require a at b`, `require a in step 2`, `forbid a last`."""
    word = place.word
    if word is None or place.bracket or "NAME" in place.accepts or word.kind not in TOOLS:
        return None
    if place.only_step:
        return _without_step(place, word)
    if word.kind != "name" or not {"AS", "WEIGHT"} & place.accepts:
        return None
    hint, fix = _step_words(place, word)
    if not hint:
        return None
    return place.found("unknown_word", fix, word=shown(word.text), hint=hint)


def _without_step(place: Stop, word: Token) -> LineDiagnostic | None:
    """`require a at b`: no step follows `at`."""
    after = place.behind
    number = after is not None and after.kind == "number"
    if word.text in ("least", "most"):
        return None
    if word.text in _UNITS or (number and nearest(word.text, ("step", "turn"))):
        return None
    hint = "after `at` write `step` or `turn` and a number: `at step 0`"
    return place.found("unexpected", hint=hint)


def _step_words(place: Stop, word: Token) -> tuple[str, Fix | None]:
    """`require a in step 2`, `require a within 3 steps`, `require a step 2`, `forbid a final`."""
    after = place.behind
    following = after.text if after is not None else ""
    number = place.words[place.at + 2 : place.at + 3]
    if place.keyword == "forbid" and word.text in ("final", "last") and not following:
        return LAST, None
    if place.keyword in ("forbid", "require") and word.text == "first" and not following:
        return FIRST, None
    if after is None:
        return ("write `at step`, or `before step`", None) if word.text in _UNITS else ("", None)
    if word.text in _UNITS and following.isdigit():
        return _meant(word, after, "at", _UNITS[word.text], following)
    if word.text not in _TIMES:
        return "", None
    if following in _UNITS and number and number[0].text.isdigit():
        return _meant(word, number[0], _TIMES[word.text], _UNITS[following], number[0].text)
    if following.isdigit() and number and number[0].text in _UNITS and word.text == "within":
        return _meant(word, number[0], "before", _UNITS[number[0].text], following)
    if following.isdigit() and _TIMES[word.text] == "at":
        return f"write `at step {shown(following)}`", None
    return "", None


def _meant(
    word: Token, last: Token, relation: str, unit: str, number: str
) -> tuple[str, Fix | None]:
    """Return what to write for the words up to the last."""
    if relation == "from":
        if int(number) == 0:
            return f"remove it: every {unit} is from {unit} 0 on", None
        relation, number = "after", str(int(number) - 1)
    meant = f"{relation} {unit} {number}"
    return f"write `{shown(meant)}`", Fix(f"Write {shown(meant)}", word.start, last.end, meant)


def negated(place: Stop) -> LineDiagnostic | None:
    """`require not a`, `forbid not a`, `order: a -> not b`."""
    word, before = place.word, place.before
    if word is None or before.text not in _NOT or place.bracket or word.kind not in TOOLS:
        return None
    if place.keyword in ARROWED and "ARROW" in place.accepts:
        return place.found("unexpected", hint=BETWEEN)
    if place.at != 2 or "PIPE" not in place.accepts or word.text in OWN_WORDS:
        return None
    if place.keyword == "require":
        fix = Fix("Write forbid", 0, word.start, "forbid ")
        hint = f"write `forbid {shown(word.text)}`"
        return place.found("unknown_word", fix, word=shown(word.text), hint=hint)
    if place.keyword == "forbid":
        hint = f"`require {shown(word.text)}` asks for a call of it; {ONLY_SOME}"
        return place.found("unknown_word", word=shown(word.text), hint=hint)
    return None


def in_order(place: Stop) -> LineDiagnostic | None:
    """`require a -> b`, `forbid a then b`, `require a followed by b`, `order: a after b`."""
    word, after = place.word, place.behind
    if word is not None and (word.text, after and after.text) in _THEN:
        after = next(iter(place.words[place.at + 2 : place.at + 3]), None)
    if word is None or after is None or place.bracket or after.kind not in TOOLS:
        return None
    first, second = place.call, shown(after.text)
    then = word.kind == "arrow" or word.text in ("then", "and", "followed")
    if not then or "WEIGHT" not in place.accepts or (word.text == "and" and after is place.behind):
        return None
    if place.keyword == "forbid":
        return place.found("unexpected", hint=ORDERED)
    if place.keyword == "require" and after.kind == "string" and word.kind == "arrow":
        text = after.text[1:-1]
        inner = SPECIAL.sub(ESCAPED, text) if text.isprintable() and "\\" not in text else "..."
        hint = (
            f"for text in the result write `require {first} result /{shown(inner)}/`; for calls "
            f"in this order write `sequence: {first} -> {second}`"
        )
        return place.found("unexpected", hint=hint)
    if place.keyword == "require":
        hint = f"for calls in this order write `sequence: {first} -> {second}`"
        return place.found("unexpected", hint=hint)
    return None


def of_another_kind(place: Stop) -> LineDiagnostic | None:
    """`sequence: a -> b min 2`, `count a = 1 final`: a word that belongs to `require`."""
    word = place.word
    if word is None or place.bracket or word.kind != "name" or "WEIGHT" not in place.accepts:
        return None
    if place.keyword not in KEYWORDS or place.keyword in ("require", "forbid"):
        return None
    if word.text not in ("result", "min", "final", "at", "before"):
        return None
    behind = place.behind
    if behind is not None and behind.kind in ("arrow", *TOOLS) and behind.text != "step":
        return None
    hint = f"`{place.keyword}` takes no {quoted(word.text)}: such words belong to `require`"
    return place.found("unknown_word", word=shown(word.text), hint=hint)


_RELATIONS = {
    "precedes": "before", "precede": "before", "preceding": "before",
    "follows": "after", "follow": "after", "following": "after",
}  # fmt: skip
"""Words of other languages for where a call comes, and those of this one."""


def in_each(place: Stop) -> LineDiagnostic | None:
    """`each a: precedes b`, `each a: follows b`."""
    word = place.word
    if word is None or place.bracket or place.keyword != "each" or place.behind is None:
        return None
    meant = _RELATIONS.get(word.text)
    if meant is None or place.behind.kind not in TOOLS:
        return None
    if place.before.text not in (":", ",", "or", "not"):
        return None
    fix = Fix(f"Write {meant}", word.start, word.end, meant)
    return place.found("unknown_word", fix, word=word.text, hint=f"write `{meant}`")


ALL: tuple[Callable[[Stop], LineDiagnostic | None], ...] = (
    negated, relation, in_each, in_order, of_another_kind,
)  # fmt: skip
"""In the order they are asked."""

"""Refusals of words that relate calls: `before`, `after`, `until`, `unless`, `without`, `first`.

Most of what they ask cannot be said yet; the help then says so, and how far a rule comes.
"""

from __future__ import annotations

from collections.abc import Callable

from toolspec.dsl.problem import Fix, Found, shown
from toolspec.dsl.refusals import ARROWED, OWN_WORDS, Refusal, quoted
from toolspec.dsl.scan import TOOLS, Word
from toolspec.dsl.spelled import ESCAPED, SPECIAL
from toolspec.dsl.suggest import nearest
from toolspec.dsl.unsaid import (
    BETWEEN,
    FIRST,
    LAST,
    NOT_YET,
    ONLY_SOME,
    ORDERED,
    STEPS,
    TURNS,
    not_after,
    not_before,
    only_if,
)
from toolspec.engine.rules import KEYWORDS

_AFTER = ("after", "following", "once", "since")
_BEFORE = ("before", "preceding")
_UNTIL = ("until", "till", "unless")
_IF = ("if", "when", "whenever", "while", "without")
_TIMES = ("at", "in", "on", "by", "during", "within", "before", "after", "from", "until")
_STEPS = ("step", "steps")
_TURNS = ("turn", "turns")
_NOT = ("not", "no", "never")
_THEN = (("and", "then"), ("followed", "by"))


def relation(place: Refusal) -> Found | None:
    """`require a after b`, `forbid a before b`, `forbid a unless b`, `require a in step 2`."""
    word = place.word
    if word is None or place.bracket or "NAME" in place.accepts:
        return None
    if place.keyword not in ("require", "forbid") or word.kind not in TOOLS:
        return None
    if place.only("STEP"):
        return _without_step(place, word)
    if word.kind != "name" or not {"AS", "WEIGHT"} & place.accepts:
        return None
    hint, fix = _step_words(place, word)
    hint = hint or _other_call(place, word)
    if not hint:
        return None
    return place.found("unknown_word", fix, word=shown(word.text), hint=hint)


def _without_step(place: Refusal, word: Word) -> Found | None:
    """`require a before b`, `require a at turn 2`: no step follows `at` or `before`."""
    if word.text in _TURNS:
        return place.found("unexpected", hint=TURNS)
    after = place.behind
    if word.text in _STEPS or (
        after is not None and after.kind == "number" and nearest(word.text, ("step",))
    ):
        return None
    if place.before.text == "at":
        return place.found("unexpected", hint="after `at` write `step` and a number: `at step 0`")
    earlier = place._replace(stop=place.before.start)
    return place.found("unexpected", hint=not_before(earlier.call, shown(word.text)))


def _step_words(place: Refusal, word: Word) -> tuple[str, Fix | None]:
    """`forbid a before step 2`, `require a in step 2`, `require a step 2`, `forbid a final`."""
    after = place.behind
    following = after.text if after is not None else ""
    number = place.words[place.at + 2 : place.at + 3]
    if place.keyword == "forbid":
        if word.text in _TIMES and (following in _STEPS or following.isdigit()):
            return STEPS, None
        if word.text in _STEPS or (word.text == "first" and not following):
            return STEPS, None
        if word.text in ("final", "last") and not following:
            return LAST, None
    if word.text in _TURNS or (word.text in _TIMES and following in _TURNS):
        return TURNS, None
    if place.keyword != "require" or word.text in ("at", "before"):
        return "", None
    if word.text == "first":
        return FIRST, None
    if following.isdigit() and word.text in ("in", "on", "during"):
        return f"write `at step {shown(following)}`", None
    if (following in _STEPS or following.isdigit()) and word.text in _TIMES:
        if word.text in ("in", "on", "during") and number and number[0].text.isdigit():
            fix = Fix("Write at", word.start, word.end, "at")
            return f"write `at step {shown(number[0].text)}`", fix
        if word.text == "within" and number and number[0].text in _STEPS:
            mended = f"before step {following}"
            fix = Fix(f"Write {shown(mended)}", word.start, number[0].end, mended)
            return f"write `{shown(mended)}`", fix
        return f"{NOT_YET} `{word.text} step`, only `at step` and `before step`", None
    if word.text in _STEPS:
        return "write `at step`, or `before step`", None
    return "", None


def _other_call(place: Refusal, word: Word) -> str:
    """`require a after b`, `forbid a unless b`: say how far the rules come, "" for other words."""
    after = place.behind
    if after is not None and (after.kind not in TOOLS or after.text in OWN_WORDS):
        return ""
    more = place.words[place.at + 2 : place.at + 3]
    if more and more[0].text in (":", "=", "==", ">"):
        return ""  # `where query = "x"` is about arguments
    tool, other = place.call, "..." if after is None else shown(after.text)
    forbids = place.keyword == "forbid"
    if word.text in _AFTER and (after is not None or word.text != "once"):
        return not_after(other, tool) if forbids else not_before(other, tool)
    if forbids and word.text in (*_BEFORE, *_UNTIL):
        return not_before(other, tool)
    if word.text in _BEFORE:
        return not_before(tool, other)
    if word.text in (*_UNTIL, *_IF) and (after is not None or word.text != "when"):
        return only_if(tool, other)
    return ""


def negated(place: Refusal) -> Found | None:
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


def in_order(place: Refusal) -> Found | None:
    """`require a -> b`, `forbid a then b`, `require a followed by b`, `order: a after b`."""
    word, after = place.word, place.behind
    if word is not None and (word.text, after and after.text) in _THEN:
        after = next(iter(place.words[place.at + 2 : place.at + 3]), None)
    if word is None or after is None or place.bracket or after.kind not in TOOLS:
        return None
    first, second = place.call, shown(after.text)
    if word.text in ("after", "following") and place.keyword in ARROWED:
        if "ARROW" not in place.accepts:
            return None
        hint = f"the earlier call comes first: `{place.keyword}: {second} -> {first}`"
        return place.found("unexpected", hint=hint)
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


def of_another_kind(place: Refusal) -> Found | None:
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


ALL: tuple[Callable[[Refusal], Found | None], ...] = (
    negated, relation, in_order, of_another_kind,
)  # fmt: skip
"""In the order they are asked."""

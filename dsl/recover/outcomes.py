"""Refusals of words for things that no rule can say yet: `failed`, `except`, `within 5 s`."""

from __future__ import annotations

import re
from collections.abc import Callable

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.recover.advice import (
    DURATION,
    FIRST,
    GROUPED,
    ONLY_SOME,
    OUTCOME,
)
from toolspec.dsl.recover.stop import ARROWED, Stop, quoted

_OUTCOMES = (
    "ok", "success", "succeed", "succeeds", "succeeded", "successful", "successfully",
    "fail", "fails", "failed", "failing", "failure", "error", "errors", "errored",
)  # fmt: skip
_EXCEPT = ("except", "but", "besides", "excluding")
_NOT = ("not", "no", "never", "without")
_UNITS = re.compile(r"(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hours?)$")
_TIMED = re.compile(r"[0-9.]+(?:ms|s|secs?|m|mins?|h)$")
_ABOUT = ("because", "description", "describe", "message", "reason", "note", "comment", "label")


def nothing_says(place: Stop) -> LineDiagnostic | None:
    """`require a failed`, `forbid * except a`, `require a within 5 s`, `require a no result`."""
    word = place.word
    if word is None or place.bracket or word.kind != "name":
        return None
    if place.keyword not in ("require", "forbid"):
        return None
    after = place.behind
    following = after.text if after is not None else ""
    hint = ""
    if not {"AS", "WEIGHT"} & place.accepts:
        return None
    if word.text in _NOT and following == "result":
        hint = "`not` stands before the value: write `result not ...`"
    elif word.text in _OUTCOMES:
        hint = OUTCOME
    elif word.text in _EXCEPT or (place.at == 2 and place.before.text in _EXCEPT):
        hint = ONLY_SOME
    elif word.text == "timeout" or _is_time(place):
        hint = DURATION
    elif word.text in _ABOUT and after is not None and after.kind == "string":
        hint = f"`as {shown(following)}` names the rule; a `##` line above it describes it"
    return place.found("unknown_word", word=shown(word.text), hint=hint) if hint else None


def _is_time(place: Stop) -> bool:
    """Tell whether a duration follows: `5 seconds`, `5s`."""
    after, more = place.behind, place.words[place.at + 2 : place.at + 3]
    if [word.kind for word in place.words[place.at + 3 : place.at + 4]] == ["number"]:
        return False  # `max 2 min 1`
    if after is None or after.kind != "number":
        return False
    return bool(_TIMED.match(after.text) or (more and _UNITS.match(more[0].text)))


def at_the_end(place: Stop) -> LineDiagnostic | None:
    """`require a at end`, `require a at the start`."""
    word = place.word
    if word is None or not place.only_step or place.before.text != "at":
        return None
    named = place.behind if word.text == "the" else word
    if named is None or named.text not in ("end", "last", "start", "beginning", "first"):
        return None
    fix, hint = None, FIRST
    if named.text in ("end", "last"):
        fix = Fix("Write final", place.before.start, named.end, "final")
        hint = "write `final`"
    start, end = place.before.start, named.end
    found = place.found("unexpected", fix, hint=hint, found=quoted(place.line.text[start:end]))
    return found._replace(start=start, end=end)


def of_orders(place: Stop) -> LineDiagnostic | None:
    """`order: a -> ... -> b`, `order: a -> [b, c]`."""
    word, after = place.word, place.behind
    if word is None or place.bracket or place.keyword not in ARROWED:
        return None
    if word.kind == "dots" and "NAME" in place.accepts:
        strict = any(name == "STRICT_MODE" for name, _ in place.taken)
        if after is None or after.kind != "arrow" or strict:
            return None
        fix = Fix("Remove ... ->", word.start, _start_after(place), "")
        return place.found("unexpected", fix, hint="remove it: other calls may come in between")
    if word.text == "[" and place.before.kind == "arrow":
        return place.found("unexpected", hint=GROUPED)
    return None


def _start_after(place: Stop) -> int:
    """Return where the word after the next begins."""
    later = place.words[place.at + 2 : place.at + 3]
    return later[0].start if later else place.words[-1].end


ALL: tuple[Callable[[Stop], LineDiagnostic | None], ...] = (nothing_says, at_the_end, of_orders)
"""In the order they are asked."""

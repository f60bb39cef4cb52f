"""Refusals of what follows a word that takes one thing: a number, a step, a text, a regex."""

from __future__ import annotations

from toolspec.dsl.problem import LINE_SHOWN_MAX, Fix, LineDiagnostic, shown
from toolspec.dsl.recover.amounts import NUMBERS
from toolspec.dsl.recover.row import Row
from toolspec.dsl.recover.stop import Stop, quoted_word


def _touches(place: Stop) -> bool:
    return place.following is not None and place.word is not None and (
        place.word.end == place.following.start
    )  # fmt: skip


_DECIMAL = Row("weight/pass «low=NUMBER ^ , high=NUMBER»", "bad_number", "require a weight 0,5",
               "require a weight 0.5", fix="{low}.{high}", where=_touches)  # fmt: skip


def other_than_number(place: Stop) -> LineDiagnostic | None:
    """Report something else where a number is expected."""
    if place.word is None or not place.only("NUMBER"):
        return None
    word, fix = place.word, None
    meant = str(NUMBERS.get(word.text.casefold(), ""))
    if word.kind == "string" and word.text[1:-1].isdigit():
        meant = word.text[1:-1]
    of_step = place.before.text == "step"
    if of_step and word.text in ("first", "start"):
        meant = "0"
    hint = "write a number, such as `1`"
    if meant:
        fix = Fix(f"Write {meant}", word.start, word.end, meant)
        hint = f"write `{shown(meant)}`"
    elif of_step:
        hint = "write the number of a step, counted from 0; for the last call write `final`"
    return place.found("number_expected", fix, place=quoted_word(place.before.text), hint=hint)


def step(place: Stop) -> LineDiagnostic | None:
    """`before 3`: the word `step` is missing."""
    word = place.word
    if word is None or not place.only_step or word.kind != "number":
        return None
    fix = Fix("Write step", word.start, word.start, "step ")
    clause = place.before.text
    line = place.line.text
    corrected = f"{line[: word.start]}step {line[word.start :]}"
    if len(corrected) > LINE_SHOWN_MAX or not corrected.isprintable():
        corrected = f"{clause} step {word.text}"
    return place.found("missing_step", fix, clause=clause, corrected=corrected)


def unquoted_text(place: Stop) -> LineDiagnostic | None:
    """Text without quotes after `as`, `case` or `traces`."""
    word = place.word
    if word is None or not place.only("STRING"):
        return None
    if word.kind not in ("name", "key", "number", "regex"):
        return None
    corrected = f'"{word.text}"' if "\\" not in word.text and '"' not in word.text else '"..."'
    fix = Fix(f"Write {shown(corrected)}", word.start, word.end, corrected)
    place_name = (
        quoted_word(place.before.text) if place.before.text != "," else quoted_word(place.keyword)
    )
    return place.found("string_expected", fix, place=place_name, hint=f"write `{shown(corrected)}`")


def stray(place: Stop) -> LineDiagnostic | None:
    """Report a `>` that closes nothing."""
    word = place.word
    if word is None or word.text != ">" or place.bracket:
        return None
    fix = Fix("Remove it", word.start, word.end, "")
    fields = {"bracket": ">", "why_not": "no `<` is open here", "hint": "remove it"}
    return place.found("unopened_bracket", fix, **fields)


ALL = (_DECIMAL, other_than_number, step, unquoted_text, stray)
"""In the order they are asked."""

"""Mistakes in `answer`: signs and words before its value."""

from __future__ import annotations

from toolspec.dsl.recover.kind_mistakes import KindMistakes
from toolspec.dsl.recover.row import Row

_ROWS = (
    Row("answer «^ =/==/is/equals QUOTED»", "unexpected", 'answer == "x"', "answer /^x$/",
        hint="write `answer /^{escaped}$/` where it is the whole answer; `answer ...` alone "
        "looks for a text anywhere in it"),
    Row("«^ sign=and/&&»", "wrong_operator", 'answer "x" and "y"', 'answer "x" & "y"',
        fix="&", accepts="AMPERSAND", more={"sign": "{sign}"},
        hint="what must both hold is joined by `&`"),
    Row("«^ sign=or/||»", "wrong_operator", 'answer "x" or "y"', 'answer "x" | "y"',
        fix="|", accepts="AMPERSAND", more={"sign": "{sign}"},
        hint="alternatives are separated by `|`"),
    Row("answer «^ :/=/==/is/equals»", "superfluous_colon", 'answer: "x"', 'answer "x"', fix="",
        more={"sign": "`{text}`", "word": "{keyword}",
        "why_not": "the value follows `answer` itself"}),
    Row("answer «^ matches/matching» REGEX", "superfluous_colon", "answer matches /x/",
        "answer /x/", fix="", more={"sign": "`{text}`", "word": "{keyword}",
        "why_not": "the value follows `answer` itself"}),
)  # fmt: skip

MISTAKES = KindMistakes(_ROWS)

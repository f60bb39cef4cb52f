"""Mistakes in `order`: `or` between its tools, and other words for it."""

from __future__ import annotations

from toolspec.dsl.recover.kind_mistakes import KindMistakes
from toolspec.dsl.recover.mistakes import alternatives
from toolspec.dsl.recover.row import Row

_ROWS = (
    Row("«before ^» other=TOOL", "wrong_operator", "order: a before b", "order: a -> b", fix="->",
        only="STEP TURN", hint="the entries of `order` are separated by `->`"),
    *alternatives.OF_RULES,
    Row("«^ or/||» TOOL", "wrong_operator", "order: a -> b or c", "order: a -> b | c", fix="|",
        accepts="PIPE", hint="alternatives are separated by `|`"),
)  # fmt: skip

MISTAKES = KindMistakes(_ROWS, other_names=("steps", "ordered"), seldom_argued=True)

"""Mistakes in `args`: `...` for other arguments, which `subset` leaves free."""

from __future__ import annotations

from toolspec.dsl.recover.kind_mistakes import KindMistakes
from toolspec.dsl.recover.mistakes.values import key_row
from toolspec.dsl.recover.phrases import rephrased
from toolspec.dsl.recover.stop import Stop

_DOTS = "misplaced_dots"
_FREE = "other arguments are free with `subset`: write"


def _subset(place: Stop) -> bool:
    return "SUBSET" in (name.partition("_")[0] for name, _ in place.taken)


def _listing(place: Stop) -> bool:
    return any(name == "COLON" for name, _ in place.taken[:3])


_ROWS = (
    key_row("«^ ...»", _DOTS, "args a subset <x: 1, ...>", "args a subset <x: 1>",
        hint="remove it: with `subset` other arguments are free", where=_subset),
    key_row("< «^ ...» >", _DOTS, "args a <...>", "require a",
        hint="for a call with any arguments write `require {tool}`"),
    key_row("«^ ...»", _DOTS, "args: a <x: 1, ...>", "args subset: a <x: 1>",
        hint=f"{_FREE} `args subset: ...`", where=_listing),
    key_row("«^ ...»", _DOTS, "args a <x: 1, ...>", "args a subset <x: 1>",
        hint=f"{_FREE} `args {{tool}} subset <...>`"),
)  # fmt: skip

MISTAKES = KindMistakes(
    (rephrased, *_ROWS),
    other_names=("arguments", "params", "parameters", "input"),
    own_words=("subset",),
)

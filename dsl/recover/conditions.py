"""What rows of several files ask of the place where the parser stopped."""

from __future__ import annotations

from toolspec.dsl.recover.amounts import TIMES
from toolspec.dsl.recover.stop import OWN_WORDS, Stop


def ends_call(place: Stop) -> bool:
    """Tell whether a clause could follow, and no other tool."""
    return "NAME" not in place.accepts and bool({"AS", "WEIGHT"} & place.accepts)


def takes_no_tool(place: Stop) -> bool:
    """Tell whether no tool could follow."""
    return "NAME" not in place.accepts


def is_after_tool(place: Stop) -> bool:
    """Tell whether the refused word comes after a tool that is most likely a word of the rule."""
    return "PIPE" in place.accepts and place.at == 2 and (
        place.word is not None and place.word.text not in OWN_WORDS
    )  # fmt: skip


def is_one_word(place: Stop) -> bool:
    """Tell whether the number is `once`, `twice` or the like."""
    return place.word is not None and place.word.text in TIMES


def is_narrowed(place: Stop) -> bool:
    """Tell whether the rule is about calls with certain arguments or results only."""
    return place.narrowed

"""How a score is written for people: in a terminal, an editor, a page. Here alone it is rounded."""

from __future__ import annotations

PLACES = 2
"""Digits after the point."""


def score_text(score: float, places: int = PLACES) -> str:
    """Return a score, always as wide; what is less than 1 never reads as 1.

    >>> score_text(2 / 3), score_text(0.999), score_text(1.0)
    ('0.67', '0.99', '1.00')
    """
    text = f"{score:.{places}f}"
    if score < 1 and text[0] == "1":
        return "0." + "9" * places
    return text


def scores_apart(one: float, other: float) -> tuple[str, str]:
    """Return two scores with as many digits as it takes to see that they differ.

    >>> scores_apart(0.7989, 0.8), scores_apart(0.5, 0.8), scores_apart(0.5, 0.5)
    (('0.799', '0.800'), ('0.50', '0.80'), ('0.50', '0.50'))
    """
    for places in range(PLACES, 17):
        if one == other or score_text(one, places) != score_text(other, places):
            return score_text(one, places), score_text(other, places)
    return repr(one), repr(other)

"""Did you mean: the one word that is near enough to be worth a guess, or none."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, candidates: Iterable[str]) -> str:
    """Return the candidate a person most likely meant, "" where that would be a wild guess.

    One equal but for case; else the nearest within a third of the word's length (at least one
    letter), where nothing else is as near.

    >>> nearest("forbd", ["order", "forbid"]), nearest("xyz", ["order"])
    ('forbid', '')
    """
    known = list(dict.fromkeys(candidates))
    folded = [one for one in known if one.casefold() == word.casefold()]
    if folded:
        return folded[0]
    most = max(1, len(word) // 3)
    ranked = sorted((distance(word, one, most), one) for one in known)
    near = [(far, one) for far, one in ranked if far <= most]
    if not near or (len(near) > 1 and near[1][0] == near[0][0]):
        return ""
    return near[0][1]


def distance(left: str, right: str, most: int) -> int:
    """Count the letters to add, drop, change or swap with a neighbour.

    Past `most` it is not exact.
    """
    if abs(len(left) - len(right)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        last, row_before = row, before
        row = [i]
        for j, b in enumerate(right, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, row_before[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
        before = last
    return row[-1]

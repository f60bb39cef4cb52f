"""Did you mean: the one word that is near enough to be worth a guess, or none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

CELLS_MAX = 1_000_000
"""What a reader waits for: cells of the tables that compare two words; some tenths of a second."""


def suggestion(word: str, candidates: Iterable[str]) -> str:
    """Return the candidate a person most likely meant, "" where that would be a wild guess.

    One equal but for case; else the nearest within a third of the word's length (at least one
    letter), where nothing else is as near.

    >>> suggestion("forbd", ["order", "forbid"]), suggestion("xyz", ["order"])
    ('forbid', '')
    """
    return _Candidates(candidates).nearest(word)[0]


class Guesses:
    """What `nearest` says of many words, for one reading and one set of candidates.

    After `CELLS_MAX` cells there are no more guesses: a thousand unknown words among a thousand
    candidates are no slips, and an editor waits for the answer. An editor also asks the same at
    every keystroke, so answers are remembered; to the bound they count as if they were not, or the
    same text would be read differently the next time.
    """

    def __init__(self, candidates: tuple[str, ...]) -> None:
        self._candidates = _remembered(candidates)
        self._cells = 0
        self._said: dict[str, str] = {}

    def nearest(self, word: str) -> str:
        """Return the candidate that was most likely meant, "" for none, or for no more guesses."""
        near = self._said.get(word)
        if near is None:
            cells = 0
            if self._cells < CELLS_MAX:
                near, cells = self._candidates.answer(word)
            self._cells += cells
            near = self._said[word] = near or ""
        return near


class _Candidates:
    def __init__(self, words: Iterable[str]) -> None:
        self._folded: dict[str, str] = {}
        self._by_length: dict[int, list[tuple[str, int]]] = {}
        for word in dict.fromkeys(words):
            self._folded.setdefault(word.casefold(), word)
            self._by_length.setdefault(len(word), []).append((word, _letters(word)))
        self.answer = lru_cache(maxsize=10_000)(self.nearest)

    def nearest(self, word: str) -> tuple[str, int]:
        """Return the nearest candidate, and how many cells that took."""
        folded = self._folded.get(word.casefold())
        if folded is not None:
            return folded, 0
        most = max(1, len(word) // 3)
        near: str | None = None  # "" is a word as well
        tied = False
        hopeful, cells = self._hopeful(word, most)
        for apart, candidate in hopeful:
            if apart > most:
                break
            cells += len(word) * min(len(candidate), 2 * most + 1)
            if cells > CELLS_MAX:
                return "", cells
            far = distance(word, candidate, most)
            if far <= most:
                near, tied, most = candidate, near is not None and far == most, far
        return near if near and not tied else "", cells

    def _hopeful(self, word: str, most: int) -> tuple[list[tuple[int, str]], int]:
        """Return the candidates that may be near, likely ones first, and how many were looked at.

        Each letter that one of two words has and the other has not is one to add, drop or change.
        """
        letters, looked = _letters(word), 0
        hopeful: list[tuple[int, str]] = []
        for length, group in self._by_length.items():
            if abs(length - len(word)) > most:
                continue
            looked += len(group)
            for candidate, its in group:
                shared = letters & its
                apart = max((letters ^ shared).bit_count(), (its ^ shared).bit_count())
                if apart <= most:
                    hopeful.append((apart, candidate))
        hopeful.sort()
        return hopeful, looked


@lru_cache(maxsize=8)
def _remembered(candidates: tuple[str, ...]) -> _Candidates:
    return _Candidates(candidates)


@lru_cache(maxsize=10_000)
def _letters(word: str) -> int:
    """Return the letters of a word as bits, one for each up to four of a kind.

    Letters that share their bits count as the same: two words are then no further apart.
    """
    letters = 0
    for letter, times in Counter(word).items():
        letters |= (1 << min(times, 4)) - 1 << 4 * (ord(letter) & 127)
    return letters


def distance(left: str, right: str, most: int) -> int:
    """Count the letters to add, drop, change or swap with a neighbour.

    Past `most` it is not exact.
    """
    far = most + 1
    if abs(len(left) - len(right)) > most:
        return far
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        last, row_before = row, before
        row = [far] * len(last)
        row[0] = i
        # Further from the diagonal, more letters have been added or dropped than are allowed.
        for j in range(max(1, i - most), min(len(right), i + most) + 1):
            b = right[j - 1]
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, row_before[j - 2] + 1)
            row[j] = cost
        if min(row) > most:
            return far
        before = last
    return min(row[-1], far)

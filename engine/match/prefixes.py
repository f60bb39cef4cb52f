"""Look for a sequence in another in linear time (Knuth, Morris and Pratt)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def matched_lengths(wanted: Sequence[Item], items: Iterable[Item]) -> Iterator[int]:
    """Yield, after each item, how many of the last ones are a beginning of what is wanted.

    Of several beginnings the longest counts; where nothing is wanted, each is 0.

    >>> list(matched_lengths("aba", "ababac"))
    [1, 2, 3, 2, 3, 0]
    """
    shorter = [0] * len(wanted)  # the next shorter beginning, by the length of one, minus 1
    length = 0
    for at in range(1, len(wanted)):
        while length and wanted[at] != wanted[length]:
            length = shorter[length - 1]
        length += wanted[at] == wanted[length]
        shorter[at] = length
    length = 0
    for item in items:
        while length and (length == len(wanted) or item != wanted[length]):
            length = shorter[length - 1]
        length += bool(wanted) and item == wanted[length]
        yield length

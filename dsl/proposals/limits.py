"""Propose `limit`: what the runs took at most, with room for half as much again."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Final

HEADROOM: Final = 1.5
"""How much more than the most that was seen a limit allows."""

SECOND: Final = 1_000_000_000
"""Nanoseconds."""


def calls(counts: Sequence[int]) -> list[str]:
    """Return the entry for numbers of calls; nothing where none was made.

    >>> calls([3, 4]), calls([0])
    (['calls <= 6'], [])
    """
    return [f"calls <= {rounded(max(counts))}"] if any(counts) else []


def tokens_entry(used: Sequence[int | None]) -> list[str]:
    """Return the entry for numbers of tokens; nothing where a run does not record them.

    >>> tokens_entry([13_100, 9_000]), tokens_entry([10, None])
    (['tokens <= 20000'], [])
    """
    known = [number for number in used if number is not None]
    if len(known) < len(used) or not any(known):
        return []
    return [f"tokens <= {rounded(max(known))}"]


def duration(took_ns: Sequence[int | None]) -> list[str]:
    """Return the entry for lengths of time; nothing where a run does not record them.

    >>> duration([21 * SECOND]), duration([150_000_000, 20_000_000]), duration([None])
    (['duration <= 40s'], ['duration <= 300ms'], [])
    """
    known = [number for number in took_ns if number is not None]
    if len(known) < len(took_ns) or not any(number > 0 for number in known):
        return []
    most = max(known)
    if most >= SECOND:
        return [f"duration <= {rounded(most / SECOND)}s"]
    return [f"duration <= {rounded(most / 1_000_000)}ms"]


def rounded(amount: float) -> int:
    """Return an amount with head-room, rounded up to a number that is easy to read.

    >>> [rounded(number) for number in (1, 4, 9, 40, 67, 1234)]
    [2, 6, 15, 60, 150, 2000]
    """
    room = ceil(amount * HEADROOM)
    step = 1
    while step * 20 <= room:
        step *= 10
    step = step * 5 if room > step * 10 else step
    return ceil(room / step) * step

"""The longest common subsequence of a rule's expected calls and a trace's, by whole rows at a time.

A row of the usual table, `dp[i][j]` (i over the actual calls, j over the expected ones), grows by
at most one from cell to cell, so one bit a cell holds it, and one addition of big integers makes
the next row from the last (H. Hyyrö, "Bit-parallel LCS-length computation revisited", 2004). A zero
at bit j says that `dp[i][j+1]` is one more than `dp[i][j]`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from math import isqrt
from typing import Final, Protocol, TypeVar

from toolspec.engine.match.tool_pattern import MANY_NAMES, Name, ToolPattern

ROWS_BYTES_MAX: Final = 4 << 20
"""Bytes of rows to keep at a time, unless the square root of their number needs more."""

NARROW_MAX: Final = 1024
"""Up to so many expected calls the bits of every name are held at once."""

MASKS_BYTES_MAX: Final = 8 << 20
"""Bytes of the bits that are kept for one trace where there are more expected calls."""


Item = TypeVar("Item")
_Asked = TypeVar("_Asked", contravariant=True)


class FittingCalls(Protocol[_Asked]):
    """Which of the expected calls an actual one fits, as bits; `width` is how many there are."""

    width: int

    def of(self, names: Sequence[_Asked], /) -> Callable[[_Asked], int]:
        """Return what gives the bits of any of these names, or indexes of calls."""
        ...


class Masks:
    """Which of the expected calls a tool's name fits, as bits."""

    def __init__(self, patterns: Sequence[ToolPattern]) -> None:
        self.width = len(patterns)
        self._names: dict[str, list[int]] = {}
        self._patterns: dict[ToolPattern, list[int]] = {}
        for at, pattern in enumerate(patterns):
            if isinstance(pattern, Name):
                self._names.setdefault(pattern.name, []).append(at)
            else:
                self._patterns.setdefault(pattern, []).append(at)

    def of(self, names: Sequence[str]) -> Callable[[str], int]:
        """Return what gives the bits of any of these names."""
        if not self._patterns and self.width <= NARROW_MAX:
            return self._exact.__getitem__
        # Asked once a name, not once a call.
        distinct = dict.fromkeys(names)
        mask_of = self._anew if len(distinct) > MANY_NAMES else self._remembered
        if self.width > NARROW_MAX:
            # Of a name that is not in the rule the bits take as much room as of any.
            return lru_cache(maxsize=8 * MASKS_BYTES_MAX // self.width)(mask_of)
        return {name: mask_of(name) for name in distinct}.__getitem__

    @cached_property
    def _exact(self) -> dict[str, int]:
        return _OrNone({name: bits(places, self.width) for name, places in self._names.items()})

    def _remembered(self, name: str) -> int:
        return self._made(
            name, [at for pattern, at in self._patterns.items() if pattern.means(name)]
        )

    def _anew(self, name: str) -> int:
        return self._made(
            name, [at for pattern, at in self._patterns.items() if pattern.matches(name)]
        )

    def _made(self, name: str, others: list[list[int]]) -> int:
        return bits(chain(self._names.get(name, ()), *others), self.width)


def bits(places: Iterable[int], width: int) -> int:
    """Return a number with these bits set, of which none is past the width.

    >>> bits([0, 3], 4)
    9
    """
    written = bytearray(width // 8 + 1)
    for at in places:
        written[at >> 3] |= 1 << (at & 7)
    return int.from_bytes(written, "little")


class _OrNone(dict[str, int]):
    """The bits of the names in a rule, and no bit for any other name."""

    def __missing__(self, name: str) -> int:
        return 0


def length(masks: FittingCalls[Item], names: Sequence[Item]) -> int:
    """Return how long the longest common subsequence is."""
    row = full = (1 << masks.width) - 1
    for mask in map(masks.of(names), names):
        hits = row & mask
        if hits:
            # What is carried past the row's end stays below twice its width: no need to cut it.
            row = (row + hits) | (row - hits)
    return masks.width - (row & full).bit_count()


def common_pairs(masks: FittingCalls[Item], names: Sequence[Item]) -> list[tuple[int, int]]:
    """Return one longest common subsequence as pairs of an actual and an expected call, in order.

    Of several it is the one UiPath's walk finds: from the end, take a match; else step back over an
    actual call where `dp[i-1][j] > dp[i][j-1]`, else over an expected one. Where there is no match,
    that comparison holds just when `dp[i][j]` is one more than `dp[i][j-1]`: a zero bit.
    """
    mask_of = masks.of(names)
    full = below = (1 << masks.width) - 1
    block = max(isqrt(len(names)) + 1, ROWS_BYTES_MAX // (masks.width // 8 + 64))
    starts = _block_starts(names, mask_of, full, block)
    paired: list[tuple[int, int]] = []
    for number in range(len(starts) - 1, -1, -1):
        at = number * block
        chunk = list(map(mask_of, names[at : at + block]))
        kept = _rows(starts[number], chunk, full)
        at += len(chunk)
        for mask, row in zip(reversed(chunk), reversed(kept), strict=True):
            # Go left in this row to the next cell that is a match or a step up.
            at -= 1
            cells = (mask | ~row) & below
            if not cells:
                return paired[::-1]
            cell = cells.bit_length() - 1
            bit = 1 << cell
            if mask & bit:
                paired.append((at, cell))
                below = bit - 1
            elif cells != below:
                below = bit + bit - 1
    return paired[::-1]


def replayed(
    patterns: Sequence[ToolPattern], actual: Sequence[str], common: Sequence[str]
) -> list[tuple[int, int]]:
    """Return the indexes of a longest common subsequence in both, each as early as possible.

    `common` are the names in it.
    """
    pairs: list[tuple[int, int]] = []
    at_actual = at_expected = 0
    for name in common:
        while at_actual < len(actual) and actual[at_actual] != name:
            at_actual += 1
        while at_expected < len(patterns) and not patterns[at_expected].matches(name):
            at_expected += 1
        if at_actual >= len(actual) or at_expected >= len(patterns):
            break
        pairs.append((at_actual, at_expected))
        at_actual, at_expected = at_actual + 1, at_expected + 1
    return pairs


def _block_starts(
    names: Sequence[Item], mask_of: Callable[[Item], int], full: int, block: int
) -> list[int]:
    """Return the row above each block of rows."""
    starts = [full] if names else []
    row = full
    for at in range(0, len(names) - block, block):
        for mask in map(mask_of, names[at : at + block]):
            hits = row & mask
            if hits:
                row = (row + hits) | (row - hits)
        row &= full
        starts.append(row)
    return starts


def _rows(row: int, masks: Sequence[int], full: int) -> list[int]:
    """Return the rows of one block; those that bring nothing new are one and the same object."""
    out: list[int] = []
    for mask in masks:
        hits = row & mask
        if hits:
            row = ((row + hits) | (row - hits)) & full
        out.append(row)
    return out

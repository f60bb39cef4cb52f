"""The longest common subsequence of a rule's expected calls and a trace's, by whole rows at a time.

A row of the usual table, `dp[i][j]` (i over the actual calls, j over the expected ones), grows by
at most one from cell to cell, so one bit a cell holds it, and one addition of big integers makes
the next row from the last (H. Hyyrö, "Bit-parallel LCS-length computation revisited", 2004). A zero
at bit j says that `dp[i][j+1]` is one more than `dp[i][j]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import Final

from toolspec.engine.pattern import REMEMBERED_MAX, Name, ToolPattern

ROWS_BYTES_MAX: Final = 4 << 20
"""Bytes of rows to keep at a time, unless the square root of their number needs more."""


class Masks:
    """Which of the expected calls a tool's name fits, as bits: worked out once for each name."""

    __slots__ = ("_masks", "_names", "_patterns", "width")

    def __init__(self, patterns: Sequence[ToolPattern]) -> None:
        self.width = len(patterns)
        self._masks: dict[str, int] = {}
        self._names: dict[str, int] = {}
        places: dict[ToolPattern, int] = {}
        for at, pattern in enumerate(patterns):
            if isinstance(pattern, Name):
                self._names[pattern.name] = self._names.get(pattern.name, 0) | 1 << at
            else:
                places[pattern] = places.get(pattern, 0) | 1 << at
        self._patterns = tuple(places.items())

    def of(self, names: Sequence[str]) -> list[int]:
        """Return the bits of each of these names."""
        table = self._masks
        try:
            return [table[name] for name in names]
        except KeyError:
            return self._of_new(names)

    def _of_new(self, names: Sequence[str]) -> list[int]:
        table = self._masks
        if len(table) > REMEMBERED_MAX:
            table.clear()
        for name in set(names).difference(table):
            mask = self._names.get(name, 0)
            for pattern, places in self._patterns:
                if pattern.matches(name):
                    mask |= places
            table[name] = mask
        return [table[name] for name in names]


def length(masks: Masks, names: Sequence[str]) -> int:
    """Return how long the longest common subsequence is."""
    row = full = (1 << masks.width) - 1
    for mask in masks.of(names):
        hits = row & mask
        if hits:
            # What is carried past the row's end stays below twice its width: no need to cut it.
            row = (row + hits) | (row - hits)
    return masks.width - (row & full).bit_count()


def pairs(masks: Masks, names: Sequence[str]) -> list[tuple[int, int]]:
    """Return one longest common subsequence as pairs of an actual and an expected call, in order.

    Of several it is the one UiPath's walk finds: from the end, take a match; else step back over an
    actual call where `dp[i-1][j] > dp[i][j-1]`, else over an expected one. Where there is no match,
    that comparison holds just when `dp[i][j]` is one more than `dp[i][j-1]`: a zero bit.
    """
    rows = masks.of(names)
    full = below = (1 << masks.width) - 1
    block = max(isqrt(len(rows)) + 1, ROWS_BYTES_MAX // (masks.width // 8 + 64))
    starts = _block_starts(rows, full, block)
    found: list[tuple[int, int]] = []
    for number in range(len(starts) - 1, -1, -1):
        at = number * block
        chunk = rows[at : at + block]
        kept = _rows(starts[number], chunk, full)
        at += len(chunk)
        for mask, row in zip(reversed(chunk), reversed(kept), strict=True):
            # Go left in this row to the next cell that is a match or a step up.
            at -= 1
            cells = (mask | ~row) & below
            if not cells:
                return found[::-1]
            cell = cells.bit_length() - 1
            bit = 1 << cell
            if mask & bit:
                found.append((at, cell))
                below = bit - 1
            elif cells != below:
                below = bit + bit - 1
    return found[::-1]


def _block_starts(rows: Sequence[int], full: int, block: int) -> list[int]:
    """Return the row above each block of rows."""
    starts = [full] if rows else []
    row = full
    for at in range(0, len(rows) - block, block):
        for mask in rows[at : at + block]:
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

"""Find the rows whose numbers are in given ranges, without looking at all of them.

`after seeing C` asks for a call of an earlier step, `within 10s` for one that ended late enough.
Where no call does, each search would go through all of them. So the rows are a tree: each node has
the least and the greatest of the numbers below it, and is passed over where these are outside a
range. What is not recorded is in every range.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from typing import Final

from toolspec.engine.effort import Effort

FAN: Final = 8
"""How many nodes are below each."""


class Ranges:
    """Rows of numbers, None where not recorded, to be gone through in either direction."""

    def __init__(self, columns: Mapping[str, Sequence[float | None]], effort: Effort) -> None:
        self.effort = effort
        self.least: dict[str, list[list[float]]] = {}
        self.greatest: dict[str, list[list[float]]] = {}
        for name, row in columns.items():
            effort.spend(2 * len(row))
            self.least[name] = _levels([-inf if cell is None else cell for cell in row], min)
            self.greatest[name] = _levels([inf if cell is None else cell for cell in row], max)
            self.widths = [len(level) for level in self.least[name]]

    def found(self, rows: range, bounds: Mapping[str, tuple[float, float]]) -> Iterator[int]:
        """Yield those of the rows whose numbers are in all bounds; a step of -1 goes backwards."""
        if not rows:
            return
        first, last = min(rows[0], rows[-1]), max(rows[0], rows[-1])
        turn = -1 if rows.step > 0 else 1  # what is to come first is put last
        top = len(self.widths) - 1
        pending = [(top, at) for at in range(self.widths[top])[::turn]]
        while pending:
            level, at = pending.pop()
            wide = FAN**level
            if at * wide > last or (at + 1) * wide <= first:
                continue
            self.effort.spend(1)
            if not self._may_lie(level, at, bounds):
                continue
            if level:
                below = range(at * FAN, min(at * FAN + FAN, self.widths[level - 1]))
                pending += [(level - 1, lower) for lower in below[::turn]]
            else:
                yield at

    def _may_lie(self, level: int, at: int, bounds: Mapping[str, tuple[float, float]]) -> bool:
        for name, (least, greatest) in bounds.items():
            if self.least[name][level][at] > greatest or self.greatest[name][level][at] < least:
                return False
        return True


def _levels(row: list[float], best: Callable[[list[float]], float]) -> list[list[float]]:
    levels = [row]
    while len(levels[-1]) > FAN:
        below = levels[-1]
        levels.append([best(below[at : at + FAN]) for at in range(0, len(below), FAN)])
    return levels

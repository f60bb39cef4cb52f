"""What is worked out of each rule of a spec, carried from one reading of it to the next."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from toolspec.dsl.document.spec_line import SpecLine
    from toolspec.engine.rule import Rule

Fact = TypeVar("Fact")


_serials = count(1)


class Kept:
    """Lists that are as long as a spec has rules, by the function that makes their items.

    A spec has thousands of rules and a keystroke changes one: the items of the others are taken
    from the lists of the reading `before`.
    """

    def __init__(self, rules: Sequence[Rule], before: Kept | None = None) -> None:
        self._rules, self._before = rules, before
        if before is not None:
            before._before = None  # one reading back is enough
        self._ids = [*map(id, rules)]
        self._lists: dict[Any, list[Any]] = {}
        self._serial = next(_serials)
        self._after = before._serial if before is not None else 0
        self._head = self._tail = 0
        if before is not None:
            old, new = before._ids, self._ids
            most = min(len(old), len(new))
            self._head = last_that_holds(most, lambda count: old[:count] == new[:count])
            self._tail = last_that_holds(
                most - self._head,
                lambda count: old[len(old) - count :] == new[len(new) - count :],
            )

    def each(self, rules: Sequence[SpecLine], make: Callable[[SpecLine], Fact]) -> list[Fact]:
        """Return what a function makes of each entry with a rule; made once for each."""
        known = self._lists.get(make)
        if known is None:
            old = self._before._lists.get(make) if self._before is not None else None
            if old is None:
                known = [make(entry) for entry in rules]
            else:
                fresh = [make(entry) for entry in rules[self._head : len(rules) - self._tail]]
                known = [*old[: self._head], *fresh, *old[len(old) - self._tail :]]
            self._lists[make] = known
        return known

    def carried(self, before: Kept, items: list[Fact], gap: Fact) -> list[Fact] | None:
        """Return a list of items for the rules of another reading as one for these rules.

        A `gap` stands for each rule that is new. None where the other is not the one just before.
        """
        if before is self:
            return items
        if before._serial != self._after:
            return None
        fresh = [gap] * (len(self._ids) - self._head - self._tail)
        return [*items[: self._head], *fresh, *items[len(items) - self._tail :]]


def last_that_holds(most: int, holds: Callable[[int], bool]) -> int:
    """Return the largest number up to `most` for which a test holds that holds for all below it."""
    return bisect_left(range(1, most + 1), True, key=lambda count: not holds(count))

"""Calls that a clause's phrase misses by the type of a value alone, and what is said of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from toolspec.engine.match.near_misses import OffType, grouped_calls
from toolspec.engine.parts.clause import Clause
from toolspec.engine.parts.part import TracePart
from toolspec.engine.verdict import Shown


class NearlyMatched(NamedTuple):
    """The parts that were divided by clauses whose phrases compare numbers, with these clauses."""

    divided: Sequence[tuple[TracePart, Clause]]

    def said(self, shown: Shown) -> str:
        """Name the calls: `; 1 call not matched: amount is the text "250"`."""
        near: dict[int, OffType] = {}
        for part, clause in self.divided:
            near.update(clause.near_misses(part))
        return grouped_calls([near[at] for at in sorted(near)], shown, "matched")

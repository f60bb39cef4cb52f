"""How often a rule lets a tool be called: what the checks of counts share."""

from __future__ import annotations

from typing import NamedTuple

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.engine.syntax import Part


class Bounds(NamedTuple):
    """The least and the most calls; no most is None."""

    low: int = 0
    high: int | None = None

    @classmethod
    def of(cls, part: Part) -> Bounds | None:
        """Return the bounds of a `count` entry; None for `!=`, which is not a range."""
        number: int | tuple[int, int] = part.value_of("number")
        if isinstance(number, tuple):
            return cls(*number) if part.value_of("comparison") != "!=" else None
        return {
            "=": cls(number, number),
            "==": cls(number, number),
            "<": cls(0, number - 1),
            "<=": cls(0, number),
            ">": cls(number + 1),
            ">=": cls(number),
        }.get(part.value_of("comparison"))

    def __str__(self) -> str:
        if self.high == 0:
            return "not at all"
        if self.low == self.high:
            return number_of_calls(self.low)
        if self.high is None:
            return f"at least {number_of_calls(self.low)}"
        return (
            f"at most {number_of_calls(self.high)}"
            if not self.low
            else f"{self.low} to {number_of_calls(self.high)}"
        )


def number_of_calls(number: int) -> str:
    """Return a number of calls in words."""
    return "once" if number == 1 else f"{number} times"


def must_all_hold(entry: SpecLine) -> bool:
    """Tell whether the rule passes only where each of its entries holds."""
    assert entry.rule is not None
    return entry.rule.pass_score == 1 or "strict" in entry.parts[0].value_of("mode", ())

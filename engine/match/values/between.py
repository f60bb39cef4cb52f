"""A number in a range, both ends included: `1..10`, `0.01..5000`.

It is one word, without spaces. Only numbers match.
"""

from __future__ import annotations

from toolspec.engine.json_value import Json, spaced
from toolspec.engine.match.values.compared import not_a_number
from toolspec.engine.match.values.numbers import is_number
from toolspec.engine.match.values.value import Lack, ValueForm, ValuePattern
from toolspec.engine.verdict import Shown


class Between(ValuePattern):
    """A number from `least` to `most`, both included."""

    least: int | float
    most: int | float

    form = ValueForm(
        "A..B",
        matching=(("1..10", "1"), ("1..10", "10.0"), ("-5..-1", "-2.5")),
        missing=(("1..10", "10.5"), ("1..10", '"5"'), ("0..1", "true")),
    )

    def in_words(self) -> str:
        """Say what is true of a value that matches."""
        return f"is from {self.least} to {self.most}"

    def matches(self, value: Json) -> bool:
        """Tell whether the value is a number in the range."""
        return is_number(value) and self.least <= value <= self.most  # type: ignore[operator]

    def why_not(self, value: Json, shown: Shown) -> Lack:
        """Say which number it is, or that it is none."""
        lack = not_a_number(value, f"in {self}", shown)
        return lack or Lack("", "is", f"{shown.short(value)}, not in {self}")

    def __str__(self) -> str:
        return f"{spaced(self.least)}..{spaced(self.most)}"

"""One of several patterns: `"EUR" | "USD"`.

`|` binds less closely than `&`. A key with `V | absent` may also be missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from toolspec.engine.json_value import Json
from toolspec.engine.match.values.value import Lack, Several, ValueForm, ValuePattern
from toolspec.engine.trace import Result
from toolspec.engine.verdict import Shown


class Either(Several):
    """A value that matches one of the `sides`."""

    sides: tuple[ValuePattern, ...]

    form = ValueForm(
        "V | W",
        matching=(('"EUR" | "USD"', '"USD"'), ("1 | > 5", "6")),
        missing=(('"EUR" | "USD"', '"CHF"'),),
    )

    def in_words(self) -> str:
        """Say what is true of a value that matches."""
        return " or ".join([side.in_words() for side in self.sides])

    @property
    def inside(self) -> Sequence[ValuePattern]:
        """The sides."""
        return self.sides

    def with_inside(self, inside: Sequence[ValuePattern]) -> ValuePattern:
        """Return either of other patterns."""
        return Either(tuple(inside))

    def matches(self, value: Json) -> bool:
        """Tell whether a side matches."""
        for side in self.sides:  # noqa: SIM110 - one frame less for each level of nesting
            if side.matches(value):
                return True
        return False

    def fits_result(self, result: Result) -> bool:
        """Tell whether a side fits the result."""
        return any(side.fits_result(result) for side in self.sides)

    def fits_output(self, result: Result) -> bool:
        """Tell whether a side fits the result."""
        return any(side.fits_output(result) for side in self.sides)

    def in_text(self, text: str) -> bool:
        """Tell whether a side occurs in the text."""
        return any(side.in_text(text) for side in self.sides)

    @property
    def searchable(self) -> bool:
        """Whether all sides can be looked for in a text."""
        return all(side.searchable for side in self.sides)

    @property
    def may_be_absent(self) -> bool:
        """Whether a side is `absent`."""
        return any(side.may_be_absent for side in self.sides)

    @cached_property
    def certain(self) -> bool | None:  # type: ignore[override]
        """Whether a side is certain to match, or none can."""
        return _one_of([side.certain for side in self.sides])

    @cached_property
    def certain_of_results(self) -> bool | None:  # type: ignore[override]
        """Whether a side is certain to fit, or none can."""
        return _one_of([side.certain_of_results for side in self.sides])

    def why_not(self, value: Json, shown: Shown) -> Lack:
        """Say what the value is; where only one side is of its shape, what keeps it from that."""
        near = [lack for lack in (side.why_not(value, shown) for side in self.sides) if lack.path]
        return near[0] if len(near) == 1 else super().why_not(value, shown)

    def __str__(self) -> str:
        return " | ".join([str(side) for side in self.sides])


def _one_of(sides: Sequence[bool | None]) -> bool | None:
    if True in sides:
        return True
    return None if None in sides else False

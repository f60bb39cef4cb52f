"""All of several patterns at once: `text & not /secret/`.

`&` binds closer than `|`. Patterns of two different types are never both true, and refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from toolspec.engine.json_value import Json
from toolspec.engine.match.values.value import (
    Bindings,
    Lack,
    Several,
    ValueForm,
    ValuePattern,
    merged,
    operand,
)
from toolspec.engine.trace import Result
from toolspec.engine.verdict import Shown


class Both(Several):
    """A value that matches all of the `sides`."""

    sides: tuple[ValuePattern, ...]

    form = ValueForm(
        "V & W",
        matching=(("text & not /x/", '"a"'), ("> 1 & < 5", "3")),
        missing=(("text & not /x/", '"x"'), ("> 1 & < 5", "5")),
    )

    def in_words(self) -> str:
        """Say what is true of a value that matches."""
        return " and ".join([side.in_words() for side in self.sides])

    @property
    def inside(self) -> Sequence[ValuePattern]:
        """The sides."""
        return self.sides

    def with_inside(self, inside: Sequence[ValuePattern]) -> ValuePattern:
        """Return all of other patterns."""
        return Both(tuple(inside))

    @cached_property
    def binds(self) -> frozenset[str]:  # type: ignore[override]
        """What its sides bind."""
        return frozenset[str]().union(*[side.binds for side in self.sides])

    def matches(self, value: Json) -> bool:
        """Tell whether all sides match."""
        for side in self.sides:  # noqa: SIM110 - one frame less for each level of nesting
            if not side.matches(value):
                return False
        return True

    def bindings(self, value: Json) -> Bindings | None:
        """Return what the sides bind."""
        if not self.names:
            return super().bindings(value)
        return merged([side.bindings(value) for side in self.sides])

    def result_bindings(self, result: Result) -> Bindings | None:
        """Return what the sides bind, each in the form of the result that it fits."""
        if not self.names:
            return super().result_bindings(result)
        return merged([side.result_bindings(result) for side in self.sides])

    def fits_result(self, result: Result) -> bool:
        """Tell whether all sides fit the result."""
        return all(side.fits_result(result) for side in self.sides)

    def fits_output(self, result: Result) -> bool:
        """Tell whether all sides fit the result."""
        return all(side.fits_output(result) for side in self.sides)

    def in_text(self, text: str) -> bool:
        """Tell whether all sides occur in the text."""
        return all(side.in_text(text) for side in self.sides)

    @property
    def searchable(self) -> bool:
        """Whether all sides can be looked for in a text."""
        return all(side.searchable for side in self.sides)

    @cached_property
    def certain(self) -> bool | None:  # type: ignore[override]
        """Whether all sides are certain to match, or one cannot."""
        return _all_of([side.certain for side in self.sides])

    @cached_property
    def certain_of_results(self) -> bool | None:  # type: ignore[override]
        """Whether all sides are certain to fit, or one cannot."""
        return _all_of([side.certain_of_results for side in self.sides])

    def why_not(self, value: Json, shown: Shown) -> Lack:
        """Say why the first side does not match that does not."""
        for side in self.sides:
            if not side.matches(value):
                return side.why_not(value, shown)
        return super().why_not(value, shown)

    def why_result(self, result: Result, shown: Shown) -> Lack:
        """Say why the first side does not fit that does not."""
        for side in self.sides:
            if not side.fits_result(result):
                return side.why_result(result, shown)
        return super().why_result(result, shown)

    def __str__(self) -> str:
        return " & ".join([operand(side) for side in self.sides])


def _all_of(sides: Sequence[bool | None]) -> bool | None:
    if False in sides:
        return False
    return None if None in sides else True

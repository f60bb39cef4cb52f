"""Any value but those that match: `not "internal"`.

The key must be there all the same: `not V` never matches a missing key, and `absent` says that.
"""

from __future__ import annotations

from collections.abc import Sequence

from toolspec.engine.json_value import Json
from toolspec.engine.match.values.value import (
    Bindings,
    Lack,
    Several,
    ValueForm,
    ValuePattern,
    in_short,
    operand,
)
from toolspec.engine.trace import Result
from toolspec.engine.verdict import Shown


class Negated(Several):
    """A value that does not match the `pattern`."""

    pattern: ValuePattern

    form = ValueForm(
        "not V",
        ("not",),
        matching=(('not "a"', '"b"'), ("not text", "null")),
        missing=(('not "a"', '"a"'),),
    )

    def in_words(self) -> str:
        """Say what is true of a value that matches."""
        words = self.pattern.in_words()
        plain = words.removeprefix("is ")
        return f"is not {plain}" if plain != words else f"is none that {words}"

    @property
    def inside(self) -> Sequence[ValuePattern]:
        """The pattern."""
        return (self.pattern,)

    def with_inside(self, inside: Sequence[ValuePattern]) -> ValuePattern:
        """Return the negation of another pattern."""
        return Negated(inside[0])

    def bound(self, bindings: Bindings, negated: bool = False) -> ValuePattern:
        """Return the negation of the pattern with its names replaced."""
        del negated
        return super().bound(bindings, True)

    def matches(self, value: Json) -> bool:
        """Tell whether the pattern does not match."""
        return not self.pattern.matches(value)

    def fits_result(self, result: Result) -> bool:
        """Tell whether the pattern does not fit the result."""
        return not self.pattern.fits_result(result)

    def fits_output(self, result: Result) -> bool:
        """Tell whether the pattern does not fit the result."""
        return not self.pattern.fits_output(result)

    def in_text(self, text: str) -> bool:
        """Tell whether the pattern does not occur in the text."""
        return not self.pattern.in_text(text)

    @property
    def searchable(self) -> bool:
        """Whether the pattern can be looked for in a text."""
        return self.pattern.searchable

    @property
    def certain(self) -> bool | None:
        """The opposite of what is certain of the pattern."""
        return _opposite(self.pattern.certain)

    @property
    def certain_of_results(self) -> bool | None:
        """The opposite of what is certain of the pattern."""
        return _opposite(self.pattern.certain_of_results)

    def why_not(self, value: Json, shown: Shown) -> Lack:
        """Say what the value is, and may not be."""
        return Lack("", "is", f"{in_short(value, shown)}, which `{self.phrase}` excludes")

    def __str__(self) -> str:
        return f"not {operand(self.pattern)}"


def _opposite(certain: bool | None) -> bool | None:
    return None if certain is None else not certain

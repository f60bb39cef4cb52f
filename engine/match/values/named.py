"""A pattern by its name: `@order_id`, which a line `value @order_id = V` defines.

The name holds in the whole file, above its line too. Names are shared with those of tools: one name
has one meaning.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from toolspec.engine.json_value import Json
from toolspec.engine.match.values.value import Lack, ValueForm, ValuePattern
from toolspec.engine.trace import Result
from toolspec.engine.verdict import Shown


class NamedValue(ValuePattern):
    """The `pattern` that a `value` line gave a name, without its `@`."""

    name: str
    pattern: ValuePattern

    form = ValueForm("@name")

    def matches(self, value: Json) -> bool:
        """Tell whether the pattern matches."""
        return self.pattern.matches(value)

    @cached_property
    def test(self) -> Callable[[Json], bool]:
        """The pattern's function."""
        return self.pattern.test

    def fits_result(self, result: Result) -> bool:
        """Tell whether the pattern fits the result."""
        return self.pattern.fits_result(result)

    def fits_output(self, result: Result) -> bool:
        """Tell whether the pattern fits the result."""
        return self.pattern.fits_output(result)

    def in_text(self, text: str) -> bool:
        """Tell whether the pattern occurs in the text."""
        return self.pattern.in_text(text)

    @property
    def searchable(self) -> bool:
        """Whether the pattern can be looked for in a text."""
        return self.pattern.searchable

    @property
    def flat(self) -> ValuePattern:
        """The pattern, without names around it."""
        return self.pattern.flat

    @property
    def certain(self) -> bool | None:
        """What is certain of the pattern."""
        return self.pattern.certain

    @property
    def certain_of_results(self) -> bool | None:
        """What is certain of the pattern."""
        return self.pattern.certain_of_results

    @property
    def size(self) -> int:
        """The patterns it is made of."""
        return 1 + self.pattern.size

    @property
    def effort(self) -> int:
        """What the pattern takes."""
        return self.pattern.effort

    @property
    def searches(self) -> int:
        """The searches of the pattern."""
        return self.pattern.searches

    @property
    def walks(self) -> int:
        """The walks of the pattern."""
        return self.pattern.walks

    def why_not(self, value: Json, shown: Shown) -> Lack:
        """Say why the pattern does not match."""
        return self.pattern.why_not(value, shown)

    def why_result(self, result: Result, shown: Shown) -> Lack:
        """Say why the pattern does not fit."""
        return self.pattern.why_result(result, shown)

    def __str__(self) -> str:
        return f"@{self.name}"

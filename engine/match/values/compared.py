"""A number that is greater or less than another: `> 5`, `>= 5`, `< 5`, `<= 5`.

Only numbers match: the text `"5"` and `true` are not numbers. After `each`, the other number may be
what a name stands for: `<= $limit`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from operator import ge, gt, le, lt
from typing import Any, Final

from toolspec.engine.json_value import Json, spaced
from toolspec.engine.match.comparison import IN_WORDS
from toolspec.engine.match.values.numbers import is_number
from toolspec.engine.match.values.value import Bindings, Lack, Unshown, ValueForm, ValuePattern
from toolspec.engine.verdict import Shown

_OPERATORS: Final[dict[str, Callable[[Any, Any], bool]]] = {">": gt, ">=": ge, "<": lt, "<=": le}


class Compared(ValuePattern):
    """A number that compares so with `than`; with None, no number does.

    `name` is the `$name`, without its sign, that the other number is the value of.
    """

    operator: str
    than: int | float | None = None
    name: str = ""

    form = ValueForm(
        "> N, >= N, < N, <= N",
        matching=(("> 5", "5.01"), ("<= 5", "5")),
        missing=(("> 5", "5"), ("> 5", '"6"'), (">= 0", "true")),
    )

    def in_words(self) -> str:
        """Say what is true of a value that matches."""
        return f"is {IN_WORDS[self.operator]} {f'${self.name}' if self.name else self.than}"

    def matches(self, value: Json) -> bool:
        """Tell whether the value is a number that compares so."""
        return self.test(value)

    @cached_property
    def test(self) -> Callable[[Json], bool]:
        """A function that tells whether a value is a number that compares so."""
        than, compare = self.than, _OPERATORS[self.operator]
        if than is None:
            return lambda _: False
        return lambda value: is_number(value) and compare(value, than)

    def bound(self, bindings: Bindings, negated: bool = False) -> ValuePattern:
        """Return the comparison with the number its name stands for."""
        del negated
        if self.name not in bindings:
            return self
        value = bindings[self.name]
        than: Any = value if is_number(value) else None
        return Compared(self.operator, than, self.name if isinstance(bindings, Unshown) else "")

    @property
    def names(self) -> frozenset[str]:
        """Its name."""
        return frozenset((self.name,) if self.name else ())

    def why_not(self, value: Json, shown: Shown) -> Lack:
        """Say which number it is, or that it is none."""
        return not_a_number(value, str(self), shown) or super().why_not(value, shown)

    def __str__(self) -> str:
        if self.name:
            return f"{self.operator} ${self.name}"
        return f"{self.operator} {'(no number)' if self.than is None else spaced(self.than)}"


def not_a_number(value: Json, wanted: str, shown: Shown) -> Lack | None:
    """Say that a value is not a number, None where it is one."""
    if is_number(value):
        return None
    what = "the text " if isinstance(value, str) and shown.values else ""
    return Lack("", "is", f"{what}{shown.short(value)}, not a number {wanted}")

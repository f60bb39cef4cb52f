"""A value of a type: `text`, `number`, `integer`, `boolean`, `list`, `object`.

`integer` is a number without a fraction, so `2.0` is one. `null` is a value, and written so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from toolspec.engine.json_value import Json
from toolspec.engine.match.values.items import is_json_list
from toolspec.engine.match.values.numbers import is_number
from toolspec.engine.match.values.value import ValueForm, ValuePattern


def _is_integer(value: Any) -> bool:
    return is_number(value) and (isinstance(value, int) or value.is_integer())


_TESTS: Final[dict[str, Callable[[Any], bool]]] = {
    "text": lambda value: isinstance(value, str),
    "number": is_number,
    "integer": _is_integer,
    "boolean": lambda value: isinstance(value, bool),
    "list": is_json_list,
    "object": lambda value: isinstance(value, Mapping),
}
TYPES: Final = tuple(_TESTS)
"""The words for types."""


class OfType(ValuePattern):
    """A value of the type of that name."""

    name: str

    form = ValueForm(
        "text, number, integer, boolean, list, object",
        TYPES,
        matching=(("text", '""'), ("integer", "2.0"), ("object", "{}"), ("list", "[]")),
        missing=(("text", "1"), ("integer", "2.5"), ("number", "true"), ("list", '"ab"')),
    )

    def in_words(self) -> str:
        """Say what is true of a value that matches."""
        return f"is {'an' if self.name[0] in 'io' else 'a'} {self.name}"

    def matches(self, value: Json) -> bool:
        """Tell whether the value is of the type."""
        return _TESTS[self.name](value)

    @property
    def test(self) -> Callable[[Json], bool]:  # type: ignore[override]
        """A function that tells whether a value is of the type."""
        return _TESTS[self.name]

    def __str__(self) -> str:
        return self.name

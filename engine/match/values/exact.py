"""A JSON value, compared as JSON compares: `1` equals `1.0`, and `true` is not `1`.

Lists and objects are compared as a whole. In a `result V` or an `output` entry, a string is
compared with each of the result's texts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from toolspec.engine.json_value import Json, identity, same, same_as, spaced
from toolspec.engine.match.values.numbers import is_number, number_in
from toolspec.engine.match.values.value import Lack, ValueForm, ValuePattern
from toolspec.engine.trace import Result
from toolspec.engine.verdict import Shown


class Exactly(ValuePattern):
    """One JSON value, compared as JSON compares: `1` is `1.0`, `true` is not `1`."""

    value: Json

    form = ValueForm(
        '"text"  12.5  true  null  [1, 2]  {a: 1}',
        ("true", "false", "null"),
        matching=(("1", "1.0"), ("{a: [1]}", '{"a": [1]}')),
        missing=(("1", "true"), ("1", '"1"'), ("{a: 1}", '{"a": 1, "b": 2}')),
    )

    def matches(self, value: Json) -> bool:
        """Tell whether the values are the same."""
        return self.test(value)

    @cached_property
    def test(self) -> Callable[[Json], bool]:
        """A function that tells whether a value is the same."""
        wanted = self.value
        try:
            return same_as(wanted)
        except RecursionError:  # a value from a trace, which may nest deeper than a spec does
            return lambda value: same(wanted, value)

    def fits_output(self, result: Result) -> bool:
        """Tell whether the result is the value, or has the text."""
        wanted = self.value
        if isinstance(wanted, str):
            return wanted in result.strings
        return super().fits_output(result)

    def why_not(self, value: Json, shown: Shown) -> Lack:
        """Name the first part of a list or an object that is not the same."""
        parts = _in_parts(self.value, value)
        return super().why_not(value, shown) if parts is None else parts.why_not(value, shown)

    @property
    def searchable(self) -> bool:
        """Whether it is a text or a number."""
        return isinstance(self.value, str) or is_number(self.value)

    def in_text(self, text: str) -> bool:
        """Tell whether the text, or the number, occurs in a text."""
        return self._occurs(text)

    @cached_property
    def _occurs(self) -> Callable[[str], bool]:
        wanted = self.value
        if isinstance(wanted, str):
            return lambda text: wanted in text
        if isinstance(wanted, int | float) and not isinstance(wanted, bool):
            return number_in(wanted)
        return lambda _: False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Exactly) and same(self.value, other.value)

    def __hash__(self) -> int:
        try:
            return hash(identity(self.value))
        except RecursionError:
            return 0

    def __str__(self) -> str:
        return spaced(self.value)


def _in_parts(wanted: Json, value: Json) -> ValuePattern | None:
    """Return the pattern of a list or object as one of its parts, None where that says no more."""
    if not isinstance(wanted, Mapping | list):
        return None
    from toolspec.engine.match.values.items import ListOf, is_json_list
    from toolspec.engine.match.values.members import ObjectOf

    if isinstance(wanted, Mapping) and isinstance(value, Mapping):
        return ObjectOf(tuple([(key, Exactly(part)) for key, part in wanted.items()]))
    if isinstance(wanted, list) and is_json_list(value):
        return ListOf(tuple([Exactly(part) for part in wanted]))
    return None

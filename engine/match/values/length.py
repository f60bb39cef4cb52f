"""A text of so many characters, a list of so many items, or an object of so many keys.

`length 3`, `length >= 2`, `length 1..10`. Characters are Unicode code points.
"""

from __future__ import annotations

from collections.abc import Mapping

from toolspec.engine.json_value import Json
from toolspec.engine.match.values.items import is_json_list
from toolspec.engine.match.values.value import Lack, ValueForm, ValuePattern
from toolspec.engine.text.plural import plural
from toolspec.engine.verdict import Shown


class Length(ValuePattern):
    """A text, list or object whose length matches the `count`, a pattern of numbers."""

    count: ValuePattern

    form = ValueForm(
        "length N, length OP N, length A..B",
        ("length",),
        matching=(("length 2", '"ab"'), ("length > 0", "[1]"), ("length 0..1", "{}")),
        missing=(("length 2", '"abc"'), ("length 2", "22")),
    )

    def in_words(self) -> str:
        """Say what is true of a value that matches."""
        return f"has a length that {self.count.in_words()}"

    def matches(self, value: Json) -> bool:
        """Tell whether the value has a length, and a right one."""
        if isinstance(value, str | Mapping) or is_json_list(value):
            return self.count.matches(len(value))  # type: ignore[arg-type]
        return False

    def why_not(self, value: Json, shown: Shown) -> Lack:
        """Say how long it is."""
        if isinstance(value, str):
            count = plural(len(value), "character")
        elif isinstance(value, Mapping):
            count = plural(len(value), "key")
        elif is_json_list(value):
            count = plural(len(value), "item")  # type: ignore[arg-type]
        else:
            return super().why_not(value, shown)
        return Lack("", "has", f"{count}, not {self.count}")

    def __str__(self) -> str:
        return f"length {self.count}"

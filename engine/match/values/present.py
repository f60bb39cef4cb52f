"""Any value: `...` says only that the key is there.

It stands alone as a key's value. In a list, and at the end of an object, `...` says something else:
that other items, or other keys, are free.
"""

from __future__ import annotations

from toolspec.engine.json_value import Json
from toolspec.engine.match.values.value import ValueForm, ValuePattern


class Present(ValuePattern):
    """Any value: `...` says only that the key is there."""

    form = ValueForm("...", matching=(("...", "null"), ("...", "[1]")))

    def in_words(self) -> str:
        """Say what is true of a value that matches."""
        return "is there"

    def matches(self, value: Json) -> bool:
        """Take every value."""
        del value
        return True

    @property
    def certain(self) -> bool | None:
        """Every value matches."""
        return True

    def __str__(self) -> str:
        return "..."

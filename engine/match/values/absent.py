"""A key that is not there: `note: absent`. A key with `null` is there.

It stands alone as a key's value, or as one side of its outermost `|`: `limit: 5 | absent`.
"""

from __future__ import annotations

from toolspec.engine.json_value import Json
from toolspec.engine.match.values.value import Lack, ValueForm, ValuePattern, in_short
from toolspec.engine.verdict import Shown


class Absent(ValuePattern):
    """No value: the key that has this pattern is missing."""

    form = ValueForm(
        "absent",
        ("absent",),
        matching=(("{a: absent, ...}", "{}"), ("{a: 1 | absent}", "{}")),
        missing=(("{a: absent, ...}", '{"a": null}'),),
    )

    def in_words(self) -> str:
        """Say what is true of a value that matches."""
        return "is not there"

    def matches(self, value: Json) -> bool:
        """Take no value."""
        del value
        return False

    @property
    def may_be_absent(self) -> bool:
        """Whether the key may be missing: it must be."""
        return True

    @property
    def certain(self) -> bool | None:
        """No value matches."""
        return False

    def why_not(self, value: Json, shown: Shown) -> Lack:
        """Say what the value is, where there should be none."""
        return Lack("", "is", f"{in_short(value, shown)}, not absent")

    def __str__(self) -> str:
        return "absent"

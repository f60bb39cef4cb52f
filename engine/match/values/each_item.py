"""A list, also an empty one, of which each item matches: `list of text`, `list of (1 | 2)`."""

from __future__ import annotations

from collections.abc import Sequence

from toolspec.engine.json_value import Json
from toolspec.engine.match.values.items import is_json_list
from toolspec.engine.match.values.value import Lack, Several, ValueForm, ValuePattern, operand
from toolspec.engine.verdict import Shown


class EachItem(Several):
    """A list, each of whose items matches the `pattern`."""

    pattern: ValuePattern

    form = ValueForm(
        "list of V",
        ("list", "of"),
        matching=(("list of text", "[]"), ("list of > 1", "[2, 3]")),
        missing=(("list of text", '["a", 1]'), ("list of text", '"a"')),
    )

    def in_words(self) -> str:
        """Say what is true of a value that matches."""
        return f"is a list of which each item {self.pattern.in_words()}"

    @property
    def inside(self) -> Sequence[ValuePattern]:
        """The pattern."""
        return (self.pattern,)

    def with_inside(self, inside: Sequence[ValuePattern]) -> ValuePattern:
        """Return lists of another pattern."""
        return EachItem(inside[0])

    @property
    def walks(self) -> int:
        """Each item is compared with the pattern."""
        return super().walks + self.effort

    def matches(self, value: Json) -> bool:
        """Tell whether the value is a list whose items all match."""
        if not is_json_list(value):
            return False
        matches = self.pattern.matches
        for item in value:  # type: ignore[union-attr]  # noqa: SIM110 - one frame less
            if not matches(item):  # type: ignore[arg-type]
                return False
        return True

    def why_not(self, value: Json, shown: Shown) -> Lack:
        """Name the first item that does not match."""
        if not is_json_list(value):
            return super().why_not(value, shown)
        for at, item in enumerate(value):  # type: ignore[arg-type]
            if not self.pattern.matches(item):  # type: ignore[arg-type]
                return self.pattern.why_not(item, shown).inside(at)  # type: ignore[arg-type]
        return super().why_not(value, shown)

    def __str__(self) -> str:
        return f"list of {operand(self.pattern)}"

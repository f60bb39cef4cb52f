"""A text in which a `/regex/` is found, anywhere. Nothing but text matches.

In a `result /regex/` it is looked for in each of the result's texts, also where that is JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from toolspec.engine.json_value import Json
from toolspec.engine.match.regex import Regex
from toolspec.engine.match.values.value import Lack, ValueForm, ValuePattern
from toolspec.engine.trace import Result
from toolspec.engine.verdict import Shown


class Text(ValuePattern):
    """A text in which the regex is found, anywhere; nothing but text matches."""

    regex: Regex

    form = ValueForm(
        "/regex/",
        matching=((r"/^A-\d+$/", '"A-12"'), ("/x/i", '"a X b"')),
        missing=((r"/\d/", "5"), ("/x/", '["x"]')),
    )

    def in_words(self) -> str:
        """Say what is true of a value that matches."""
        return f"matches {self}"

    def matches(self, value: Json) -> bool:
        """Tell whether the value is text that the regex is found in."""
        return self.test(value)

    @cached_property
    def test(self) -> Callable[[Json], bool]:
        """A function that tells whether a value is text that the regex is found in."""
        found_in = self.regex.found_in
        return lambda value: isinstance(value, str) and found_in(value)

    def fits_result(self, result: Result) -> bool:
        """Tell whether the regex is found in one of the result's texts."""
        found_in = self.regex.found_in
        return any(found_in(text) for text in result.texts)

    @property
    def searchable(self) -> bool:
        """Whether it can be looked for in a text: it can."""
        return True

    def in_text(self, text: str) -> bool:
        """Tell whether the regex is found in a text."""
        return self.regex.found_in(text)

    def why_result(self, result: Result, shown: Shown) -> Lack:
        """Quote the text the regex was looked for in."""
        return Lack("", "is", f"{shown.short(result.text)}, without {self.phrase}")

    @property
    def certain_of_results(self) -> bool | None:
        """Whether it is found in whatever text."""
        return True if self.regex.in_every_text else None

    @property
    def effort(self) -> int:
        """What the regex takes."""
        return self.regex.effort

    @property
    def searches(self) -> int:
        """How many times a text is searched."""
        return 1

    def __str__(self) -> str:
        return str(self.regex)

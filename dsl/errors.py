"""The error that a refused spec raises."""

from __future__ import annotations

from collections.abc import Iterable

from toolspec.dsl.diagnostic import Diagnostic
from toolspec.dsl.frame import frame


class SpecError(ValueError):
    """A spec that is not allowed.

    `diagnostics` are all its problems, warnings too, in the order of the text; `str()` is what a
    terminal shows: a frame around each error.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(self.diagnostics)

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The problems that refuse the spec."""
        return tuple(item for item in self.diagnostics if item.severity == "error")

    def __str__(self) -> str:
        return "\n\n".join(frame(item) for item in self.errors or self.diagnostics)

"""A problem at its place in a source: what a refused spec carries and editors show."""

from __future__ import annotations

from collections.abc import Mapping

from toolspec.dsl.problem import Fix, LineDiagnostic, Problem, Related, filled
from toolspec.dsl.problems import by_slug
from toolspec.dsl.text.source import Source


class Diagnostic:
    """One problem of one source.

    `start` and `end` are offsets; lines and columns count from 1, in characters. The end lies
    after the last character.
    """

    __slots__ = ("_found", "_problem", "source")

    def __init__(self, diagnostic: LineDiagnostic, source: Source) -> None:
        self._found, self.source = diagnostic, source
        self._problem = by_slug(diagnostic.slug)

    def in_source(self, source: Source) -> Diagnostic:
        """Return the same problem in another source of the same text."""
        return Diagnostic(self._found, source)

    @property
    def problem(self) -> Problem:
        """What is wrong, without its place."""
        return self._problem

    @property
    def slug(self) -> str:
        """The name of the problem's file."""
        return self._found.slug

    @property
    def fields(self) -> Mapping[str, str]:
        """What fills the gaps in the problem's texts."""
        return self._found.fields

    @property
    def code(self) -> str:
        """The stable code, such as `TS104`."""
        return self._problem.code

    @property
    def severity(self) -> str:
        """`error` or `warning`."""
        return self._problem.severity

    @property
    def title(self) -> str:
        """One line that makes sense alone."""
        return filled(self._problem.title, self._found.fields)

    @property
    def message(self) -> str:
        """The title, and what to know beyond it."""
        more = filled(self._problem.message, self._found.fields)
        return f"{self.title}: {more}" if more else self.title

    @property
    def why(self) -> str:
        """Why it is refused."""
        return filled(self._problem.why, self._found.fields)

    @property
    def help(self) -> str:
        """What to write."""
        return filled(self._problem.help, self._found.fields)

    @property
    def start(self) -> int:
        """Where it begins, as an offset."""
        return self._found.start

    @property
    def end(self) -> int:
        """Where it ends, as an offset."""
        return self._found.end

    @property
    def line(self) -> int:
        """The line it begins on."""
        return self.source.place(self.start)[0]

    @property
    def column(self) -> int:
        """The column it begins at."""
        return self.source.place(self.start)[1]

    @property
    def end_line(self) -> int:
        """The line it ends on."""
        return self.source.place(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column after its last character."""
        return self.source.place(self.end)[1]

    @property
    def fixes(self) -> tuple[Fix, ...]:
        """Edits that fix it, where it is certain what was meant."""
        return self._found.fixes

    @property
    def related(self) -> tuple[Related, ...]:
        """Other places it speaks of."""
        return self._found.related

    def __repr__(self) -> str:
        return f"<{self.code} {self.line}:{self.column} {self.title}>"

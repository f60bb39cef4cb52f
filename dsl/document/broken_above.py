"""Lines below a broken one that were meant to be part of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from toolspec.dsl.document.braces import without_fixes
from toolspec.dsl.document.line_parser import ParsedLine
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.problem import LineDiagnostic
from toolspec.dsl.recover.stop import continuing
from toolspec.engine.rules import traits

_UNENDED = {"unclosed_bracket", "unterminated_string"}
"""Problems of a line that goes on further down."""


_LISTED_MAX = 50
"""How many lines above one without a keyword may be of one list with it."""


class BrokenAbove:
    """The broken line that the lines below may be part of: `entry`, None where there is none."""

    def __init__(self, entries: list[SpecLine]) -> None:
        self._entries = entries
        self.entry: SpecLine | None = None
        self._without_fixes: SpecLine | None = None

    def take(self, entry: SpecLine, parsed: ParsedLine) -> None:
        """Give a broken line its problems, unless it was meant to be part of the one above."""
        above = self.entry
        if above is None or not self._belongs(entry, above):
            entry.problems.extend(self._listed(entry, parsed.problems))
            self.entry = _leaves_open(entry)
        elif parsed.problems and self._without_fixes is not above:
            # Closed where it is, the line above would leave this one on its own.
            above.problems = without_fixes(above.problems)
            self._without_fixes = above

    def _listed(
        self, entry: SpecLine, problems: Sequence[LineDiagnostic]
    ) -> Sequence[LineDiagnostic]:
        """Return the problems of a line, which may be an entry of the list on the lines above."""
        line, at = entry.line, entry.at
        if line.first or not line.indent or line.text == "}" or len(problems) != 1:
            return problems
        nearest = reversed(self._entries[max(0, at - _LISTED_MAX) : at])
        codes = takewhile(lambda other: other.line.kind == "code", nearest)
        above = next((other.line for other in codes if other.line.first), line)
        syntax = traits(above.first).syntax
        sign = "->" if syntax.is_chain else "," if syntax.may_list else ""
        lists = sign and ":" in above.text and above.indent < line.indent
        return [continuing(problems[0], sign)] if lists else problems

    def _belongs(self, entry: SpecLine, above: SpecLine) -> bool:
        """Tell whether a line was meant to be part of the broken one above it."""
        line = entry.line
        if above.line.text[:2] == "/*":
            if "*/" in line.text:
                self.entry = None
            return True
        blank = self._entries[entry.at - 1].line.kind == "blank"
        return not (line.first or line.text == "}" or blank)


def _leaves_open(entry: SpecLine) -> SpecLine | None:
    """Return a broken line that the lines below were most likely to be part of."""
    slugs = {item.slug for item in entry.problems}
    text = entry.line.text
    if slugs & _UNENDED or ("nothing_listed" in slugs and text.endswith(":")):
        return entry
    return entry if "comment_sign" in slugs and text[:2] == "/*" and "*/" not in text else None

"""How much is spent on reading one spec: errors, fixes tried out, regexes. Beyond that it stops."""

from __future__ import annotations

from toolspec.dsl.document.line_parser import Analysed, ParsedLine
from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.parsing.values import regexes_limit
from toolspec.dsl.problem import LineDiagnostic
from toolspec.dsl.text.limits import ERRORS_MAX, REGEXES_SIZE_MAX, TRIED_CHARACTERS_MAX


class Budget:
    """Counts what reading a spec takes, line by line in order.

    `stopped_at` is the line at which reading stops, which says why; None as long as it goes on.
    """

    def __init__(self) -> None:
        self.errors = self.tried = self.regexes = 0
        self.stopped_at: SpecLine | None = None

    @property
    def tries_fixes(self) -> bool:
        """Whether fixes of further lines are tried out."""
        return self.tried <= TRIED_CHARACTERS_MAX

    def told(self, line: ParsedLine | Analysed) -> tuple[LineDiagnostic, ...]:
        """Return a line's problems, with fixes as long as trying them has not taken too much.

        What was tried in an earlier reading counts too: the same text has always the same fixes.
        """
        problems = line.problems if self.tries_fixes else line.untried
        self.tried += line.tried
        return problems

    def too_many(self, entry: SpecLine) -> bool:
        """Count a line's errors; where there are too many, say so there and read no further."""
        if self.stopped_at is entry:
            return True
        self.errors += len(entry.problems)
        if self.errors > ERRORS_MAX:
            fields = {"most": f"{ERRORS_MAX:,}"}
            self.stop(entry, LineDiagnostic("too_many_errors", 0, 1, fields))
        return self.stopped_at is entry

    def regexes_too_large(self, entry: SpecLine, named: int) -> bool:
        """Tell whether the regexes up to a line are too large together; say so there.

        `named` is the size of those in `tool` lines.
        """
        if self.regexes + named <= REGEXES_SIZE_MAX:
            return False
        if not any(item.slug == "regexes_too_large" for item in entry.problems):
            end = len(entry.line.first)
            self.stop(entry, LineDiagnostic("regexes_too_large", 0, end, regexes_limit()))
        self.stopped_at = entry
        return True

    def stop(self, entry: SpecLine, why: LineDiagnostic) -> None:
        """Read no further than a line, and say why there."""
        entry.problems.append(why)
        self.stopped_at = entry

"""The cases and blocks around each line while a spec is read, and braces that do not match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolspec.dsl.document.blocks import Blocks
from toolspec.dsl.document.braces import closing, cures_all, opening, without_fixes
from toolspec.dsl.problem import LineDiagnostic, shown
from toolspec.dsl.text.lines import opens

if TYPE_CHECKING:
    from toolspec.dsl.document.names import Names
    from toolspec.dsl.document.spec_line import SpecLine
    from toolspec.dsl.text.source import Source


class Nesting:
    """The case that is `open`, with its name `case`, and the `blocks` in it; all `cases` so far."""

    def __init__(self, source: Source, entries: list[SpecLine], names: Names) -> None:
        self._source, self._entries, self._names = source, entries, names
        self.cases: dict[str, SpecLine] = {}
        self.open: SpecLine | None = None
        self.case: str | None = None
        self.blocks = Blocks()
        self._headless = False
        self._spare = 0

    @property
    def nowhere(self) -> bool:
        """Whether rules are in a case or a block whose head is broken, and so hold for nothing."""
        return self.open_without_name or self.blocks.broken

    @property
    def open_without_name(self) -> bool:
        """Whether a case is open whose head is broken: what is in it is for no case that exists."""
        return self.open is not None and not self.open.parts

    def enter(self, case: SpecLine | None) -> None:
        """Go on inside a case, whose head may be broken and without a name; None: outside all."""
        self.open = case
        self.case = str(case.parts[0].value) if case is not None and case.parts else None

    def open_case(self, entry: SpecLine) -> None:
        """Begin a case, and report one that is nested or has been there already."""
        part = entry.parts[0]
        start, end = part.span
        if self.blocks.open:
            fields = {"line": str(self.blocks.open[-1].line.row)}
            entry.problems.append(LineDiagnostic("case_in_block", 0, len("case"), fields))
            self.cases.setdefault(str(part.value), entry)
            self.blocks.enter(entry)
            return
        if self.open is not None:
            fields = {"line": str(self.open.line.row)}
            entry.problems.append(LineDiagnostic("nested_case", 0, len("case"), fields))
            self._spare += 1  # of the outer case, unless it lacks just that
        elif part.value in self.cases:
            first = self.cases[str(part.value)]
            entry.problems.append(
                LineDiagnostic("doubled_case", start, end, {"case": shown(str(part.value)),
                      "line": str(first.line.row)})
            )  # fmt: skip
        self.cases.setdefault(str(part.value), entry)
        entry.case = None
        if not entry.line.text.endswith("}"):
            self.enter(entry)

    def broken(self, entry: SpecLine) -> None:
        """Take the braces of a line that does not parse as meant, or another would be at fault."""
        if not cures_all(entry, self._entries, self.open is not None, self._names):
            entry.problems = without_fixes(entry.problems)
        if self.open is None:
            entry.problems = [
                item._replace(fixes=opening(self._entries, entry, self._source))
                if item.slug == "unopened_case" and not item.fixes else item
                for item in entry.problems
            ]  # fmt: skip
        words = [word.text for word in entry.line.words]
        first = entry.line.first
        if opens(entry.line) and first != "case":
            self.blocks.enter(entry)
        elif words[0] == "}" and self.blocks.open:
            self.blocks.leave()
        elif words[0] == "}":
            self.enter(None)
        elif words[0] == "{" and self._headless:
            entry.problems.clear()
            self._headless, self._spare = False, int(words[-1] != "}")
        elif words.count("{") > words.count("}") and (first == "case" or not first):
            self.enter(entry)
        elif first == "case":
            self._headless, self._spare = True, 1

    def close(self, entry: SpecLine) -> None:
        """End the innermost block, or the case."""
        if self.blocks.open:
            self.blocks.leave()
        else:
            self.close_case(entry)

    def close_case(self, entry: SpecLine) -> None:
        """End a case, and report a brace that ends none."""
        if self.open is None and self._spare:
            self._spare -= 1
        elif self.open is None:
            fields = {
                "bracket": "}",
                "why_not": "no `case` is open here",
                "hint": "take it out, or open the case it should close",
            }
            entry.problems.append(LineDiagnostic("unopened_bracket", 0, 1, fields))
        self.enter(None)
        entry.case = None

    def close_last(self) -> None:
        """Report each case and block that is still open at the end of the file."""
        for block in self.blocks.open:
            if not block.problems:
                block.problems.append(LineDiagnostic("unclosed_block", 0, len(block.line.text)))
        if self.open is not None and self.open.line.first == "case":
            start, end = self.open.parts[0].span if self.open.parts else (0, 4)
            fixes = closing(self._entries, self.open, self._source)
            self.open.problems.append(LineDiagnostic("unclosed_case", start, end, {}, fixes))

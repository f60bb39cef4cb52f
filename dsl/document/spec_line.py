"""A logical line of a file, and what was read in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolspec.dsl.problem import LineDiagnostic
from toolspec.dsl.text.lines import LogicalLine
from toolspec.engine.rule import Rule
from toolspec.engine.syntax import Part

if TYPE_CHECKING:
    from toolspec.dsl.document.line_parser import ParsedLine
    from toolspec.engine.parts.clause import Clause

_NONE: dict[Any, Any] = {}


class SpecLine:
    """A logical line and what was read in it.

    `what` is `rule`, `tool_line`, `traces_line`, `case_open`, `block_open` or `case_close` (of a
    block, too); "" where the line does not parse or is not code. `parts` are its pieces, with
    offsets from `line.start`; `rule` is the rule, None where it is not allowed; `facts` are what
    was worked out from its text alone. `case` names the case it is in, `at` is its index among the
    entries. `syntax` is what parsing its text gave, where that is known. `tokens` and `shown` are
    for what an editor is shown of the line, made once while it stays as it is. `former` is the rule
    it had when it was read before: where it means the same, it stays the same object. `block` are
    the clauses of a line that opens a block, None where they are broken; `blocks` those of the
    blocks around a rule. `used` are the rules that a `use` line brings. `regexes` is
    the size of all regexes in the line.
    """

    __slots__ = (
        "at", "block", "blocks", "case", "clauses", "facts", "former", "line", "parts", "problems",
        "regexes", "rule", "shown", "syntax", "tokens", "used", "what",
    )  # fmt: skip

    def __init__(self, line: LogicalLine, at: int, syntax: ParsedLine | None = None) -> None:
        self.line, self.at, self.syntax = line, at, syntax
        self.tokens: tuple[int, ...] | None = None
        self.shown: Any = None
        self.former: Rule | None = None
        self.what = ""
        self.parts: tuple[Part, ...] = ()
        self.clauses: tuple[Part, ...] = ()
        self.rule: Rule | None = None
        self.facts: dict[Any, Any] = _NONE
        self.case: str | None = None
        self.block: tuple[Clause, ...] | None = None
        self.blocks: tuple[Clause, ...] = ()
        self.regexes = 0
        self.used: tuple[Rule, ...] = ()
        self.problems: list[LineDiagnostic] = []

    def again(self) -> SpecLine:
        """Return the same line, to be read again; what its text alone gave is kept."""
        fresh = SpecLine(self.line, self.at, self.syntax)
        fresh.tokens, fresh.former = self.tokens, self.rule
        return fresh

    def copy(self) -> SpecLine:
        """Return the same, with a line of its own."""
        copy = SpecLine(self.line.copy(), self.at, self.syntax)
        copy.what, copy.parts, copy.clauses = self.what, self.parts, self.clauses
        copy.rule, copy.facts, copy.case = self.rule, self.facts, self.case
        copy.block, copy.blocks = self.block, self.blocks
        copy.tokens, copy.problems = self.tokens, [*self.problems]
        copy.regexes, copy.used = self.regexes, self.used
        return copy

    def span(self, part: Part) -> tuple[int, int]:
        """Return where a part is in the source."""
        return part.span[0] + self.line.start, part.span[1] + self.line.start

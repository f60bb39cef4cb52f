"""A logical line of a file, and what was read in it."""

from __future__ import annotations

from typing import Any

from toolspec.dsl.lines import Line
from toolspec.dsl.problem import Found
from toolspec.engine.kind import Part
from toolspec.engine.spec import Rule

_NONE: dict[Any, Any] = {}


class Entry:
    """A logical line and what was read in it.

    `what` is `rule`, `tool_line`, `traces_line`, `case_open` or `case_close`; "" where the line
    does not parse or is no code. `parts` are its pieces, with offsets from `line.start`; `rule` is
    the rule, None where it cannot stand; `facts` are what was worked out from its text alone.
    `case` names the case it stands in, `at` is its index among the entries.
    """

    __slots__ = ("at", "case", "clauses", "facts", "line", "parts", "problems", "rule", "what")

    def __init__(self, line: Line, at: int) -> None:
        self.line, self.at = line, at
        self.what = ""
        self.parts: tuple[Part, ...] = ()
        self.clauses: tuple[Part, ...] = ()
        self.rule: Rule | None = None
        self.facts: dict[Any, Any] = _NONE
        self.case: str | None = None
        self.problems: list[Found] = []

    def span(self, part: Part) -> tuple[int, int]:
        """Return where a part stands in the source."""
        return part.span[0] + self.line.start, part.span[1] + self.line.start

"""The blocks that are open while a spec is read: lines of clauses around several rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolspec.dsl.problem import LineDiagnostic, shown

if TYPE_CHECKING:
    from toolspec.dsl.document.spec_line import SpecLine
    from toolspec.dsl.parsing.lower import Lowered
    from toolspec.engine.parts.clause import Clause
    from toolspec.engine.rule import Rule


DEPTH_MAX: Final = 100
"""Blocks inside each other."""


class AnyBlock:
    """An `any` that is open: its head, its rule, and the rules in its braces so far."""

    def __init__(self, head: SpecLine, rule: Rule | None) -> None:
        self.head, self.rule = head, rule
        self.rules: list[Rule] = []
        self.broken = False

    def close(self) -> None:
        """Give the head its rule, unless it holds none, or one that is not allowed."""
        if not self.rules and not self.broken:
            _refuse_empty(self.head)
        elif self.rule is not None and not self.broken:
            rule = self.rule.replace(kind=self.rule.kind.replace(rules=tuple(self.rules)))
            former = self.head.former
            self.head.rule = former if former is not None and former == rule else rule


def _refuse_empty(head: SpecLine) -> None:
    """Report a block without a rule, unless its head is wrong itself."""
    if not head.problems:
        head.problems.append(LineDiagnostic("empty_block", 0, len(head.line.first)))


class Blocks:
    """The heads of the blocks that are `open`, the outermost first.

    `chain` are their clauses, which hold for every rule inside. `broken` tells whether one of them
    could not be read: then it is not known what the rules inside are about.
    """

    def __init__(self) -> None:
        self.open: list[SpecLine] = []
        self.chain: tuple[Clause, ...] = ()
        self._before: list[tuple[Clause, ...]] = []
        self._empty: list[bool] = []
        self._broken = 0
        self.any: AnyBlock | None = None
        """The `any` that is open."""

    @property
    def broken(self) -> bool:
        """Whether the head of an open block could not be read."""
        return self._broken > 0

    def hold(self) -> None:
        """Note that the innermost block has a line between its braces."""
        self._empty[-1:] = [False] * len(self._empty[-1:])

    def enter_any(self, head: SpecLine, rule: Rule | None) -> None:
        """Go on inside an `any`, unless its line closes it as well."""
        head.block = ()
        # What follows from the rule follows from the rules in its braces too: other heads that are
        # written the same say something else.
        head.facts = {}
        if self.any is not None:
            end = len(head.line.first)
            self.refuse_in_any(head, 0, end, "block", "write its rules one under the other")
            self.enter(head)
            return
        self.any = AnyBlock(head, rule)
        if head.line.text.endswith("}"):
            self.any.close()
            self.any = None
        self.enter(head)

    def put(self, entry: SpecLine, rule: Rule | None, lowered: Lowered) -> None:
        """Note a rule in the `any` that is open."""
        assert self.any is not None
        for part in lowered.clauses:
            if part.label in ("weight", "soft"):
                hint = f"write `{shown(part.source)}` before the brace"
                self.refuse_in_any(entry, *part.span, f"`{part.label}`", hint)
        if rule is None:
            self.any.broken = True
        else:
            self.any.rules.append(rule)

    def refuse_in_any(self, entry: SpecLine, start: int, end: int, what: str, hint: str) -> None:
        """Report what an `any` cannot hold."""
        assert self.any is not None
        self.any.broken = True
        entry.problems.append(LineDiagnostic("in_any", start, end, {"what": what, "hint": hint}))

    def enter(self, head: SpecLine) -> None:
        """Go on inside the block that a line opens, unless the line closes it as well."""
        if head.line.text.endswith("}"):
            _refuse_empty(head)
            return
        if len(self.open) >= DEPTH_MAX:
            if len(self.open) == DEPTH_MAX:
                fields = {"most": str(DEPTH_MAX)}
                end = len(head.line.first)
                head.problems.append(LineDiagnostic("blocks_too_deep", 0, end, fields))
            head.block = None
        self._before.append(self.chain)
        self.open.append(head)
        self._empty.append(True)
        self._broken += head.block is None
        self.chain += head.block or ()

    def leave(self) -> None:
        """Go on outside the innermost block."""
        head = self.open.pop()
        if self._empty.pop():
            _refuse_empty(head)
        self._broken -= head.block is None
        if self.any is not None and self.any.head is head:
            self.any.close()
            self.any = None
        self.chain = self._before.pop()

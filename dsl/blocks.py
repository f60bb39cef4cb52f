"""The blocks that are open while a spec is read: lines of clauses around several rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolspec.dsl.entry import Entry
    from toolspec.engine.parts.clause import Clause


class Blocks:
    """The heads of the blocks that are `open`, the outermost first.

    `chain` are their clauses, which hold for every rule inside. `broken` tells whether one of them
    could not be read: then it is not known what the rules inside are about.
    """

    def __init__(self) -> None:
        self.open: list[Entry] = []
        self.chain: tuple[Clause, ...] = ()
        self._before: list[tuple[Clause, ...]] = []

    @property
    def broken(self) -> bool:
        """Whether the head of an open block could not be read."""
        return any(head.block is None for head in self.open)

    def enter(self, head: Entry) -> None:
        """Go on inside the block that a line opens, unless the line closes it as well."""
        if head.line.text.endswith("}"):
            return
        self._before.append(self.chain)
        self.open.append(head)
        self.chain += head.block or ()

    def leave(self) -> None:
        """Go on outside the innermost block."""
        self.open.pop()
        self.chain = self._before.pop()

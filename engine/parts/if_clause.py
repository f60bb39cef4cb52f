"""Judge only if some call matches, or only if none does.

Why. Many rules depend on what happened: if the charge failed, the agent must escalate; if nobody
approved, it must not pay. `if C` asks the rule only of traces with a call that matches C, `if not
C` only of those without one, wherever the call is: before or after the calls that are judged.

How it is judged. C is looked for among all calls of the part around it. If it is not met, the rule
is `skip`. Where C is open for a call and no other call decides, the rule is `unknown`, unless its
verdict is the same either way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from toolspec.engine.match.near_misses import OffType
from toolspec.engine.parts.clause import Clause, ClauseSyntax, Open, Ways
from toolspec.engine.parts.part import TracePart
from toolspec.engine.parts.phrase import events, nearly, nothing, phrase_of
from toolspec.engine.syntax import Part


class If(Clause):
    """Everything, if some call matches; with `negated`, if none does."""

    phrase: Any
    negated: bool = False

    syntax = ClauseSyntax(
        labels=("if_not", "if_call"),
        grammar='if_not: "if" IF_NOT _event\nif_call: "if" _event',
        words=("if", "not"),
        forms=("if C", "if not C"),
        blocks=("if ${1:tool} {\n\t$0\n}",),
    )

    @classmethod
    def build(cls, written: Sequence[Part]) -> Self:
        """Make the clause from its part."""
        return cls(phrase_of(written[0]), written[0].label == "if_not")

    def in_words(self) -> str:
        """Return which calls are judged, for a sentence."""
        return f"if there is {'no' if self.negated else 'a'} {self.phrase.in_words()}"

    def divide(self, part: TracePart, most: int) -> Ways:
        """Return the part itself, or nothing to judge."""
        condition = events(self.phrase, part)
        if condition.anywhere:
            opens = [Open(-1, str(self.phrase), condition.anywhere)]
            return Ways([[part], [part.nothing("it may be that the rule is not asked")]], opens)
        if condition.certain or not condition.open:
            if bool(condition.certain) is not self.negated:
                return Ways([[part]])
            if not condition.certain:
                return Ways([[nothing(part, self.phrase)]])
            return Ways([[part.nothing(self._why(part, condition.certain[0].call))]])
        opens = [
            Open(e.call, str(self.phrase), condition.missing.get(e.call, ""))
            for e in condition.open
        ]
        return Ways([[part], [part.nothing("it may be that the rule is not asked")]], opens)

    def _why(self, part: TracePart, at: int) -> str:
        if at < 0:
            return f"a message matches {self.phrase}"
        return f"call {at + 1}, {part.trace.calls[at].name}, matches {self.phrase}"

    def near_misses(self, part: TracePart) -> Mapping[int, OffType]:
        """Return the calls that would meet the condition, where none does."""
        return {} if events(self.phrase, part).certain else nearly(part, self.phrase)

    def phrases(self) -> tuple[Any, ...]:
        """Return the phrase."""
        return (self.phrase,)


CLAUSE = If

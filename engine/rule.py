"""A rule: a kind's meaning with its clauses, where it was written, and how much it counts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from toolspec.engine.effort import SEARCHES_MIN, judging_within_bounds
from toolspec.engine.gaps import matters, with_gaps
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.trace import Call, Gap, Trace
from toolspec.engine.values import Value
from toolspec.engine.verdict import (
    MoreCalls,
    Verdict,
)

if TYPE_CHECKING:
    from toolspec.engine.dialogue import Record
    from toolspec.engine.parts.clause import Clause
    from toolspec.engine.tool_lists.schema import ToolList


class Origin(Value):
    """Where a rule was written: lines and columns count from 1, columns in characters.

    `source` is the rule's text from its first word to its last.
    """

    line: int = 0
    source: str = ""
    column: int = 1
    end_line: int = 0


class Rule(Value):
    """One rule of a spec: a kind's meaning, the clauses after it, and where it is.

    `case` names the test case it is for, None for every trace; `name` is its `as "..."`. `clauses`
    say which parts of a trace it judges: those of the blocks around it, the outermost first, then
    its own. A `soft` rule counts in the score and keeps no trace from passing. `file` is the spec
    it was written in where that is another one than the spec's own.
    """

    kind: Kind
    weight: float = 1.0
    pass_score: float = 1.0
    name: str | None = None
    case: str | None = None
    description: str = ""
    origin: Origin = Origin()
    clauses: tuple[Clause, ...] = ()
    soft: bool = False
    file: str | None = None

    def judge(self, trace: Trace) -> Verdict:
        """Say how the trace does on this rule; UNKNOWN where a call that was not read decides."""
        verdict = self.judging(trace, self.pass_score)
        gaps = (*trace.gaps, *trace.beside, *self.mentioned_in(trace))
        return with_gaps(self, verdict, gaps) if gaps else verdict

    def mentioned_in(self, trace: Trace) -> list[Gap]:
        """Return the gaps that the traces of a file share, those that matter to the rule alone."""
        if not trace.mentioned:
            return []
        return [
            gap for gap in self._mattering(trace.mentioned) if gap.call.name not in trace.counts
        ]

    def _mattering(self, gaps: tuple[Gap, ...]) -> list[Gap]:
        # Most rules name none of thousands of words, which are asked once for all traces of a file.
        known: tuple[tuple[Gap, ...], list[Gap]] | None = self.__dict__.get("_known_mattering")
        if known is None or known[0] is not gaps:
            known = gaps, [gap for gap in gaps if matters(self, gap)]
            self.__dict__["_known_mattering"] = known
        return known[1]

    def in_words(self) -> str:
        """Return what the rule asks and of which calls, as one plain sentence; "" where unknown."""
        words = self.kind.in_words()
        if not words or not self.clauses:
            return words
        clauses = ", ".join([clause.in_words() for clause in self.clauses])
        return f"{words.removesuffix('.')}, {clauses}."

    def with_tools(self, tools: ToolList) -> Rule:
        """Return the rule as it is where a spec lists its tools."""
        kind = self.kind.with_tools(tools)
        return self if kind is self.kind else self.replace(kind=kind)

    @cached_property
    def judging(self) -> Callable[[Trace, float], Verdict]:
        """The function that judges: the kind's, unless there are parts or regexes need a bound."""
        judge = self.kind.judge
        searches = sum([pattern.searches for pattern in self.kind.patterns()])
        if self.clauses:
            from toolspec.engine.kinds.parts_judge import PartsJudge

            judge = PartsJudge(self.kind, self.clauses)
        return judging_within_bounds(judge, searches) if searches > SEARCHES_MIN else judge

    @cached_property
    def asks_records(self) -> frozenset[Record]:
        """What a trace must record for the rule to be decided."""
        from toolspec.engine.kinds.records_asked import records_asked

        return records_asked(self.kind, self.clauses)

    @property
    def more_calls(self) -> MoreCalls:
        """What calls that a trace does not record could do to the verdict.

        A call that opens or closes a part, or makes one more, can do either.
        """
        could = self.kind.more_calls
        if could is MoreCalls.HELP and any(clause.several for clause in self.clauses):
            return MoreCalls.BOTH
        return MoreCalls.BOTH if any(clause.phrases() for clause in self.clauses) else could

    @property
    def more_of_run(self) -> MoreCalls:
        """What the rest of a run that has not ended could do to the verdict."""
        return MoreCalls.BOTH if self.kind.more_of_run is MoreCalls.BOTH else self.more_calls

    def concerns(self, call: Call) -> bool:
        """Tell whether a call that may have been made, and was not read, could matter to it."""
        if any(clause.concerns(call) for clause in self.clauses):
            return True
        return self.kind.concerns(call)

    @cached_property
    def heading(self) -> dict[str, Any]:
        """What a report says of the rule, with room for what it says of a trace."""
        return {
            "kind": self.kind.syntax.keyword,
            "line": self.origin.line,
            "name": self.name,
            "source": self.origin.source,
            "status": "",
            "score": 0.0,
            "weight": self.weight,
            "summary": "",
            "justification": {},
            **({"soft": True} if self.soft else {}),
            **({"file": self.file} if self.file is not None else {}),
        }

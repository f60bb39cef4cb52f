"""Allow several ways: one of the rules in the braces has to pass.

Why. There is more than one right way to do most things: by plane or by train. Each way is written
as the rule it is, and one of them is enough.

How it is judged. The score is the best of its rules' scores, 0 for those that are `unknown` or an
`error`. It passes when one of them passes; else it is an `error` when one is, else `unknown` when
one is, else it fails. It is skipped when all of them are. The braces hold rules, no blocks, and
these take no `weight` and no `soft`: what counts is the whole, whose clauses (`weight`, `as`,
`soft`) come before the brace. For a part of the trace, write a block around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from toolspec.engine.json_value import Json
from toolspec.engine.kinds.drawing import CallPart
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.syntax import Example, Misuse, Part, Syntax
from toolspec.engine.trace import Call, Trace, called
from toolspec.engine.verdict import (
    ERROR,
    FAIL,
    PASS,
    SKIP,
    UNKNOWN,
    Evidence,
    Explanation,
    MoreCalls,
    Shown,
    Status,
    Verdict,
    brief,
)

if TYPE_CHECKING:
    from toolspec.engine.rule import Rule
    from toolspec.engine.tool_lists.schema import ToolList

_RANK = {PASS: 0, FAIL: 1, UNKNOWN: 2, ERROR: 3, SKIP: 4}


class AnyOfRules(Kind):
    """One of `rules` passes."""

    rules: tuple[Rule, ...] = ()

    judges_whole = True
    syntax = Syntax(
        keyword="any",
        grammar='_clauses "{" "}"?',
        forms=("any { ... }",),
        snippets=("any {\n  ${1:require} ${2:tool}\n  ${3:require} ${4:tool}\n}",),
    )
    examples = (
        Example(
            "any {\n"
            "  sequence: search_flights -> book_flight\n"
            "  sequence: search_trains -> book_train\n"
            "}",
            (called("search_trains"), called("book_train")),
            "pass",
            1.0,
            "By train is as good as by plane.",
        ),
        Example(
            "any {\n  forbid rm\n  forbid mv\n}",
            (called("rm"), called("cp")),
            "pass",
            1.0,
            "One of the two was not called: that is enough.",
        ),
        Example(
            "any {\n  require call_customer\n  require send_email\n}",
            (called("search"),),
            "fail",
            0.0,
            "Neither was done.",
            summary=(
                "none of 2 rules passes; `require call_customer`: call_customer was never called"
            ),
            evidence=(),
        ),
    )

    def in_words(self) -> str:
        """Return what the rule asks, as one plain sentence."""
        asked = [rule.in_words().rstrip(".") or rule.kind.syntax.keyword for rule in self.rules]
        return f"One of these holds: {'; '.join(asked)}." if asked else ""

    @classmethod
    def build(cls, rule: Part) -> Self:
        """Make it without rules: these are on lines of their own."""
        return cls()

    def patterns(self) -> tuple[Any, ...]:
        """Return the patterns of its rules."""
        return tuple(pattern for rule in self.rules for pattern in rule.kind.patterns())

    @property
    def more_of_run(self) -> MoreCalls:
        """What the rest of a run could do to any of the rules, it could do to all together."""
        open = any(rule.more_of_run is MoreCalls.BOTH for rule in self.rules)
        return MoreCalls.BOTH if open else self.more_calls

    @property
    def more_calls(self) -> MoreCalls:
        """What they do to its rules."""
        could = {rule.more_calls for rule in self.rules}
        return could.pop() if len(could) == 1 else MoreCalls.BOTH

    def concerns(self, call: Call) -> bool:
        """Tell whether a call could matter to one of its rules."""
        return any(rule.concerns(call) for rule in self.rules)

    def refuse_parts(self, part: Part) -> None:
        """Raise Misuse where one of its rules does not take the clause of a block."""
        for rule in self.rules:
            rule.kind.refuse_parts(part)

    def with_tools(self, tools: ToolList) -> Self:
        """Return the rule with these tools in its rules."""
        return self.replace(rules=tuple(rule.with_tools(tools) for rule in self.rules))

    def in_parts(self) -> Self:
        """Return the rule with its rules as they judge a part."""
        rules = [rule.replace(kind=rule.kind.in_parts()) for rule in self.rules]
        return self.replace(rules=tuple(rules))

    @property
    def hears_messages(self) -> bool:  # type: ignore[override]
        """Whether one of its rules looks at messages, or divides the trace by them."""
        return any(
            rule.kind.hears_messages or any(clause.hears for clause in rule.clauses)
            for rule in self.rules
        )

    def takes_clauses(self, written: Sequence[Part]) -> None:
        """Raise Misuse: a block says for which part of the trace it holds."""
        for part in written:
            if part.label == "per_time":  # no block says it either
                raise Misuse("rate-without-bound", part, clause=part.source)
            raise Misuse("any-clause", part, clause=part.source)

    def part_of_offender(self, reason: Explanation) -> CallPart | None:
        """Return what the rule makes of such a call whose evidence is listed."""
        listed = reason.justification.get("rules")
        for row in listed if isinstance(listed, list) else ():
            if isinstance(row, dict) and row.get("status") in ("fail", "unknown", "error"):
                keyword = row.get("kind")
                for rule in self.rules:
                    if rule.kind.syntax.keyword == keyword:
                        return rule.kind.part_of_offender(reason)
        return self.offender_part

    def judge(self, trace: Trace, pass_score: float = 1.0) -> Verdict:
        """Judge every rule, and take the best."""
        verdicts = [rule.judging(trace, rule.pass_score) for rule in self.rules]
        status = _status([verdict.status for verdict in verdicts])
        scores = [verdict.score or 0.0 for verdict in verdicts if verdict.status in (PASS, FAIL)]
        score = max(scores, default=0.0) if status in (PASS, FAIL) else 0.0
        return Verdict(
            status, None if status is SKIP else score, self._explain, trace, verdicts, status
        )

    def _explain(
        self, trace: Trace, verdicts: Sequence[Verdict], status: Status, shown: Shown
    ) -> Explanation:
        order = sorted(
            range(len(verdicts)),
            key=lambda at: (_RANK[verdicts[at].status], -(verdicts[at].score or 0.0), at),
        )
        reasons = {at: verdicts[at].explanation(shown) for at in order}
        listed: list[Json] = [
            {
                "kind": self.rules[at].kind.syntax.keyword,
                "line": self.rules[at].origin.line,
                "source": self.rules[at].origin.source,
                "status": verdicts[at].status.word,
                "score": verdicts[at].score,
                "summary": reasons[at].summary,
                "justification": dict(reasons[at].justification),
            }
            for at in order
        ]
        best = order[0]
        reason, name = reasons[best], _named(self.rules[best])
        if status is PASS:
            summary = f"{name} passes: {reason.summary}"
        elif status is SKIP:
            summary = reason.summary
        else:
            deciding = next(at for at in order if verdicts[at].status is status)
            summary = f"{_none(len(verdicts))}; {_named(self.rules[deciding])}: "
            summary += reasons[deciding].summary
            reason = reasons[deciding]
        evidence: tuple[Evidence, ...] = () if status is SKIP else reason.evidence
        short = "" if status in (PASS, SKIP) else brief(f"none of {len(verdicts)} passes")
        return Explanation(summary, {"rules": listed}, evidence, short, reason.of)


def _status(statuses: Sequence[Status]) -> Status:
    for status in (PASS, ERROR, UNKNOWN, FAIL):
        if status in statuses:
            return status
    return SKIP


def _none(count: int) -> str:
    return "the rule does not pass" if count == 1 else f"none of {count} rules passes"


def _named(rule: Rule) -> str:
    return f'"{rule.name}"' if rule.name else f"`{' '.join(rule.origin.source.split())}`"


RULE = AnyOfRules

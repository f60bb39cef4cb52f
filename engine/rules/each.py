"""Demand something of each call: every call that matches has what the rule says.

Why. `sequence: a -> b` says that such calls exist. A policy says more: *every* refund has an
approval for the same order, *no* mail goes to an address that nothing has returned. `each` looks at
one call after the other.

How it is judged. The score is the share of the matching calls that meet all demands; the rule
passes when all do, or from the score of its `pass` clause on. It is skipped where no call matches.
Demands are joined by `,` (all) and `or` (one suffices, binds closer); `not` before one turns it
round. A demand is about the call itself (`<...>`, `result V`, `ok`, `took OP T`, `by A`, `valid`)
or about another call or message (`after C`, `before C`, `right after C`, `after seeing C`, each
with `within N calls`, `within N steps`, `within N turns`, `within T`). `own` says that the other
call serves no second one.

A `$name` in the subject stands for the value that is there, and means an equal value in the
demands. Where the trace does not record what decides, the rule is `unknown`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Self

from toolspec.engine.effort import Effort, TooMuchError, too_much
from toolspec.engine.kinds.claims import NO_CLAIMS, Claims
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.engine.match.values import Both, Variable
from toolspec.engine.relations.demand import OneOf
from toolspec.engine.relations.related import Relation
from toolspec.engine.rules.shared.each_build import demands_of, refuse_names
from toolspec.engine.rules.shared.each_judge import EachJudge, own_demand
from toolspec.engine.rules.shared.each_words import explain
from toolspec.engine.syntax import About, Example, Misuse, Part, Syntax
from toolspec.engine.tool_lists.schema import ToolList
from toolspec.engine.trace import Call, Trace, called
from toolspec.engine.values import interned
from toolspec.engine.verdict import (
    SKIP,
    UNKNOWN,
    Evidence,
    Explanation,
    MoreCalls,
    Status,
    Verdict,
)

_REFUND = (
    called("request_approval", {"order_id": "A-1"}, {"approved": True}, step=0),
    called("issue_refund", {"order_id": "A-1", "amount": 250}, step=1),
    called("issue_refund", {"order_id": "A-2", "amount": 300}, step=2),
)


class Each(Kind):
    """Each call that `subject` means meets one demand of every one of `demands`."""

    subject: CallPattern
    demands: tuple[OneOf, ...]

    scores_in_part = True
    binds_names = True
    takes_windows = False
    syntax = Syntax(
        keyword="each",
        grammar=(
            '_call ":" each_demands\n'
            'each_demands: each_any ("," each_any)*\n'
            'each_any: each_demand ("or" each_demand)*\n'
            "each_demand: IF_NOT? (each_related | each_valid | each_exactly | arguments"
            " | _qualifier)\n"
            'each_valid: "valid"\n'
            "each_exactly: exactly arguments\n"
            "each_related: each_way (each_own? _call | message) each_within?\n"
            'each_way: RIGHT? ("after" each_seeing? | "before")\n'
            'each_seeing: "seeing"\n'
            'each_own: "own"\n'
            "each_within: WITHIN NUMBER (CALL_UNIT | STEP_UNIT | TURN_UNIT)?"
        ),
        words=("valid", "right", "after", "before", "seeing", "own", "within", "or", "not"),
        forms=("each C: D, D, ...",),
        entry="each_any",
        snippets=(
            "each ${1:tool}: after ${2:tool}",
            "each ${1:tool} <${2:key}: \\$${3:name}>: after ${4:tool} <${2:key}: \\$${3:name}>",
        ),
    )
    examples = (
        Example(
            "each issue_refund <order_id: $o>: after seeing request_approval <order_id: $o>",
            _REFUND[:2],
            "pass",
            1.0,
            "Each refund has an approval for the same order that the agent had seen before.",
        ),
        Example(
            "each issue_refund <order_id: $o>: after seeing request_approval <order_id: $o>",
            _REFUND,
            "fail",
            0.5,
            "The second refund is for an order that nobody approved.",
            summary=(
                'call 3, issue_refund <order_id: "A-2", amount: 300>: not after seeing '
                'request_approval <order_id: "A-2">; nearest: call 1, request_approval '
                '<order_id: "A-1">: `order_id` is "A-1", not "A-2"'
            ),
            evidence=(
                Evidence(2, "offender", 'not after seeing request_approval <order_id: "A-2">'),
                Evidence(0, "nearest", '`order_id` is "A-1", not "A-2"'),
            ),
        ),
        Example(
            "each transfer <amount: > 100>: <note: text>",
            (called("transfer", {"amount": "250"}),),
            "skip",
            None,
            "No call matches: there is nothing to ask. A call that was nearly asked is named.",
            summary=(
                "no call matches transfer <amount: > 100>; "
                '1 call not asked: amount is the text "250"'
            ),
            evidence=(),
        ),
        Example(
            "each deploy: ok",
            (called("deploy"),),
            "unknown",
            0.0,
            "The trace does not say whether the call failed.",
            summary="the status of call 1, deploy is not recorded",
            evidence=(Evidence(0, "open", "status not recorded"),),
        ),
        Example(
            "each view <must path: ...>: ok",
            (called("view", {"file": "a"}),),
            "error",
            0.0,
            "`must` says that every call of the tool has the argument.",
            summary='call 1, view <file: "a"> must have the argument `path`, and does not',
            evidence=(Evidence(0, "fault", "the argument `path`"),),
        ),
    )

    def in_words(self) -> str:
        """Return what the rule asks, as one plain sentence."""
        # A name inside a value, or of a part of the result, is only given.
        keys = {
            name: entry.key
            for entry in self.subject.arguments.entries
            for side in (entry.value.inside if isinstance(entry.value, Both) else (entry.value,))
            if isinstance(side, Variable)
            for name in side.names
        }
        asked = [
            " or ".join([demand.in_words(keys) for demand in each.demands]) for each in self.demands
        ]
        subject = self.subject.in_words()
        which = f"The {subject}" if self.subject.position else f"Every {subject}"
        return f"{which} {', and '.join(asked)}."

    @classmethod
    def build(cls, rule: Part) -> Self:
        """Make the rule from its parts. Raises Misuse where a demand is not allowed."""
        subject = CallPattern.of(rule)
        return cls(subject, demands_of(rule, subject))

    @classmethod
    def meanings(cls) -> dict[str, About]:
        """Return what the words of its demands mean."""
        from toolspec.engine.relations import words

        return words.meanings()

    @property
    def hears_messages(self) -> bool:  # type: ignore[override]
        """Whether a demand is about a message."""
        return any(
            isinstance(demand.asked, Relation) and demand.pattern is None
            for any_of in self.demands
            for demand in any_of.demands
        )

    def with_tools(self, tools: ToolList) -> Self:
        """Return the rule with these tools where it says `valid`."""
        demands = tuple([any_of.with_tools(tools) for any_of in self.demands])
        return self if demands == self.demands else self.replace(demands=demands)

    def takes_clauses(self, written: Sequence[Part]) -> None:
        """Raise Misuse on a window and on step and turn words: a comma is missing, or a block.

        Also on a `$name`: which calls are judged is known before any of them is asked.
        """
        for part in written:
            refuse_names(part)
            if part.label in ("after", "until") or part.label.endswith(("_step", "_turn")):
                if part.label not in ("per_step", "per_turn"):
                    raise Misuse("window-on-each", part, clause=part.source)
            elif part.label == "per_time":
                raise Misuse("rate-without-bound", part, clause=part.source)

    def patterns(self) -> tuple[ToolPattern, ...]:
        """Return the subject's pattern, and those of the other calls."""
        others = [demand.pattern for any_of in self.demands for demand in any_of.demands]
        return (self.subject.tool, *[other.tool for other in others if other is not None])

    def deciding_entry(self, reason: Explanation) -> int | None:
        """Return the first demand that the first call off does not meet, or may not meet."""
        listed: Any = reason.justification.get("each") or ()
        for kept in ("fails", "unknown"):
            deciding = next((entry[kept][0] for entry in listed if entry.get(kept)), None)
            if deciding is not None:
                return [str(demand) for demand in self.demands].index(deciding)
        return None

    @cached_property
    def _subject(self) -> CallPattern:
        """The subject; the same object in all rules that have it."""
        return interned(self.subject)

    @cached_property
    def _own(self) -> int | None:
        return own_demand(self.demands)

    @property
    def more_calls(self) -> MoreCalls:
        """One more call can be the one that is missing, or one that misses another."""
        return MoreCalls.BOTH

    def claims(self, pass_score: float) -> Claims:
        """Say what every call that matches has."""
        if pass_score < 1:
            return NO_CLAIMS
        return Claims(subject=self.subject, demands=self.demands)

    def concerns(self, call: Call) -> bool:
        """Tell whether the call could be asked, or answer a demand, or come in between."""
        near = any(
            demand.relation is not None
            and (demand.relation.right or demand.relation.near is not None)
            for any_of in self.demands
            for demand in any_of.demands
        )
        if near or not call.name or self.subject.may_mean(call):
            return True
        others = [demand.pattern for any_of in self.demands for demand in any_of.demands]
        return any(other is not None and other.tool.means(call.name) for other in others)

    def judge(self, trace: Trace, pass_score: float = 1.0) -> Verdict:
        """Score how many of the matching calls meet the demands."""
        try:
            judged = EachJudge(self._subject, self.demands, trace, Effort(), self._own).run()
        except TooMuchError as error:
            return too_much(error)
        status = judged.status(pass_score)
        score = 0.0 if status in (UNKNOWN, Status.ERROR) else judged.least
        return Verdict(
            status,
            None if status is SKIP else score,  # type: ignore[arg-type]
            explain,
            judged,
            status,
        )


RULE = Each

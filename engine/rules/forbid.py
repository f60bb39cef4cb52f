"""Forbid a call: no call of the tool may match, not even an attempt.

Why. Some calls cannot be undone. `count delete_user = 0` says the same of a whole tool, but a
reader who looks for what is forbidden should find the word, and only `forbid` looks at arguments
and results.

How it is judged. Every call of the pattern counts, completed or not: an attempt is enough. If the
rule names arguments or a result that the trace does not record, the rule is `unknown`, unless
another call is known to match.
"""

from __future__ import annotations

from typing import Self

from toolspec.engine.kinds.claims import Cap, Claims
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.match.call_pattern import CallPattern, is_tool_alone
from toolspec.engine.match.near_misses import near_misses
from toolspec.engine.match.qualifier import MISS
from toolspec.engine.match.sorted_calls import SortedCalls, call_phrase, sort_calls
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.engine.syntax import Example, Part, Syntax
from toolspec.engine.text.plural import plural
from toolspec.engine.trace import Call, Trace, called
from toolspec.engine.verdict import (
    EVIDENCE_MAX,
    PASS,
    Evidence,
    Explanation,
    MoreCalls,
    Shown,
    Status,
    Verdict,
    evidence,
    more_than_listed,
)


class Forbid(Kind):
    """No call matches."""

    call: CallPattern

    offends = "is forbidden"
    offender_part = "forbidden"
    syntax = Syntax(
        keyword="forbid",
        grammar='_call | message | ":" sequence_entry ("->" sequence_entry)+',
        forms=("forbid C", "forbid: C -> C -> ...", "forbid user says V", "forbid agent says V"),
        snippets=(
            "forbid ${1:tool}",
            "forbid ${1:tool} <${2:key}: /${3:regex}/>",
            "forbid: ${1:tool} -> ${2:tool}",
        ),
        sample="forbid delete_user",
    )
    examples = (
        Example(
            "forbid rm",
            (called("ls"), called("cat")),
            "pass",
            1.0,
            "No call of the tool: the rule passes.",
        ),
        Example(
            "forbid rm",
            (called("ls"), called("rm", completed=False)),
            "fail",
            0.0,
            "An attempt counts, even if it never completed.",
            summary="call 2, rm is forbidden (an attempt: it never completed)",
            evidence=(Evidence(1, "offender"),),
        ),
        Example(
            r"forbid view <path: /secret\.env$/>",
            (called("view", {"path": "README"}), called("view", {"path": "a/secret.env"})),
            "fail",
            0.0,
            "Only calls whose arguments match are forbidden.",
            summary='call 2, view <path: "a/secret.env"> is forbidden',
            evidence=(Evidence(1, "offender"),),
        ),
        Example(
            r"forbid view <path: /secret\.env$/>",
            (called("view"),),
            "unknown",
            0.0,
            "Arguments that were not recorded could be anything.",
            summary="the arguments of call 1, view are not recorded",
            evidence=(Evidence(0, "open", "arguments not recorded"),),
        ),
        Example(
            "forbid: get_inbox -> send_email",
            (called("get_inbox"), called("log"), called("send_email")),
            "fail",
            0.0,
            "With a colon and arrows, calls in this order are forbidden, with any in between.",
            summary="call 1, get_inbox, then call 3, send_email: calls in this order are forbidden",
            evidence=(Evidence(0, "offender"), Evidence(2, "offender")),
        ),
    )

    def in_words(self) -> str:
        """Return what the rule asks, as one plain sentence."""
        return f"There is no {self.call.in_words()}."

    @classmethod
    def build(cls, rule: Part) -> Self:
        """Make the rule from its parts. Raises Misuse where the arguments are empty."""
        if rule.get("sequence_entry") is not None:
            from toolspec.engine.rules.forbidden_sequence import ForbiddenSequence

            return ForbiddenSequence.build(rule)  # type: ignore[return-value]
        message = rule.get("message")
        if message is not None:
            from toolspec.engine.rules.said import Said

            return Said(message.value, forbidden=True)  # type: ignore[return-value]
        return cls(CallPattern.of(rule))

    @classmethod
    def written_otherwise(cls, rule: Part) -> tuple[str, Part] | None:
        """Return `count X = 0` for `forbid X`."""
        if not is_tool_alone(rule):
            return None
        pattern = rule.one("pattern")
        return f"count {pattern.source} = 0", pattern

    def patterns(self) -> tuple[ToolPattern, ...]:
        """Return the one pattern."""
        return (self.call.tool,)

    @property
    def more_calls(self) -> MoreCalls:
        """Only break the rule, but that `first` can become second."""
        return MoreCalls.BOTH if self.call.position else MoreCalls.HURT

    def claims(self, pass_score: float) -> Claims:
        """Say that there is no such call."""
        del pass_score
        return Claims(caps=(Cap(self.call),))

    def concerns(self, call: Call) -> bool:
        """Tell whether the call could be a forbidden one, as far as it is known."""
        return self.call.may_mean(call)

    def judge(self, trace: Trace, pass_score: float = 1.0) -> Verdict:
        """Fail where a call matches; be unknown where one could."""
        calls = self.call.tool.calls_in(trace)
        sorted_calls = sort_calls(trace, self.call, calls, placed=self.call.placed(calls))
        status = self._status(sorted_calls)
        score = 1.0 if status is PASS else 0.0
        return Verdict(status, score, self._explain, trace, sorted_calls, status)

    def _status(self, calls: SortedCalls) -> Status:
        if calls.faults:
            return Status.ERROR
        if calls.matches:
            return Status.FAIL
        if not calls.open:
            return PASS
        certain = not all(can_be & MISS for can_be in calls.open.values())
        return Status.FAIL if certain else Status.UNKNOWN

    def _explain(
        self, trace: Trace, calls: SortedCalls, status: Status, shown: Shown
    ) -> Explanation:
        offenders = calls.matches or [at for at, can_be in calls.open.items() if not can_be & MISS]
        phrases = [call_phrase(trace, at, shown) for at in offenders[:EVIDENCE_MAX]]
        field = {"offending_calls": phrases, **more_than_listed(offenders)}
        if status is Status.ERROR:
            return calls.fault_explanation(trace, shown, field)
        if status is Status.UNKNOWN:
            return calls.open_explanation(trace, shown, field)
        near = near_misses(trace, self.call, calls.missed, shown, "judged")
        if status is Status.FAIL:
            first = trace.calls[offenders[0]]
            asked = "" if first.completed else " (an attempt: it never completed)"
            more = f", and {len(offenders) - 1} more" if len(offenders) > 1 else ""
            summary = f"{phrases[0]} is forbidden{asked}{more}{near}"
            short = f"call {trace.number(offenders[0])} is forbidden"
            if len(offenders) > 1:
                short += f", +{len(offenders) - 1}"
            return Explanation(summary, field, evidence(offenders, "offender"), short)
        differ = plural(
            len(calls.missed),
            f"call of {self.call.tool} differs",
            f"calls of {self.call.tool} differ",
        )
        others = f"; {differ}" if calls.missed else ""
        return Explanation(f"no call matches {self.call}{others}{near}", field)


RULE = Forbid

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

from toolspec.engine.kind import Example, Kind, Part, Syntax
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.engine.matcher import Arguments, Fit, ResultPattern
from toolspec.engine.plural import plural
from toolspec.engine.rules.shared.lookup import (
    MISS,
    Looked,
    arguments_of,
    call_phrase,
    look,
    outcomes,
)
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
    """No call of `tool` matches."""

    tool: ToolPattern
    arguments: Arguments = Arguments(())
    result: ResultPattern | None = None

    syntax = Syntax(
        keyword="forbid",
        grammar="pattern arguments? result?",
        forms=("forbid P [<...>] [result /regex/]",),
        snippets=("forbid ${1:tool}", "forbid ${1:tool} <${2:key}: /${3:regex}/>"),
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
    )

    @classmethod
    def build(cls, rule: Part) -> Self:
        """Make the rule from its parts. Raises Misuse where the arguments are empty."""
        return cls(rule.value_of("pattern"), arguments_of(rule), rule.value_of("result"))

    def patterns(self) -> tuple[ToolPattern, ...]:
        """Return the one pattern."""
        return (self.tool,)

    @property
    def more_calls(self) -> MoreCalls:
        """Only break the rule."""
        return MoreCalls.HURT

    def concerns(self, call: Call) -> bool:
        """Tell whether the call could be a forbidden one, as far as it is known."""
        if not call.name:
            return True
        if not self.tool.means(call.name) or outcomes(self.arguments, call) == MISS:
            return False
        return self.result is None or self.result.fits(call.result) is not Fit.NO

    def judge(self, trace: Trace, pass_score: float = 1.0) -> Verdict:
        """Fail where a call matches; be unknown where one could."""
        looked = look(trace, self.tool.calls_in(trace), self.arguments, self.result)
        status = self._status(looked)
        score = 1.0 if status is PASS else 0.0
        return Verdict(status, score, self._explain, trace, looked, status)

    def _status(self, looked: Looked) -> Status:
        if looked.faults:
            return Status.ERROR
        if looked.matches:
            return Status.FAIL
        if not looked.open:
            return PASS
        certain = not all(can_be & MISS for can_be in looked.open.values())
        return Status.FAIL if certain else Status.UNKNOWN

    def _explain(self, trace: Trace, looked: Looked, status: Status, shown: Shown) -> Explanation:
        offenders = looked.matches or [
            at for at, can_be in looked.open.items() if not can_be & MISS
        ]
        phrases = [call_phrase(trace, at, shown) for at in offenders[:EVIDENCE_MAX]]
        field = {"offending_calls": phrases, **more_than_listed(offenders)}
        if status is Status.ERROR:
            return looked.fault_explanation(trace, shown, field)
        if status is Status.UNKNOWN:
            return looked.open_explanation(trace, shown, field)
        if status is Status.FAIL:
            first = trace.calls[offenders[0]]
            asked = "" if first.completed else " (an attempt: it never completed)"
            more = f", and {len(offenders) - 1} more" if len(offenders) > 1 else ""
            summary = f"{phrases[0]} is forbidden{asked}{more}"
            few = f"call {offenders[0] + 1} is forbidden"
            if len(offenders) > 1:
                few += f", +{len(offenders) - 1}"
            return Explanation(summary, field, evidence(offenders, "offender"), few)
        missed = plural(len(looked.missed), "call of it does", "calls of it do")
        near = f"; {missed} not match" if looked.missed else ""
        return Explanation(f"no call matches {self.tool}{near}", field)


RULE = Forbid

"""A spec: rules, and what they say of a trace."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import fsum, inf
from typing import Any, TypeAlias

from toolspec.engine.kind import Kind
from toolspec.engine.trace import Call, Trace
from toolspec.engine.values import Value
from toolspec.engine.verdict import Evidence, Explanation, Shown, Status, Verdict


class Origin(Value):
    """Where a rule was written: lines and columns count from 1, columns in characters.

    `source` is the rule's text from its first word to its last.
    """

    line: int = 0
    source: str = ""
    column: int = 1
    end_line: int = 0


class Rule(Value):
    """One rule of a spec: a kind's meaning, the clauses behind it, and where it stands.

    `case` names the test case it is for, None for every trace; `name` is its `as "..."`.
    """

    kind: Kind
    weight: float = 1.0
    pass_score: float = 1.0
    name: str | None = None
    case: str | None = None
    description: str = ""
    origin: Origin = Origin()

    def judge(self, trace: Trace) -> Verdict:
        """Say how the trace does on this rule."""
        return self.kind.judge(trace, self.pass_score)


class RuleResult:
    """What one rule says of one trace."""

    __slots__ = ("_shown", "rule", "trace", "verdict")

    def __init__(
        self, rule: Rule, trace: Trace, verdict: Verdict, shown: Shown | None = None
    ) -> None:
        self.rule, self.trace, self.verdict, self._shown = rule, trace, verdict, shown

    @property
    def status(self) -> str:
        """`pass`, `fail`, `unknown` or `error`."""
        return self.verdict.status.value

    @property
    def score(self) -> float:
        """From 0 to 1."""
        return self.verdict.score

    @property
    def explanation(self) -> Explanation:
        """Summary, justification and evidence, worked out when first asked for."""
        return self.verdict.explanation(self._shown)

    @property
    def summary(self) -> str:
        """The reason in one sentence."""
        return self.explanation.summary

    @property
    def justification(self) -> dict[str, Any]:
        """The reason in full, as JSON: the kind's own fields, then the `calls` that decided it."""
        reason = self.explanation
        calls = [_evidence(self.trace, item) for item in reason.evidence]
        return {**reason.justification, "calls": calls}

    def to_dict(self) -> dict[str, Any]:
        """Return one entry of `rules` in a report."""
        rule = self.rule
        return {
            "kind": rule.kind.syntax.keyword,
            "line": rule.origin.line,
            "name": rule.name,
            "source": rule.origin.source,
            "status": self.status,
            "score": self.score,
            "weight": rule.weight,
            "summary": self.summary,
            "justification": self.justification,
        }


def _evidence(trace: Trace, item: Evidence) -> dict[str, Any]:
    call: Call = trace.calls[item.call]
    return {
        "index": item.call,
        "tool": call.name,
        "role": item.role,
        "lacks": item.lacks,
        "span_id": call.span_id,
        "id": call.id,
        "step": call.step,
        "line": call.place.line or None,
        "pointer": call.place.json_pointer or None,
    }


class Report:
    """What a spec says of one trace.

    `score` is the weighted mean of the rules' scores, `passed` whether every rule passed. A report
    of no rules (all are for other cases) has score 1 and passed: nothing was asked of the trace.
    """

    __slots__ = ("case", "results", "spec", "trace")

    def __init__(
        self, spec: Spec, trace: Trace, case: str | None, results: tuple[RuleResult, ...]
    ) -> None:
        self.spec, self.trace, self.case, self.results = spec, trace, case, results

    @property
    def score(self) -> float:
        """The weighted mean of the rules' scores."""
        results = self.results
        if not results:
            return 1.0
        weights = [result.rule.weight for result in results]
        scores = [result.verdict.score for result in results]
        try:
            total = fsum(weights)
        except OverflowError:
            total = inf
        if total == inf:
            # Weights of some 1e308: all are made smaller alike.
            weights = [weight / len(weights) for weight in weights]
            total = fsum(weights)
        weighed = fsum([weight * score for weight, score in zip(weights, scores, strict=True)])
        return min(weighed / total, 1.0)

    @property
    def passed(self) -> bool:
        """Whether every rule passed."""
        return all(result.verdict.status is Status.PASS for result in self.results)

    def to_dict(self) -> dict[str, Any]:
        """Return one entry of `traces` in the report that `toolspec check --format json` prints."""
        trace = self.trace
        return {
            "path": trace.path,
            "id": trace.id,
            "name": trace.name,
            "spec": self.spec.path,
            "case": self.case,
            "passed": self.passed,
            "score": self.score,
            "calls": len(trace.calls),
            "rules": [result.to_dict() for result in self.results],
        }


_Ready: TypeAlias = "tuple[Rule, Callable[[Trace, float], Verdict], float]"


class Spec(Value):
    """Rules in the order they are written.

    `cases` are the names of the spec's cases in order; `traces` are the paths its `traces` lines
    name; `path` is the file it was read from, None for text.
    """

    rules: tuple[Rule, ...]
    cases: tuple[str, ...] = ()
    traces: tuple[str, ...] = ()
    path: str | None = None
    names: Mapping[str, Any] = {}

    def check(self, trace: Trace, *, case: str | None = None, values: bool = True) -> Report:
        """Judge a trace by every rule that is for it.

        `case` names the test case, else the trace's own name counts. With `values=False`, what
        the report says holds no argument and no result of the trace.
        """
        case = case if case is not None else trace.name
        shown = None if values else Shown(values=False)
        ready = self._ready
        results = tuple(
            [
                RuleResult(rule, trace, judge(trace, pass_score), shown)
                for rule, judge, pass_score in ready.get(case) or ready[None]
            ]
        )
        return Report(self, trace, case if case in self.cases else None, results)

    @property
    def _ready(self) -> dict[str | None, tuple[_Ready, ...]]:
        """The rules that are for each case, None for any other trace; worked out once."""
        held: dict[str | None, tuple[_Ready, ...]] | None = self.__dict__.get("_held_ready")
        if held is None:
            held = self.__dict__["_held_ready"] = {
                case: tuple(
                    (rule, rule.kind.judge, rule.pass_score)
                    for rule in self.rules
                    if rule.case is None or rule.case == case
                )
                for case in dict.fromkeys([None, *(rule.case for rule in self.rules)])
            }
        return held

"""A spec: rules, and what they say of a trace."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import Any, Final

from toolspec.engine.dialogue import Record
from toolspec.engine.gaps import with_gaps
from toolspec.engine.parts.weights import Weights
from toolspec.engine.rule import Rule
from toolspec.engine.trace import Call, Gap, Trace
from toolspec.engine.values import Value
from toolspec.engine.verdict import (
    HIDDEN,
    PASS,
    SHOWN,
    SKIP,
    UNKNOWN,
    Explanation,
    Shown,
    Verdict,
)


class RuleResult:
    """What one rule says of one trace."""

    __slots__ = ("_shown", "rule", "trace", "verdict")

    def __init__(
        self, rule: Rule, trace: Trace, verdict: Verdict, shown: Shown | None = None
    ) -> None:
        self.rule, self.trace, self.verdict, self._shown = rule, trace, verdict, shown

    @property
    def status(self) -> str:
        """`pass`, `fail`, `unknown`, `error` or `skip`."""
        return self.verdict.status.word

    @property
    def score(self) -> float | None:
        """From 0 to 1; None where there was nothing to judge."""
        return self.verdict.score

    @property
    def soft(self) -> bool:
        """Whether the rule keeps no trace from passing."""
        return self.rule.soft

    @property
    def parts(self) -> list[dict[str, Any]]:
        """What the rule says of each part of the trace that it judges by itself, as JSON.

        Empty where it judges one.
        """
        return parts_of(self.verdict, self._shown or SHOWN)

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
        return _justification(self.trace, self.explanation)

    def to_dict(self) -> dict[str, Any]:
        """Return one entry of `rules` in a report."""
        return _written(self.rule, self.trace, self.verdict, self._shown)

    def __str__(self) -> str:
        from toolspec.engine.telling.report_text import result_text

        return result_text(self)

    def __repr__(self) -> str:
        from toolspec.engine.telling.words import source

        score = "" if self.score is None else f", score {self.score:.3g}"
        return f"<RuleResult {self.status}{score}: {source(self)}>"


def _written(rule: Rule, trace: Trace, verdict: Verdict, shown: Shown | None) -> dict[str, Any]:
    reason = verdict.explanation(shown)
    # Copied and filled, a dictionary costs half of a new one.
    entry = rule.heading.copy()
    entry["status"] = verdict.status.word
    entry["score"] = verdict.score
    entry["summary"] = reason.summary
    entry["justification"] = _justification(trace, reason)
    if rule.clauses:
        parts = parts_of(verdict, shown or SHOWN)
        if parts:
            entry["parts"] = parts
    return entry


def parts_of(verdict: Verdict, shown: Shown) -> list[dict[str, Any]]:
    """Return what a report says of the parts that a verdict is made of."""
    from toolspec.engine.parts.parts_verdict import PartsVerdict

    if not isinstance(verdict, PartsVerdict) or not verdict.several:
        return []
    return verdict.parts(shown)


def _justification(trace: Trace, reason: Explanation) -> dict[str, Any]:
    listed: list[dict[str, Any]] = []
    places = trace.places
    for at, role, lacks in reason.evidence:
        item = (places.get(at) or trace.place_of(at)).copy()
        item["role"] = role
        item["lacks"] = lacks
        listed.append(item)
    return {**reason.justification, "calls": listed}


class _Asked:
    """The rules that are for one case, and what a check works out from them alone."""

    def __init__(self, spec: Spec, rules: Sequence[Rule], case: str | None) -> None:
        self.spec, self.rules, self.case = spec, rules, case
        self.heading: dict[str, Any] = {
            "path": None,
            "id": None,
            "name": None,
            "spec": spec.path,
            "case": case,
            "passed": False,
            "score": 0.0,
            "calls": 0,
            "steps": 0,
            "running": False,
            "not_understood": 0,
            "rules": [],
        }
        """A report, with room for what it says of a trace."""
        self.judges = [(rule.judging, rule.pass_score) for rule in rules]
        self.weights = Weights([rule.weight for rule in rules])
        self._names = lru_cache(maxsize=NAMES_MAX)(partial(_concern, rules))

    def gaps_in(self, trace: Trace) -> Sequence[Gap]:
        """Return the gaps of a trace, and those beside it of tools that the rules name."""
        return (*trace.gaps, *[gap for gap in trace.beside if self._names(gap.call.name)])


def _concern(rules: Sequence[Rule], tool: str) -> bool:
    """Tell whether a call of a tool that was not read could matter to any of the rules."""
    return any(rule.concerns(Call(tool)) for rule in rules)


NAMES_MAX: Final = 4096
"""Names of which a spec remembers whether one of its rules is about them."""


class Report:
    """What a spec says of one trace.

    `score` is the weighted mean of the rules' scores, `passed` whether every rule passed that is
    neither soft nor skipped. A report of no rules (all are for other cases), or of skipped ones
    alone, has score 1 and passed: nothing was asked of the trace.
    """

    __slots__ = ("_asked", "_results", "_shown", "_verdicts", "trace")

    def __init__(
        self, asked: _Asked, trace: Trace, verdicts: list[Verdict], shown: Shown | None
    ) -> None:
        self._asked = asked
        self.trace = trace
        self._verdicts = verdicts
        self._shown = shown

    @property
    def spec(self) -> Spec:
        """The spec that judged the trace."""
        return self._asked.spec

    @property
    def case(self) -> str | None:
        """The spec's case that the trace was judged for, None for none."""
        return self._asked.case

    @property
    def rules_asked(self) -> int:
        """How many rules judged the trace."""
        return len(self._verdicts)

    def count(self, counts: dict[str, int]) -> None:
        """Add to `counts` how many rules ended in each status, by the status's word."""
        for verdict in self._verdicts:
            counts[verdict.status.word] += 1

    def undecidable(self) -> Iterator[tuple[Rule, frozenset[Record]]]:
        """Yield the rules that are unknown and ask for what the trace does not record at all."""
        for rule, verdict in zip(self._asked.rules, self._verdicts, strict=True):
            if verdict.status is UNKNOWN and rule.asks_records:
                missing = rule.asks_records - self.trace.records
                if missing:
                    yield rule, missing

    @property
    def results(self) -> tuple[RuleResult, ...]:
        """What each rule says, in the order the rules are written."""
        try:
            return self._results
        except AttributeError:
            pass
        trace, shown = self.trace, self._shown
        self._results = tuple(
            [
                RuleResult(rule, trace, verdict, shown)
                for rule, verdict in zip(self._asked.rules, self._verdicts, strict=True)
            ]
        )
        return self._results

    @property
    def score(self) -> float:
        """The weighted mean of the rules' scores."""
        verdicts = self._verdicts
        if len(verdicts) == 1:
            score = verdicts[0].score
            return 1.0 if score is None else score
        return self._asked.weights.mean([verdict.score for verdict in verdicts])

    @property
    def passed(self) -> bool:
        """Whether every rule passed that is neither soft nor skipped."""
        for at, verdict in enumerate(self._verdicts):
            if verdict.status is not PASS and self._keeps_from_passing(at, verdict):
                return False
        return True

    @property
    def skipped(self) -> bool:
        """Whether rules were asked, and none of them found anything to judge."""
        verdicts = self._verdicts
        return bool(verdicts) and all(verdict.status is SKIP for verdict in verdicts)

    def judged_or_skipped(self) -> Iterator[tuple[Rule, Callable[[], Explanation] | None]]:
        """Yield each rule asked; one that was skipped with what explains why, others with None."""
        for rule, verdict in zip(self._asked.rules, self._verdicts, strict=True):
            skipped = verdict.status is SKIP
            yield (
                rule,
                partial(verdict.explanation, self._shown) if skipped else None,
            )

    def _keeps_from_passing(self, at: int, verdict: Verdict) -> bool:
        return verdict.status is not SKIP and not self._asked.rules[at].soft

    def to_dict(self) -> dict[str, Any]:
        """Return one entry of `traces` in the report that `toolspec check --format json` prints."""
        trace, asked, verdicts, shown = self.trace, self._asked, self._verdicts, self._shown
        rules: list[dict[str, Any]] = []
        passed = True
        for at, rule in enumerate(asked.rules):
            verdict = verdicts[at]
            if verdict.status is not PASS and self._keeps_from_passing(at, verdict):
                passed = False
            rules.append(_written(rule, trace, verdict, shown))
        report = asked.heading.copy()
        report["path"] = trace.path
        report["id"] = trace.id
        report["name"] = trace.name
        report["passed"] = passed
        report["score"] = self.score
        report["calls"] = len(trace.calls)
        report["steps"] = trace.steps
        report["running"] = trace.running
        report["not_understood"] = trace.passed_over
        report["rules"] = rules
        return report

    def __str__(self) -> str:
        from toolspec.engine.telling.report_text import report_text

        return report_text(self)

    def __repr__(self) -> str:
        passed = "passed" if self.passed else "not passed"
        statuses = [verdict.status.word for verdict in self._verdicts]
        counts = [f"{statuses.count(word)} {word}" for word in dict.fromkeys(statuses)]
        return f"<Report {passed}, score {self.score:.3g}: {', '.join(counts) or 'no rule asked'}>"


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
        name = trace.name if case is None else case
        asked = self._asked.get(name) or self._asked_for(name)
        verdicts: list[Verdict] = []
        trace.shared = {}
        for judge, pass_score in asked.judges:
            # A comprehension is a function to make and call: for a few rules it costs more.
            verdicts.append(judge(trace, pass_score))
        trace.shared = None
        gaps = asked.gaps_in(trace) if trace.beside else trace.gaps
        if gaps or trace.mentioned:
            verdicts = [
                with_gaps(rule, verdict, (*gaps, *rule.mentioned_in(trace)))
                for rule, verdict in zip(asked.rules, verdicts, strict=True)
            ]
        return Report(asked, trace, verdicts, None if values else HIDDEN)

    def assert_passes(
        self, trace: Trace, *, case: str | None = None, values: bool = True
    ) -> Report:
        """Judge a trace as `check` does, and return the report; for tests.

        Raises AssertionError where the trace does not pass, with the report that `toolspec check`
        prints as its text.
        """
        __tracebackhide__ = True
        report = self.check(trace, case=case, values=values)
        if not report.passed:
            raise AssertionError(str(report))
        return report

    def _asked_for(self, name: str | None) -> _Asked:
        """Return the rules for a trace of that name, from a case's second trace on the same."""
        known = name if name in self._cases else None
        asked = self._asked.get(known)
        if asked is None:
            asked = self._asked[known] = _Asked(
                self,
                [rule for rule in self.rules if rule.case is None or rule.case == known],
                known if known in self.cases else None,
            )
        return asked

    @cached_property
    def _asked(self) -> dict[str | None, _Asked]:
        return {}

    @cached_property
    def _cases(self) -> frozenset[str | None]:
        return frozenset([*self.cases, *[rule.case for rule in self.rules]])

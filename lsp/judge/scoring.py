"""Score a spec against traces, rule by rule, and only the rules that changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from toolspec.engine.parts.parts_verdict import PartsVerdict
from toolspec.engine.parts.weights import Weights
from toolspec.engine.rule import Rule
from toolspec.engine.text.plural import plural
from toolspec.engine.trace import Trace
from toolspec.engine.verdict import PASS, SKIP, Verdict
from toolspec.lsp.judge.messages import PASSED, RuleScore, RuleScores, Score, Scores, TraceScore

PART_RULES = 400
"""Rules judged between two checks for a newer request."""


class Known(NamedTuple):
    """The scores of one document on one trace, by the rule's key."""

    trace: Trace
    explained: bool
    scores: dict[int, RuleScore]


class Sources(NamedTuple):
    """Access to the traces.

    `trace` returns a trace and the cases it may be for, None if it is gone; `places` returns the
    line and column of each of its calls.
    """

    trace: Callable[[str], tuple[Trace, tuple[str, ...]] | None]
    places: Callable[[str], list[tuple[int, int]]]


class _CaseRules(NamedTuple):
    """The indexes and weights of the rules that apply to one case."""

    at: tuple[int, ...]
    weights: Weights


class _Job:
    """A request, and what is computed once for all its traces."""

    def __init__(self, score: Score) -> None:
        self.score = score
        self._rules_by_case: dict[tuple[str | None, bool], _CaseRules] = {}

    def asked(self, case: str | None, *, alone: bool) -> _CaseRules:
        """Return the rules for the traces of a case; `alone` leaves out those outside cases."""
        known = self._rules_by_case.get((case, alone))
        if known is None:
            rules = self.score.rules
            at = tuple(
                index
                for index, rule in enumerate(rules)
                if rule.case == case or (rule.case is None and not alone)
            )
            known = _CaseRules(at, Weights([rules[index].weight for index in at]))
            self._rules_by_case[case, alone] = known
        return known


class Scorer:
    """Caches each document's scores, by rule and trace, between keystrokes."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self._known: dict[str, dict[str, Known]] = {}

    def forget(self, uri: str) -> None:
        """Drop the cached scores of a document."""
        self._known.pop(uri, None)

    def score(self, score: Score, stale: Callable[[], bool]) -> Iterator[Scores]:
        """Yield the scores in parts, those with reasons first; stop once `stale()` is true."""
        known = self._known.setdefault(score.uri, {})
        job = _Job(score)
        first = [trace for trace in score.traces if trace in score.explain]
        later = [trace for trace in score.traces if trace not in score.explain]
        part: list[TraceScore] = []
        judged = 0
        for at, trace_id in enumerate([*first, *later]):
            for scored in self._one(job, trace_id, known):
                part.append(scored)
                judged += len(scored.rules)
            if at + 1 == len(first) or judged > PART_RULES:
                judged = 0
                if stale():
                    return
                if part and at + 1 < len(score.traces):
                    yield Scores(score.uri, score.job, tuple(part), final=False)
                    part = []
        for gone in set(known) - set(score.traces):
            del known[gone]
        yield Scores(score.uri, score.job, tuple(part), final=True)

    def _one(self, job: _Job, trace_id: str, known: dict[str, Known]) -> list[TraceScore]:
        asked = job.score
        trace_and_names = self.sources.trace(trace_id)
        if trace_and_names is None:
            return []
        trace, names = trace_and_names
        case = next((name for name in names if name in asked.cases), None)
        explain = trace_id in asked.explain
        before = known.get(trace_id)
        remembered: dict[int, RuleScore] = {}
        if before is not None and before.trace is trace and before.explained == explain:
            remembered = before.scores
        now = Known(trace, explain, {})
        known[trace_id] = now
        trace_scores = [self._case(job, trace_id, now, remembered, case, picked=False)]
        for picked, other in asked.picked:
            if picked == trace_id and other != case:
                trace_scores.append(self._case(job, trace_id, now, remembered, other, picked=True))
        return trace_scores

    def _case(
        self,
        job: _Job,
        trace_id: str,
        now: Known,
        remembered: dict[int, RuleScore],
        case: str | None,
        *,
        picked: bool,
    ) -> TraceScore:
        asked = job.asked(case, alone=picked)
        rules, keys, scores = job.score.rules, job.score.keys, now.scores
        others: dict[int, RuleScore] = {}
        numbers: list[float | None] = []
        passed = True
        for at in asked.at:
            key = keys[at]
            score = scores.get(key) or remembered.get(key)
            if score is None:
                score = self._judged(rules[at], now, trace_id)
            scores[key] = score
            if score is not PASSED:
                others[at] = score
                passed = passed and (score.status in ("pass", "skip") or rules[at].soft)
            numbers.append(score.counts)
        mean = asked.weights.mean(numbers)
        return TraceScore(trace_id, case, passed, mean, RuleScores(asked.at, others), picked)

    def _judged(self, rule: Rule, known: Known, trace_id: str) -> RuleScore:
        verdict = rule.judge(known.trace)
        if known.explained:
            return self._with_reason(verdict, trace_id, rule)
        return _without_reason(verdict.status.value, _number(verdict))

    def _with_reason(self, verdict: Verdict, trace_id: str, rule: Rule) -> RuleScore:
        reason = verdict.explanation()
        places: tuple[tuple[int, int], ...] = ()
        if verdict.status.value != "pass" and reason.evidence:
            lines = self.sources.places(trace_id)
            places = tuple(lines[item.call] for item in reason.evidence)
        status, parts = verdict.status.value, _share(verdict, rule)
        return RuleScore(status, _number(verdict), reason, places, parts)


def _share(verdict: Verdict, rule: Rule) -> str:
    """Return how many of several parts pass: `2 of 4 orders`; "" for a rule without parts."""
    if not isinstance(verdict, PartsVerdict) or not verdict.several:
        return ""
    statuses = [one.verdict.status for one in verdict.judged if one.verdict.status is not SKIP]
    passing = sum([status is PASS for status in statuses])
    nouns = [clause.part_name for clause in rule.clauses if clause.several]
    noun = nouns[0] if len(nouns) == 1 else ("part", "parts")
    return f"{passing} of {plural(len(statuses), *noun)}"


def _number(verdict: Verdict) -> float:
    return 1.0 if verdict.score is None else verdict.score


@lru_cache(maxsize=10_000)
def _without_reason(status: str, score: float) -> RuleScore:
    """Return a score without a reason; equal scores share one object."""
    return PASSED if (status, score) == ("pass", 1.0) else RuleScore(status, score)

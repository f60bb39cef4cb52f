"""Score a spec against traces, rule by rule, and only the rules that changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from toolspec.engine.trace import Trace
from toolspec.engine.verdict import Verdict
from toolspec.lsp.judge.messages import RuleScore, Score, Scores, TraceScore

PART_RULES = 400
"""Rules judged between two looks at whether a newer request has come."""

Verdicts = dict[object, Verdict]


class Known(NamedTuple):
    """The verdicts of one document on one trace, by what each rule means."""

    trace: Trace
    verdicts: Verdicts


class Sources(NamedTuple):
    """Where traces come from.

    `trace` gives one and the cases it may be for, None where it is gone; `places` the line and
    column of each of its calls.
    """

    trace: Callable[[str], tuple[Trace, tuple[str, ...]] | None]
    places: Callable[[str], list[tuple[int, int]]]


class Scorer:
    """Remembers each document's verdicts, by rule and trace, from one keystroke to the next."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self._known: dict[str, dict[str, Known]] = {}

    def forget(self, uri: str) -> None:
        """Drop what is remembered of a document."""
        self._known.pop(uri, None)

    def score(self, job: Score, stale: Callable[[], bool]) -> Iterator[Scores]:
        """Yield the scores in parts, those with reasons first; just stop once `stale`."""
        known = self._known.setdefault(job.uri, {})
        first = [trace for trace in job.traces if trace in job.explain]
        later = [trace for trace in job.traces if trace not in job.explain]
        keys: list[object] = [(rule.kind, rule.pass_score) for rule in job.rules]
        part: list[TraceScore] = []
        judged = 0
        for at, trace_id in enumerate([*first, *later]):
            scored = self._one(job, keys, trace_id, known)
            if scored is not None:
                part.append(scored)
                judged += len(scored.rules)
            if at + 1 == len(first) or judged > PART_RULES:
                judged = 0
                if stale():
                    return
                if part and at + 1 < len(job.traces):
                    yield Scores(job.uri, job.job, tuple(part), final=False)
                    part = []
        for gone in set(known) - set(job.traces):
            del known[gone]
        yield Scores(job.uri, job.job, tuple(part), final=True)

    def _one(
        self, job: Score, keys: list[object], trace_id: str, known: dict[str, Known]
    ) -> TraceScore | None:
        found = self.sources.trace(trace_id)
        if found is None:
            return None
        trace, names = found
        case = next((name for name in names if name in job.cases), None)
        before = known.get(trace_id)
        remembered = before.verdicts if before is not None and before.trace is trace else {}
        verdicts: Verdicts = {}
        rules: dict[int, RuleScore] = {}
        weight = total = 0.0
        for at, rule in enumerate(job.rules):
            if rule.case is not None and rule.case != case:
                continue
            key = keys[at]
            verdict = remembered.get(key) or verdicts.get(key)
            if verdict is None:
                verdict = rule.judge(trace)
            verdicts[key] = verdict
            rules[at] = self._told(verdict, trace_id if trace_id in job.explain else None)
            weight += rule.weight
            total += rule.weight * verdict.score
        known[trace_id] = Known(trace, verdicts)
        passed = all(score.status == "pass" for score in rules.values())
        return TraceScore(trace_id, case, passed, total / weight if weight else 1.0, rules)

    def _told(self, verdict: Verdict, explain: str | None) -> RuleScore:
        if explain is None:
            return RuleScore(verdict.status.value, verdict.score)
        reason = verdict.explanation()
        places: tuple[tuple[int, int], ...] = ()
        if verdict.status.value != "pass" and reason.evidence:
            lines = self.sources.places(explain)
            places = tuple(lines[item.call] for item in reason.evidence)
        return RuleScore(verdict.status.value, verdict.score, reason, places)

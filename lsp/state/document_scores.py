"""The scores of one document, and which trace each of its cases is shown against."""

from __future__ import annotations

from collections.abc import Iterable

from toolspec.engine.rule import Rule
from toolspec.engine.spec import Spec
from toolspec.engine.telling.matrix.matrix import SPARK_MAX
from toolspec.lsp.judge.messages import Score, TraceInfo, TraceScore
from toolspec.lsp.state.snapshot import RuleKey, RuleScore, Scored, TraceProgress

ScoreKey = tuple[str, str | None]
"""A trace id, and the case that the user pinned it to (None: scored by its own case)."""

Stamps = tuple[tuple[str, tuple[int, int]], ...]
"""The ids of traces, the newest first, and what tells each from an earlier one of that id."""


class DocumentScores:
    """One document's scores: the current request and the last answers.

    `chosen` are the traces to show, and `against` the traces of the scores in `shown`. They differ
    until the scores of a newly chosen trace arrive.
    """

    def __init__(self) -> None:
        self.job = 0
        self.version: object = self
        """The version of the text that scores were last requested for; at first no real version."""
        self.asked: object = None
        self.rules: tuple[Rule, ...] = ()
        self.keys: tuple[RuleKey, ...] = ()
        self.chosen: dict[str | None, str] = {}
        self.against: dict[str | None, str] = {}
        self.picked: dict[str | None, str] = {}
        self.shown: dict[RuleKey, RuleScore] = {}
        self.traces: dict[ScoreKey, TraceScore] = {}
        self.scored_keys: tuple[RuleKey, ...] = ()
        """The rules that the scores in `traces` belong to."""
        self.settled = Scored()
        """The scores in `traces` as features see them: `all`, `judged`, `picked` and `uneven`."""
        self.partial: dict[ScoreKey, TraceScore] = {}
        self.waiting = False
        self.stamps: Stamps = ()
        self.settled_stamps: Stamps = ()

    def scored(self, keys: tuple[RuleKey, ...]) -> Scored:
        """Return the scores for features; `keys` are those of the rules in the current text."""
        against = self.against if self.shown else self.chosen
        progress = None
        if self.waiting:
            done = len({trace for trace, _ in self.partial})
            progress = TraceProgress(done, max(done, len(self.stamps)))
        return self.settled._replace(
            chosen=against,
            shown=self.shown,
            waiting=self.waiting,
            stale=self.scored_keys != keys,
            whole=self._whole(against.get(None, ""), keys),
            progress=progress,
            keys=self.scored_keys,
        )

    def _settle(self) -> None:
        """Work out what all scores say once: there may be hundreds, and features ask often."""
        newest_first = {trace: at for at, (trace, _) in enumerate(self.stamps)}
        own = [score for score in self.traces.values() if not score.picked]
        own.sort(key=lambda score: newest_first.get(score.trace, 0))
        judged = [score for score in own if len(score.rules)]
        uneven = {
            key
            for score in judged[:SPARK_MAX]
            for key, of_rule in score.rules.by_key.items()
            if of_rule.status not in ("pass", "skip")
        }
        picked = tuple([score for score in self.traces.values() if score.picked])
        traces_seen = self.settled.traces_seen + (self.stamps != self.settled_stamps)
        self.settled_stamps = self.stamps
        self.settled = Scored(
            all=tuple(own), picked=picked, judged=judged, uneven=uneven, traces_seen=traces_seen
        )

    def _whole(self, trace: str, keys: tuple[RuleKey, ...]) -> TraceScore | None:
        """Return a trace's score on the whole current text, which comes before all others."""
        if self.keys == keys and (trace, None) in self.partial:
            return self.partial[trace, None]
        return self.traces.get((trace, None)) if self.scored_keys == keys else None

    def ask(
        self, uri: str, job: int, spec: Spec, keys: tuple[RuleKey, ...], stamps: Stamps
    ) -> Score:
        """Return a request for scores on these traces, and remember it."""
        self.job, self.rules, self.keys, self.stamps = job, spec.rules, keys, stamps
        self.partial, self.waiting = {}, True
        explain = frozenset(self.chosen.values())
        picked = tuple((trace, case) for case, trace in self.chosen.items() if case is not None)
        ids = tuple([trace for trace, _ in stamps])
        return Score(uri, job, spec.rules, keys, spec.cases, ids, explain, picked)

    def empty(self, keys: tuple[RuleKey, ...]) -> None:
        """Forget all scores, because there is nothing to score."""
        self.job, self.waiting = 0, False
        self.shown, self.traces, self.against, self.scored_keys = {}, {}, {}, keys
        self.settled = Scored()

    def take(self, scores: Iterable[TraceScore], *, final: bool) -> None:
        """Add a part of the requested scores."""
        are_shown, chosen = final, set(self.chosen.values())
        for score in scores:
            self.partial[score.trace, score.case if score.picked else None] = score
            are_shown = are_shown or score.trace in chosen
        if are_shown:
            self.shown, self.against = self._shown(), self.chosen
        if final:
            self.traces, self.scored_keys, self.waiting = self.partial, self.keys, False
            self._settle()

    def _shown(self) -> dict[RuleKey, RuleScore]:
        """Return the scores to show, as far as they have arrived."""
        shown: dict[RuleKey, RuleScore] = {}
        sought = {(trace, None): None for trace in self.chosen.values()}
        sought |= {(trace, case): None for case, trace in self.chosen.items()}
        for trace, case in sought:
            known = self.partial.get((trace, case))
            if known is None:
                continue
            explained = known.rules.others
            if len(self.chosen) > 1:  # there are cases, each with a trace of its own
                explained = {
                    at: score
                    for at, score in explained.items()
                    if self.chosen.get(self.rules[at].case) == trace
                }
            keys = map(self.keys.__getitem__, explained)
            shown.update(zip(keys, explained.values(), strict=True))
        return shown


def choose_traces(
    cases: tuple[str, ...], traces: tuple[TraceInfo, ...], picked: dict[str | None, str]
) -> dict[str | None, str]:
    """Return the trace to show for each case: the pinned one if it exists, else the newest."""
    ids = {info.id for info in traces}
    named: dict[str | None, str] = {}
    for info in traces if cases else ():
        named.setdefault(info.case_in(cases), info.id)
    chosen: dict[str | None, str] = {}
    newest = picked.get(None, "")
    if newest not in ids and traces:
        newest = traces[0].id
    if newest:
        chosen[None] = newest
    for case in cases:
        pick = picked.get(case, "")
        if pick not in ids:
            pick = named.get(case, "")
        if pick:
            chosen[case] = pick
    return chosen


def differ(before: dict[RuleKey, RuleScore], after: dict[RuleKey, RuleScore]) -> bool:
    """Tell whether scores have changed."""
    return len(before) != len(after) or any(
        key not in before or before[key] != score for key, score in after.items()
    )

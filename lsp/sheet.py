"""The scores of one open document, and which trace each of its cases is shown against."""

from __future__ import annotations

from collections.abc import Iterable

from toolspec.lsp.judge.messages import TraceInfo, TraceScore
from toolspec.lsp.view import RuleKey, RuleScore, Scored

ScoreKey = tuple[str, str | None]
"""A trace, and the case it was picked for that is not its own; None: as the spec has it."""


class Sheet:
    """One document's scores: the request under way, and what the last ones answered."""

    def __init__(self) -> None:
        self.job = 0
        self.version: object = self
        """The version of the text that scores were last asked for; at first that of none."""
        self.keys: list[RuleKey] = []
        self.asked: object = None
        self.chosen: dict[str | None, str] = {}
        self.picked: dict[str | None, str] = {}
        self.shown: dict[RuleKey, RuleScore] = {}
        self.traces: dict[ScoreKey, TraceScore] = {}
        self.partial: dict[ScoreKey, TraceScore] = {}
        self.waiting = False

    @property
    def scored(self) -> Scored:
        """The scores as features see them."""
        scores = self.traces.values()
        own = tuple([score for score in scores if not score.picked])
        picked = tuple([score for score in scores if score.picked])
        return Scored(self.chosen, self.shown, own, self.waiting, picked)

    def take(self, scores: Iterable[TraceScore]) -> dict[RuleKey, RuleScore]:
        """Add a part of the scores; return those that are shown, as far as they are there."""
        for score in scores:
            self.partial[score.trace, score.case if score.picked else None] = score
        shown: dict[RuleKey, RuleScore] = {}
        sought = {(trace, None): None for trace in self.chosen.values()}
        sought |= {(trace, case): None for case, trace in self.chosen.items()}
        for trace, case in sought:
            known = self.partial.get((trace, case))
            for at, score in known.rules.items() if known is not None else ():
                key = self.keys[at]
                if score.reason is not None and self.chosen.get(key.case) == trace:
                    shown[key] = score
        return shown


def choose_traces(
    cases: tuple[str, ...], traces: tuple[TraceInfo, ...], picked: dict[str | None, str]
) -> dict[str | None, str]:
    """Return the trace each case is shown against: the picked one while there, else the newest."""
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
    """Tell whether scores differ from those before."""
    return len(before) != len(after) or any(
        key not in before or before[key] != score for key, score in after.items()
    )

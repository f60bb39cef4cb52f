"""The scores of one open document, and which trace each of its cases is shown against."""

from __future__ import annotations

from toolspec.lsp.judge.messages import TraceInfo, TraceScore
from toolspec.lsp.view import RuleKey, RuleScore, Scored


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
        self.traces: dict[str, TraceScore] = {}
        self.partial: dict[str, TraceScore] = {}
        self.waiting = False

    @property
    def scored(self) -> Scored:
        """The scores as features see them."""
        return Scored(self.chosen, self.shown, tuple(self.traces.values()), self.waiting)


def choose_traces(
    cases: tuple[str, ...], traces: tuple[TraceInfo, ...], picked: dict[str | None, str]
) -> dict[str | None, str]:
    """Return the trace each case is shown against: the picked one while there, else the newest."""
    ids = {info.id for info in traces}
    chosen: dict[str | None, str] = {}
    newest = picked.get(None, "")
    if newest not in ids and traces:
        newest = traces[0].id
    if newest:
        chosen[None] = newest
    for case in cases:
        pick = picked.get(case, "")
        if pick not in ids:
            pick = next((info.id for info in traces if case in info.names), "")
        if pick:
            chosen[case] = pick
    return chosen


def differ(before: dict[RuleKey, RuleScore], after: dict[RuleKey, RuleScore]) -> bool:
    """Tell whether scores differ from those before."""
    return len(before) != len(after) or any(
        key not in before or before[key] != score for key, score in after.items()
    )

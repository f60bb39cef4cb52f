"""Make a `count` fit the shown trace, if that improves its score."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.engine.rules.count import COMPARISONS
from toolspec.engine.syntax import Part
from toolspec.lsp.features.code_actions.ask import NAME_MAX, Ask, gain
from toolspec.lsp.state.snapshot import RuleScore
from toolspec.lsp.text.answers import Action, Edit, Span
from toolspec.lsp.text.escape import plain

KIND = "quickfix"

_ACTUAL = re.compile(r"Actual: (\d+),")


class Counted(NamedTuple):
    """One entry of a `count`: the actual number of calls, the comparison and its place.

    `span` covers the comparison and its number, `whole` the entry.
    """

    pattern: str
    comparison: str
    number: int
    actual: int
    span: Span
    whole: Span

    @property
    def holds(self) -> bool:
        """Whether the number of calls is right."""
        return COMPARISONS[self.comparison](self.actual, self.number)

    @property
    def fitting(self) -> list[tuple[str, int]]:
        """The comparisons closest to the written one that hold, tightest first."""
        actual = self.actual
        if self.comparison == "=":
            return [("=", actual), (">=" if actual > self.number else "<=", self.number)]
        if self.comparison in ("<", "<="):
            return [("<=", actual)]
        if self.comparison in (">", ">="):
            return [(">=", actual)] if actual else [("=", 0)]
        return [("=", actual)]


def actions(ask: Ask) -> Iterator[Action]:
    """Yield a change for each entry here that does not hold, and one for all of them."""
    scored = ask.not_passed_whole
    if scored is None or not scored.rule.kind.counts_calls:
        return
    entry, score = scored.entry, scored.score
    entries = counted(entry, score)
    off = [item for item in entries if not item.holds]
    if not off:
        return
    strict = "strict" in entry.parts[0].value_of("mode", ())
    for tally in off:
        if len(off) > 1 and not ask.touches(tally.whole):
            continue
        after = _score(len(entries) - len(off) + 1, len(entries), strict)
        if after <= score.score:
            continue
        whom = f" {plain(tally.pattern, NAME_MAX)}" if len(entries) > 1 else ""
        for comparison, number in tally.fitting:
            title = f"Change{whom} to {comparison} {number} {gain(score.score, after)}"
            edit = Edit(tally.span, f"{comparison} {number}")
            weaker = comparison != "="
            yield Action(title, (edit,), KIND, (score.status,), weaker=weaker)
    if len(off) > 1:
        edits = [Edit(tally.span, "{} {}".format(*tally.fitting[0])) for tally in off]
        title = f"Change all {len(off)} counts to this trace's {gain(score.score, 1.0)}"
        weaker = all(tally.fitting[0][0] != "=" for tally in off)
        yield Action(title, tuple(edits), KIND, (score.status,), weaker=weaker)


def counted(entry: SpecLine, score: RuleScore | None) -> list[Counted]:
    """Return the entries with the numbers of calls from the reason; none if it has none."""
    reason = score.reason if score is not None else None
    told_counts = (
        reason.justification.get("explained_tool_calls_count") if reason is not None else None
    )
    parts = list(entry.parts[0].all(entry.rule.kind.syntax.entry)) if entry.rule else []
    if not isinstance(told_counts, dict) or len(told_counts) != len(parts):
        return []
    entries: list[Counted] = []
    for part, text in zip(parts, told_counts.values(), strict=True):
        match = _ACTUAL.match(str(text))
        if match is None or not isinstance(part.value_of("number"), int):
            return []
        entries.append(_counted(entry, part, int(match[1])))
    return entries


def _counted(entry: SpecLine, part: Part, actual: int) -> Counted:
    comparison, number = part.one("comparison"), part.one("number")
    span = (entry.span(comparison)[0], entry.span(number)[1])
    sign = "=" if comparison.value == "==" else str(comparison.value)
    return Counted(
        part.one("pattern").source, sign, int(number.value), actual, span, entry.span(part)
    )


def _score(holding: int, entries: int, strict: bool) -> float:
    return float(holding == entries) if strict else holding / entries

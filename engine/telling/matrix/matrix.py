"""The data of a matrix of rules and traces: one JSON object, from which all who draw it draw.

All texts in it are on one line, cut, and without characters that cannot be seen. They are text:
who draws them escapes them for where they are drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
from typing import Final, Literal, NamedTuple, TypedDict

from toolspec.engine.text.escape import short
from toolspec.engine.text.score_text import score_text

VERSION: Final = 1
"""The number that changes where a reader of the data would have to."""

SIGNS: Final = {"pass": "✓", "fail": "✗", "unknown": "?", "error": "!", "skip": "-"}

NOT_FOR: Final = " "
"""The cell of a rule that is not for a trace, because it belongs to another case."""

LEVELS: Final = "▁▂▃▄▅▆▇"
"""The bars of a sparkline; only a pass has the highest."""

SPARK_MAX: Final = 24
"""Bars of a sparkline: the newest traces."""

TRACES_MAX: Final = 1000
RULES_MAX: Final = 2000
SOURCE_MAX: Final = 200
NAME_MAX: Final = 80

Order = Literal["worst", "written"]


class JudgedTrace(NamedTuple):
    """A trace, and what became of the rules on it.

    `rules` are the indexes of the rules that are for it. They passed, except those in `others`,
    which has their status and score.
    """

    id: str
    name: str
    passed: bool
    score: float
    rules: Sequence[int]
    others: Mapping[int, tuple[str, float]]


class RuleFacts(NamedTuple):
    """A rule as written, on a line (from 1) of the spec, or of the `file` that the spec uses."""

    source: str
    name: str | None
    line: int
    file: str | None
    case: str | None
    soft: bool


class MatrixTrace(TypedDict):
    """A column: a trace, its result, and how many of its `rules` fail."""

    id: str
    name: str
    passed: bool
    score: float
    score_text: str
    failing: int
    rules: int


class MatrixRule(TypedDict):
    """A row: a rule, with one sign for each column.

    `scores` has the score of each cell that is no pass, by the column. `passes` of `judged` traces
    pass; those that skip it do not count. `spark` has a bar for each of the newest traces, the
    newest last. `summary` says it in words.
    """

    rule: int
    source: str
    name: str | None
    line: int
    file: str | None
    case: str | None
    soft: bool
    cells: str
    scores: dict[str, float]
    passes: int
    judged: int
    spark: str
    summary: str


class Matrix(TypedDict):
    """Rules and traces. `passed` of the `judged` traces pass, and `score` is their mean."""

    version: int
    rules: list[MatrixRule]
    traces: list[MatrixTrace]
    passed: int
    judged: int
    score: float | None
    score_text: str
    rules_left_out: int
    traces_left_out: int


def matrix(
    rules: Sequence[RuleFacts], traces: Sequence[JudgedTrace], order: Order = "worst"
) -> Matrix:
    """Return the matrix of rules and traces, which are given newest first.

    `worst` has the rules that pass least, and the traces that fail most, first.
    """
    if order == "worst":
        traces_at = sorted(range(len(traces)), key=lambda at: _badness(traces[at]))
    else:
        traces_at = list(range(len(traces)))
    shown = [traces[at] for at in traces_at[:TRACES_MAX]]
    cells = [[NOT_FOR] * len(shown) for _ in rules]
    scores: list[dict[int, float]] = [{} for _ in rules]
    for column, trace in enumerate(shown):
        for at in trace.rules:
            cells[at][column] = "✓"
        for at, (status, score) in trace.others.items():
            cells[at][column] = SIGNS[status]
            if status != "pass":
                scores[at][column] = score
    newest = {at: bar for bar, at in enumerate(traces_at[:TRACES_MAX])}
    bars = [newest[at] for at in reversed(range(len(traces))) if at in newest][-SPARK_MAX:]
    rows = [_row(at, facts, cells[at], scores[at], shown, bars) for at, facts in enumerate(rules)]
    if order == "worst":
        rows.sort(key=_share)
    mean = fsum(trace.score for trace in traces) / len(traces) if traces else None
    return {
        "version": VERSION,
        "rules": rows[:RULES_MAX],
        "traces": [_column(trace) for trace in shown],
        "passed": sum(trace.passed for trace in traces),
        "judged": len(traces),
        "score": mean,
        "score_text": score_text(mean) if mean is not None else "",
        "rules_left_out": max(0, len(rows) - RULES_MAX),
        "traces_left_out": len(traces) - len(shown),
    }


def _badness(trace: JudgedTrace) -> tuple[bool, float, int]:
    return trace.passed, trace.score, -sum(status != "skip" for status, _ in trace.others.values())


def _share(row: MatrixRule) -> tuple[float, float, int]:
    """Return what rows are sorted by: the share that passes; rules nobody judged come last."""
    if not row["judged"]:
        return 2.0, 0.0, row["rule"]
    return row["passes"] / row["judged"], fsum(row["scores"].values()), row["rule"]


def _column(trace: JudgedTrace) -> MatrixTrace:
    return {
        "id": trace.id,
        "name": short(trace.name, NAME_MAX),
        "passed": trace.passed,
        "score": trace.score,
        "score_text": score_text(trace.score),
        "failing": sum(status in ("fail", "error") for status, _ in trace.others.values()),
        "rules": len(trace.rules),
    }


def _row(
    at: int,
    facts: RuleFacts,
    cells: list[str],
    scores: dict[int, float],
    shown: Sequence[JudgedTrace],
    bars: Sequence[int],
) -> MatrixRule:
    passes = cells.count("✓")
    judged = len(cells) - cells.count(NOT_FOR) - cells.count("-")
    return {
        "rule": at,
        "source": short(facts.source, SOURCE_MAX),
        "name": short(facts.name, NAME_MAX) if facts.name else None,
        "line": facts.line,
        "file": facts.file,
        "case": short(facts.case, NAME_MAX) if facts.case else None,
        "soft": facts.soft,
        "cells": "".join(cells),
        "scores": {str(column): score for column, score in scores.items()},
        "passes": passes,
        "judged": judged,
        "spark": "".join([_bar(cells[column], scores.get(column, 1.0)) for column in bars]),
        "summary": _summary(cells, passes, judged, shown),
    }


def _bar(sign: str, score: float) -> str:
    if sign == "✓":
        return LEVELS[-1]
    if sign == "✗":
        return LEVELS[min(len(LEVELS) - 2, round(score * (len(LEVELS) - 1)))]
    return sign


def _summary(cells: list[str], passes: int, judged: int, shown: Sequence[JudgedTrace]) -> str:
    """Return the row in words: `4 of 5 pass, fails on no_lookup`."""
    if not judged:
        return "judged on no trace"
    text = f"{passes} of {judged} pass{'es' if judged == 1 else ''}"
    phrases = (("fails on", "✗"), ("undecided on", "?"), ("breaks off on", "!"))
    for words, sign in phrases:
        at = [column for column, cell in enumerate(cells) if cell == sign]
        if at:
            more = f" and {len(at) - 1} more" if len(at) > 1 else ""
            text += f", {words} {short(shown[at[0]].name, NAME_MAX)}{more}"
    return text

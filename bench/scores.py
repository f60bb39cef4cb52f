"""The five rules UiPath has evaluators for, at 20, 100 and 1000 calls, against those."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bench.measure import Row, Worker, interleaved, shown_time
from bench.scenario import RULES, SIZES, scenario

GOAL_SCORES = 25
GOAL_EXPLAINED = 10
MODES = {
    "score": ("score alone", GOAL_SCORES),
    "explain": ("every justification as JSON", GOAL_EXPLAINED),
    "read, score": ("spans read, score alone", 0),
    "read, explain": ("spans read, every justification as JSON", 0),
}
ALL = "all five"


def rows(ours: Worker, peer: Worker | None, *, quick: bool) -> Iterator[Row]:
    """Yield a row for each size, rule and mode.

    UiPath's evaluators read the spans anew in each evaluation and always write their justification.
    toolspec reads a trace once and judges it by all rules, so reading is measured apart: the last
    two modes read the spans, too, and `all five` reads them once for five rules.
    """
    for calls in SIZES[:2] if quick else SIZES:
        made = scenario(calls)
        specs = made.specs | {ALL: "\n".join(made.specs.values())}
        ours.ask(do="load", spans=made.spans, specs=specs)
        if peer is not None:
            peer.ask(do="load", spans=made.spans, criteria=made.criteria)
        sum_theirs = 0.0
        for rule in (*RULES, ALL):
            asks: list[tuple[Worker, dict[str, Any]]] = [
                (ours, {"do": "run", "rule": rule, "mode": mode, "repeat": _repeat(calls, quick)})
                for mode in MODES
            ]
            if peer is not None and rule != ALL:
                asks.append(
                    (peer, {"do": "run", "rule": rule, "repeat": _repeat(calls * 10, quick)})
                )
            answers = interleaved(1 if quick else 7, asks)
            theirs = answers[-1] if len(answers) > len(MODES) else None
            if theirs is not None:
                sum_theirs += theirs["seconds"]
                _same(rule, calls, answers[0]["score"], theirs["score"])
            against = sum_theirs if rule == ALL else theirs["seconds"] if theirs else 0.0
            for (title, goal), answer in zip(MODES.values(), answers, strict=False):
                yield _row(f"{rule}, {calls} calls: {title}", answer["seconds"], against, goal)


def _repeat(calls: int, quick: bool) -> int:
    return 1 if quick else max(1, 4000 // calls)


def _same(rule: str, calls: int, ours: float, theirs: float) -> None:
    assert abs(ours - theirs) < 1e-9, f"{rule} at {calls} calls: {ours} here, {theirs} by UiPath"


def _row(name: str, ours: float, theirs: float, goal: int) -> Row:
    if not theirs:
        return Row(name, shown_time(ours))
    ratio = theirs / ours
    return Row(
        name,
        f"{ratio:,.0f}×" if ratio >= 10 else f"{ratio:.1f}×",
        f"≥ {goal}×" if goal else "",
        ratio >= goal if goal else None,
        f"{shown_time(ours)} against {shown_time(theirs)}",
    )

"""The five rules that UiPath has evaluators for, compared with these at 20, 100 and 1000 calls.

Each is measured twice: with ten expectations in a rule, as people write them, and with one for each
call, as when a recorded run is compared with another.

UiPath's evaluators read the spans again in each evaluation and always write their justification.
toolspec reads a trace once, finds the calls of each tool once, and judges the trace by all rules.
So these are measured separately: `all five` with "trace not judged before" judges each trace by
five rules, once; with "spans read" it also reads the spans, once for the five rules, where UiPath's
evaluators read them five times.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bench.measure import Row, Worker, interleaved, shown_time
from bench.scenario import FEW, RULES, SIZES, scenario

GOAL_SCORES = 25
GOAL_EXPLAINED = 10
GOAL_EXPLAINED_OF_FEW_CALLS = 8
"""At 20 calls, where a sentence that helps costs as much as judging."""
MODES = {
    "score": ("score alone", GOAL_SCORES),
    "explain": ("every justification written", GOAL_EXPLAINED),
}
READING = {
    "new, score": ("trace not judged before, score alone", 0),
    "new, explain": ("trace not judged before, every justification written", 0),
    "read, score": ("spans read, score alone", 0),
    "read, explain": ("spans read, every justification written", 0),
}
ALL = "all five"
ROUNDS_OF_FEW = 21
"""What takes microseconds is measured more often: other programs disturb it most."""

SHAPES = {f"{FEW} expected": FEW, "all expected": None}


def rows(ours: Worker, peer: Worker | None, *, quick: bool) -> Iterator[Row]:
    """Yield a row for each shape, size, rule and mode."""
    for shape, expected in SHAPES.items():
        for calls in SIZES[:2] if quick else SIZES:
            made = scenario(calls, expected)
            specs = made.specs | {ALL: "\n".join(made.specs.values())}
            ours.ask(do="load", spans=made.spans, specs=specs)
            if peer is not None:
                peer.ask(do="load", spans=made.spans, criteria=made.criteria)
            yield from _rules(ours, peer, f"{calls} calls, {shape}", calls, quick=quick)


def _rules(
    ours: Worker, peer: Worker | None, what: str, calls: int, *, quick: bool
) -> Iterator[Row]:
    sums_theirs = [0.0, 0.0]
    repeat = 1 if quick else max(1, 4000 // calls)
    for rule in (*RULES, ALL):
        modes = MODES | READING if rule == ALL else MODES
        asks: list[tuple[Worker, dict[str, Any]]] = [
            (ours, {"do": "run", "rule": rule, "mode": mode, "repeat": repeat}) for mode in modes
        ]
        if peer is not None and rule != ALL:
            asks += [
                (peer, {"do": "run", "rule": rule, "mode": mode, "repeat": max(1, repeat // 10)})
                for mode in MODES
            ]
        answers = interleaved(1 if quick else 7 if calls > 100 else ROUNDS_OF_FEW, asks)
        theirs = answers[len(modes) :]
        if theirs:
            _same(f"{rule}, {what}", answers[0]["score"], theirs[0]["score"])
            sums_theirs = [
                summed + each["seconds"] for summed, each in zip(sums_theirs, theirs, strict=True)
            ]
        for at, ((title, goal), answer) in enumerate(zip(modes.values(), answers, strict=False)):
            # The modes alternate: without and with justifications written.
            against = (
                sums_theirs[at % 2] if rule == ALL else theirs[at]["seconds"] if theirs else 0.0
            )
            if goal == GOAL_EXPLAINED and calls == SIZES[0]:
                goal = GOAL_EXPLAINED_OF_FEW_CALLS
            yield _row(f"{rule}, {what}: {title}", answer["seconds"], against, goal)


def _same(what: str, ours: float, theirs: float) -> None:
    assert abs(ours - theirs) < 1e-9, f"{what}: {ours} here, {theirs} by UiPath"


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

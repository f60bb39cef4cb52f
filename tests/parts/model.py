"""A slow, plain model of the parts of a trace: what `depth.md` says, call by call.

It knows no positions, no unsure calls and no messages. Where something is not recorded, it judges
every trace that the recorded one may have been, and says what holds of all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from toolspec.engine.trace import UNRECORDED, Call

VALUES = (1, 2)
"""What arguments that are not recorded may have held, beside none at all."""

Calls = Sequence[tuple[int, Call]]
"""Calls with their places in the trace."""


class Phrase(NamedTuple):
    """A tool, and the value of its argument `k`; None where any will do."""

    tool: str
    k: int | None = None

    def matches(self, call: Call) -> bool:
        if self.tool not in ("*", call.name):
            return False
        return self.k is None or given(call).get("k") == self.k

    def __str__(self) -> str:
        return self.tool if self.k is None else f"{self.tool} <k: {self.k}>"


def given(call: Call) -> dict[str, Any]:
    assert call.arguments is not UNRECORDED
    return dict(call.arguments)  # type: ignore[arg-type]


class Clause(NamedTuple):
    """A clause as written, and how it divides calls: None where there is nothing to judge."""

    written: str
    divide: Callable[[Calls], list[Calls] | None]


def after(phrase: Phrase) -> Clause:
    def divide(calls: Calls) -> list[Calls] | None:
        for place, (_, call) in enumerate(calls):
            if phrase.matches(call):
                return [calls[place + 1 :]]
        return None

    return Clause(f"after {phrase}", divide)


def until(phrase: Phrase) -> Clause:
    def divide(calls: Calls) -> list[Calls]:
        for place, (_, call) in enumerate(calls):
            if phrase.matches(call):
                return [calls[:place]]
        return [calls]

    return Clause(f"until {phrase}", divide)


def after_until(first: Phrase, last: Phrase) -> Clause:
    def divide(calls: Calls) -> list[Calls] | None:
        windows: list[list[tuple[int, Call]]] = []
        is_open = False
        for item in calls:
            if is_open and last.matches(item[1]):
                is_open = False
            elif is_open:
                windows[-1].append(item)
                continue
            if first.matches(item[1]):
                is_open = True
                windows.append([])
        return list(windows) or None

    return Clause(f"after {first} until {last}", divide)


def among(phrase: Phrase, keep: bool) -> Clause:
    word = "among" if keep else "ignoring"
    return Clause(
        f"{word} {phrase}",
        lambda calls: [[item for item in calls if phrase.matches(item[1]) is keep]],
    )


def condition(phrase: Phrase, wanted: bool) -> Clause:
    def divide(calls: Calls) -> list[Calls] | None:
        met = any(phrase.matches(call) for _, call in calls) is wanted
        return [calls] if met else None

    return Clause(f"if {phrase}" if wanted else f"if not {phrase}", divide)


def steps(relation: str, number: int) -> Clause:
    holds = {
        "at": lambda step: step == number,
        "before": lambda step: step < number,
        "after": lambda step: step > number,
    }[relation]
    return Clause(
        f"{relation} step {number}",
        lambda calls: [[item for item in calls if holds(item[1].step)]],
    )


def per(unit: str) -> Clause:
    def value(call: Call) -> object:
        return call.step if unit == "step" else given(call).get("k")

    def divide(calls: Calls) -> list[Calls] | None:
        groups: dict[object, list[tuple[int, Call]]] = {}
        for item in calls:
            found = value(item[1])
            if found is not None:
                groups.setdefault(found, []).append(item)
        return list(groups.values()) or None

    return Clause(f"per {unit}" if unit == "step" else "per <k>", divide)


class Rule(NamedTuple):
    """A rule as written, and its score on calls."""

    written: str
    score: Callable[[Sequence[Call]], float]


def forbid(phrase: Phrase) -> Rule:
    return Rule(f"forbid {phrase}", lambda calls: float(not any(map(phrase.matches, calls))))


def require(phrase: Phrase) -> Rule:
    return Rule(f"require {phrase}", lambda calls: float(any(map(phrase.matches, calls))))


def count(tool: str, comparison: str, number: int) -> Rule:
    def score(calls: Sequence[Call]) -> float:
        times = sum(Phrase(tool).matches(call) for call in calls)
        return float(
            {"=": times == number, "<=": times <= number, ">=": times >= number}[comparison]
        )

    return Rule(f"count {tool} {comparison} {number}", score)


def strict(first: str, second: str) -> Rule:
    def score(calls: Sequence[Call]) -> float:
        return float([call.name for call in calls] == [first, second])

    return Rule(f"order strict: {first} -> {second}", score)


Ending = tuple[str, float | None]


def judged(rule: Rule, chain: Sequence[Clause], calls: Sequence[Call]) -> Ending:
    """Return status and score on calls of which everything is recorded."""
    scores = list(_scores(rule, chain, list(enumerate(calls))))
    asked = [score for score in scores if score is not None]
    if not asked:
        return "skip", None
    mean = sum(asked) / len(asked)
    return ("pass" if all(score == 1 for score in asked) else "fail"), mean


def _scores(rule: Rule, chain: Sequence[Clause], calls: Calls) -> Iterator[float | None]:
    if not chain:
        yield rule.score([call for _, call in calls])
        return
    parts = chain[0].divide(calls)
    if parts is None:
        yield None
        return
    for part in parts:
        yield from _scores(rule, chain[1:], part)


def worlds(calls: Sequence[Call]) -> Iterator[list[Call]]:
    """Yield every trace that the recorded one may have been."""
    could: list[list[Call]] = []
    for call in calls:
        ways = [call]
        if call.arguments is UNRECORDED:
            keys: list[dict[str, Any]] = [{}, *({"k": value} for value in (*VALUES, 3))]
            ways = [way._replace(arguments=key) for way in ways for key in keys]
        if call.step is None:
            ways = [way._replace(step=step) for way in ways for step in range(4)]
        could.append(ways)
    yield from (list(world) for world in product(*could))


def ending(rule: Rule, chain: Sequence[Clause], calls: Sequence[Call]) -> Ending:
    """Return what holds whatever is not recorded; a failure scores the least that could be."""
    ends = {judged(rule, chain, world) for world in worlds(calls)}
    statuses = {status for status, _ in ends}
    if len(statuses) > 1:
        return "unknown", 0.0
    (status,) = statuses
    if status == "skip":
        return status, None
    return status, min(score for _, score in ends if score is not None)

"""What specs mean, by what they say of many small traces: to compare a spec with its correction."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from itertools import product

from toolspec.dsl.read import read
from toolspec.dsl.specs import parse
from toolspec.engine.json_value import Json
from toolspec.engine.syntax import Part
from toolspec.engine.trace import Call, Trace, called

TRACES = 400
"""How many traces two specs are compared on."""


def sequences(tools: Sequence[str], longest: int) -> Iterator[list[Call]]:
    """Yield every order of up to so many completed calls."""
    for length in range(longest + 1):
        for names in product(tools, repeat=length):
            yield [called(name, {}) for name in names]


def passes(text: str, calls: Sequence[Call], name: str | None = None) -> bool:
    """Tell whether a trace of these calls passes a spec."""
    return parse(text).check(Trace(calls, name=name, steps=5)).passed


def verdicts(text: str, traces: Sequence[Trace]) -> list[tuple[bool, float]]:
    """Return whether each trace passes, and its score."""
    spec = parse(text)
    reports = [spec.check(trace) for trace in traces]
    return [(report.passed, round(report.score, 9)) for report in reports]


def random_traces(*texts: str) -> list[Trace]:
    """Return traces of calls that the texts speak of: their tools, keys, values and results."""
    chance = random.Random(11)
    tools, keys, values, cases = _words(texts)
    made: list[Trace] = []
    for _ in range(TRACES):
        calls: list[Call] = []
        step = 0
        for _ in range(chance.randint(0, 5)):
            step += chance.randint(0, 1)
            some = chance.sample(keys, min(len(keys), chance.randint(0, 2)))
            calls.append(
                called(
                    chance.choice(tools),
                    {key: chance.choice(values) for key in some},
                    chance.choice(values),
                    step=step,
                    completed=chance.random() < 0.9,
                )
            )
        made.append(Trace(calls, name=chance.choice(cases), steps=step + 1))
    return made


def _words(texts: Sequence[str]) -> tuple[list[str], list[str], list[Json], list[str | None]]:
    """Return the tools, keys, values and cases of specs, and some that they do not name."""
    tools, keys, cases = {"other"}, {"other"}, ["other"]
    values: list[Json] = ["other", 1, True, None, "..."]
    for text in texts:
        for quoted in re.findall(r'"([^"\\]*)"', text):
            values.append(quoted)
            cases.append(quoted)
        values.extend(int(number) for number in re.findall(r"(?<![\w.])\d+(?![\w.])", text))
        values.extend(re.findall(r"[a-z]+", " ".join(re.findall(r"/([^/]*)/", text))))
        keys.update(re.findall(r"([A-Za-z_]+):", text))
        for entry in read(text).entries:
            tools.update(name for part in entry.parts for name in _tools(part))
    return sorted(tools), sorted(keys), values, [None, *cases]


def _tools(part: Part) -> Iterator[str]:
    if part.label == "pattern":
        yield from re.findall(r"[A-Za-z_]\w*", part.source)
    for inside in part.parts:
        yield from _tools(inside)

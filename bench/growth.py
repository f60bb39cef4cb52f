"""How the time of judging grows with the calls of a trace: rules that relate calls, or divide them.

Each rule judges traces of a thousand to a million calls, mostly such that every search fails. The
exponent is the slope of the CPU time over the calls, both as logarithms: 1 is linear. Each rule is
measured in a process of its own, with garbage collected as the command line does.
"""

from __future__ import annotations

import gc
import json
import math
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

from bench.measure import ROOT, Row, shown_time
from toolspec import Call, Result, Spec, Trace, parse
from toolspec.__main__ import YOUNG_OBJECTS_MAX
from toolspec.engine.dialogue import Dialogue, Message
from toolspec.engine.json_value import Json

SIZES = (1_000, 10_000, 100_000, 1_000_000)
GOAL = 1.15
SECOND_NS = 10**9
OWN = "each: own, ten values"
COMPARED = 10_000
"""Calls on which `own` is compared with `args`."""


def call(at: int, name: str, of: Json, result: str = "done", step: int | None = None) -> Call:
    """Return a call of one agent, in a step of its own where none is given."""
    began = at * SECOND_NS
    return Call(
        name,
        {"id": of, "n": at},
        Result(result),
        step=at if step is None else step,
        status="ok",
        agent="a",
        start_ns=began,
        end_ns=began + SECOND_NS // 2,
    )


def pairs(of: Callable[[int], Json], *, one_step: bool = False) -> Callable[[int], Trace]:
    """Return what makes traces in which calls of `a` and of `b` take turns."""

    def made(calls: int) -> Trace:
        step = 0 if one_step else None
        return Trace(
            [call(at, "ab"[at % 2], of(at), step=step) for at in range(calls)], steps=calls
        )

    return made


def found(of: Callable[[int], Json]) -> Callable[[int], Trace]:
    """Return what makes traces in which each `a` returns a text, and each `b` asks for a value."""

    def made(calls: int) -> Trace:
        return Trace(
            [call(at, "ab"[at % 2], of(at), f"order A-{at} of {at}") for at in range(calls)]
        )

    return made


def talk(calls: int) -> Trace:
    """Return a trace in which the user says something before every fifth call."""
    messages = [
        Message("user", f"order A-{at}, please", at * 5, turn=at) for at in range(calls // 5)
    ]
    dialogue = Dialogue(
        tuple(messages), tuple([at // 5 for at in range(calls)]), turns=len(messages)
    )
    return Trace([call(at, "b", f"B-{at}") for at in range(calls)], said=dialogue)


RULES: dict[str, tuple[str, Callable[[int], Trace]]] = {
    "each: a value, found": ("each b <id: $x>: after a <id: $x>", pairs(lambda at: at // 2)),
    "each: a value, never found": ("each b <id: $x>: after a <id: $x>", pairs(lambda at: at)),
    "each: not before one value": ("each a <id: $x>: not before b <id: $x>", pairs(lambda _: 1)),
    "each: comparison, never met": ("each b <n: $n>: after a <n: > $n>", pairs(lambda _: 1)),
    "each: seeing, all in one step": (
        "each b <id: $x>: after seeing a <id: $x>",
        pairs(lambda _: 1, one_step=True),
    ),
    "each: seeing and comparison": (
        "each b <n: $n>: after seeing a <n: > $n>",
        pairs(lambda _: 1),
    ),
    "each: within a time, never met": ("each b: after a within 100ms", pairs(lambda _: 1)),
    "each: within steps": ("each a: before b within 2 steps", pairs(lambda _: 1)),
    "each: has a text": (
        "each b <id: $x>: after a result has $x",
        found(lambda at: f"A-{at - 1}"),
    ),
    "each: has a number, never found": (
        "each b <id: $x>: after a result has $x",
        found(lambda at: -at - 1),
    ),
    "each: user says, never found": ("each b <id: $x>: after user says $x", talk),
    OWN: ("each b <id: $x>: after seeing own a <id: $x>", pairs(lambda at: at // 2 % 10)),
    "each: own, has a text": (
        "each b <id: $x>: after own a result has $x",
        found(lambda at: f"A-{at - 1}"),
    ),
    "each: own and comparison": ("each b <n: $n>: after own a <n: < $n>", pairs(lambda _: 1)),
    "each: own within a time": ("each b: after own a within 1h", pairs(lambda _: 1)),
    "each: own, one for all": ("each b: after own a", pairs(lambda _: 1)),
    "per key, as many keys as calls": ("count a <= 3 per <id>", pairs(lambda at: at)),
    "per key, a block": ("per <id> {\n  require b after a\n}", pairs(lambda at: at // 2)),
    "per time": ("count * <= 3 per 10s", pairs(lambda _: 1)),
    "only": ("only: a <id: 1>, b <id: text>", pairs(lambda _: 1)),
    "window: after a until b": ("forbid c after a until b", pairs(lambda _: 1)),
    "limit: loops": ("limit: loops = 0", pairs(lambda _: 1)),
    "limit: repeats, sum": ("limit: repeats <= 2, sum <n> <= 9", pairs(lambda at: at)),
    "sequence with groups": ("sequence: (*, b, a <id: 1>) -> (b, a) -> c", pairs(lambda at: at)),
    "forbid: with groups": ("forbid: (a, c) -> (b, a)", pairs(lambda at: at)),
}


def rows(*, quick: bool) -> Iterator[Row]:
    """Yield a row for each rule."""
    for name in RULES:
        sizes = (100, 200) if quick else SIZES
        command = [sys.executable, "-m", "bench.growth", name, json.dumps(sizes)]
        ran = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True)
        seconds: list[float] = json.loads(ran.stdout)
        power = exponent(sizes, seconds)
        yield Row(
            f"growth, {name}",
            f"{power:.2f}",
            f"≤ {GOAL}",
            power <= GOAL,
            f"{shown_time(seconds[-1])} for {sizes[-1]:,} calls",
        )
    yield against_args(quick=quick)


def against_args(*, quick: bool) -> Row:
    """Return how `own` compares with `args`, where both have a call for each of as many."""
    calls = 200 if quick else COMPARED
    text, made = RULES[OWN]
    entries = ", ".join(f"a <id: {at % 10}, n: ...>" for at in range(calls // 2))
    own = timed(parse(text), made, calls)
    args = timed(parse(f"args: {entries}"), made, calls)
    what = f"`args` takes {shown_time(args)} for as many entries"
    return Row(f"growth, own on {calls:,} calls", shown_time(own), "≤ `args`", own <= args, what)


def exponent(sizes: tuple[int, ...], seconds: list[float]) -> float:
    """Return the slope of the line that fits best, times over sizes, both as logarithms."""
    xs, ys = [math.log(size) for size in sizes], [math.log(one) for one in seconds]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    rise = sum((one - x) * (other - y) for one, other in zip(xs, ys, strict=True))
    return rise / sum((one - x) ** 2 for one in xs)


def timed(spec: Spec, made: Callable[[int], Trace], calls: int) -> float:
    """Return the CPU seconds of judging a new trace: of few calls, the least of several."""
    spent: list[float] = []
    for _ in range(max(1, min(5, 50_000 // calls))):
        trace = made(calls)
        gc.collect()
        gc.freeze()
        began = time.process_time()
        spec.check(trace)
        spent.append(time.process_time() - began)
        gc.unfreeze()
    return min(spent)


def main(name: str, sizes: str) -> None:
    """Print the seconds that a rule takes for each of the sizes."""
    gc.set_threshold(YOUNG_OBJECTS_MAX)
    text, made = RULES[name]
    spec = parse(text)
    spec.check(made(100))  # what is imported and prepared once
    print(json.dumps([timed(spec, made, size) for size in json.loads(sizes)]))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""What one `toolspec check` costs, in multiples of starting Python."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bench.measure import ROOT, Row, cost_of

GOAL_CACHED = 6
GOAL_FRESH = 15
EXAMPLE = ROOT / "examples/refunds"


def rows(*, quick: bool) -> Iterator[Row]:
    """Yield the two ratios: with the spec in the cache, and with no cache."""
    check: list[str] = [
        command(),
        "check",
        str(EXAMPLE / "trace.json"),
        str(EXAMPLE / "refunds.toolspec"),
    ]
    nothing = [sys.executable, "-c", "pass"]
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | {"XDG_CACHE_HOME": folder, "NO_COLOR": "1"}
        # Installed programs have their bytecode beside them; without it each run compiles again.
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        commands: list[list[str]] = [nothing, check, [*check, "--no-cache"]]
        for words in commands:  # writes byte code and the cache
            cost_of(words, env)
        times: list[list[float]] = [[], [], []]
        for _ in range(3 if quick else 25):
            for at, words in enumerate(commands):
                cost = cost_of(words, env)
                if at and cost.status != 1:
                    raise RuntimeError(f"the example ended with exit status {cost.status}")
                times[at].append(cost.cpu_s)
    base, cached, fresh = map(median, times)
    for name, got, goal in (
        ("toolspec check, spec in the cache", cached, GOAL_CACHED),
        ("toolspec check --no-cache", fresh, GOAL_FRESH),
    ):
        ratio = got / base
        yield Row(
            name,
            f"{ratio:.1f}×",
            f"≤ {goal}×",
            ratio <= goal,
            f"CPU {got * 1000:.0f} ms, `python -c pass` {base * 1000:.0f} ms, on examples/refunds",
        )


def command() -> str:
    """Return the `toolspec` of the environment this runs in."""
    beside = Path(sys.executable).parent / "toolspec"
    return str(beside) if beside.exists() else shutil.which("toolspec") or "toolspec"

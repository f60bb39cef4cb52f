"""A large file of OTLP JSON lines, checked against ten rules by one process."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from bench.measure import FOLDER, Cost, Row, cost_of
from bench.otlp_lines import write
from bench.startup import command

GOAL_MB_PER_S = 100
SPEC = """\
order: plan -> search -> read_page -> summarise weight 2 pass 0.5
count: plan = 1, search >= 1, summarise <= 3
sequence: plan -> search -> summarise
require read_page min 1
require search <query: /^topic/>
require summarise final
require plan before step 2
args search subset <limit: 10>
forbid delete_* | rm
forbid read_page <url: /^file:/>
"""


ROUNDS = 9
"""Other programs on a machine only ever add to what a run costs: the least of the rounds counts."""

FLOOR = "import json, sys\nfor line in open(sys.argv[1], 'rb'): json.loads(line)"


def rows(*, quick: bool) -> Iterator[Row]:
    """Yield megabytes of input per second of CPU, and the most memory held."""
    megabytes = 2 if quick else 100
    FOLDER.mkdir(exist_ok=True)
    lines, spec = FOLDER / f"spans-{megabytes}mb.jsonl", FOLDER / "stream.toolspec"
    spans, traces = write(lines, megabytes * 1_000_000)
    spec.write_text(SPEC, "utf-8")
    size = lines.stat().st_size / 1e6
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | {"XDG_CACHE_HOME": folder, "NO_COLOR": "1"}
        check = [command(), "check", lines, spec]
        floor, plain, report = _least(
            [
                [sys.executable, "-c", FLOOR, lines],
                [*check, "--quiet"],
                [*check, "--format", "json"],
            ],
            env,
            Path(folder) / "report",
            1 if quick else ROUNDS,
        )
    what = f"{size:.0f} MB of OTLP JSON lines"
    speed = size / plain.cpu_s
    yield Row(
        f"{what}, ten rules",
        f"{speed:.0f} MB/s",
        f"≥ {GOAL_MB_PER_S} MB/s",
        None if quick else speed >= GOAL_MB_PER_S,
        f"{spans:,} spans of {traces:,} traces, {plain.cpu_s:.2f} s of CPU in one process; "
        f"{plain.cpu_s / floor.cpu_s:.1f} times `json.loads` of each line alone",
    )
    yield Row(
        f"{what}, ten rules, report as JSON",
        f"{size / report.cpu_s:.0f} MB/s",
        note=f"{report.cpu_s:.2f} s of CPU",
    )
    peak = max(plain.peak_bytes, report.peak_bytes)
    yield Row(f"{what}: memory", f"{peak / 2**20:.0f} MB", note="the most the whole process held")


def _least(
    commands: Sequence[Sequence[str | Path]], env: Mapping[str, str], output: Path, rounds: int
) -> list[Cost]:
    """Return what each command costs at least, run in turn; the first is the floor."""
    costs = [[cost_of(command, env, output) for command in commands] for _ in range(rounds)]
    for each in zip(*costs, strict=True):
        if any(cost.status not in (0, 1) for cost in each):
            raise RuntimeError(f"a command ended with {each[0].status}")
    return [min(each) for each in zip(*costs, strict=True)]

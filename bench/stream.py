"""A large file of OTLP JSON lines, checked against ten rules by one process."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bench.measure import FOLDER, Row, cost_of
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


def rows(*, quick: bool) -> Iterator[Row]:
    """Yield megabytes of input per second of CPU, and the most memory held."""
    megabytes = 2 if quick else 100
    FOLDER.mkdir(exist_ok=True)
    lines, spec = FOLDER / f"spans-{megabytes}mb.jsonl", FOLDER / "stream.toolspec"
    spans, traces = write(lines, megabytes * 1_000_000)
    spec.write_text(SPEC, "utf-8")
    size = lines.stat().st_size
    forms = {"": ["--quiet"], ", report as JSON": ["--format", "json"]}
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | {"XDG_CACHE_HOME": folder, "NO_COLOR": "1"}
        for title, options in forms.items():
            costs = [
                cost_of([command(), "check", lines, spec, *options], env, Path(folder) / "report")
                for _ in range(1 if quick else 3)
            ]
            if any(cost.status not in (0, 1) for cost in costs):
                raise RuntimeError(f"toolspec check ended with {costs[0].status}")
            cpu_s = median(cost.cpu_s for cost in costs)
            speed = size / 1e6 / cpu_s
            yield Row(
                f"{size / 1e6:.0f} MB of OTLP JSON lines, ten rules{title}",
                f"{speed:.0f} MB/s",
                "" if title else f"≥ {GOAL_MB_PER_S} MB/s",
                None if title or quick else speed >= GOAL_MB_PER_S,
                f"{spans:,} spans of {traces:,} traces, {cpu_s:.2f} s of CPU in one process",
            )
            yield Row(
                f"{size / 1e6:.0f} MB of OTLP JSON lines{title}: memory",
                f"{max(cost.peak_bytes for cost in costs) / 2**20:.0f} MB",
                note="the most the whole process held",
            )

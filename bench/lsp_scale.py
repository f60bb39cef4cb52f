"""The language server at the size of a team: 500 rules of all kinds, 500 traces, and a typist.

What is on the screen first counts by itself; then all of it, what a key costs beside all of it,
and what memory server and judge hold.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.lsp import VIEWPORT
from bench.lsp_client import REFRESHING, RawClient
from bench.lsp_specs import rules_text, write_runs
from bench.lsp_typing import GOALS, TYPED, all_scored, typing
from bench.measure import Row
from bench.processes import ENV, children_of, cpu_of, memory_of

RULES = 500
TRACES = 500
FIRST_SECONDS = 2
ALL_SECONDS = 10
MEMORY_MB = 400


def rows(*, quick: bool) -> Iterator[Row]:
    """Yield the rows."""
    rules, traces = (20, 10) if quick else (RULES, TRACES)
    yield from opening(rules, traces)
    for lines, goal in list(GOALS.items())[: 1 if quick else None]:
        for name in ("neovim-0.12", "vscode-1.100"):
            yield typing(name, lines, goal, TYPED[:6] if quick else TYPED, traces)


def opening(rules: int, traces: int) -> Iterator[Row]:
    """Yield what it takes from opening a spec to its first and to all its scores."""
    with tempfile.TemporaryDirectory() as name, RawClient(env=ENV) as client:
        folder = Path(name).resolve()
        write_runs(folder / "runs", traces)
        uri, text = (folder / "a.toolspec").as_uri(), rules_text(rules)
        client.initialize(folder, REFRESHING, {"maxTraces": traces})
        began = time.perf_counter()
        client.open(uri, text)
        client.until(lambda: len(_seen(client, uri)) == min(VIEWPORT, rules), "scores in view")
        first = time.perf_counter() - began
        client.until(lambda: all_scored(client, uri, traces), "all scores")
        everything = time.perf_counter() - began
        pids = [client.process.pid, *children_of(client.process.pid)]
        cpu = [cpu_of(pid) for pid in pids]
        memory = [memory_of(pid) for pid in pids]
    size = f"server, {rules} rules on {traces} traces"
    note = f"CPU server {cpu[0]:.1f} s, judge {sum(cpu[1:]):.1f} s"
    yield _seconds(f"{size}: open to scores on the screen", first, FIRST_SECONDS, "")
    yield _seconds(f"{size}: open to all scores", everything, ALL_SECONDS, note)
    yield Row(
        f"{size}: memory",
        f"{sum(memory):.0f} MB",
        f"≤ {MEMORY_MB} MB",
        sum(memory) <= MEMORY_MB,
        f"server {memory[0]:.0f}, judge {sum(memory[1:]):.0f}",
    )


def _seconds(name: str, took: float, goal: int, note: str) -> Row:
    return Row(name, f"{took:.1f} s", f"≤ {goal} s", took <= goal, note)


def _seen(client: RawClient, uri: str) -> list[Any]:
    """Return the hints of the lines that an editor shows first."""
    view = {"start": {"line": 0, "character": 0}, "end": {"line": VIEWPORT, "character": 10**4}}
    time.sleep(0.02)
    return client.about("inlayHint", uri, range=view) or []

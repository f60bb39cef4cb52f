"""The language server under load: edits that must show, many traces, fast typing."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bench.lsp_client import REFRESHING, RawClient
from bench.lsp_specs import MANY, spec_text, write_traces
from bench.measure import Row
from bench.processes import ENV, memory_of

SPEC_LINES = 40
RULE = f"count {MANY[0]} >= "
"""The rule that is edited: no trace calls its tool as often as the larger numbers say."""


def rows(*, quick: bool) -> Iterator[Row]:
    """Yield the figures."""
    calls, times = (50, 2) if quick else (1000, 15)
    for traces, goal in ((1, 50), (3 if quick else 100, 300)):
        yield from edits(traces, calls, times, goal)
    yield from indexing(3 if quick else 100, calls)
    yield typing_fast(20 if quick else 200, calls)


def edits(traces: int, calls: int, times: int, goal: int) -> Iterator[Row]:
    """Yield how long an edit takes until its score shows; with many traces, until all are known."""
    with tempfile.TemporaryDirectory() as name, RawClient(env=ENV) as client:
        uri, text = _opened(client, Path(name), traces, calls)
        _settled(client, uri, traces)
        rows = text.split("\n")
        took: list[float] = []
        everywhere: list[float] = []
        for turn in range(times):
            high = turn % 2 == 0
            rows[1] = RULE + ("900" if high else "0")
            began = time.perf_counter()
            client.change(uri, turn + 2, {"text": "\n".join(rows)})
            sign = "✗" if high else "✓"
            client.until(lambda sign=sign: client.hints(uri).get(1, "?")[0] == sign, "the score")
            took.append(time.perf_counter() - began)
            _settled(client, uri, traces)
            everywhere.append(time.perf_counter() - began)
        seconds = took if traces == 1 else everywhere
        what = "shown" if traces == 1 else "known on all"
        note = f"p95 {quantiles(seconds, n=20)[-1] * 1000:.0f} ms"
        if traces > 1:
            note += f", shown after {median(took) * 1000:.0f} ms"
        yield Row(
            f"server, {traces} × {calls} calls: edit to score {what}",
            f"{median(seconds) * 1000:.0f} ms",
            f"≤ {goal} ms",
            median(seconds) * 1000 <= goal,
            note,
        )


def indexing(traces: int, calls: int) -> Iterator[Row]:
    """Yield how the server answers while it reads many traces, and what memory it holds then."""
    with tempfile.TemporaryDirectory() as name, RawClient(env=ENV) as client:
        uri, _ = _opened(client, Path(name), traces, calls)
        position = {"line": 1, "character": 8}
        waits: list[float] = []
        began = time.perf_counter()
        while not _done(client, uri, traces):
            asked = time.perf_counter()
            client.about("hover", uri, position=position)
            waits.append(time.perf_counter() - asked)
        took = time.perf_counter() - began
        worst = max(waits)
        yield Row(
            f"server, {traces} × {calls} calls: slowest hover while read",
            f"{worst * 1000:.0f} ms",
            "≤ 100 ms",
            worst <= 0.1,
            f"median {median(waits) * 1000:.1f} ms of {len(waits)}; all read in {took:.1f} s",
        )
        server = memory_of(client.process.pid)
        judge = sum(memory_of(pid) for pid in _children(client.process.pid))
        yield Row(
            f"server, {traces} × {calls} calls: memory",
            f"{server + judge:.0f} MB",
            "≤ 250 MB",
            server + judge <= 250,
            f"server {server:.0f}, judge {judge:.0f}",
        )


def typing_fast(letters: int, calls: int) -> Row:
    """Return how long after the last of many keystrokes the last version's score shows."""
    with tempfile.TemporaryDirectory() as name, RawClient(env=ENV) as client:
        uri, _ = _opened(client, Path(name), 1, calls)
        _settled(client, uri, 1)
        rule = f"count {MANY[1]} >= 0  # " + "x" * letters
        before = len(client.hints(uri))
        began = time.perf_counter()
        line = SPEC_LINES
        for column, letter in enumerate(rule):
            place = {"line": line, "character": column}
            change = {"range": {"start": place, "end": place}, "text": letter}
            client.change(uri, column + 2, change)
        client.until(lambda: len(client.hints(uri)) == before + 1, "the last score")
        last = client.hints(uri)[line]
        took = time.perf_counter() - began
        return Row(
            f"server: {len(rule)} keystrokes at once, to the last score",
            f"{took * 1000:.0f} ms",
            note=f"{took * 1000 / len(rule):.1f} ms each; it shows {last}",
        )


def _opened(client: RawClient, folder: Path, traces: int, calls: int) -> tuple[str, str]:
    write_traces(folder / "runs", traces, calls)
    uri = (folder / "a.toolspec").as_uri()
    text = spec_text(SPEC_LINES)
    client.initialize(folder, REFRESHING)
    client.open(uri, text)
    return uri, text


def _done(client: RawClient, uri: str, traces: int) -> bool:
    lenses: list[dict[str, Any]] = client.about("codeLens", uri) or []
    titles = [lens["command"]["title"] for lens in lenses if "command" in lens]
    return any(title.startswith(f"{traces} trace") for title in titles)


def _settled(client: RawClient, uri: str, traces: int) -> None:
    """Wait until every trace has its score for the text as it is."""
    client.until(lambda: _done(client, uri, traces), "all scores")


def _children(pid: int) -> list[int]:
    done = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, check=True)
    pairs = [tuple(map(int, line.split())) for line in done.stdout.decode().splitlines()]
    return [child for child, parent in pairs if parent == pid]

"""What the language server costs an editor, over raw pipes.

Beside each figure stands the echo floor: a request that is answered with its own parameters. Wall
time is judged at its median; the server's own CPU time says what of it is this project's.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

from bench.lsp_client import CAPABILITIES, REFRESHING, RawClient
from bench.lsp_specs import spec_text, write_traces
from bench.measure import Row
from bench.processes import ENV, cpu_of, memory_of

BYTECODE = {"PYTHONDONTWRITEBYTECODE": ""}
"""Installed programs have their bytecode beside them; without it each start compiles again."""

SIZES = (20, 200, 2000)
VIEWPORT = 60
"""Lines an editor asks hints for at once."""

GOALS = {
    "hover": (3, 3, 3),
    "completion": (5, 5, 5),
    "hints of a viewport": (3, 3, 3),
    "hints of the whole": (15, 15, 15),
    "findings, unchanged": (5, 5, 20),
    "keystroke to findings": (5, 5, 20),
    "semantic tokens": (5, 5, None),
    "symbols": (5, 5, None),
    "folding": (5, 5, None),
    "selection": (5, 5, None),
    "formatting": (10, 10, None),
    "rename": (10, 10, None),
    "code actions": (10, 10, None),
}
"""Milliseconds at the median for each size; None where there is no goal."""


class Timed(NamedTuple):
    """Seconds: the median, the 95th of a hundred, and the server's CPU time for one."""

    p50: float
    p95: float
    cpu: float

    @property
    def note(self) -> str:
        return f"p95 {self.p95 * 1000:.1f} ms, CPU {self.cpu * 1000:.2f} ms"


def timed(client: RawClient, ask: Callable[[], object], times: int) -> Timed:
    """Ask often and return what one answer costs, until it is there: reading it is the client's."""
    ask()
    walls: list[float] = []
    before = cpu_of(client.process.pid)
    for _ in range(times):
        began = time.perf_counter()
        ask()
        walls.append(client.answered_at - began)
    cpu = (cpu_of(client.process.pid) - before) / times
    high = quantiles(walls, n=20)[-1] if len(walls) > 1 else walls[0]
    return Timed(median(walls), high, cpu)


def rows(*, quick: bool) -> Iterator[Row]:
    """Yield all figures of the server."""
    from bench import lsp_files, lsp_load, lsp_long

    yield from start(1 if quick else 10)
    for at, lines in enumerate(SIZES[:1] if quick else SIZES):
        yield from methods(lines, at, 3 if quick else 40)
    yield from lsp_files.rows(quick=quick)
    yield from lsp_load.rows(quick=quick)
    yield from lsp_long.rows(quick=quick)


BARE = "from pygls.lsp.server import LanguageServer; LanguageServer('bare', '1').start_io()"
"""A server that can do nothing: what every server on pygls costs."""

START_RATIO = 1.3
IDLE_MB = 60


def start(times: int) -> Iterator[Row]:
    """Yield what a start costs beside one of a bare pygls server, and an idle server's memory."""
    ours: list[Started] = []
    bare: list[Started] = []
    started(None)  # byte code of the modules is written
    for _ in range(times):
        bare.append(started([sys.executable, "-c", BARE]))
        ours.append(started(None))
    our, their = (median(run.cpu for run in runs) * 1000 for runs in (ours, bare))
    wall = median(run.wall for run in ours) * 1000
    yield Row(
        "server: start to initialize reply, CPU",
        f"{our / their:.2f}×",
        f"≤ {START_RATIO}×",
        our / their <= START_RATIO,
        f"{our:.0f} ms, wall {wall:.0f} ms; a bare pygls server {their:.0f} ms",
    )
    memory = ours[-1].memory
    yield Row("server: memory when idle", f"{memory:.0f} MB", f"≤ {IDLE_MB} MB", memory <= IDLE_MB)


class Started(NamedTuple):
    """What it took until the reply to `initialize`: seconds of CPU and on the wall, megabytes."""

    cpu: float
    wall: float
    memory: float


def started(command: list[str] | None) -> Started:
    """Start a server, ours unless another command is given, and let it answer `initialize`."""
    began = time.perf_counter()
    with RawClient(env={**ENV, **BYTECODE}, command=command) as client:
        client.request("initialize", {"processId": None, "capabilities": dict(CAPABILITIES)})
        wall = time.perf_counter() - began
        pid = client.process.pid
        return Started(cpu_of(pid), wall, memory_of(pid))


def methods(lines: int, size: int, times: int) -> Iterator[Row]:
    """Yield what each method costs on a spec of that many lines beside one trace."""
    with tempfile.TemporaryDirectory() as name, RawClient(env=ENV) as client:
        folder = Path(name)
        write_traces(folder / "runs", 1, 1000)
        uri = (folder / "a.toolspec").as_uri()
        text = spec_text(lines)
        client.initialize(folder, REFRESHING)
        client.open(uri, text)
        client.until(lambda: client.hints(uri), "scores")
        floor = timed(client, lambda: client.request("toolspec/echo", {"a": 1}), times)
        yield Row(f"server, {lines} lines: echo", f"{floor.p50 * 1000:.2f} ms", note=floor.note)
        for method, ask in asks(client, uri, lines, text).items():
            got = timed(client, ask, times)
            goal = GOALS[method][size]
            yield Row(
                f"server, {lines} lines: {method}",
                f"{got.p50 * 1000:.1f} ms",
                f"≤ {goal} ms" if goal else "",
                got.p50 * 1000 <= goal + floor.p50 * 1000 if goal else None,
                got.note,
            )


def asks(client: RawClient, uri: str, lines: int, text: str) -> dict[str, Callable[[], object]]:
    """Return the requests of an editor in the middle of a spec."""
    middle = lines // 2 - lines // 2 % 5 + 1
    row = text.split("\n")[middle]
    place = {"line": middle, "character": row.index(" ") + 2}
    options = {"tabSize": 2, "insertSpaces": True}
    last = client.about("diagnostic", uri)["resultId"]
    view = {"start": {"line": max(0, middle - 30), "character": 0}}
    view["end"] = {"line": view["start"]["line"] + VIEWPORT, "character": 0}
    version = 1

    def typed() -> None:
        nonlocal version
        version += 1
        end = {"line": 1, "character": 0}
        change = {
            "range": {
                "start": end,
                "end": end if version % 2 == 0 else {"line": 1, "character": 1},
            },
            "text": "#" if version % 2 == 0 else "",
        }
        client.change(uri, version, change)
        client.about("diagnostic", uri, previousResultId=last)

    def about(method: str, **params: Any) -> Callable[[], object]:
        return lambda: client.about(method, uri, **params)

    whole = {"start": {"line": 0, "character": 0}, "end": {"line": lines, "character": 0}}
    context: dict[str, Any] = {"diagnostics": []}
    return {
        "hover": about("hover", position=place),
        "completion": about("completion", position={"line": middle, "character": len(row)}),
        "hints of a viewport": about("inlayHint", range=view),
        "hints of the whole": about("inlayHint", range=whole),
        "findings, unchanged": about("diagnostic", previousResultId=last),
        "keystroke to findings": typed,
        "semantic tokens": about("semanticTokens/full"),
        "symbols": about("documentSymbol"),
        "folding": about("foldingRange"),
        "selection": about("selectionRange", positions=[place]),
        "formatting": about("formatting", options=options),
        "rename": about("rename", position=place, newName="renamed"),
        "code actions": about("codeAction", range={"start": place, "end": place}, context=context),
    }

"""What one very long line does to the server: to its memory over many edits, and to its answers."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from bench.lsp_client import REFRESHING, RawClient
from bench.lsp_specs import write_traces
from bench.measure import Row
from bench.processes import ENV, children_of, memory_of

LINE_BYTES = 40_000
EDITS = 1_000
FIRST_EDITS = 10
GOAL_GROWTH_MB = 30
ENTRIES = 20_000
GOAL_ANSWER_MS = 200


def rows(*, quick: bool) -> Iterator[Row]:
    """Yield the rows."""
    yield growth(20 if quick else EDITS)
    yield answers(200 if quick else ENTRIES)


def growth(edits: int) -> Row:
    """Return how much more memory the server and its judge hold after many edits than after few."""
    entry = "fetch_records -> "
    line = f"order: {entry * (LINE_BYTES // len(entry))}search"
    with tempfile.TemporaryDirectory() as name, RawClient(env=ENV) as client:
        folder = Path(name)
        write_traces(folder / "runs", 1, 100)
        uri = (folder / "a.toolspec").as_uri()
        client.initialize(folder, REFRESHING)
        client.open(uri, f'traces "runs/*.json"\n{line}\n')
        client.until(lambda: client.hints(uri), "a score")
        sizes: list[float] = []
        for edit in range(edits):
            column = 7 + edit % 2000
            place = {"line": 1, "character": column}
            letter = "abcdefghij"[edit % 10]
            client.change(uri, edit + 2, {"range": {"start": place, "end": place}, "text": letter})
            client.about("diagnostic", uri)
            client.hints(uri)
            if edit + 1 in (FIRST_EDITS, edits):
                pids = [client.process.pid, *children_of(client.process.pid)]
                sizes.append(sum(map(memory_of, pids)))
    more = sizes[-1] - sizes[0]
    return Row(
        f"server: memory after {edits:,} edits of a line of {LINE_BYTES // 1000} kB",
        f"{more:+.0f} MB",
        f"≤ {GOAL_GROWTH_MB} MB",
        more <= GOAL_GROWTH_MB,
        f"{sizes[0]:.0f} MB after {FIRST_EDITS} edits, "
        f"{sizes[-1]:.0f} MB at the end, judge included",
    )


def answers(entries: int) -> Row:
    """Return the longest that another request waits while a line of many entries is edited."""
    line = "order: " + " -> ".join(f"t{at % 500}" for at in range(entries))
    with tempfile.TemporaryDirectory() as name, RawClient(env=ENV) as client:
        folder = Path(name)
        write_traces(folder / "runs", 1, 100)
        uri, other = ((folder / f"{one}.toolspec").as_uri() for one in "ab")
        client.initialize(folder, REFRESHING)
        client.open(other, "count search = 1\n")
        client.open(uri, f"{line}\n")
        done = threading.Event()
        waits: list[float] = []

        def ask() -> None:
            while not done.is_set():
                began = time.perf_counter()
                client.about("hover", other, position={"line": 0, "character": 2})
                waits.append(time.perf_counter() - began)
                time.sleep(0.01)

        asking = threading.Thread(target=ask)
        asking.start()
        for edit in range(5):
            place = {"line": 0, "character": 7}
            client.change(uri, edit + 2, {"range": {"start": place, "end": place}, "text": "x"})
            for method in ("semanticTokens/full", "diagnostic", "documentHighlight"):
                more = {"position": place} if method == "documentHighlight" else {}
                client.about(method, uri, **more)
            client.hints(uri)
        done.set()
        asking.join()
    longest = max(waits) * 1000
    return Row(
        f"server: longest wait for an answer, beside a line of {entries:,} entries",
        f"{longest:.0f} ms",
        f"≤ {GOAL_ANSWER_MS} ms",
        longest <= GOAL_ANSWER_MS,
        f"{len(waits)} answers about another spec, while the line is edited five times",
    )

"""`python -m bench`: measure, print a table, write the numbers as JSON.

`--only NAME` measures one part (order, scores, spans, startup, stream, formats, scaling, growth,
lsp, typing, scale, collect, process);
`--gate` ends with status 1 where a goal is missed; `--quick` sees within seconds that all of it
still runs, and judges nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from bench import (
    collecting,
    formats,
    from_spans,
    growth,
    in_process,
    lsp,
    lsp_scale,
    lsp_typing,
    order,
    scaling,
    scores,
    startup,
    stream,
)
from bench.measure import FOLDER, ROOT, Row, Worker, peer_python

KEPT = ROOT / "bench" / "results.json"
"""The numbers that docs/performance.md shows, and a few of them README.md."""

PARTS = (
    "order",
    "scores",
    "spans",
    "startup",
    "stream",
    "formats",
    "scaling",
    "growth",
    "lsp",
    "typing",
    "scale",
    "collect",
    "process",
)


def main() -> int:
    """Measure the parts asked for. Return the exit status."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--only", choices=PARTS, action="append")
    parser.add_argument("--gate", action="store_true", help="exit 1 where a goal is missed")
    parser.add_argument("--quick", action="store_true", help="see that it runs; no goals")
    parser.add_argument(
        "--keep",
        action="store_true",
        help="keep the numbers for the pages",
    )
    options = parser.parse_args()
    began = time.monotonic()
    rows = list(_measured(options.only or PARTS, options.quick))
    if not options.quick:
        FOLDER.mkdir(exist_ok=True)
        today = {"date": time.strftime("%Y-%m-%d")}
        results = {
            "python": platform.python_version(),
            "machine": f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}",
            "rows": [row.to_dict() | today for row in rows],
        }
        (FOLDER / "results.json").write_text(_text(results), "utf-8")
        if options.keep:
            KEPT.write_text(_text(_kept(results) if options.only else results), "utf-8")
            subprocess.run([sys.executable, ROOT / "docs" / "generate.py"], check=True)
    missed = [row.name for row in rows if row.met is False]
    print(f"{len(rows)} numbers in {time.monotonic() - began:.0f} s", end="")
    print("" if options.quick else "; also in .bench/results.json")
    if missed and not options.quick:
        print("missed: " + "; ".join(missed))
    return 1 if missed and options.gate else 0


def _text(results: dict[str, Any]) -> str:
    return json.dumps(results, indent=1, ensure_ascii=False) + "\n"


def _kept(results: dict[str, Any]) -> dict[str, Any]:
    """Return the numbers kept before, with those that were measured now in their places."""
    before = json.loads(KEPT.read_text("utf-8"))
    new = {row["name"]: row for row in results["rows"]}
    rows = [new.pop(row["name"], row) for row in before["rows"]]
    return {**results, "rows": [*rows, *new.values()]}


def _measured(parts: tuple[str, ...] | list[str], quick: bool) -> Iterator[Row]:
    ours = Worker(sys.executable, "our_worker.py")
    python = None if quick else peer_python()
    peer = Worker(python, "peer_worker.py") if python else None
    if peer is None and not quick:
        print("no peer to compare with: `python3 dev.py bench` installs it", file=sys.stderr)
    measured: dict[str, Callable[[], Iterator[Row]]] = {
        "order": lambda: order.rows(ours, peer, quick=quick),
        "scores": lambda: scores.rows(ours, peer, quick=quick),
        "spans": lambda: from_spans.rows(quick=quick),
        "startup": lambda: startup.rows(quick=quick),
        "stream": lambda: stream.rows(quick=quick),
        "formats": lambda: formats.rows(quick=quick),
        "scaling": lambda: scaling.rows(quick=quick),
        "growth": lambda: growth.rows(quick=quick),
        "lsp": lambda: lsp.rows(quick=quick),
        "typing": lambda: lsp_typing.rows(quick=quick),
        "scale": lambda: lsp_scale.rows(quick=quick),
        "process": lambda: in_process.rows(quick=quick),
        "collect": lambda: collecting.rows(quick=quick),
    }
    for part in parts:
        for row in measured[part]():
            if not quick:
                print(_line(row), flush=True)
            yield row
    for worker in (ours, peer):
        if worker is not None:
            worker.close()


def _line(row: Row) -> str:
    met = {True: "met", False: "MISSED", None: ""}[row.met]
    return f"{row.name:<58} {row.measured:>10}  {row.goal:<10} {met:<7} {row.note}".rstrip()


if __name__ == "__main__":
    raise SystemExit(main())

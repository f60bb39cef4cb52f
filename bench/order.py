"""`order` on 10 000 expected against 10 000 actual calls: time and memory."""

from __future__ import annotations

from collections.abc import Iterator

from bench.measure import Row, Worker, interleaved, shown_time
from bench.scenario import scenario

GOAL_RATIO = 1000
GOAL_BYTES = 64 * 1024 * 1024
PEER_CALLS = 1000


def rows(ours: Worker, peer: Worker | None, *, quick: bool) -> Iterator[Row]:
    """Yield the rows. UiPath's full table takes minutes and a gigabyte here: it is run on fewer."""
    calls = 500 if quick else 10_000
    made = scenario(calls)
    spec = {"order": made.specs["order"]}
    ours.ask(do="load", spans=made.spans, specs=spec)
    repeat, rounds = (1, 1) if quick else (3, 5)
    mine = {"do": "run", "rule": "order", "mode": "explain", "repeat": repeat}
    what = f"order, {calls} expected, {calls} actual calls"
    if peer is None:
        (our,) = interleaved(rounds, [(ours, mine)])
        yield Row(what, shown_time(our["seconds"]))
    else:
        small = scenario(PEER_CALLS)
        peer.ask(do="load", spans=small.spans, criteria={"order": small.criteria["order"]})
        theirs = {"do": "run", "rule": "order", "mode": "explain", "repeat": 1}
        our, their = interleaved(rounds, [(ours, mine), (peer, theirs)])
        extrapolated = their["seconds"] * (calls / PEER_CALLS) ** 2
        ratio = extrapolated / our["seconds"]
        yield Row(
            what,
            f"{ratio:,.0f}×",
            f"≥ {GOAL_RATIO:,}×",
            ratio >= GOAL_RATIO,
            f"ours {shown_time(our['seconds'])} with its justification written out; UiPath's"
            f" {shown_time(their['seconds'])} at {PEER_CALLS}, so {shown_time(extrapolated)}"
            " extrapolated by the square of the calls, spans read",
        )
    peak = ours.ask(do="memory", rule="order", mode="explain")["peak_bytes"]
    yield Row(
        f"{what}: memory",
        f"{peak / 2**20:.1f} MB",
        f"≤ {GOAL_BYTES // 2**20} MB",
        peak <= GOAL_BYTES,
        "the most held while judging and explaining, by tracemalloc, beyond trace and spec",
    )

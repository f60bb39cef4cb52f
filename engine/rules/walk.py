"""Walk through calls with the entries of a `sequence`: which are taken, and what could be."""

from __future__ import annotations

from collections.abc import Sequence

from toolspec.engine.matcher import Arguments
from toolspec.engine.pattern import ToolPattern
from toolspec.engine.rules.entries import source_of
from toolspec.engine.rules.lookup import ANY_ARGUMENTS, FAULT, MATCH, MISS, outcomes
from toolspec.engine.trace import Trace
from toolspec.engine.values import Value


class Stop(Value):
    """One entry: a call of `tool` with these arguments; `source` is the pattern as written."""

    tool: ToolPattern
    arguments: Arguments = ANY_ARGUMENTS
    source: str = ""

    def __str__(self) -> str:
        source = source_of(self.source, self.tool)
        return f"{source} {self.arguments}" if self.arguments.entries else source


class Walk:
    """How far the calls lead: `taken` while all is certain, then every count that is possible.

    `ends` has the bit `1 << n` where n entries can be taken at the end; `fault` is a call at which
    a `must` key is missing (or could be), `open_at` the first call that leaves something open.
    """

    __slots__ = ("ends", "fault", "open_at", "taken")

    def __init__(self) -> None:
        self.taken: list[int] = []
        self.ends = 1
        self.fault: int | None = None
        self.open_at: int | None = None


def walk_through(stops: Sequence[Stop], trace: Trace) -> Walk:
    """Take calls one by one; what is not recorded leaves several counts of entries possible."""
    walk = Walk()
    waiting, last = 0, len(stops)
    calls = trace.calls
    for at, name in enumerate(trace.names):
        stop = stops[waiting]
        if not stop.tool.means(name):
            continue
        can_be = outcomes(stop.arguments, calls[at]) if stop.arguments.entries else MATCH
        if can_be == MATCH:
            walk.taken.append(at)
            waiting += 1
            if waiting == last:
                break
        elif can_be == FAULT:
            walk.fault = at
            walk.ends = 0
            return walk
        elif can_be != MISS:
            walk.open_at = at
            _walk_on(stops, trace, walk, waiting, at)
            return walk
    walk.ends = 1 << waiting
    return walk


def _walk_on(stops: Sequence[Stop], trace: Trace, walk: Walk, waiting: int, start: int) -> None:
    """Go on from a call that leaves open whether it is taken, with a bit for each count."""
    states, done = 1 << waiting, 1 << len(stops)
    masks: dict[str, int] = {}
    for at in range(start, len(trace)):
        name = trace.names[at]
        mask = masks.get(name)
        if mask is None:
            mask = masks[name] = sum(
                [1 << n for n, stop in enumerate(stops) if stop.tool.means(name)]
            )
        here = states & mask
        call = trace.calls[at]
        while here:
            # From the last state on: what moves up must not be looked at twice.
            bit = 1 << here.bit_length() - 1
            here ^= bit
            can_be = outcomes(stops[bit.bit_length() - 1].arguments, call)
            if can_be & FAULT:
                walk.fault = at
            if not can_be & MISS:
                states ^= bit
            if can_be & MATCH:
                states |= bit << 1
        if states == done or not states:
            break
    walk.ends = states

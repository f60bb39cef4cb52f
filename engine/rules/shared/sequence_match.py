"""Walk through calls with the entries of a `sequence`: which are taken, and what could be."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from toolspec.engine import effort
from toolspec.engine.effort import Effort, TooMuchError
from toolspec.engine.match.lcs import Masks, bits
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.engine.matcher import Arguments
from toolspec.engine.rules.shared.entries import source_of
from toolspec.engine.rules.shared.lookup import ANY_ARGUMENTS, FAULT, MATCH, MISS, outcomes
from toolspec.engine.trace import UNRECORDED, Call, Trace
from toolspec.engine.values import Value


class Stop(Value):
    """One entry: a call of `tool` with these arguments; `source` is the pattern as written."""

    tool: ToolPattern
    arguments: Arguments = ANY_ARGUMENTS
    source: str = ""

    def __str__(self) -> str:
        source = source_of(self.source, self.tool)
        return f"{source} {self.arguments}" if self.arguments.asks else source


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
    """Take calls one by one; what is not recorded leaves several counts of entries possible.

    Raises TooMuchError where that takes too many comparisons.
    """
    walk = Walk()
    waiting, last = 0, len(stops)
    calls = trace.calls
    stop, means = stops[0], _meaning(stops[0], trace)
    for at, name in enumerate(trace.names):
        if not means(name):
            continue
        can_be = outcomes(stop.arguments, calls[at]) if stop.arguments.asks else MATCH
        if can_be == MATCH:
            walk.taken.append(at)
            waiting += 1
            if waiting == last:
                break
            stop, means = stops[waiting], _meaning(stops[waiting], trace)
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


def _meaning(stop: Stop, trace: Trace) -> Callable[[str], bool]:
    """Return what tells whether an entry means a tool; of several regexes, once for each tool."""
    tool = stop.tool
    return tool.means if tool.searches < 2 else frozenset(tool.names_in(trace)).__contains__


def _walk_on(stops: Sequence[Stop], trace: Trace, walk: Walk, waiting: int, start: int) -> None:
    """Go on from a call that leaves open whether it is taken, with a bit for each count.

    Raises TooMuchError where the calls' arguments are compared too often.
    """
    cells = len(stops) * (len(trace) - start)
    if cells > effort.CELLS_MAX:
        raise TooMuchError(cells, effort.CELLS_MAX)
    states, done = 1 << waiting, 1 << len(stops)
    asked = _Asked(stops)
    names = trace.names[start:]
    for at, mask in enumerate(map(asked.tools.of(names), names), start):
        here = states & mask
        if not here:
            continue
        match, miss, fault = asked.outcomes(trace.calls[at], here)
        if fault:
            walk.fault = at
        # What moves up is not looked at twice: it waits for the next call.
        states = (states ^ here) | miss | match << 1
        if states == done or not states:
            break
    walk.ends = states


class _Asked:
    """What entries ask of a call: those that ask the same of its arguments are asked once."""

    def __init__(self, stops: Sequence[Stop]) -> None:
        self.stops, self.width = stops, len(stops)
        self.tools = Masks([stop.tool for stop in stops])
        self.effort = Effort()
        self.alike: dict[Arguments, list[int]] = {}
        for at, stop in enumerate(stops):
            self.alike.setdefault(stop.arguments, []).append(at)
        self.unrecorded = [
            bits((at for known in self.alike if _open(known) & outcome for at in self.alike[known]),
                 self.width)
            for outcome in (MATCH, MISS, FAULT)
        ]  # fmt: skip

    def outcomes(self, call: Call, here: int) -> list[int]:
        """Return which of these entries the call can match, miss, and be a fault for, as bits."""
        if call.arguments is UNRECORDED:
            return [outcome & here for outcome in self.unrecorded]
        found = [0, 0, 0]
        while here:
            arguments = self.stops[here.bit_length() - 1].arguments
            alike = self.alike[arguments]
            self.effort.spend(arguments.effort + (self.width >> 13))
            asked = here & bits(alike, self.width)
            here ^= asked
            can_be = outcomes(arguments, call)
            for at, outcome in enumerate((MATCH, MISS, FAULT)):
                if can_be & outcome:
                    found[at] |= asked
        return found


def _open(arguments: Arguments) -> int:
    """Return what a call can be whose arguments are not recorded."""
    return outcomes(arguments, Call(""))

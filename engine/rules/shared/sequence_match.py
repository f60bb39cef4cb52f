"""Walk through calls with the entries of a `sequence`: which are taken, and what could be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from toolspec.engine import effort
from toolspec.engine.effort import Effort, TooMuchError
from toolspec.engine.match.call_pattern import CallPattern, Group, meaning
from toolspec.engine.match.lcs import Masks, bits
from toolspec.engine.match.qualifier import FAULT, MATCH, MISS, Qualifier
from toolspec.engine.match.qualifiers.arguments import CallArguments
from toolspec.engine.rules.shared.filling import Filling
from toolspec.engine.trace import UNRECORDED, Call, Trace

Entry: TypeAlias = CallPattern | Group


class Walk:
    """How far the calls lead: `taken` while all is certain, then every count that is possible.

    `ends` has the bit `1 << n` where n entries can be taken at the end; `fault` is a call at which
    a `must` key is missing (or could be), `open_at` the first call that leaves something open.
    `waiting` is the first entry that found no call for certain; of a group that is not complete,
    `partly` are the calls found and `lacking` the patterns without one.
    """

    __slots__ = ("ends", "fault", "lacking", "open_at", "partly", "taken", "waiting")

    def __init__(self) -> None:
        self.taken: list[int] = []
        self.ends = 1
        self.fault: int | None = None
        self.open_at: int | None = None
        self.waiting = 0
        self.partly: list[int] = []
        self.lacking: list[CallPattern] = []


def walk_through(entries: Sequence[Entry], trace: Trace) -> Walk:
    """Take calls one by one; what is not recorded leaves several counts of entries possible.

    Raises TooMuchError where that takes too many comparisons.
    """
    calls = [entry for entry in entries if isinstance(entry, CallPattern)]
    if len(calls) < len(entries):
        return _walk_with_groups(entries, trace)
    return _walk(calls, trace)


def _walk(entries: Sequence[CallPattern], trace: Trace) -> Walk:
    walk = Walk()
    waiting, last = 0, len(entries)
    calls = trace.calls
    entry = entries[0]
    means, placed = meaning(entry, trace), entry.position_in(trace)
    for at, name in enumerate(trace.names):
        if not means(name):
            continue
        can_be = entry.outcomes(calls[at]) if entry.qualifiers else MATCH
        if placed is not None and at != placed and can_be & MATCH:
            can_be = can_be & ~MATCH | MISS
        if can_be == MATCH:
            walk.taken.append(at)
            waiting += 1
            if waiting == last:
                break
            entry = entries[waiting]
            means, placed = meaning(entry, trace), entry.position_in(trace)
        elif can_be == FAULT:
            walk.fault = at
            walk.ends = 0
            walk.waiting = waiting
            return walk
        elif can_be != MISS:
            walk.open_at = at
            walk.waiting = waiting
            _walk_on(entries, trace, walk, waiting, at)
            return walk
    walk.ends = 1 << waiting
    walk.waiting = waiting
    return walk


def _walk_on(
    entries: Sequence[CallPattern], trace: Trace, walk: Walk, waiting: int, start: int
) -> None:
    """Go on from a call that leaves open whether it is taken, with a bit for each count.

    Raises TooMuchError where calls are compared too often.
    """
    cells = len(entries) * (len(trace) - start)
    if cells > effort.CELLS_MAX:
        raise TooMuchError(cells, effort.CELLS_MAX)
    states, done = 1 << waiting, 1 << len(entries)
    asked = EntryQueries(entries, trace)
    names = trace.names[start:]
    for at, mask in enumerate(map(asked.tools.of(names), names), start):
        here = states & mask
        if not here:
            continue
        match, miss, fault = asked.outcomes(at, here)
        if fault:
            walk.fault = at
        # What moves up is not looked at twice: it waits for the next call.
        states = (states ^ here) | miss | match << 1
        if states == done or not states:
            break
    walk.ends = states


class EntryQueries:
    """What entries ask of a trace's calls: those that ask the same are asked once.

    Entries count as bits.
    """

    def __init__(
        self, entries: Sequence[CallPattern], trace: Trace, tools: Masks | None = None
    ) -> None:
        self.entries, self.width, self.trace = entries, len(entries), trace
        self.tools = tools or Masks([entry.tool for entry in entries])
        self.effort = Effort()
        self.alike: dict[tuple[Qualifier, ...], list[int]] = {}
        self.placed: dict[int, int] = {}
        """Entries with a position, by the one call each could take."""
        places: dict[int, list[int]] = {}
        for number, entry in enumerate(entries):
            self.alike.setdefault(entry.demand, []).append(number)
            place = entry.position_in(trace)
            if place is not None:
                places.setdefault(place, []).append(number)
        self.with_place = bits((at for some in places.values() for at in some), self.width)
        self.placed = {at: bits(some, self.width) for at, some in places.items()}
        plain = all(
            isinstance(qualifier, CallArguments) for demand in self.alike for qualifier in demand
        )
        # Of a call without arguments nothing else is known to differ.
        self.unrecorded = self._of_unrecorded() if plain else None

    def _of_unrecorded(self) -> list[int]:
        known = [(_open(demand), numbers) for demand, numbers in self.alike.items()]
        return [
            bits((at for can_be, some in known if can_be & outcome for at in some), self.width)
            for outcome in (MATCH, MISS, FAULT)
        ]

    def outcomes(self, at: int, here: int) -> list[int]:
        """Return which of these entries the call can match, miss, and be a fault for, as bits."""
        call = self.trace.calls[at]
        if call.arguments is UNRECORDED and self.unrecorded is not None:
            can_be = [outcome & here for outcome in self.unrecorded]
        else:
            can_be = self._asked(call, here)
        elsewhere = self.with_place & ~self.placed.get(at, 0)
        if elsewhere:
            out = can_be[0] & elsewhere
            can_be[0] ^= out
            can_be[1] |= out
        return can_be

    def _asked(self, call: Call, here: int) -> list[int]:
        outcomes = [0, 0, 0]
        while here:
            entry = self.entries[here.bit_length() - 1]
            alike = self.alike[entry.demand]
            self.effort.spend(1 + entry.effort + (self.width >> 13))
            asked = here & bits(alike, self.width)
            here ^= asked
            can_be = entry.outcomes(call)
            for number, outcome in enumerate((MATCH, MISS, FAULT)):
                if can_be & outcome:
                    outcomes[number] |= asked
        return outcomes


def _open(demand: tuple[Qualifier, ...]) -> int:
    """Return what a call can be whose arguments are not recorded."""
    return demand[0].outcomes(Call("")) if demand else MATCH


# ------------------------------------------------------------------------------------------ groups


def _walk_with_groups(entries: Sequence[Entry], trace: Trace) -> Walk:
    """Walk twice: with the calls that match for certain, and with all that could match.

    A group takes the calls with which it is complete soonest: that leaves the most to the others.
    """
    certain = _once(entries, trace, possible=False)
    if certain.open_at is not None:
        best = _once(entries, trace, possible=True)
        certain.ends |= best.ends
        certain.fault = best.fault if certain.fault is None else certain.fault
    return certain


def _once(entries: Sequence[Entry], trace: Trace, possible: bool) -> Walk:
    walk = Walk()
    effort = Effort()
    filling = Filling(members_of(entries[0]), trace, effort)
    for at, name in enumerate(trace.names):
        asked = filling.members_of(name)
        if not asked:
            continue
        outcome = filling.outcomes(at, asked)
        if outcome.fault:
            walk.fault = at
            if not outcome.open:
                walk.ends = 0
                return walk
        if outcome.open and walk.open_at is None:
            walk.open_at = at
        members = (
            outcome.match if possible else [at for at in outcome.match if at not in outcome.open]
        )
        if not members or not filling.add(at, members):
            continue
        walk.taken += filling.calls
        walk.waiting += 1
        if walk.waiting == len(entries):
            break
        filling = Filling(members_of(entries[walk.waiting]), trace, effort)
    walk.ends = 1 << walk.waiting
    walk.partly, walk.lacking = filling.calls, filling.lacking
    return walk


def members_of(entry: Entry) -> Sequence[CallPattern]:
    """Return the calls that an entry takes, one for each pattern."""
    return entry.calls if isinstance(entry, Group) else (entry,)

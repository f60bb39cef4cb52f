"""What a timeline draws of the kinds that have entries: the calls that each entry took."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from toolspec.engine.json_value import Json
from toolspec.engine.kinds.drawing import Drawing
from toolspec.engine.rules.shared.sequence_match import Entry, Walk, members_of
from toolspec.engine.rules.shared.times import Times
from toolspec.engine.trace import Trace


def of_walk(entries: Sequence[Entry], walk: Walk) -> Drawing:
    """Return the drawing of a walk through the calls: the calls of each entry, in order."""
    links: list[tuple[int, int]] = []
    taken = iter(walk.taken)
    for number, entry in enumerate(entries):
        links += [(at, number) for _, at in zip(members_of(entry), taken, strict=False)]
    complete = {number for _, number in links}
    if walk.waiting < len(entries):
        links += [(at, walk.waiting) for at in walk.partly]
    lacking = [number for number in range(len(entries)) if number not in complete]
    expected = tuple([str(entry) for entry in entries])
    return Drawing(expected, sorted(links), lacking, in_order=True)


def of_times(entries: Sequence[Times], trace: Trace) -> Drawing:
    """Return the drawing of counted calls; those after the largest number are too many."""
    links: list[tuple[int, int]] = []
    lacking: list[int] = []
    extra: list[int] = []
    for number, entry in enumerate(entries):
        sorted_calls = entry.calls_in(trace)
        calls = sorted_calls.matches
        links += [(at, number) for at in calls]
        if entry.most is not None:
            extra += calls[entry.most :]
        if len(calls) + len(sorted_calls.open) < entry.least:
            lacking.append(number)
    return Drawing(
        tuple([f"{item.call} {item.expected}" for item in entries]), links, lacking, extra
    )


def of_pairs(expected: Iterable[str], calls: Json) -> Drawing:
    """Return the drawing of entries that each took one call; `calls` has None for those without."""
    places = calls if isinstance(calls, list | tuple) else ()
    links = [(at, number) for number, at in enumerate(places) if isinstance(at, int) and at >= 0]
    served = {number for _, number in links}
    lacking = [number for number in range(len(places)) if number not in served]
    return Drawing(tuple(expected), sorted(links), lacking)

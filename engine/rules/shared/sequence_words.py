"""What is said of a walk through calls: which were taken, and why there are no more."""

from __future__ import annotations

from collections.abc import Sequence

from toolspec.engine.json_value import Json
from toolspec.engine.match.call_pattern import CallPattern, Group
from toolspec.engine.match.sorted_calls import call_phrase, nearest, too_little_recorded
from toolspec.engine.rules.shared.sequence_match import Entry, Walk, members_of
from toolspec.engine.trace import Trace
from toolspec.engine.verdict import (
    EVIDENCE_MAX,
    Evidence,
    Explanation,
    Shown,
    evidence,
    more_than_listed,
)


def taken_fields(trace: Trace, walk: Walk, shown: Shown) -> dict[str, Json]:
    """Return the justification's fields that name the calls taken."""
    taken = [call_phrase(trace, at, shown) for at in walk.taken[:EVIDENCE_MAX]]
    return {"calls_taken": taken, **more_than_listed(walk.taken)}


def fault_of(
    trace: Trace, walk: Walk, entries: Sequence[Entry], shown: Shown, fields: dict[str, Json]
) -> Explanation:
    """Say which call lacks a `must` key."""
    at, entry = walk.fault, entries[walk.waiting]
    assert at is not None
    assert isinstance(entry, CallPattern)
    lacks = entry.missing_must(trace.calls[at])
    summary = f"{call_phrase(trace, at, shown)} must have {lacks}, and does not"
    listed = (Evidence(at, "fault", lacks), *evidence(walk.taken, "match"))
    return Explanation(summary, fields, listed, entry.brief_of_fault(trace.calls[at]))


def open_of(
    trace: Trace, walk: Walk, entries: Sequence[Entry], shown: Shown, fields: dict[str, Json]
) -> Explanation:
    """Say of which call the trace records too little."""
    at = walk.open_at
    assert at is not None
    call = trace.calls[at]
    asking = [
        member for entry in entries for member in members_of(entry) if member.tool.means(call.name)
    ]
    names = dict.fromkeys(name for member in asking for name in member.not_recorded(call))
    reason = too_little_recorded(trace, [at], [" and ".join(names)], shown, fields)
    return reason._replace(evidence=(*reason.evidence, *evidence(walk.taken, "match")))


def miss_of(
    trace: Trace, walk: Walk, entries: Sequence[Entry], shown: Shown, fields: dict[str, Json]
) -> Explanation:
    """Say which entry found no call, and which call came nearest."""
    number, entry = walk.waiting + 1, entries[walk.waiting]
    after = walk.taken[-1] if walk.taken else -1
    pattern = walk.lacking[0] if walk.lacking else members_of(entry)[0]
    calls = pattern.tool.calls_in(trace)
    later = [at for at in calls if at > after and at not in walk.partly]
    where = f", after call {trace.number(after)}" if walk.taken else ""
    matched = evidence(walk.taken, "match")
    short = f"entry {number} found none"
    summary = f"no call matches entry {number}, {entry}{where}"
    if isinstance(entry, Group):
        summary = f"entry {number}, {entry}, is not complete{where}: no call is left for {pattern}"
        short = f"entry {number} is not complete"
    if later:
        near = nearest(trace, later, pattern)
        assert near is not None
        place = pattern.position_in(trace)
        missed = pattern.not_placed if place is not None and place != near else ""
        lacks = pattern.lacks(trace.calls[near], shown, missed)
        summary += f"; nearest: {call_phrase(trace, near, shown)}: {lacks}"
        return Explanation(summary, fields, (Evidence(near, "nearest", lacks), *matched), short)
    if calls and walk.taken and calls[-1] <= after:
        lacks = f"it came before call {trace.number(after)}"
        if calls[-1] == after:
            lacks = f"it is already taken by entry {walk.waiting}"
        listed = Evidence(calls[-1], "nearest", lacks)
        return Explanation(
            f"{summary}; call {trace.number(calls[-1])}: {lacks}", fields, (listed, *matched), short
        )
    return Explanation(summary, fields, matched, short)


def whatever_of(
    trace: Trace, walk: Walk, entries: int, shown: Shown, fields: dict[str, Json]
) -> Explanation:
    """Say how far the calls can lead at most, with the best content of what is not recorded."""
    matched = evidence(walk.taken, "match")
    if not walk.ends and walk.fault is not None:
        lacks = "an argument that must be there"
        summary = f"{call_phrase(trace, walk.fault, shown)} lacks {lacks}"
        listed = (Evidence(walk.fault, "fault", lacks), *matched)
        return Explanation(summary, fields, listed, "an argument is missing")
    most = walk.ends.bit_length() - 1
    summary = f"at most {most} of {entries} entries find a call, whatever is not recorded"
    return Explanation(summary, fields, matched, f"at most {most} of {entries} found")

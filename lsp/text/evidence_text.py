"""Sentences about the calls that decide a rule, for every kind of rule and role of a call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, repeat

from toolspec.engine.kinds.kind import Kind
from toolspec.engine.verdict import Evidence

Place = tuple[int, int]
"""Line and column of a call in its file, from 1; (0, 0) if unknown."""


def placed(evidence: Sequence[Evidence], places: Sequence[Place]) -> list[tuple[Evidence, Place]]:
    """Return the evidence with places, without near misses of calls that also match."""
    taken = {item.call for item in evidence if item.role == "match"}
    return [
        (item, place)
        for item, place in zip(evidence, chain(places, repeat((0, 0))), strict=False)
        if item.role != "nearest" or item.call not in taken
    ]


def evidence_sentence(item: Evidence, kind: Kind | type[Kind]) -> str:
    """Return a complete sentence on how a call decides a rule of a kind.

    >>> evidence_sentence(Evidence(0, "fault", "the argument `path`"), Kind)
    'call 1 lacks the argument `path`'
    """
    if item.role == "offender" and item.lacks and kind.evidence_is_sentence:
        return item.lacks
    return f"call {item.call + 1}{after_name(item, kind, str)}"


def after_name(item: Evidence, kind: Kind | type[Kind], shown_by: Callable[[str], str]) -> str:
    """Return the words that follow the name of a call; `shown_by` escapes text of a trace.

    >>> after_name(Evidence(3, "offender"), Kind, str)
    ' decides against it'
    """
    lacks = shown_by(item.lacks) if item.lacks else ""
    match item.role:
        case "match":
            return " matches"
        case "nearest":
            return f" comes nearest: {lacks}" if lacks else " comes nearest"
        case "open":
            return f": {lacks}" if lacks else " is not recorded in full"
        case "fault":
            return f" lacks {lacks or 'what it must have'}"
        case _:
            if lacks and not kind.evidence_is_sentence:
                return f" {lacks[3:]}" if lacks.startswith("it ") else f": {lacks}"
            return f" {kind.offends}"

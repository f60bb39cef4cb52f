"""Which responses two instrumentations report beside each other."""

from __future__ import annotations

from typing import Final

from toolspec.engine.reading.spans.classified_span import ClassifiedSpan

NEAR: Final = 64
"""So many responses that run at once are compared with those of another instrumentation."""


def reported_twice(responses: list[ClassifiedSpan]) -> dict[int, ClassifiedSpan]:
    """Return the responses that another instrumentation reports too, with its report.

    The two have different writers and overlap in time, and each has no other such twin.
    """
    waiting: list[ClassifiedSpan] = []
    twins: dict[int, ClassifiedSpan] = {}
    timed = [
        classified
        for classified in responses
        if classified.start_ns is not None and classified.end_ns is not None
    ]
    for classified in sorted(timed, key=lambda classified: classified.begins):
        waiting = [other for other in waiting if (other.end_ns or 0) > classified.begins[0]][-NEAR:]
        # That which ends first: what begins later may still be the twin of the others.
        others = (other for other in waiting if other.writer != classified.writer)
        twin = min(others, key=lambda other: other.end_ns or 0, default=None)
        if twin is None:
            waiting.append(classified)
        else:
            twins[classified.at] = twin
            waiting.remove(twin)
    return twins


def overlap(a: int | None, a_end: int | None, b: int | None, b_end: int | None) -> bool:
    """Tell whether two times overlap; those of which a bound is not recorded do not."""
    if a is None or a_end is None or b is None or b_end is None:
        return False
    return max(a, b) < min(a_end, b_end) or (a, a_end) == (b, b_end)

"""A span with what it is: what the rules across spans work on."""

from __future__ import annotations

from typing import Final, NamedTuple

from toolspec.engine.dialects.dialect import Dialect, Role
from toolspec.engine.formats.span import Span

LATE: Final = 1 << 200
"""Sorts what has no time behind everything that has one."""


class Seen(NamedTuple):
    """A span, what it is, its number in the order of the file, and what it is sorted by."""

    span: Span
    role: Role
    dialect: Dialect | None
    at: int
    begins: tuple[int, int]


def begins(span: Span, at: int) -> tuple[int, int]:
    """Return what spans are ordered by: start time, then place in the file."""
    start = span.start_ns
    if start is None:
        start = LATE if span.end_ns is None else span.end_ns
    return (start, at)

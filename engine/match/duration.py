"""Durations as a spec writes them: `200ms`, `1.5s`, `2m`, `1h`."""

from __future__ import annotations

import re
from typing import Final

from toolspec.engine.values import Value

UNITS: Final = {"ms": 1_000_000, "s": 1_000_000_000, "m": 60_000_000_000, "h": 3_600_000_000_000}
"""Nanoseconds of each unit."""

LENGTH_MAX: Final = 40
"""Characters of a duration that is read: more than any clock can tell."""

_WRITTEN = re.compile(r"((?:0|[1-9][0-9]*)(?:\.[0-9]+)?)(ms|s|m|h)")


class Duration(Value):
    """A length of time: nanoseconds, and how it is written."""

    ns: int | float
    written: str

    def __str__(self) -> str:
        return self.written


def read_duration(text: str) -> Duration | None:
    """Return the duration that a text is, None where it is none.

    >>> read_duration("1.5s"), read_duration("5")
    (Duration(ns=1500000000, written='1.5s'), None)
    """
    match = _WRITTEN.fullmatch(text)
    if match is None or len(text) > LENGTH_MAX:
        return None
    whole, _, after_point = match[1].partition(".")
    ns, parts = int(whole + after_point) * UNITS[match[2]], 10 ** len(after_point)
    return Duration(ns / parts if ns % parts else ns // parts, text)


def readable(ns: int) -> str:
    """Return a number of nanoseconds as a spec would write it, to three digits.

    >>> readable(900_000_000), readable(2_000_000_000), readable(90_000_000_000), readable(1500)
    ('900ms', '2s', '1.5m', '0.0015ms')
    """
    unit = next((unit for unit in ("h", "m", "s") if abs(ns) >= UNITS[unit]), "ms")
    return f"{ns / UNITS[unit]:.3g}{unit}"

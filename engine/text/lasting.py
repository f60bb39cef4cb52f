"""Lengths of time in words."""

from __future__ import annotations


def lasting(duration_ns: float) -> str:
    """Return a duration in words.

    >>> lasting(1_230_000_000), lasting(45_600_000), lasting(90_000_000_000), lasting(12_000)
    ('1.2 s', '46 ms', '1.5 min', '< 1 ms')
    """
    if duration_ns < 1e6:
        return "< 1 ms"
    if duration_ns < 1e9:
        return f"{duration_ns / 1e6:.0f} ms"
    return f"{duration_ns / 1e9:.1f} s" if duration_ns < 6e10 else f"{duration_ns / 6e10:.1f} min"

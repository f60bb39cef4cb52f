"""Times and numbers in words."""

from __future__ import annotations

_UNITS = ((86_400, "day"), (3_600, "h"), (60, "min"), (1, "s"))


def ago(then_ns: int, now_ns: int) -> str:
    """Return how long ago something was, in its largest unit.

    >>> ago(0, 150 * 10**9), ago(0, 3 * 86_400 * 10**9), ago(5, 5)
    ('2 min ago', '3 days ago', 'now')
    """
    seconds = max(0, now_ns - then_ns) // 1_000_000_000
    for size, unit in _UNITS:
        if seconds >= size:
            number = seconds // size
            plural = "s" if unit == "day" and number > 1 else ""
            return f"{number} {unit}{plural} ago"
    return "now"


def times(number: int, thing: str) -> str:
    """Return a number with its noun: `1 call`, `2 calls`.

    >>> times(1, "call"), times(0, "entry")
    ('1 call', '0 entries')
    """
    if number == 1:
        return f"1 {thing}"
    return f"{number} {thing[:-1]}ies" if thing.endswith("y") else f"{number} {thing}s"

"""Times as trace files write them, read as nanoseconds since 1970 UTC."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final, cast

_ISO: Final = re.compile(
    r"(\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d):(\d\d)(?:[.,](\d{1,12}))?\s*"
    r"(?:[Zz]|([+-])(\d\d):?(\d\d))?$"
)
_SECOND_NS: Final = 1_000_000_000


def nanoseconds(recorded: object) -> int | None:
    """Return a time of any carrier in nanoseconds; None where it is absent or no time.

    Text is ISO 8601 (UTC where it names no zone) or a decimal count of nanoseconds; a number is
    nanoseconds; a pair is seconds and nanoseconds, as JavaScript's SDK writes them.

    >>> nanoseconds("1970-01-01T00:00:01.5Z"), nanoseconds("7"), nanoseconds([1, 5])
    (1500000000, 7, 1000000005)
    """
    if isinstance(recorded, str):
        if recorded.isdecimal() and len(recorded) < 25:
            return int(recorded)
        return _iso(recorded)
    if isinstance(recorded, bool):
        return None
    if isinstance(recorded, int):
        return recorded
    if isinstance(recorded, float):
        return int(recorded) if abs(recorded) < 1e20 else None
    if isinstance(recorded, list):
        pair = cast("list[Any]", recorded)
        if len(pair) != 2:
            return None
        seconds, rest = pair
        if type(seconds) is int and type(rest) is int:
            return seconds * _SECOND_NS + rest
    return None


def _iso(text: str) -> int | None:
    match = _ISO.match(text)
    if match is None:
        return None
    minute, second, fraction, sign, hours, minutes = match.groups()
    seconds, second = _minute(minute), int(second)
    if seconds is None or second > 60:
        return None
    seconds += second
    if sign:
        offset = int(hours) * 3_600 + int(minutes) * 60
        seconds -= offset if sign == "+" else -offset
    return seconds * _SECOND_NS + (int(fraction.ljust(9, "0")[:9]) if fraction else 0)


@lru_cache(maxsize=256)
def _minute(written: str) -> int | None:
    """Return the seconds from 1970 to a minute, written `2026-01-05T12:30`: many records share one.

    None where there is no such minute.
    """
    year, month, day = int(written[:4]), int(written[5:7]), int(written[8:10])
    hour, minute = int(written[11:13]), int(written[14:16])
    if not (1 <= month <= 12 and 1 <= day <= 31 and hour < 25 and minute < 60):
        return None
    return _days(year, month, day) * 86_400 + hour * 3_600 + minute * 60


def _days(year: int, month: int, day: int) -> int:
    """Return the days from 1970-01-01 in the proleptic Gregorian calendar; years begin in March."""
    shifted = year - (month <= 2)
    era, of_era = divmod(shifted, 400)
    of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return era * 146_097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719_468

"""Numbers as they occur in a text: maximal runs of digits, with at most one `.` inside."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

_RUNS: Final = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
DIGITS_MAX: Final = 4000
"""Digits of a number in a text that are read; no number of a spec has more."""


def is_number(value: object) -> bool:
    """Tell whether a value is a number, which `true` is not."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def number_in(number: float) -> Callable[[str], bool]:
    """Return a function that tells whether a number occurs in a text.

    The `-` of a negative number must be directly before its digits; a positive number is found
    after a `-` as well, which may be a hyphen.

    >>> number_in(1001)("order A-1001"), number_in(1001)("10012"), number_in(-5)("at -5.0 °C")
    (True, False, True)
    """
    negative = number < 0
    size = abs(number)
    whole = int(size) if isinstance(size, int) or size.is_integer() else None
    digits = str(whole) if whole is not None else ""

    def occurs(text: str) -> bool:
        if digits and digits not in text:
            return False
        for run in _RUNS.finditer(text):
            written = run[0]
            if written[0] == "-":
                written = written[1:]
            elif negative:
                continue
            if _equal(written, size, whole):
                return True
        return False

    return occurs


def number_key(number: float) -> str | float:
    """Return what a number is looked up by in `numbers_in`; its sign does not count."""
    size = abs(number)
    return str(int(size)) if isinstance(size, int) or size.is_integer() else size


def numbers_in(text: str) -> set[str | float]:
    """Return the numbers that occur in a text, each as `number_key` has it.

    >>> sorted(map(str, numbers_in("A-1001: 007 of 2.50")))
    ['1001', '2.5', '7']
    """
    numbers: set[str | float] = set()
    for run in _RUNS.findall(text):
        before, _, after = run.removeprefix("-").partition(".")
        if len(before) > DIGITS_MAX:
            continue
        if after.strip("0"):
            numbers.add(number_key(float(f"{before}.{after}")))
        else:
            numbers.add(before.lstrip("0") or "0")
    return numbers


def _equal(written: str, size: float, whole: int | None) -> bool:
    before, dot, after = written.partition(".")
    before = before.lstrip("0") or "0"
    if len(before) > DIGITS_MAX:
        return False
    if not dot or not after.strip("0"):
        return whole is not None and int(before) == whole
    return float(f"{before}.{after}") == size

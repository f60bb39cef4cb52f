"""`sum <key>`: the sum of an argument over the calls that have it as a number.

Calls without the key, or with something else than a number, add nothing. It is compared with any
number, or with a range: `= 1.5..2.5`.
"""

from __future__ import annotations

from collections import Counter
from decimal import Context, Decimal, localcontext
from math import inf
from typing import Final

from toolspec.engine.match.near_misses import OffType, calls_by_words
from toolspec.engine.match.values import written_key
from toolspec.engine.match.values.numbers import is_number
from toolspec.engine.measures.measure import Amount, Measure, exactly
from toolspec.engine.trace import UNRECORDED, Trace
from toolspec.engine.verdict import Shown


class Sum(Measure):
    """The sum of the argument `key`."""

    key: str

    word = "sum"
    written = "sum <amount> <= 500"
    unit = "number"
    grows = False

    def of(self, trace: Trace, part: bool = False) -> Amount:
        """Add up the argument."""
        numbers: list[int | float] = []
        calls: list[int] = []
        for at, call in enumerate(trace.calls):
            if call.arguments is UNRECORDED:
                return Amount(-inf, inf, "arguments", [at])
            value = call.arguments.get(self.key)
            if isinstance(value, int | float) and is_number(value):
                numbers.append(value)
                calls.append(at)
        return exactly(total(numbers), calls[::-1])

    def says(self, number: str) -> str:
        """Say what it comes to."""
        return f"the sum of `{self.key}` is {number}"

    def near_misses(self, trace: Trace, shown: Shown) -> str:
        """Name the calls whose argument is something else than a number."""
        off = [
            OffType(written_key(self.key), call.arguments[self.key])
            for call in trace.calls
            if call.arguments is not UNRECORDED
            and self.key in call.arguments
            and not is_number(call.arguments[self.key])
        ]
        return calls_by_words(Counter([at.said(shown) for at in off]), "counted")

    def __str__(self) -> str:
        return f"sum <{written_key(self.key)}>"


DIGITS_MAX: Final = 700
"""Digits in which the sum of any doubles is exact, from the largest to the smallest."""


def total(numbers: list[int | float]) -> int | float:
    """Return the sum: of whole numbers the whole one, else that of the decimals that are written.

    >>> total([99.99] * 3), total([0.1] * 10), total([1, 2]), total([1e308, 1e308])
    (299.97, 1.0, 3, inf)
    """
    if all(isinstance(number, int) for number in numbers):
        return sum(numbers)
    with localcontext(Context(prec=DIGITS_MAX)):
        exact = (
            Decimal(summand if isinstance(summand, int) else repr(summand)) for summand in numbers
        )
        return float(sum(exact, Decimal()))


MEASURE = Sum

"""What a measure must offer. One measure is one file in `engine/measures`.

A measure says of a trace, or of a part of one, how much there was of something. Its file gives its
word, what it measures, and the calls that say most about it. The file's docstring is its
documentation.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import inf
from typing import ClassVar, Final, NamedTuple

from toolspec.engine.json_value import identity
from toolspec.engine.syntax import Example
from toolspec.engine.trace import UNRECORDED, Trace
from toolspec.engine.values import Value
from toolspec.engine.verdict import Shown


class Amount(NamedTuple):
    """How much there was: `least` and `most` differ where the trace does not record it all.

    `missing` names what it does not record. `calls` are those that say most, the first first.
    """

    least: float
    most: float
    missing: str = ""
    calls: Sequence[int] = ()

    @property
    def is_certain(self) -> bool:
        """Whether the trace records all that is measured."""
        return self.least == self.most


def exactly(number: float, calls: Sequence[int] = ()) -> Amount:
    """Return an amount that is known."""
    return Amount(number, number, "", calls)


def unknown(missing: str, least: float = 0) -> Amount:
    """Return an amount of which only the least is known."""
    return Amount(least, inf, missing)


class Measure(Value):
    """How much of something there is."""

    word: ClassVar[str]
    written: ClassVar[str]
    """An entry of `limit` with it, as an example."""
    unit: ClassVar[str] = "count"
    """What it is compared with: a `count`, a `duration` or any `number`."""
    grows: ClassVar[bool] = True
    """Whether another call can only make it more."""
    of_parts: ClassVar[bool] = True
    """Whether it can be measured of a part of a trace."""
    examples: ClassVar[tuple[Example, ...]] = ()

    def of(self, trace: Trace, part: bool = False) -> Amount:
        """Measure a trace; `part` says that it is a part of one."""
        raise NotImplementedError

    def says(self, number: str) -> str:
        """Say how much there was: `there were 3 calls`."""
        raise NotImplementedError

    def near_misses(self, trace: Trace, shown: Shown) -> str:
        """Name the calls that were nearly measured, "" for none."""
        del trace, shown
        return ""

    def __str__(self) -> str:
        return self.word


def measured(measure: Measure, trace: Trace, part: bool) -> Amount:
    """Return how much there was, measured once for all rules that judge the trace together."""
    shared = trace.shared
    if shared is None:
        return measure.of(trace, part)
    amount = shared.get((measure, part))
    if amount is None:
        amount = shared[measure, part] = measure.of(trace, part)
    return amount


def contents(trace: Trace) -> list[Hashable | None]:
    """Return something to compare each call's tool and arguments by; None where not recorded."""
    shared = trace.shared
    if shared is None:
        return _contents(trace)
    listed = shared.get(contents)
    if listed is None:
        listed = shared[contents] = _contents(trace)
    return listed


def _contents(trace: Trace) -> list[Hashable | None]:
    listed: list[Hashable | None] = []
    for call in trace.calls:
        if call.arguments is UNRECORDED:
            listed.append(None)
            continue
        try:
            listed.append((call.name, identity(call.arguments)))
        except RecursionError:
            listed.append((call.name, _DEEP, repr(call.arguments)))
    return listed


_DEEP: Final = object()

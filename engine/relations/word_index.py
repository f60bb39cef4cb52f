"""Find the calls whose texts may have a word, for `has $x`: a text is found by its runs of letters.

A text that a name stands for counts after `has` only where no letter or digit touches it. So each
run of letters and digits in it is a whole run of the text that has it, and the calls whose texts
have the rarest of these are the only ones to compare. A number is looked up among those in the
texts and beside them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final, cast

from toolspec.engine.json_value import Json
from toolspec.engine.match.qualifier import Qualifier
from toolspec.engine.match.qualifiers.arguments import CallArguments
from toolspec.engine.match.qualifiers.result import CallResult
from toolspec.engine.match.values import Has, ValuePattern, Variable
from toolspec.engine.match.values.numbers import is_number, number_key, numbers_in
from toolspec.engine.trace import UNRECORDED, Trace, Unrecorded

_RUNS: Final = re.compile(r"\w+").findall


def searched_name(rest: Sequence[Qualifier]) -> str | None:
    """Return the name that these qualifiers look for by `has $name` alone, None for others."""
    if len(rest) != 1:
        return None
    (qualifier,) = rest
    pattern: ValuePattern | None = None
    if isinstance(qualifier, CallResult):
        pattern = qualifier.value
    elif isinstance(qualifier, CallArguments) and not qualifier.arguments.entries:
        pattern = qualifier.arguments.has[0] if len(qualifier.arguments.has) == 1 else None
    if isinstance(pattern, Has) and isinstance(pattern.pattern, Variable):
        return pattern.pattern.name
    return None


class WordIndex:
    """Calls by the words and the numbers in their results, or in their arguments."""

    def __init__(self, trace: Trace, calls: Sequence[int], results: bool) -> None:
        self.trace, self.calls, self.results = trace, calls, results

    @cached_property
    def by_run(self) -> dict[str, list[int]]:
        """The calls by the runs of letters and digits in their texts."""
        index: dict[str, list[int]] = {}
        for at in self.calls:
            texts = [item for item in self._inside(at) if isinstance(item, str)]
            for run in {run for text in texts for run in _RUNS(text)}:
                index.setdefault(run, []).append(at)
        return index

    @cached_property
    def by_number(self) -> dict[str | float, list[int]]:
        """The calls by the numbers that they have, also in texts."""
        index: dict[str | float, list[int]] = {}
        for at in self.calls:
            keys: set[str | float] = set()
            for item in self._inside(at):
                if isinstance(item, str):
                    keys |= numbers_in(item)
                else:
                    keys.add(number_key(item))
            for key in keys:
                index.setdefault(key, []).append(at)
        return index

    def may_have(self, value: Json) -> Sequence[int]:
        """Return the calls that may have a value, in order."""
        if isinstance(value, int | float) and is_number(value):
            return self.by_number.get(number_key(value), ())
        runs: list[str] = _RUNS(value) if isinstance(value, str) else []
        if not runs:
            return self.calls
        by_run = [self.by_run.get(run, ()) for run in set(runs)]
        return min(by_run, key=len)

    def _inside(self, at: int) -> list[Any]:
        call = self.trace.calls[at]
        if self.results:
            return [] if isinstance(call.result, Unrecorded) else _inside(call.result.values)
        return [] if call.arguments is UNRECORDED else _inside(list(call.arguments.values()))


def _inside(values: Sequence[Any]) -> list[Any]:
    """Return the texts and numbers among some values and in them."""
    listed: list[Any] = []
    pending = list(values)
    while pending:
        item = pending.pop()
        if isinstance(item, str) or is_number(item):
            listed.append(item)
        elif isinstance(item, Mapping):
            pending.extend(cast("Mapping[str, Any]", item).values())
        elif isinstance(item, Sequence):
            pending.extend(cast("Sequence[Any]", item))
    return listed

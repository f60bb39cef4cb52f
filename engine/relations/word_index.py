"""Find the calls whose texts may have a word, for `has $x`: a text is found by its runs of letters.

A text that a name stands for counts after `has` only where no letter or digit touches it. So each
run of letters and digits in it is a whole run of the text that has it, and the calls whose texts
have the longest of these are the only ones to compare.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from toolspec.engine.json_value import Json
from toolspec.engine.match.qualifier import Qualifier
from toolspec.engine.match.qualifiers.arguments import CallArguments
from toolspec.engine.match.qualifiers.result import CallResult
from toolspec.engine.match.values import Has, ValuePattern, Variable
from toolspec.engine.trace import UNRECORDED, Trace, Unrecorded

_RUNS: Final = re.compile(r"\w+").findall


def searched_name(rest: Sequence[Qualifier]) -> str | None:
    """Return the name that these qualifiers look for by `has $name` alone, None for others."""
    if len(rest) != 1:
        return None
    (one,) = rest
    pattern: ValuePattern | None = None
    if isinstance(one, CallResult):
        pattern = one.value
    elif isinstance(one, CallArguments) and not one.arguments.entries:
        pattern = one.arguments.has[0] if len(one.arguments.has) == 1 else None
    if isinstance(pattern, Has) and isinstance(pattern.pattern, Variable):
        return pattern.pattern.name
    return None


class WordIndex:
    """Calls by the runs of letters and digits in their results, or in their arguments."""

    def __init__(self, trace: Trace, calls: Sequence[int], results: bool) -> None:
        self.calls = calls
        self.by_run: dict[str, list[int]] = {}
        for at in calls:
            call = trace.calls[at]
            values: Sequence[Any] = ()
            if results and not isinstance(call.result, Unrecorded):
                values = call.result.values
            elif not results and call.arguments is not UNRECORDED:
                values = list(call.arguments.values())
            for run in {run for text in _texts(values) for run in _RUNS(text)}:
                self.by_run.setdefault(run, []).append(at)

    def may_have(self, value: Json) -> Sequence[int]:
        """Return the calls whose texts may have a value, in order."""
        runs: list[str] = _RUNS(value) if isinstance(value, str) else []
        if not runs:
            return self.calls
        found = [self.by_run.get(run, ()) for run in set(runs)]
        return min(found, key=len)


def _texts(values: Sequence[Any]) -> list[str]:
    found: list[str] = []
    pending = list(values)
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            found.append(item)
        elif isinstance(item, Mapping):
            pending.extend(cast("Mapping[str, Any]", item).values())
        elif isinstance(item, Sequence):
            pending.extend(cast("Sequence[Any]", item))
    return found

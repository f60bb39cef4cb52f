"""Propose `each`: a call that never came without an earlier one that had the same value.

`each pay <order_id: $order_id>: after seeing approve <order_id: $order_id>` is proposed where
for every call of `pay` with that argument an earlier call of `approve` had the same value, and this
was so for at least two values. One value alone, such as the one user of all runs, says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from toolspec.dsl.proposals import Made
from toolspec.dsl.text.spec_text import key_text, tool_name

CALLS_MAX: Final = 5_000
"""Calls of one run that are looked at."""

KEYS_MAX: Final = 8
"""Arguments of one call that are looked at."""

RULES_MAX: Final = 5
"""Rules that are proposed at most."""

VALUES_MIN: Final = 2
"""Values for which it has to hold."""

_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

Value = tuple[str, str | int]
"""An argument's name and value."""


class SameValue(NamedTuple):
    """Every call of `tool` came after one of `earlier` that had the same value under `key`."""

    tool: str
    key: str
    earlier: str

    def written(self, way: str) -> str:
        """Return the rule; `way` is `after` or `after seeing`."""
        name = self.key if _BARE.fullmatch(self.key) else "value"
        bound = f"<{key_text(self.key)}: ${name}>"
        return f"each {tool_name(self.tool)} {bound}: {way} {tool_name(self.earlier)} {bound}"


def relations(runs: Sequence[Sequence[Made]]) -> list[SameValue]:
    """Return the relations that hold throughout, at most one for each tool.

    >>> run = [Made(tool, {"id": at}) for at in (1, 2) for tool in ("get", "pay")]
    >>> relations([run])[0].written("after")
    'each pay <id: $id>: after get <id: $id>'
    """
    seen_values: dict[tuple[str, str], _Kept] = {}
    for run in runs:
        _look_through(run[:CALLS_MAX], seen_values)
    kept: dict[str, SameValue] = {}
    for (tool, key), recorded in seen_values.items():
        if recorded.earlier and len(recorded.values) >= VALUES_MIN:
            nearest = max(recorded.earlier, key=lambda name: (recorded.earlier[name], name))
            kept.setdefault(tool, SameValue(tool, key, nearest))
    return list(kept.values())[:RULES_MAX]


class _Kept:
    """What is so for a tool and an argument: the tools that always came before, and how late."""

    def __init__(self) -> None:
        self.values: set[str | int] = set()
        self.earlier: dict[str, int] = {}


def _look_through(run: Sequence[Made], seen_values: dict[tuple[str, str], _Kept]) -> None:
    called: dict[Value, dict[str, int]] = {}
    for at, call in enumerate(run):
        given = dict(_values(call))
        for key, value in given.items():
            before = called.setdefault((key, value), {})
            kept = seen_values.get((call.tool, key))
            if kept is None:
                kept = seen_values[call.tool, key] = _Kept()
                kept.earlier = {tool: place for tool, place in before.items() if tool != call.tool}
            else:
                kept.earlier = {
                    tool: place + before[tool]
                    for tool, place in kept.earlier.items()
                    if tool in before
                }
            kept.values.add(value)
            before[call.tool] = at


def _values(call: Made) -> Iterator[Value]:
    given = call.arguments or {}
    for key, value in list(given.items())[:KEYS_MAX]:
        if (isinstance(value, str) and value) or type(value) is int:
            yield key, value

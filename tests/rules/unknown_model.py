"""A slow, plain model of the rules: judge complete traces by the book, then try every content.

A call here is `(tool, arguments or None, result or None, completed, step)`; None is not recorded,
and a result not recorded is a `Hole` too. Arguments and results come from small pools that hold
what fits each written value, and something that fits none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations, product
from typing import Any, NamedTuple

VALUES: dict[str, Callable[[Any], bool]] = {
    '"x"': lambda value: value == "x",
    "1": lambda value: not isinstance(value, bool) and value == 1,
    "/x/": lambda value: isinstance(value, str) and "x" in value,
    "/.*/": lambda value: isinstance(value, str),
    "...": lambda value: True,
}
"""Values as a spec writes them, and what they mean."""

RESULTS: dict[str, Callable[[Any], bool]] = {
    '"x"': lambda value: value == "x",
    "1": lambda value: value == 1,
    "/y/": lambda value: isinstance(value, str) and "y" in value,
}

CONTENTS = [
    {key: value for key, value in zip("abz", chosen, strict=True) if value is not None}
    for chosen in product((None, "x", "y", 1), (None, "x", "y", 1), (None, 0))
]
RETURNED = ["x", "y", 1, 0, ["other"]]
HOLE = object()
"""What is not recorded."""


class Made(NamedTuple):
    """A call: its arguments and result may be `HOLE`."""

    tool: str
    arguments: Any
    result: Any
    completed: bool = True
    step: int = 0


class Wanted(NamedTuple):
    """An entry of a rule: `keys` are triples of key, value as written, and whether it is `must`."""

    tool: str
    keys: tuple[tuple[str, str, bool], ...] = ()

    def __str__(self) -> str:
        if not self.keys:
            return self.tool
        listed = ", ".join(f"{'must ' * must}{key}: {value}" for key, value, must in self.keys)
        return f"{self.tool} <{listed}>"

    def holds(self, arguments: dict[str, Any]) -> bool | None:
        """Tell whether arguments fit; None where a `must` key is missing."""
        for key, value, must in self.keys:
            if must and key not in arguments:
                return None
            if must and value.startswith("/") and not isinstance(arguments[key], str):
                return None
        return all(
            key in arguments and VALUES[value](arguments[key]) for key, value, _ in self.keys
        )


def filled(calls: list[Made]) -> Iterator[list[Made]]:
    """Yield the trace with every content of what is not recorded."""
    choices: list[list[Made]] = []
    for call in calls:
        contents = CONTENTS if call.arguments is HOLE else [call.arguments]
        results = RETURNED if call.result is HOLE else [call.result]
        choices.append(
            [call._replace(arguments=one, result=other) for one in contents for other in results]
        )
    return (list(chosen) for chosen in product(*choices))


def status(calls: list[Made], judge: Callable[[list[Made]], str]) -> str:
    """Return the status over all contents."""
    said = {judge(whole) for whole in filled(calls)}
    if said == {"pass"}:
        return "pass"
    if "pass" in said:
        return "unknown"
    return "error" if said == {"error"} else "fail"


def forbid(calls: list[Made], wanted: Wanted, text: str | None) -> str:
    """Judge a complete trace by `forbid`."""
    fits = [
        (wanted.holds(call.arguments), text is None or text in str(call.result))
        for call in calls
        if call.tool == wanted.tool
    ]
    if any(arguments is None for arguments, _ in fits):
        return "error"
    return "fail" if any(arguments and result for arguments, result in fits) else "pass"


def require(
    calls: list[Made],
    wanted: Wanted,
    text: str | None,
    least: int,
    final: bool,
    before: int | None,
) -> str:
    """Judge a complete trace by `require`."""
    matching: list[int] = []
    for at, call in enumerate(calls):
        if call.tool != wanted.tool or not call.completed:
            continue
        if before is not None and call.step >= before:
            continue
        fits = wanted.holds(call.arguments)
        if fits is None:
            return "error"
        if fits and (text is None or text in str(call.result)):
            matching.append(at)
    if final and len(calls) - 1 not in matching:
        return "fail"
    return "pass" if len(matching) >= least else "fail"


def sequence(calls: list[Made], entries: list[Wanted]) -> str:
    """Judge a complete trace by `sequence`."""
    waiting = 0
    for call in calls:
        if waiting == len(entries):
            break
        if call.tool == entries[waiting].tool:
            fits = entries[waiting].holds(call.arguments)
            if fits is None:
                return "error"
            waiting += fits
    return "pass" if waiting == len(entries) else "fail"


def share(count: int, fits: Callable[[int, Made], bool], calls: list[Made]) -> float:
    """Return the largest share of `count` entries that have calls of their own, trying all ways."""
    slots = [*range(len(calls)), *[-1] * count]
    best = 0
    for order in set(permutations(slots, count)):
        best = max(best, sum(at >= 0 and fits(n, calls[at]) for n, at in enumerate(order)))
    return best / count

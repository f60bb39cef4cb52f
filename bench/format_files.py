"""Files of each format that is read, of any size: the runs that the tests make of all formats."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from tests.traces.attack_plans import ALL
from tests.traces.runs import Done, Run

_FIRST_TURNS: Final = 20

NAMES: Final = tuple(name for name in ALL if "," not in name)
"""One way of writing a run for each format and dialect, without those such as `chat, functions`."""

RunOf = Callable[[int], Run]


def usual_run(turns: int) -> Run:
    """Return a run of so many turns of two calls, with arguments and results of a usual size."""
    return [
        [
            Done(
                ("search", "read_file")[at],
                {"query": f"orders of customer {turn}", "limit": turn},
                f"row {turn}: " + "delivered, paid, " * 12,
                f"call_{turn}_{at}",
            )
            for at in range(2)
        ]
        for turn in range(turns)
    ]


def same_call_again(turns: int) -> Run:
    """Return a run of one call, with nothing in it, again and again under the same id."""
    return [[Done("f", {}, "", "c")]] * turns


def file(name: str, run_of: RunOf, size: int) -> bytes:
    """Return a file of a format, of about so many bytes."""
    made = ALL[name]
    carried = next(iter(made.carriers.values()))
    short = len(carried(made.make(run_of(_FIRST_TURNS))))
    return carried(made.make(run_of(max(_FIRST_TURNS, size * _FIRST_TURNS // short))))


def _text(name: str, size: int) -> str:
    return file(name, same_call_again, size).decode()


HOSTILE: Final[dict[str, Callable[[int], str]]] = {
    f"{name}: one call again and again": partial(_text, name) for name in NAMES
}
"""Traces of each format that have as many records as fit, all alike."""

"""What is looked at when every line has been read: one file for each warning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolspec.dsl.names import Names
    from toolspec.dsl.problem import Found
    from toolspec.dsl.read import Entry
    from toolspec.engine.spec import Spec

CHECKS: tuple[str, ...] = ()
"""The checks, each a file here with `check(entries, spec, names, tools)`."""


def check(
    entries: Sequence[Entry], spec: Spec, names: Names, tools: tuple[str, ...] | None
) -> Iterator[Found]:
    """Yield what every check finds, with offsets in the source."""
    for name in CHECKS:
        yield from import_module(f"{__name__}.{name}").check(entries, spec, names, tools)

"""The problems a spec can have, each one file named after it.

`TS1..` are faults of writing, `TS2..` faults of meaning, `TS3..` warnings. A code stays with its problem
for ever: a problem that goes takes its number with it. A new problem is its file and its line here.
"""

from __future__ import annotations

from importlib import import_module

from toolspec.dsl.problem import Problem

SLUGS = {
    "TS101": "unexpected",
}
"""Each code's file."""


def by_slug(slug: str) -> Problem:
    """Return a problem by its file's name. Raises KeyError where there is none."""
    if slug not in _CODES:
        raise KeyError(slug)
    problem: Problem = import_module(f"{__name__}.{slug}").PROBLEM
    return problem


def by_code(code: str) -> Problem:
    """Return a problem by its code. Raises KeyError where there is none."""
    return by_slug(SLUGS[code])


_CODES = {slug: code for code, slug in SLUGS.items()}

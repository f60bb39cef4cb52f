"""What `limit` can measure, in the order of the documentation.

Each is a module of this package, named after its word; a new measure is its file and its line here.
"""

from __future__ import annotations

from importlib import import_module

from toolspec.engine.measures.measure import Measure

WORDS = (
    "calls",
    "repeats",
    "loops",
    "failures",
    "sum",
    "steps",
    "turns",
    "duration",
    "tokens",
)


def measure(word: str) -> type[Measure]:
    """Return the measure that the word names. Raises KeyError where there is none."""
    if word not in WORDS:
        raise KeyError(word)
    return import_module(f"{__name__}.{word}").MEASURE


def measures() -> tuple[type[Measure], ...]:
    """Return all measures, in their order."""
    return tuple(measure(word) for word in WORDS)

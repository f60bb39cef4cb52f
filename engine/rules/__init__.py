"""The rule kinds, in the order the documentation lists them.

Each is a module of this package named after its keyword, and is loaded only when a spec uses it:
`toolspec check` pays for the kinds it needs. A new kind is its file and its line here.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from toolspec.engine.kinds.kind import Kind

KEYWORDS = (
    "order",
    "sequence",
    "count",
    "args",
    "output",
    "require",
    "forbid",
    "only",
    "each",
    "limit",
    "answer",
    "any",
)


def kind(keyword: str) -> type[Kind]:
    """Return the kind whose rules begin with this keyword. Raises KeyError where there is none."""
    if keyword not in KEYWORDS:
        raise KeyError(keyword)
    return import_module(f"{__name__}.{keyword}").RULE


def kinds() -> tuple[type[Kind], ...]:
    """Return all kinds, in the order of the documentation."""
    return tuple(kind(keyword) for keyword in KEYWORDS)


@cache
def traits(first: str) -> type[Kind]:
    """Return what is true of lines that begin with a word: their kind, else `Kind` itself.

    >>> traits("count").syntax.compares_numbers, traits("case").syntax.compares_numbers
    (True, False)
    """
    return kind(first) if first in KEYWORDS else Kind

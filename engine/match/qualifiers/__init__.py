"""The qualifiers of a call phrase, in the order in which they are listed and tested.

Each is a module of this package, named here by the label of its part. A new qualifier is its file
and its line here.
"""

from __future__ import annotations

from importlib import import_module

from toolspec.engine.match.qualifier import Qualifier

LABELS = (
    "arguments",
    "result",
    "status",
    "took",
    "by",
)


def labelled(label: str) -> type[Qualifier]:
    """Return the qualifier whose part has this label. Raises KeyError where there is none."""
    if label not in LABELS:
        raise KeyError(label)
    return import_module(f"{__name__}.{label}").QUALIFIER


def qualifiers() -> tuple[type[Qualifier], ...]:
    """Return all qualifiers, in their order."""
    return tuple(labelled(label) for label in LABELS)

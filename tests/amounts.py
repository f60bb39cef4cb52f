"""How many inputs of one kind a test tries: some in the gate, all with TOOLSPEC_LONG=1."""

from __future__ import annotations

import os
from typing import TypeVar

T = TypeVar("T")

LONG = os.environ.get("TOOLSPEC_LONG") == "1"
"""Whether this is the long run: `python3 dev.py everything`."""


def amount(gate: T, long: T) -> T:
    """Return how many to try, or which."""
    return long if LONG else gate

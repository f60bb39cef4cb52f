"""How two numbers compare, by the sign that a spec writes."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

COMPARISONS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
    ">=": operator.ge,
    "<=": operator.le,
}

OPPOSITES: Final = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""The sign that holds just where another does not."""

IN_WORDS: Final = {
    "=": "exactly",
    "==": "exactly",
    "!=": "not",
    "<": "less than",
    "<=": "at most",
    ">": "more than",
    ">=": "at least",
}
"""The comparisons as a sentence says them."""

"""Names that moved to `engine/match`: for those who still import them from here."""

from __future__ import annotations

from toolspec.engine.match.arguments import (
    Argument,
    Arguments,
    Fit,
    ResultPattern,
    as_python,
    dict_as_python,
)
from toolspec.engine.match.values import (
    Absent,
    Exactly,
    Has,
    ListOf,
    ObjectOf,
    Present,
    Text,
    ValuePattern,
    written_key,
)

__all__ = [
    "Absent", "Argument", "Arguments", "Exactly", "Fit", "Has", "ListOf", "ObjectOf", "Present",
    "ResultPattern", "Text", "ValuePattern", "as_python", "dict_as_python", "written_key",
]  # fmt: skip

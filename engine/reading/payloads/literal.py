"""Arguments written as Python writes them: text of a plain literal that JSON could say too."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, cast

from toolspec.engine.json_value import Json
from toolspec.engine.trace import UNRECORDED, Unrecorded

LITERAL_CHARACTERS_MAX: Final = 1_000_000
LITERAL_DEPTH_MAX: Final = 60
SIGNS_MAX: Final = 40

# Patterns of the rare paths stay text: compiling them would cost every run.
# None can match a text in two ways or match nothing after much, a quote that is never closed takes
# all that follows: so recorded text, which may be hostile, is gone through once.
_QUOTED: Final = r"""(?s)'[^'\\]*(?:\\.[^'\\]*)*(?:'|\Z)|"[^"\\]*(?:\\.[^"\\]*)*(?:"|\Z)"""
_SIGNS: Final = r"(?:[-+~]\s*(?:\w+\s*)?)+|(?:not\s+)+"


def read_literal(recorded: str) -> Json | Unrecorded:
    """Return what Python text means where it is a plain literal that JSON could say too."""
    stripped = recorded.strip()
    if not (stripped.startswith("{") and stripped.endswith("}")):
        return UNRECORDED
    if len(stripped) > LITERAL_CHARACTERS_MAX or _too_deep(stripped):
        return UNRECORDED
    import ast  # only here: it takes longer to import than most files to read
    import warnings

    try:
        with warnings.catch_warnings():
            # What Python thinks of a backslash in somebody's arguments is not for our users.
            warnings.simplefilter("ignore")
            return _as_json(ast.literal_eval(stripped))
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError, OverflowError):
        return UNRECORDED


def _too_deep(written: str) -> bool:
    """Tell whether Python text nests or chains so much that parsing it costs a stack.

    Text that ends inside quotes counts as such, since what is inside them is not looked at.
    """
    bare = re.sub(_QUOTED, "", written)
    if not bare.endswith("}"):
        return True
    for run in re.findall(_SIGNS, bare):
        if max(run.count("not"), sum(map(run.count, "-+~"))) >= SIGNS_MAX:
            return True
    depth = 0
    for character in bare:
        if character in "([{":
            depth += 1
            if depth > LITERAL_DEPTH_MAX:
                return True
        elif character in ")]}":
            depth -= 1
    return False


def _as_json(value: Any) -> Json:
    """Return a literal as JSON would hold it: tuples are lists. Raises ValueError for the rest."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case list() | tuple():
            return [_as_json(item) for item in cast("Iterable[Any]", value)]
        case dict():
            mapping = cast("dict[Any, Any]", value)
            if not all(isinstance(key, str) for key in mapping):
                raise ValueError("a key that is not text")
            return {str(key): _as_json(item) for key, item in mapping.items()}
        case _:
            raise ValueError(f"{type(value).__name__} is not JSON")

"""JSON values as the language compares and writes them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = "None | bool | int | float | str | Sequence[Json] | Mapping[str, Json]"


def same(left: Json, right: Json) -> bool:
    """Tell whether two JSON values are equal: `1` equals `1.0`, `true` is not `1`.

    Objects and lists are compared whole; numbers by exact value, however large. Nothing recurses, so
    a value nested as deep as the reader allows is compared too.

    >>> same(1, 1.0), same(True, 1), same({"a": [1]}, {"a": [1.0]}), same(2**53 + 1, float(2**53))
    (True, False, True, False)
    """
    if left is right and not isinstance(left, float):
        return True
    pending: list[tuple[Json, Json]] = [(left, right)]
    while pending:
        a, b = pending.pop()
        if isinstance(a, str) or isinstance(b, str) or a is None or b is None:
            if a != b:
                return False
        elif isinstance(a, bool) or isinstance(b, bool):
            if a is not b:
                return False
        elif isinstance(a, int | float) or isinstance(b, int | float):
            # Python compares int with float exactly; NaN equals nothing, itself included.
            if not (isinstance(a, int | float) and isinstance(b, int | float)) or a != b:
                return False
        elif isinstance(a, Mapping) or isinstance(b, Mapping):
            if not (isinstance(a, Mapping) and isinstance(b, Mapping)) or len(a) != len(b):
                return False
            for key, value in a.items():
                if key not in b:
                    return False
                pending.append((value, b[key]))
        else:
            if len(a) != len(b):
                return False
            pending.extend(zip(a, b, strict=True))
    return True


def compact(value: Json) -> str:
    """Return the value as JSON without spaces, as a result's text is matched: `{"a":1}`.

    What JSON cannot say is written so that the text stays JSON: NaN and infinities as `null`.
    """
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except ValueError:
        return json.dumps(finite(value), ensure_ascii=False, separators=(",", ":"))


def finite(value: Json) -> Json:
    """Return the value with NaN and infinities replaced by None, so that any JSON reader takes it."""
    if isinstance(value, float):
        return value if value - value == 0 else None
    if isinstance(value, Mapping):
        return {key: finite(item) for key, item in value.items()}
    if isinstance(value, str) or not isinstance(value, Sequence):
        return value
    return [finite(item) for item in value]

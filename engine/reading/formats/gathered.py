"""Attributes that a tool gathered into lists and objects, made flat again."""

from __future__ import annotations

from typing import Final

from toolspec.engine.json_value import Json

_WHOLE: Final = ("input.value", "output.value", "metadata", "llm.invocation_parameters")
"""Attributes that hold a value of their own, whatever is in it."""

DEPTH_MAX: Final = 12


def flatten(key: str, value: Json, into: dict[str, Json], depth: int = 0) -> None:
    """Put a value that was gathered into objects and lists under the names of flat attributes."""
    if key in _WHOLE or depth > DEPTH_MAX or not isinstance(value, dict | list) or not value:
        into[key] = value
    elif isinstance(value, dict):
        for inner, item in value.items():
            if item is not None:
                flatten(f"{key}.{inner}", item, into, depth + 1)
    elif all(isinstance(item, dict) for item in value):
        for at, item in enumerate(value):
            flatten(f"{key}.{at}", item, into, depth + 1)
    else:
        into[key] = value

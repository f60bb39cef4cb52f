"""The dialects, in the order a span is offered to them: the more particular before the general."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from toolspec.engine.dialects.dialect import Dialect

NAMES: Final = (
    "traceloop",
    "adk",
    "any_agent",
    "pydantic_ai",
    "vercel",
    "uipath",
    "openinference",
    "genai",
)
"""A dialect is the module of this name in this folder, which holds it as `DIALECT`."""

_loaded: list[Dialect] = []


def dialects() -> list[Dialect]:
    """Return every dialect in order, imported when first asked for."""
    if not _loaded:
        _loaded.extend(
            import_module(f"toolspec.engine.dialects.{name}").DIALECT for name in NAMES
        )
    return _loaded

"""The formats traces are read from, in the order a file is offered to them."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from toolspec.engine.dialogue import EVERYTHING, Record
from toolspec.engine.reading.formats.format import Format

NAMES: Final = (
    "otel_sdk",
    "otlp_json",
    "uipath_export",
    "vally",
    "claude_code",
    "atif",
    "conversation",
)
"""A format is the module of this name in this folder, which holds it as `FORMAT`."""

_loaded: dict[str, Format] = {}


def format_of(name: str) -> Format:
    """Return one format by its module's name, imported when first asked for."""
    found = _loaded.get(name)
    if found is None:
        found = _loaded[name] = import_module(f"toolspec.engine.reading.formats.{name}").FORMAT
    return found


def formats() -> list[Format]:
    """Return every format in order. Prefer `format_of` where a file is small and time is short."""
    return [format_of(name) for name in NAMES]


def recorded() -> list[tuple[str, frozenset[Record]]]:
    """Return the formats by what users call them, each with what it may record beside calls."""
    from toolspec.engine.reading.formats.block_readers import BLOCKS

    known = [(one.title, one.records) for one in (*formats()[:-1], *BLOCKS)]
    return [*known, ("OTLP protobuf", EVERYTHING)]


def titles() -> list[str]:
    """Return what users call the formats that are read, protobuf included."""
    return [title for title, _ in recorded()]

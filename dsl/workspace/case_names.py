"""Which case a trace is for, where only its file's name says so."""

# Importing pathlib would cost more than all that is done here.
# ruff: noqa: PTH119

from __future__ import annotations

import os
from typing import Final

CONTENT_ENDINGS: Final = frozenset(
    {"bin", "console", "gz", "gzip", "json", "jsonl", "log", "ndjson", "otlp", "pb", "spans"}
    | {"trace", "traces", "txt", "zst", "zstd"}
)
"""Endings that say what a file holds: no case's name ends in them."""


def names_without_endings(path: str) -> list[str]:
    """Return what a file may be called without its endings, the likeliest first.

    Every dot could begin an ending; those of file formats surely do.

    >>> names_without_endings("runs/tokyo.v2.json.gz")
    ['tokyo.v2', 'tokyo']
    """
    whole = name = os.path.basename(path)
    if not name:
        return []
    stem, dot, ending = name.rpartition(".")
    if not dot or not stem:
        return [name]
    while stem.strip(".") and ending.lower() in CONTENT_ENDINGS:
        name = stem
        stem, dot, ending = name.rpartition(".")
        if not dot or not stem:
            return [name]
    names = [name] if name != whole else []
    while dot and stem:
        names.append(stem)
        stem, dot, _ = stem.rpartition(".")
    return names

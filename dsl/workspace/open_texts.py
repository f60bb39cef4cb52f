"""Specs that are open in an editor: their text counts, not what their files say."""

from __future__ import annotations

from collections.abc import Callable

from toolspec.dsl.workspace.file_cache import Stamp, stamp_of

OpenTexts = Callable[[str], str | None]
"""Returns the text of a file that is open in an editor; None for any other file."""


def not_open(_: str) -> str | None:
    """Return None: no file is open in an editor."""
    return None


def stamp_in(opened: OpenTexts, path: str) -> Stamp:
    """Return the stamp of a file, or of its text where an editor has it open."""
    text = opened(path)
    return stamp_of(path) if text is None else (hash(text), len(text), -1)

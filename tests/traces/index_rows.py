"""The files of `shared/traces` that are not read as they should be: this table only shrinks."""

from __future__ import annotations

from typing import Final

NOT_YET: Final[dict[str, str]] = {}
"""A file, or a pattern for several, and what is missing."""

"""Whether a stream is looked at by a person, and whether it wants colour."""

from __future__ import annotations

import os
from typing import TextIO


def wants_color(choice: str | None, stream: TextIO) -> bool:
    """Tell whether to colour: `--color` first, then NO_COLOR, FORCE_COLOR, then what the stream is.

    Sources: no-color.org and force-color.org; both count when set and not empty.
    """
    if choice in ("always", "never"):
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def wants_table(choice: str | None, stream: TextIO) -> bool:
    """Tell whether to draw for a person: on a terminal, or where colour is asked for."""
    if os.environ.get("TERM") == "dumb":
        return choice == "always"
    return stream.isatty() or wants_color(choice, stream)

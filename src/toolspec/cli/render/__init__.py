"""Output forms, one file each: `text` for pipes, `table` for people, `json` for programs.

A form takes each trace as soon as it is judged and keeps none. What a form says of the whole run is
in `totals.py`, so that two forms say the same.
"""

from __future__ import annotations

from typing import Protocol

from toolspec.cli.judging import Judged, Tally


class Form(Protocol):
    """What an output form offers."""

    def judged(self, judged: Judged) -> None:
        """Take a trace that was judged."""
        ...

    def end(self, tally: Tally) -> None:
        """Say what it all comes to."""
        ...

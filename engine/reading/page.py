"""What users should know about a format or a dialect, beside what toolspec makes of its files.

Each format and each dialect declares it in its own file, as `page`. The documentation's page, its
line in the tables and `toolspec traces --formats NAME` are made of it.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

Family: TypeAlias = Literal["spans", "exports", "sessions", "evaluations", "histories", "streams"]

FAMILIES: Final[dict[Family, str]] = {
    "spans": "Spans as they are written",
    "exports": "Exports of observability tools",
    "sessions": "Sessions of coding agents",
    "evaluations": "Runs of evaluations",
    "histories": "Histories of frameworks and APIs",
    "streams": "Streams",
}


class FormatPage(NamedTuple):
    """The texts of a page, as Markdown. All are to be given; none repeats another."""

    written_by: str
    """Which tool or framework writes it, and in which versions."""

    get: str
    """How to get such a file: a command, a line of code, a place on the disk."""

    unknown: str
    """What stays unknown, and why."""

    example: str
    """Where the example beside it was cut from."""

    family: Family = "spans"

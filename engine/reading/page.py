"""What users should know about a format or a dialect, beside what toolspec makes of its files.

Each format and each dialect declares it in its own file, as `page`. The documentation's page, its
line in the tables and `toolspec traces --formats NAME` are made of it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

EXAMPLES: Final = Path(__file__).parent / "examples"
"""A folder for formats and one for dialects: in each an example by the name of its owner."""

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


def example_of(folder: Literal["formats", "dialects"], name: str) -> Path:
    """Return the file of an example, whose ending says what it is written in.

    Raises FileNotFoundError where there is none.
    """
    for path in (EXAMPLES / folder).glob(f"{name}.*"):
        if path.stem == name:
            return path
    raise FileNotFoundError(f"no example {name} in {EXAMPLES / folder}")

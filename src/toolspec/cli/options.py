"""Pieces of option parsing that several verbs share."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter


def verb_parser(
    verb: str, says: str, more: str, kind: type[ArgumentParser] = ArgumentParser
) -> ArgumentParser:
    """Return an empty parser for a verb; `more` is printed below its options, as it is written."""
    return kind(
        prog=f"toolspec {verb}",
        description=says,
        epilog=more,
        formatter_class=_formatter,
        allow_abbrev=False,
    )


def _formatter(prog: str) -> RawDescriptionHelpFormatter:
    """Return a formatter of the terminal's width.

    Left to itself, argparse imports shutil and with it three decompressors to find that width, and
    does so for each option that is added, help or not.
    """
    try:
        columns = int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
    except (OSError, ValueError):
        columns = 80
    return RawDescriptionHelpFormatter(prog, width=min(max(columns - 2, 40), 100))


def add_color(parser: ArgumentParser) -> None:
    """Add `--color`, which overrides NO_COLOR and FORCE_COLOR."""
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        help="auto: on a terminal, unless NO_COLOR is set",
    )


def share(text: str) -> float:
    """Read a number from 0 to 1. Raises ArgumentTypeError on anything else."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return number

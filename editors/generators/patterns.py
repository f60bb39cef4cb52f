"""The terminals' patterns for the editors' highlighters, which all know lookaround."""

from __future__ import annotations

from collections.abc import Iterable

NAME = r"[A-Za-z_*](?:[A-Za-z0-9_.:/*]|-(?!>))*(?<!:)"
REFERENCE = r"@[A-Za-z_](?:[A-Za-z0-9_.:/]|-(?!>))*(?<!:)"
VARIABLE = r"\$[A-Za-z_][A-Za-z0-9_]*"
KEY = r"[A-Za-z_][A-Za-z0-9_-]*"
STRING = r'"(?:[^"\\]|\\.)*"'
REGEX = r"/(?:[^/\\]|\\.)*/[A-Za-z]*"
NUMBER = r"[+-]?\.?[0-9](?:[0-9A-Za-z_.]|(?<=[eE])[+-])*"

FIRST_END = r"(?![A-Za-z0-9_./*-])"
"""What may not follow a line's first word."""

LATER_START, LATER_END = r"(?<![A-Za-z0-9_.:/*-])", r"(?![A-Za-z0-9_.:/*-])"
KEY_END = r"(?![A-Za-z0-9_-])"


def any_of(words: Iterable[str]) -> str:
    """Return a group that is one of the words.

    >>> any_of(["at", "before"])
    '(?:at|before)'
    """
    return f"(?:{'|'.join(words)})"

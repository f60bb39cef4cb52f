"""The terminals' patterns for the editors' highlighters, which all know lookaround."""

from __future__ import annotations

from collections.abc import Iterable

from toolspec.engine.match.qualifiers import qualifiers
from toolspec.engine.parts import clauses

NAME = r"[A-Za-z_*](?:[A-Za-z0-9_.:/*]|-(?!>))*(?<!:)"
REFERENCE = r"@[A-Za-z_](?:[A-Za-z0-9_.:/]|-(?!>))*(?<!:)"
VARIABLE = r"\$[A-Za-z_][A-Za-z0-9_]*"
KEY = r"[A-Za-z_][A-Za-z0-9_-]*"
STRING = r'"(?:[^"\\]|\\.)*"'
REGEX = r"/(?:[^/\\]|\\.)*/[A-Za-z]*"
NUMBER = r"[+-]?\.?[0-9](?:[0-9A-Za-z_.]|(?<=[eE])[+-]|(?<=[0-9]\.\.)[+-])*"

FIRST_END = r"(?![A-Za-z0-9_./*-])"
"""What may not follow a line's first word."""

LATER_START = r"(?<![A-Za-z0-9_.:/*-])"
LATER_END = r"(?![A-Za-z0-9_./*-]|:+[A-Za-z0-9_./*-])"
"""Around a later word; a colon after it belongs to the rule, as in `each a ok: failed`."""
KEY_END = r"(?![A-Za-z0-9_-])"


def any_of(words: Iterable[str]) -> str:
    """Return a group that is one of the words.

    >>> any_of(["at", "before"])
    '(?:at|before)'
    """
    return f"(?:{'|'.join(words)})"


QUALIFYING = (
    *(word for one in qualifiers() for word in one.syntax.words),
    *(word for one in clauses() for word in one.syntax.words if word not in ("step", "turn")),
    *("soft", "weight", "pass", "as", "final", "min", "or"),
)
"""Words that may follow a tool: before them `first` and `last` are tools."""

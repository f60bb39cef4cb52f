"""Tell what is wrong with a line that does not parse."""

from __future__ import annotations

from toolspec.dsl.lines import Line
from toolspec.dsl.problem import Found


def before_parsing(line: Line) -> list[Found]:
    """Return the problems that the words of a line show by themselves."""
    return []


def refused(line: Line) -> Found:
    """Return the problem for which the parser refused a line."""
    return Found("unexpected", 0, len(line.text), {"found": "this", "place": "it", "expected": ""})

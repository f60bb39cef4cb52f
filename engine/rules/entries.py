"""What the kinds with several entries share: their mode, and how an entry's tool is written."""

from __future__ import annotations

from collections.abc import Sequence

from toolspec.engine.kind import Part
from toolspec.engine.pattern import ToolPattern


def is_strict(rule: Part) -> bool:
    """Tell whether the rule's mode says `strict`."""
    return "strict" in rule.value_of("mode", ())


def written(pattern: Part) -> str:
    """Return a pattern's text as written, on one line."""
    source = pattern.source
    return str(pattern.value) if "\n" in source or "\r" in source else source.strip()


def source_of(source: str, tool: ToolPattern) -> str:
    """Return an entry's text as written; a rule made without text is written out."""
    return source or str(tool)


def numbered(sources: Sequence[str]) -> list[int]:
    """Return for each text how many equal ones stand before it.

    >>> numbered(["a", "b", "a"])
    [0, 0, 1]
    """
    seen: dict[str, int] = {}
    out: list[int] = []
    for source in sources:
        at = seen.get(source, 0)
        seen[source] = at + 1
        out.append(at)
    return out

"""The part of a failing rule to underline: the deciding entry, or its tool.

Underlining the whole line would hide what is wrong, and other findings in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.engine.json_value import Json
from toolspec.engine.syntax import Part
from toolspec.engine.verdict import Explanation
from toolspec.lsp.features.hover.alignment import paired
from toolspec.lsp.text.answers import Span

ENTRIES = {
    "order": "order_entry",
    "sequence": "sequence_entry",
    "count": "count_entry",
    "args": "args_entry",
    "output": "output_entry",
}
"""The labels of entries, by kind."""


def underlined(entry: SpecLine, reason: Explanation) -> Span:
    """Return the span of the first failing entry of a rule, or else of its first word."""
    start = entry.line.start
    word = (start, start + len(entry.line.first))
    if entry.rule is None or not entry.parts:
        return word
    keyword = entry.rule.kind.syntax.keyword
    parts = list(entry.parts[0].all(ENTRIES.get(keyword, "pattern")))
    at = _deciding(entry, keyword, parts, reason)
    if at is None or at >= len(parts):
        return word
    first, last = entry.span(parts[at])
    text = entry.line.text[first - start : last - start]
    # Editors underline single lines well, so take the first line of the entry.
    return first, first + len(text.split("\n", 1)[0].rstrip("\r"))


def _deciding(
    entry: SpecLine, keyword: str, parts: Sequence[Part], reason: Explanation
) -> int | None:
    """Return the index of the deciding entry; None if no single one decides."""
    justification = reason.justification
    match keyword:
        case "count":
            counts = justification.get("explained_tool_calls_count")
            texts = list(counts.values()) if isinstance(counts, dict) else []
            return _first(str(text).endswith("Score: 1.0") for text in texts)
        case "args" | "output":
            return _first(one is not None for one in _list(justification.get("call_indexes")))
        case "sequence":
            return len(_list(justification.get("calls_taken")))
        case "order":
            actual = [str(name) for name in _list(justification.get("actual_tool_calls_order"))]
            lcs = [str(name) for name in _list(justification.get("lcs"))]
            assert entry.rule is not None
            pairs = paired(entry.rule.kind.patterns(), actual, lcs, ())
            matched = {expected for _, expected in pairs}
            return _first(at in matched for at in range(len(parts)))
        case _:
            return 0 if len(parts) == 1 else None


def _first(holds: Iterable[bool]) -> int | None:
    return next((at for at, one in enumerate(holds) if not one), None)


def _list(value: Json) -> Sequence[Json]:
    return value if isinstance(value, list | tuple) else ()

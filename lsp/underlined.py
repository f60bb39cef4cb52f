"""What is underlined of a rule that did not pass: the entry that decides, or its tool; never all.

A line that is wavy from end to end hides what is wrong, and the findings of the text in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from toolspec.dsl.read import Entry
from toolspec.engine.json_value import Json
from toolspec.engine.kind import Part
from toolspec.engine.verdict import Explanation
from toolspec.lsp.answers import Span
from toolspec.lsp.features.hover.alignment import paired

ENTRIES = {
    "order": "order_entry",
    "sequence": "sequence_entry",
    "count": "count_entry",
    "args": "args_entry",
    "output": "output_entry",
}
"""The label of a kind's entries."""


def underlined(entry: Entry, reason: Explanation) -> Span:
    """Return the span of the first entry that decides against a rule, else of its first word."""
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
    # An editor underlines lines: of an entry over several it is the first.
    return first, first + len(text.split("\n", 1)[0].rstrip("\r"))


def _deciding(entry: Entry, keyword: str, parts: Sequence[Part], reason: Explanation) -> int | None:
    """Return the index of the entry that decides; None where no single one does."""
    told = reason.justification
    match keyword:
        case "count":
            said = told.get("explained_tool_calls_count")
            texts = list(said.values()) if isinstance(said, dict) else []
            return _first(str(text).endswith("Score: 1.0") for text in texts)
        case "args" | "output":
            return _first(one is not None for one in _list(told.get("call_indexes")))
        case "sequence":
            return len(_list(told.get("calls_taken")))
        case "order":
            actual = [str(name) for name in _list(told.get("actual_tool_calls_order"))]
            lcs = [str(name) for name in _list(told.get("lcs"))]
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

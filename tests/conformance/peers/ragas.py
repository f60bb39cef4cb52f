"""Ragas: `ToolCallAccuracy` and `ToolCallF1`, passed with a score of 1.

Accuracy wants the same tools, in order or sorted, and every listed argument; others are free, but
for a call that lists none. F1 compares sets of calls: how often one came does not count.
"""

from __future__ import annotations

from typing import Any

from .peer import NOTHING, Case, Named, Peer, at_least, calls_of, chain, chat, exactly, group

ONLY_TEXT = "compares arguments as Python writes them, "


def label(case: Case) -> str:
    """Return the metric."""
    strict = case["config"].get("strict_order")
    return f"`{case['op']}`{'' if strict is None else f', strict order: {strict}'}"


def spec(case: Case) -> str:
    """Return what a score of 1 says."""
    calls = calls_of(case, "reference_calls")
    if not calls:
        return NOTHING
    if case["op"] == "ToolCallF1":
        once = list(dict.fromkeys(exactly(call) for call in calls))
        counted = ", ".join(f"{phrase} >= 1" for phrase in once)
        return f"only: {', '.join(once)}\ncount strict: {counted}"
    phrases = [listed(call) for call in calls]
    entries = chain(phrases) if case["config"]["strict_order"] else group(phrases)
    return f"order strict: {entries}"


def listed(call: Named) -> str:
    """Return the phrase of a call whose listed arguments are all right."""
    return at_least(call) if call[1] else exactly(call)


def trace(case: Case) -> Any:
    """Return the run as a chat, a call in each response."""
    return chat([[call] for call in calls_of(case, "actual_calls")])


PEER = Peer(
    "ragas",
    "Ragas",
    label,
    spec,
    trace,
    {
        "ra-027": "gives 0 where nothing was expected and nothing called",
        "ra-041": f'{ONLY_TEXT}so that `1` equals `"1"`',
        "ra-043": f"{ONLY_TEXT}so that `1` does not equal `1.0`",
        "ra-049": f"{ONLY_TEXT}so that the order of an object's keys counts",
    },
)

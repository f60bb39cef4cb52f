"""Propose `only`: the tools that were called, and no others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from toolspec.dsl.proposals import Made
from toolspec.dsl.text.spec_text import tool_name

TOOLS_MAX: Final = 40
"""Of more tools no list is proposed: nobody reads it."""


def tools(runs: Iterable[Sequence[Made]]) -> list[str]:
    """Return the entries of the rule, in the order of the tools' first calls; none for too many.

    >>> tools([[Made("a"), Made("b")], [Made("a"), Made("c d")]])
    ['a', 'b', '"c d"']
    """
    called = list(dict.fromkeys(call.tool for run in runs for call in run))
    return [tool_name(tool) for tool in called] if len(called) <= TOOLS_MAX else []

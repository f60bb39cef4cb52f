"""Refusals of rules whose words are in another order, or too many: `require final pay`."""

from __future__ import annotations

from collections.abc import Callable

from toolspec.dsl.phrases import rewritten
from toolspec.dsl.problem import Fix, Found, shown
from toolspec.dsl.refusals import Refusal


def rephrased(place: Refusal) -> Found | None:
    """`require final a`, `forbid call rm`, `require any of a, b`, `forbid result /x/`."""
    if place.keyword not in ("require", "forbid", "args") or place.bracket:
        return None
    text = place.line.text
    phrase = rewritten(text)
    if phrase is None or place.word is None or place.stop > phrase.head:
        return None
    fix = Fix(f"Write {shown(phrase.line)}", 0, len(text), phrase.line)
    return place.found("unexpected", fix, hint=f"write `{shown(phrase.line)}`")


ALL: tuple[Callable[[Refusal], Found | None], ...] = (rephrased,)
"""In the order they are asked."""

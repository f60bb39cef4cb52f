"""Refusals of rules whose words are in another order, or too many: `require final pay`."""

from __future__ import annotations

from collections.abc import Callable

from toolspec.dsl.phrases import rewritten
from toolspec.dsl.problem import Fix, Found, shown
from toolspec.dsl.refusals import Refusal, quoted
from toolspec.dsl.scan import TOOLS


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


def number_first(place: Refusal) -> Found | None:
    """`require 2 search`: the number before the tool."""
    word, tool = place.word, place.behind
    if word is None or tool is None or place.keyword != "require" or place.at != 1:
        return None
    if not word.text.isdigit() or tool.kind not in TOOLS or place.words[3:]:
        return None
    name, number = shown(tool.text), shown(word.text)
    hint = (
        f"write `require {name} min {number}` for at least {number}; for exactly that many "
        f"calls write `count {name} = {number}`"
    )
    return place.found("unexpected", hint=hint)


def numbered_key(place: Refusal) -> Found | None:
    """`forbid a <1: 2>`: before a number `<` compares, but a colon says that this is a key."""
    word, after = place.word, place.behind
    if word is None or after is None or word.text != "<" or "LESS" not in place.accepts:
        return None
    follows = place.words[place.at + 2 : place.at + 3]
    if after.kind != "number" or not follows or follows[0].text != ":":
        return None
    text = f'"{after.text}"'
    fix = Fix(f"Write {text}", after.start, after.end, text)
    fields = {"bracket": "`<...>`", "found": quoted(after.text), "hint": f"write `{text}`"}
    return place.found("key_expected", fix, **fields)._replace(start=after.start, end=after.end)


ALL: tuple[Callable[[Refusal], Found | None], ...] = (
    numbered_key, rephrased, number_first,
)  # fmt: skip
"""In the order they are asked."""

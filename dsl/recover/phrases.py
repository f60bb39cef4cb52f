"""Refusals of rules whose words are in another order, or too many: `require final pay`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from toolspec.dsl.problem import LINE_SHOWN_MAX, Fix, LineDiagnostic, shown
from toolspec.dsl.recover.rewriting import ONE, is_rule, rewritten
from toolspec.dsl.recover.stop import Stop, quoted
from toolspec.dsl.text.lexer import TOOLS

LISTED_MAX: Final = 5
"""How many of the rules that are meant a hint lists."""


_EACH = re.compile(
    rf"(?P<keyword>require|forbid) (?:all|every|each|both)(?: of| calls?(?: of| to)?| tools?)* "
    rf"(?P<tools>{ONE}(?:(?: ?,(?: (?:and|or))? ?| ?& ?| and | or | ?\| ?){ONE})*)"
    r"(?P<rest>(?:[ <].*)?)"
)


def each(place: Stop) -> LineDiagnostic | None:
    """`require all of a, b` is several rules, `forbid each of a, b` one."""
    text = place.line.text
    match = _EACH.fullmatch(text) if len(text) <= LINE_SHOWN_MAX else None
    if match is None or place.bracket or place.stop > match.start("tools") + len(match["tools"]):
        return None
    tools = re.findall(ONE, re.sub(r" (?:and|or) |, ?(?:and|or) ", " , ", match["tools"]))
    if match["keyword"] == "forbid":
        mended = f"forbid {' | '.join(tools)}{match['rest']}"
        if not is_rule(mended):
            return None
        fix = Fix(f"Write {shown(mended)}", 0, len(text), mended)
        return place.found("unexpected", fix, hint=f"write `{shown(mended, LINE_SHOWN_MAX)}`")
    if len(tools) > 1:
        rules = " and ".join(f"`require {shown(tool)}`" for tool in tools[:LISTED_MAX])
        more = ", and so on" if len(tools) > LISTED_MAX else ""
        return place.found("unexpected", hint=f"write a rule for each: {rules}{more}")
    if not match["rest"]:
        mended = f"require {tools[0]}"
        fix = Fix(f"Write {shown(mended)}", 0, len(text), mended)
        hint = f"write `{shown(mended)}`, which asks for at least one call"
        return place.found("unexpected", fix, hint=hint)
    return None


def rephrased(place: Stop) -> LineDiagnostic | None:
    """`require final a`, `forbid call rm`, `require any of a, b`, `forbid result /x/`."""
    if place.keyword not in ("require", "forbid", "args") or place.bracket:
        return None
    text = place.line.text
    phrase = rewritten(text)
    if phrase is None or place.word is None or place.stop > phrase.head:
        return None
    fix = Fix(f"Write {shown(phrase.line)}", 0, len(text), phrase.line)
    return place.found("unexpected", fix, hint=f"write `{shown(phrase.line, LINE_SHOWN_MAX)}`")


def number_first(place: Stop) -> LineDiagnostic | None:
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


def numbered_key(place: Stop) -> LineDiagnostic | None:
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


ALL: tuple[Callable[[Stop], LineDiagnostic | None], ...] = (
    numbered_key, each, rephrased, number_first,
)  # fmt: skip
"""In the order they are asked."""

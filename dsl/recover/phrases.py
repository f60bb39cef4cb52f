"""Refusals of rules whose words are in another order, or too many: `require final pay`."""

from __future__ import annotations

import re
from typing import Final

from toolspec.dsl.problem import LINE_SHOWN_MAX, Fix, LineDiagnostic, shown
from toolspec.dsl.recover.rewriting import ONE, rewritten
from toolspec.dsl.recover.stop import Stop, quoted_word

LISTED_MAX: Final = 5
"""How many of the rules that are meant a hint lists."""


_EVERY = re.compile(
    rf"[a-z]+ (?:all|every|each|both)(?: of| calls?(?: of| to)?| tools?)* "
    rf"(?P<tools>{ONE}(?:(?: ?,(?: (?:and|or))? ?| ?& ?| and | or | ?\| ?){ONE})*)"
    r"(?P<rest>(?:[ <].*)?)"
)


def every_tool(place: Stop) -> tuple[list[str], str] | None:
    """Return the tools of `require all of a, b`, and what follows them; None for other lines."""
    text = place.line.text
    match = _EVERY.fullmatch(text) if len(text) <= LINE_SHOWN_MAX else None
    if match is None or place.bracket or place.stop > match.start("tools") + len(match["tools"]):
        return None
    tools = re.findall(ONE, re.sub(r" (?:and|or) |, ?(?:and|or) ", " , ", match["tools"]))
    return tools, match["rest"]


def another_phrase(place: Stop, line: str, asks: str = "") -> LineDiagnostic:
    """Report a line for which another is meant; `asks` says what that asks for."""
    fix = Fix(f"Write {shown(line)}", 0, len(place.line.text), line)
    hint = f"write `{shown(line, LINE_SHOWN_MAX)}`{asks}"
    return place.found("unexpected", fix, hint=hint)


def rephrased(place: Stop) -> LineDiagnostic | None:
    """`require final a`, `forbid call rm`, `require any of a, b`, `forbid result /x/`."""
    phrase = None if place.bracket else rewritten(place.line.text)
    if phrase is None or place.word is None or place.stop > phrase.head:
        return None
    return another_phrase(place, phrase.line)


def numbered_key(place: Stop) -> LineDiagnostic | None:
    """`forbid a <1: 2>`: before a number `<` compares, but a colon says that this is a key."""
    word, after = place.word, place.following
    if word is None or after is None or word.text != "<" or "LESS" not in place.accepts:
        return None
    follows = place.words[place.at + 2 : place.at + 3]
    if after.kind != "number" or not follows or follows[0].text != ":":
        return None
    text = f'"{after.text}"'
    fix = Fix(f"Write {text}", after.start, after.end, text)
    fields = {"bracket": "`<...>`", "found": quoted_word(after.text), "hint": f"write `{text}`"}
    return place.found("key_expected", fix, **fields)._replace(start=after.start, end=after.end)


ALL = (numbered_key,)

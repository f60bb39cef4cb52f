"""What to write instead of signs that are reserved for later, and of `!`."""

from __future__ import annotations

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.text.lexer import TOOLS
from toolspec.dsl.text.lines import LogicalLine

RESERVED = {
    "(": "alternatives need no brackets: `a | b`",
    ")": "alternatives need no brackets: `a | b`",
    "&": "write one rule for each thing that must hold",
    "&&": "write one rule for each thing that must hold",
    "$": "put a name that contains the sign in quotes",
    "~": "write a `/regex/` for what text must look like",
    "..": "write `...` for any value",
}


def reserved(line: LogicalLine, at: int, inside: bool) -> str:
    """Return what to write instead of a reserved sign; `inside` tells whether it is in brackets."""
    words, text = line.words, line.words[at].text
    before = words[at - 1] if at else None
    if text == "..":
        after = words[at + 1] if at + 1 < len(words) else None
        if before is not None and before.kind == "number":
            return "a range is one word, without spaces: `1..10`"
        if after is not None and after.kind == "number" and after.start == words[at].end:
            return f"write `<= {shown(after.text)}`"
    if text in ("&", "&&") and line.first == "forbid" and not inside and at + 1 < len(words):
        return "to forbid both tools write `|`"
    return RESERVED.get(text) or RESERVED[text[0]]


def negation(line: LogicalLine, at: int, inside: bool) -> LineDiagnostic:
    """`require !a`, `order: a -> !b`, `<x: !"a">`: no sign says that something must not be."""
    start, behind = line.words[at].start, line.words[at + 1]
    hint = "that no such call comes is a rule of its own: `forbid " + shown(behind.text)
    listed = [word for word in (*line.words[:at], *line.words[at + 2 :]) if word.kind in TOOLS]
    later = [word.text for word in listed if word.start > behind.end]
    earlier = [word.text for word in listed if word.start < start][1:]
    hint += "".join([f" after {shown(word)}" for word in earlier[-1:]])
    hint += "".join([f" until {shown(word)}" for word in later[:1]]) + "`"
    fixes: tuple[Fix, ...] = ()
    if inside or line.words[at - 1].text == "result" or line.words[at - 1].text == "=":
        hint = "write `not` before what a value must not be"
        fixes = (Fix("Write not", start, start + 1, "not "),)
    elif line.first == "require" and at == 1:
        hint = f"write `forbid {shown(behind.text)}`"
        fixes = (Fix("Write forbid", 0, behind.start, "forbid "),)
    elif line.first == "forbid":
        hint = f"write `only: {shown(behind.text)}`"
        if at == 1:
            fixes = (Fix("Write only", 0, behind.start, "only: "),)
    elif line.first not in ("order", "sequence"):
        hint = "remove it: a tool pattern says which tools are meant"
    return LineDiagnostic("unknown_character", start, start + 1, {"char": "!", "hint": hint}, fixes)

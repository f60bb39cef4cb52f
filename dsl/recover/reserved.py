"""What to write instead of signs that are reserved for later."""

from __future__ import annotations

from toolspec.dsl.problem import shown
from toolspec.dsl.recover.kind_mistakes import mistakes_in
from toolspec.dsl.text.lines import LogicalLine

RESERVED = {
    "(": "alternatives need no brackets: `a | b`",
    ")": "alternatives need no brackets: `a | b`",
    "&": "write one rule for each thing that must hold",
    "&&": "write one rule for each thing that must hold",
    "$": "a `$name` stands for the value of an argument, `<id: $id>`; any other name that "
    "contains the sign is put in quotes",
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
    after = words[at + 1] if at + 1 < len(words) else None
    if text == "$" and after is not None and after.text == ".":
        return "a key inside an object is written `outer: {inner: ..., ...}`"
    both = mistakes_in(line.first).both
    if text in ("&", "&&") and both and not inside and at + 1 < len(words):
        return both
    return RESERVED.get(text) or RESERVED[text[0]]

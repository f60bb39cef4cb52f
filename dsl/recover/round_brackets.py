"""Round brackets, which the language does not have: what was meant by them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.recover.reserved import reserved
from toolspec.dsl.recover.spelled import LINE_MAX, alternatives, called_regex
from toolspec.dsl.text.lexer import depths
from toolspec.dsl.text.lines import LogicalLine
from toolspec.engine.rules import traits


def in_round(line: LogicalLine, at: int, inside: bool) -> LineDiagnostic:
    """Take what is in round brackets as one thing, and say what it was meant to be."""
    words, last = line.words, _closing(line).get(at)
    start, end = words[at].start, words[at if last is None else last].end
    inner = [] if last is None else [word.text for word in words[at + 1 : last]]
    before = words[at - 1].text if at else ""
    syntax = traits(line.first).syntax
    hint = reserved(line, at, inside)
    regex = called_regex(line, at, last) if last is not None else None
    if regex is not None:
        return regex
    if before in ("in", "oneof") and inside and last is not None and "," in inner:
        return _one_of(line, at, last)
    named = alternatives(line, start, end, "|") if not inside else None
    if named is not None:
        fix = Fix(f"Write {shown(named[0])}", named[1], named[2], named[0])
        fields = {"sign": "(", "hint": f"each name is written out: `{shown(named[0])}`"}
        return LineDiagnostic("reserved_sign", named[1], named[2], fields, (fix,))
    grouped = _of_group(line, at, inner, last is not None)
    if grouped:
        hint = grouped
    elif before in ("=", ":") and "," in inner and (inside or syntax.compares_values):
        hint = "a list is written in `[...]`"
    elif "=" in inner or ":" in inner:
        written = line.text[words[at].end : words[last].start] if last is not None else ""
        hint = (
            f"arguments are written in `<...>`: write `<{shown(arguments_with_colons(written))}>`"
        )
    elif not inner and last is not None:
        hint = "a tool is named without brackets: remove them"
    elif syntax.is_chain and "," in inner:
        hint = GROUPED if before == "->" else f"write `{line.first}: {shown(inner[0])} -> ...`"
    elif len(inner) == 1 and inside and words[at - 1].kind in ("name", "key", "word"):
        return _function(line, at, end, inner[0])
    elif len(inner) == 1 and before == line.first and at == 1:
        hint = f"write `{shown(inner[0])}` without brackets"
        gap = "" if line.text[start - 1] == " " else " "
        fix = Fix(f"Write {shown(inner[0])}", start, end, f"{gap}{inner[0]}")
        return LineDiagnostic("reserved_sign", start, end, {"sign": "(", "hint": hint}, (fix,))
    elif len(inner) == 1 and inner[0].isdigit():
        hint = "a number in brackets means nothing: `first` and `last` say which call is meant"
    elif len(inner) == 1:
        hint = f"write `{shown(inner[0])}`"
    return LineDiagnostic("reserved_sign", start, end, {"sign": "(", "hint": hint})


def _of_group(line: LogicalLine, at: int, inner: Sequence[str], closed: bool) -> str:
    """Return what is wrong with round brackets where a group may be, "" where none may."""
    before = line.words[at - 1].text
    if not traits(line.first).syntax.is_ordered or at not in _entries(line):
        return ""
    if _entries(line)[at]:
        return "a group holds calls, and no group: write all of them in one"
    if before not in (":", "->"):
        return ""
    if not closed:
        return "the group is not closed: write `)` after its last call"
    if len(inner) > 1 and all(re.fullmatch(r"[\w*.-]+", text) for text in inner):
        return f"the calls of a group are separated by commas: `({shown(', '.join(inner))})`"
    if inner[:1] == [","] or inner[-1:] == [","]:
        return "a group holds two calls or more, with a comma between them"
    return ""


def _one_of(line: LogicalLine, at: int, last: int) -> LineDiagnostic:
    """`<x: in (1, 2)>`, `<x in (1, 2)>`, `<x: not in (1, 2)>`: the values with `|` between them."""
    words, before = line.words, line.words[at - 2]
    start, end = words[at].start, words[last].end
    values = " | ".join(word.text for word in words[at + 1 : last] if word.text != ",")
    corrected, begin = values, words[at - 1].start
    if before.text == "not":
        corrected = f"({values})"
    elif before.kind in ("key", "string"):
        corrected, begin = f": {values}", before.end
    fix = Fix(f"Write {shown(values)}", begin, end, corrected)
    fields = {"sign": "(", "hint": f"write `{shown(values)}`"}
    return LineDiagnostic("reserved_sign", start, end, fields, (fix,))


_FUNCTIONS = {
    "startswith": "/^{}/", "hasprefix": "/^{}/", "prefix": "/^{}/",
    "endswith": "/{}$/", "hassuffix": "/{}$/", "suffix": "/{}$/",
}  # fmt: skip
"""What functions of other languages ask of a text, as regexes."""


def _function(line: LogicalLine, at: int, end: int, inner: str) -> LineDiagnostic:
    """`<x: starts_with("y")>`, `<x: contains("y")>`: what says the same without a function."""
    word = line.words[at - 1]
    name = word.text.replace("_", "").casefold()
    meant = ""
    if name in ("contains", "includes", "contain", "include"):
        meant = f"has {inner}"
    elif name in _FUNCTIONS and inner[:1] == '"' and "\\" not in inner:
        meant = _FUNCTIONS[name].format(re.escape(inner[1:-1]).replace("/", "\\/"))
    hint = f"write `{shown(meant)}`" if meant else "values have no functions: see `explain values`"
    before, begin, text = line.words[at - 2], word.start, meant
    if before.kind in ("key", "string"):
        begin, text = before.end, f": {meant}"  # the colon is missing too
    fixes = (Fix(f"Write {shown(meant)}", begin, end, text),) if meant else ()
    return LineDiagnostic("reserved_sign", word.start, end, {"sign": "(", "hint": hint}, fixes)


GROUPED = "calls that may come in any order among themselves are a group: `sequence: a -> (b, c)`"

REPEATS = ("?", "+")
"""Signs after an entry of `order strict`."""


def in_group(line: LogicalLine, at: int) -> bool:
    """Tell whether a round bracket is one of a group: `(a, b)` where an entry begins."""
    closing = _closing(line)
    words = line.words
    opened = at if words[at].text == "(" else next((a for a, z in closing.items() if z == at), 0)
    if not traits(line.first).syntax.is_ordered or not opened or opened not in closing:
        return False
    before = next(word for word in reversed(words[:opened]) if word.kind != "comment")
    listed = any(word.text == "," for word in words[opened : closing[opened]])
    return listed and (before.kind == "arrow" or before.text == ":")


_KEYED = re.compile(r'([A-Za-z_][\w-]*)[ ]*={1,2}[ ]*|("(?:[^"\\]|\\.)*"|/[^/]*/)')


def arguments_with_colons(written: str) -> str:
    """Write arguments with colons: `a="x", b=1` becomes `a: "x", b: 1`."""
    if len(written) > LINE_MAX:
        return written
    return _KEYED.sub(lambda match: match[2] or f"{match[1]}: ", written.strip())


@lru_cache(maxsize=1)
def _entries(line: LogicalLine) -> dict[int, bool]:
    """Return the round brackets that are in no value, and whether another is around each."""
    deep, inside = depths(line.words, line.first), 0
    entries: dict[int, bool] = {}
    for at, word in enumerate(line.words):
        if word.kind != "sign" or deep[at]:
            continue
        if word.text == "(":
            entries[at] = inside > 0 and at in _closing(line)
            inside += 1
        elif word.text == ")":
            inside -= 1
    return entries


@lru_cache(maxsize=1)
def _closing(line: LogicalLine) -> dict[int, int]:
    """Return which word closes each round bracket, by the index of the one that opens it."""
    closing: dict[int, int] = {}
    opened: list[int] = []
    for at, word in enumerate(line.words):
        if word.text == "(":
            opened.append(at)
        elif word.text == ")" and opened:
            closing[opened.pop()] = at
    return closing

"""Refusals where a value, a key, a number or a text is expected."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.recover.spelled import ESCAPED, SPECIAL, as_regex, glob_regex
from toolspec.dsl.recover.stop import OPENS, Stop, quoted
from toolspec.dsl.text.lexer import Token
from toolspec.dsl.text.suggest import nearest

VALUE_STARTS = ("key", "name", "string", "number", "regex", "dots")

_KEYWORDS = ("true", "false", "null")
_FOLDED = {word: word for word in _KEYWORDS}
_MEANT = {"None": "null", "NONE": "null", "nil": "null"}
_ANY = ("any", "anything", "_", "exists", "present")
_MUST = "`must` is written before the key: `<must key: ...>`"


def value(place: Stop) -> LineDiagnostic | None:
    """Report a bare word, or dots, where a value is expected."""
    word = place.word
    if word is None or "TRUE" not in place.accepts:
        return None
    if word.kind == "dots":
        if place.before.text == "not":
            hint = "write `absent` for a key that is not there"
        elif place.bracket:
            hint = "write `...` alone, as the key's whole value"
        else:
            hint = f"for a call with any result write `require {place.pattern}`"
        return place.found("misplaced_dots", hint=hint)
    if word.kind not in ("name", "key"):
        return None
    if word.text == "must":
        return place.found("unexpected", hint=_MUST)
    found = _worded(place, word)
    if found is not None:
        return found
    behind = place.behind.text if place.behind is not None else ","
    meant = _MEANT.get(word.text) or _FOLDED.get(word.text.casefold())
    if meant is None and word.text in _ANY and "DOTS" in place.accepts and behind in _ENDS:
        meant = "..."
    if meant is not None:
        fix = Fix(f"Write {meant}", word.start, word.end, meant)
        return _bare(place, word, f"write `{meant}`", fix)
    if "*" in word.text:
        return _glob(place, word)
    end, after = word.end, place.words[place.at + 1 :]
    if after and after[0].kind == "string" and after[0].start == end:
        fix = Fix(f"Remove {word.text}", word.start, end, "")
        hint = f"strings have no letters before them: write `{shown(after[0].text)}`"
        return _bare(place, word, hint, fix)
    for at, other in enumerate(after):
        keyed = at + 1 < len(after) and after[at + 1].text in (":", "=")
        if not place.bracket or other.kind not in ("key", "number") or keyed:
            break
        end = other.end
    text = f'"{place.line.text[word.start : end]}"'
    fix = Fix(f"Write {shown(text)}", word.start, end, text)
    hint = f"put text in quotes: `{shown(text)}`"
    near = _near(word.text) if end == word.end else ""
    if near:
        hint = f"did you mean `{near}`? If it is text, put it in quotes: `{shown(text)}`"
        found = _bare(place, word, hint)
        return found._replace(fixes=(Fix(f"Write {near}", word.start, end, near, guess=True), fix))
    return _bare(place, word, hint, fix)


def _worded(place: Stop, word: Token) -> LineDiagnostic | None:
    """`<x: has "a">`, `<x: starts with "a">`, `<x: in ["a", "b"]>`, `<x: string>`."""
    text = f'"{shown(word.text)}"'
    after = place.behind
    behind = "," if after is None else after.text
    meant = _TYPES.get(word.text) if behind in _ENDS else None
    if meant is not None:
        fix = Fix(f"Write {meant}", word.start, word.end, meant)
        return _bare(place, word, f"write `{meant}`, or put text in quotes: `{text}`", fix)
    at = place.at + (2 if behind in ("with", "of") else 1)
    value = place.words[at] if at < len(place.words) else None
    if value is not None and value.kind == "string" and word.text in _MATCHING:
        mended = as_regex(value)
        fix = Fix(f"Write {shown(mended)}", word.start, value.end, mended)
        return _bare(place, word, f"write `{shown(mended)}`", fix) if mended else None
    if value is None or word.text not in _WORDED:
        return None
    if value.text == "[":
        return _one_of(place, word, at)
    inner = value.text[1:-1]
    if value.kind != "string" or not inner or not inner.isprintable() or "\\" in inner:
        return None
    first, last = _WORDED[word.text]
    if not first and not last and not (word.text == "like" and "%" in inner):
        return _has(place, word, value)
    if word.text == "like" and "%" in inner:
        first, last = "" if inner[0] == "%" else "^", "" if inner[-1] == "%" else "$"
        inner = inner.strip("%")
        if not inner or "%" in inner or "_" in inner:
            return None
    mended = f"/{first}{SPECIAL.sub(ESCAPED, inner)}{last}/"
    fix = Fix(f"Write {shown(mended)}", word.start, value.end, mended)
    return _bare(place, word, f"write `{shown(mended)}`", fix)


def _glob(place: Stop, word: Token) -> LineDiagnostic:
    """`output read = *.env`: a glob, where a value is expected."""
    if not word.text.strip("*"):
        return _bare(place, word, f"for a call with any result write `require {place.pattern}`")
    mended = glob_regex(word.text)
    if not mended:
        return _bare(place, word, "values have no globs: write a `/regex/`")
    fix = Fix(f"Write {shown(mended)}", word.start, word.end, mended)
    return _bare(place, word, f"values have no globs: write the regex `{shown(mended)}`", fix)


def _has(place: Stop, word: Token, value: Token) -> LineDiagnostic:
    """`<x: contains "a">`."""
    mended = f"has {value.text}"
    fix = Fix(f"Write {shown(mended)}", word.start, value.end, mended)
    return _bare(place, word, f"write `{shown(mended)}`", fix)


def _one_of(place: Stop, word: Token, at: int) -> LineDiagnostic:
    """`<x: in ["a", "b"]>`: the values with `|` between them."""
    values: list[str] = []
    for value, sign in zip(place.words[at + 1 :: 2], place.words[at + 2 :: 2], strict=False):
        plain = value.kind in ("string", "number", "regex") or value.text in _KEYWORDS
        if not plain or sign.text not in (",", "]"):
            break
        values.append(value.text)
        if sign.text == "]":
            mended = " | ".join(values)
            fix = Fix(f"Write {shown(mended)}", word.start, sign.end, mended)
            return _bare(place, word, f"write `{shown(mended)}`", fix)
    return _bare(place, word, "write one of several values with `|` between them: `1 | 2`")


_MATCHING = ("matches", "matching", "regex", "regexp")
_ENDS = (",", ">", "]", "}")
_TYPES = {
    **dict.fromkeys(("string", "str"), "text"), **dict.fromkeys(("float", "double"), "number"),
    "int": "integer", "bool": "boolean", "array": "list", "dict": "object", "undefined": "absent",
    "missing": "absent",
}  # fmt: skip
"""Words of other languages for types and missing keys, and ours."""

_WORDED = {
    **dict.fromkeys(("contains", "contain", "includes", "containing", "like"), ("", "")),
    **dict.fromkeys(("starts", "startswith", "beginning", "begins"), ("^", "")),
    **dict.fromkeys(("ends", "endswith", "ending"), ("", "$")),
    **dict.fromkeys(("in", "oneof", "one", "any"), ("^", "$")),
}
"""Words before a value, and what ties the regex that says the same of a text."""


def _bare(place: Stop, word: Token, hint: str, fix: Fix | None = None) -> LineDiagnostic:
    any_value = "; `...` is any value" if "DOTS" in place.accepts else ""
    fields = {"word": shown(word.text), "hint": hint, "any_value": any_value}
    return place.found("bare_word_value", fix, **fields)


def _near(word: str) -> str:
    """Return the keyword that a bare value is with a letter lost, doubled or out of place.

    With another letter it is most likely a word of its own: `full` is not `null`.
    """
    near = nearest(word, _KEYWORDS)
    return near if len(near) != len(word) or sorted(near) == sorted(word) else ""


def compared(place: Stop) -> LineDiagnostic | None:
    """`<x > 3>`, `<x: != 3>`, `<x: > "a">`, `<x: null or 1>`, `<x: 2026-11-20>`."""
    word, before = place.word, place.before
    if before.text in ("<", ">", "<=", ">=") and place.only_numbers:
        return place.found("unexpected", hint="comparisons are of numbers: write `> 5`")
    if word is None:
        return None
    if word.text in ("or", "and", "||") and "AMPERSAND" in place.accepts:
        return _joined(place, word)
    if not place.bracket:
        return None
    after = place.behind
    if word.text in _COMPARED and after is not None and after.kind == "number":
        keyed = before.kind in ("key", "string") and "COLON" in place.accepts
        if keyed:
            return _without_colon(place, word, after)
    if word.text in ("=", "==", "!=") and "TRUE" in place.accepts:
        return _equals(place, word)
    if "COMMA" not in place.accepts:
        return None
    if before.kind == word.kind == "number" and before.end == word.start:
        end = before.end
        for other in place.words[place.at :]:
            if other.start != end:
                break
            end = other.end if other.kind == "number" else end
        text = place.line.text[before.start : end]
        fix = Fix(f'Write "{text}"', before.start, end, f'"{text}"')
        hint = f'put text in quotes: `"{shown(text)}"`'
        found = place.found("bad_number", fix, number=shown(text), hint=hint)
        return found._replace(start=before.start, end=end)
    return None


_COMPARED = ("<", "<=", ">", ">=", "!=")


def _joined(place: Stop, word: Token) -> LineDiagnostic:
    """`<x: 1 or 2>`, `<x: 1 and y: 2>`."""
    behind = place.words[place.at + 2 : place.at + 3]
    keyed = bool(behind) and behind[0].text == ":"
    mended = "," if word.text == "and" and keyed else "&" if word.text == "and" else "|"
    why = {",": "values are separated by commas", "&": "what must both hold is joined by `&`"}
    hint = why.get(mended, "alternatives are separated by `|`")
    start = place.before.end if mended == "," else word.start
    fix = Fix(f"Write {mended}", start, word.end, mended)
    return place.found("wrong_operator", fix, sign=word.text, mended=mended, hint=hint)


def _without_colon(place: Stop, word: Token, number: Token) -> LineDiagnostic:
    """`<x > 3>`: a colon is missing before the comparison."""
    value = f"not {number.text}" if word.text == "!=" else f"{word.text} {number.text}"
    mended = f"{place.before.text}: {value}"
    fix = Fix(f"Write {shown(mended)}", place.before.start, number.end, mended)
    return place.found("unexpected", fix, hint=f"write `{shown(mended)}`")


def _equals(place: Stop, word: Token) -> LineDiagnostic:
    """`<x: = 3>`, `<x: != 3>`."""
    after = place.behind.start if place.behind is not None else word.end
    if word.text == "!=":
        fix = Fix("Write not", word.start, after, "not ")
        return place.found("unexpected", fix, hint="write `not` before what a value must not be")
    fix = Fix(f"Remove {word.text}", word.start, after, "")
    return place.found("unexpected", fix, hint=f"remove `{word.text}`: a value is compared")


def _ends(place: Stop) -> bool:
    """Tell whether a `>` after which nothing fits was meant to close the arguments."""
    return place.before.text == ">" and place.before.kind == "sign"


def empty(place: Stop) -> LineDiagnostic | None:
    """`<x:>`, `<x: 1 | >`: a closing `>` where the parser waits for a value."""
    word = place.word
    valued = word is not None and word.kind in ("string", "regex", "variable")
    if not _ends(place) or not place.only_numbers or valued:
        return None
    earlier = place.earlier(len(place.taken) - 1, frozenset({"TRUE", "DOTS"}))
    return earlier.found("unexpected")


def key(place: Stop) -> LineDiagnostic | None:
    """Report anything else where a key is expected, and a key without its colon."""
    word = place.word
    if word is None or not place.bracket:
        return None
    if "COLON" in place.accepts and "TRUE" not in place.accepts:
        return _key_colon(place)
    if "KEY" not in place.accepts:
        return None
    if word.kind == "dots":
        return place.found("misplaced_dots", hint=_other_keys(place))
    if word.text == "," and place.before.text == ",":
        fix = Fix("Remove the comma", word.start, word.end, "")
        return place.found("unexpected", fix, hint="remove one of the commas")
    if word.kind == "number" and re.fullmatch("[0-9]{3}", word.text):
        number = place.words[place.at - 2]
        if number.kind == "number" and number.end + 1 == word.start:
            mended = number.text + word.text
            fix = Fix(f"Write {mended}", number.start, word.end, mended)
            written = place.line.text[number.start : word.end]
            found = place.found("bad_number", fix, number=written, hint=f"write `{mended}`")
            return found._replace(start=number.start)
    if word.kind == "number" and (place.behind is None or place.behind.text != ":"):
        hint = "write a key and a colon before it"
        return place.found("key_expected", bracket=_pair(place), hint=hint)
    if word.kind == "number":
        text = f'"{word.text}"'
        fix = Fix(f"Write {text}", word.start, word.end, text)
        return place.found("key_expected", fix, bracket=_pair(place), hint=f"write `{text}`")
    if word.kind in ("regex", "sign") and word.text not in (",", ":"):
        return place.found(
            "key_expected", bracket=_pair(place), hint="write a key and a colon before it"
        )
    return None


def _other_keys(place: Stop) -> str:
    """`<x: 1, ...>`, `{x: 1, ...}`: say whether other keys are free."""
    if place.bracket != "<":
        return "write it once, after the last key: `{key: V, ...}`"
    if place.keyword != "args":
        return f"remove it: other arguments are free in `{place.keyword}`"
    if "SUBSET" in (name.partition("_")[0] for name, _ in place.taken):
        return "remove it: with `subset` other arguments are free"
    if place.before.text == "<" and place.behind is not None and place.behind.text == ">":
        return f"for a call with any arguments write `require {place.pattern}`"
    if any(name == "COLON" for name, _ in place.taken[:3]):
        return "other arguments are free with `subset`: write `args subset: ...`"
    return f"other arguments are free with `subset`: write `args {place.pattern} subset <...>`"


def _key_colon(place: Stop) -> LineDiagnostic:
    word, before = place.word, place.before
    assert word is not None
    fields: dict[str, Any] = {"key": quoted(before.text), "bracket": _pair(place)}
    if word.text in ("=", "=="):
        fix = Fix("Write :", before.end, word.end, ":")
        return place.found("missing_key_colon", fix, mended=f"{shown(before.text)}:", **fields)
    if word.text == "[" and before.end == word.start:
        hint = "write the key, a colon and the list: `[1, ...]` begins with 1"
        return place.found("unexpected", hint=hint)
    after = place.behind
    if after is not None and after.text == ":" and before.text != "must":
        found = _two_words(place, before, word)
        if found is not None:
            return found
    if before.text != "must" and word.text == "must":
        return place.found("unexpected", hint=_MUST)
    if word.text == "in" and after is not None and after.text == "[":
        found = _one_of(place, word, place.at + 1)
        fixes = tuple(fix._replace(start=before.end, text=f": {fix.text}") for fix in found.fixes)
        return found._replace(fixes=fixes)
    if word.text in (",", OPENS[place.bracket]):
        quote = "" if before.kind == "string" else '"'
        hint = f"write `{shown(before.text)}: ...`, or `key: {quote}{shown(before.text)}{quote}`"
        found = place.found("key_expected", hint=hint, found=quoted(before.text), **fields)
        return found._replace(start=before.start, end=before.end)
    fix = Fix("Write the colon", before.end, before.end, ":")
    return place.found(
        "missing_key_colon", fix, mended=f"{shown(before.text)}: {shown(word.text)}", **fields
    )


def _two_words(place: Stop, before: Token, word: Token) -> LineDiagnostic | None:
    """`<mst key: 1>`, `<user id: 1>`: two words before the colon."""
    if "not" in (before.text, word.text) and before.kind == "key":
        key, start = (word, before.start) if before.text == "not" else (before, before.start)
        fix = Fix("Move not", start, word.end + 1, f"{key.text}: not")
        after = place.words[place.at + 1 : place.at + 2]
        fixable = key.kind == "key" and after and after[0].start == word.end
        hint = f"`not` stands before the value: write `{shown(key.text)}: not ...`"
        return place.found("unexpected", fix if fixable else None, hint=hint)
    takes_must = place.bracket == "<" and place.keyword != "args"
    if takes_must and word.kind in ("key", "string") and nearest(before.text, ("must",)):
        fix = Fix("Write must", before.start, before.end, "must")
        hint = "did you mean `must`?"
        found = place.found("unknown_word", fix, word=shown(before.text), hint=hint)
        return found._replace(start=before.start, end=before.end)
    if before.kind == word.kind == "key" and word.text != "must":
        text = f'"{place.line.text[before.start : word.end]}"'
        fix = Fix(f"Write {shown(text)}", before.start, word.end, text)
        hint = f"a key of two words is put in quotes: `{shown(text)}: ...`"
        found = place.found("unexpected", fix, hint=hint)
        return found._replace(end=word.end)
    return None


def comma(place: Stop) -> LineDiagnostic | None:
    """Two members or items without a comma."""
    word = place.word
    if word is None or not place.bracket or "COMMA" not in place.accepts:
        return None
    if word.kind not in VALUE_STARTS and word.text not in ("{", "["):
        return None
    if word.kind == "key" and place.before.kind == "number":
        behind = place.behind
        if behind is not None and behind.text in (",", ">", "]", "}"):
            start = place.before.start
            text = f'"{place.line.text[start : word.end]}"'
            fix = Fix(f"Write {shown(text)}", start, word.end, text)
            hint = f"put text in quotes: `{shown(text)}`"
            fields = {"number": shown(text[1:-1]), "hint": hint}
            return place.found("bad_number", fix, **fields)._replace(start=start)
    what = {"<": "arguments", "[": "the items of a list", "{": "the keys of an object"}[
        place.bracket
    ]
    at = place.before.end
    return place.found("missing_comma", Fix("Write the comma", at, at, ","), what=what)


def _pair(place: Stop) -> str:
    return f"`{place.bracket}...{OPENS[place.bracket]}`"


ALL: tuple[Callable[[Stop], LineDiagnostic | None], ...] = (
    empty, compared, value, key, comma,
)  # fmt: skip
"""In the order they are asked."""

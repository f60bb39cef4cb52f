"""Refusals of other languages' signs: their arrows, comparisons, colons and brackets."""

from __future__ import annotations

from collections.abc import Callable

from toolspec.dsl.problem import Fix, Found, shown
from toolspec.dsl.refusals import ARROWED, COLONED, MODES, OPENS, OWN_WORDS, Refusal, quoted
from toolspec.dsl.scan import COMPARING, TOOLS, Word
from toolspec.dsl.suggest import nearest

_VALUES = ("{", "[", "true", "false", "null")
COMPARISONS = ("=", "==", "!=", "<", "<=", ">", ">=")


def superfluous(place: Refusal) -> Found | None:
    """`min: 2`, `weight = 2`, `args search: <x: 1>`, `traces = "a"`, `forbid rm:`."""
    word, after = place.word, place.behind
    if word is None or place.bracket:
        return None
    if word.text in OWN_WORDS and after is not None and after.text == ":":
        return _superfluous(place, word.text, after)
    if word.text not in (":", "=", "=="):
        return None
    before = place.before.text
    if before in OWN_WORDS and place.accepts & {"NUMBER", "REGEX", "STRING"} == place.accepts:
        return _superfluous(place, before, word)
    if after is not None and after.text == "<" and "LESS" in place.accepts:
        return _superfluous(place, before, word)
    takes_arguments = "LESS" in place.accepts and place.keyword not in COMPARING
    if after is not None and after.text == "{" and takes_arguments:
        return place.found("unexpected", hint="arguments stand in `<...>` behind the tool")
    if place.at == 1 and place.keyword in ("require", "forbid", "traces", "case", "tool"):
        return _superfluous(place, place.keyword, word)
    if word.text == ":" and place.at == 2 and place.keyword in ("require", "forbid"):
        return None if before in ("strict", "subset") else _superfluous(place, before, word)
    return None


_FOLLOWED = {
    "require": "`require` names one pattern, and has no modes",
    "forbid": "`forbid` names one pattern, and has no modes",
    "traces": "the paths follow `traces` itself, in quotes",
    "tool": "an `@name` follows `tool` itself",
    "case": "the name follows `case` itself, in quotes",
}


def _superfluous(place: Refusal, name: str, sign: Word) -> Found:
    what = "colon" if sign.text == ":" else quoted(sign.text)
    why_not = _FOLLOWED.get(name, f"what belongs to {quoted(name)} follows it with no sign between")
    text = place.line.text
    gaps = (text[sign.start - 1] == " ") + (text[sign.end : sign.end + 1] in (" ", ""))
    # What the sign parted stays parted, by one space.
    fix = Fix(f"Take {sign.text} out", sign.start - (gaps == 2), sign.end, "" if gaps else " ")
    found = place.found(
        "superfluous_colon", fix, word=shown(name), sign=what, why_not=why_not,
        hint=f"take {'the colon' if what == 'colon' else what} out",
    )  # fmt: skip
    return found._replace(start=sign.start, end=sign.end)


def equals(place: Refusal) -> Found | None:
    """`count search: 3`, `output search: "x"`, `output search "x"`, `tool @x view`."""
    word, keyword = place.word, place.keyword
    if word is None or place.bracket or "EQUAL" not in place.accepts:
        return None
    after = place.behind
    compared = any(other.text in COMPARISONS for other in place.words[place.at + 1 :])
    single = place.at == 2 and place.before.text not in ("strict", "subset") and not compared
    if word.text == ":" and keyword in ("count", "output") and after is not None and single:
        fix = Fix("Write =", word.start, word.end, _spaced(place, word, "="))
        hint = f"`{keyword}` of one tool takes `=` here"
        return place.found("wrong_operator", fix, sign=":", mended="=", hint=hint)
    if keyword == "tool" and word.kind in TOOLS:
        return _missing_equal(place, word)
    if keyword == "output" and (word.kind in ("string", "number", "regex") or word.text in _VALUES):
        return _missing_equal(place, word)
    if keyword == "output" and word.text in ("->", "is", "equals", "returns") and after:
        fix = Fix("Write =", word.start, word.end, "=")
        hint = "an `output` takes `=`"
        return place.found("wrong_operator", fix, sign=word.text, mended="=", hint=hint)
    if keyword == "output" and word.text == "<" and after and after.kind in ("key", "string"):
        hint = "an `output` takes no arguments: `require` asks for arguments and a result"
        return place.found("unexpected", hint=hint)
    if keyword == "output" and word.text in ("!=", "<", "<=", ">", ">="):
        hint = "an `output` says what the result is: write `=` and the whole result"
        return place.found("unexpected", hint=hint)
    return None


def _missing_equal(place: Refusal, word: Word) -> Found:
    fix = Fix("Write =", word.start, word.start, "= ")
    return place.found("unexpected", fix, hint=f"write `=` before {quoted(word.text)}")


def arrow(place: Refusal) -> Found | None:
    """`order: a, b`, `order: a > b`, `tool @x = a, b`, `order: [a, b]`."""
    word, keyword = place.word, place.keyword
    if word is None or place.bracket:
        return None
    if (
        "ARROW" in place.accepts
        and keyword in ARROWED
        and word.text in (",", ">", "=", "then", "before")
    ):
        after = place.behind
        if word.kind == "name" and (after is None or after.kind not in TOOLS):
            return None
        end = after.end if after is not None and after.text == ">" else word.end
        fix = Fix("Write ->", word.start, end, _spaced(place, word, "->"))
        hint = f"the steps of `{keyword}` are parted by `->`"
        return place.found("wrong_operator", fix, sign=word.text, mended="->", hint=hint)
    if "PIPE" in place.accepts and keyword == "tool" and word.text == ",":
        fix = Fix("Write |", word.start, word.end, _spaced(place, word, "|"))
        hint = "alternatives are parted by `|`"
        return place.found("wrong_operator", fix, sign=",", mended="|", hint=hint)
    if word.text in ("[", "{") and "NAME" in place.accepts:
        form = {"order": "order: a -> b", "sequence": "sequence: a -> b", "tool": "tool @x = a | b"}
        hint = f"tools stand without brackets: `{form.get(keyword, f'{keyword} a | b')}`"
        if keyword not in COLONED:
            return place.found("unexpected", hint=hint)
    return None


def _spaced(place: Refusal, word: Word, sign: str) -> str:
    text = place.line.text
    return ("" if text[word.start - 1] == " " else " ") + sign


def brackets(place: Refusal) -> Found | None:
    """`require a {x: 1}`, `args a x: 1`: arguments in other brackets, or in none."""
    word, after = place.word, place.behind
    if word is None or place.bracket or "LESS" not in place.accepts:
        return None
    modes = MODES.get(place.keyword, ())
    if place.keyword in COMPARING or word.text in modes:
        return None
    if nearest(place.before.text, modes) and nearest(word.text, modes):
        return None
    if word.text == "{" or (word.text == "[" and place.keyword != "output"):
        close = _closing(place)
        if close is None:
            return None
        inner = place.line.text[word.end : close.start]
        fix = Fix("Write <...>", word.start, close.end, f"<{inner}>")
        written = shown(inner) if inner.isprintable() else "..."
        hint = f"arguments stand in `<...>`: write `<{written}>`"
        return place.found("unexpected", fix, hint=hint)
    if word.text in OWN_WORDS:
        return None
    if word.kind in ("name", "string") and after is not None and after.text in (":", "=", "=="):
        hint = f"arguments stand in `<...>`: write `<{shown(word.text)}: ...>`"
        return place.found("unexpected", hint=hint)
    return None


def _closing(place: Refusal) -> Word | None:
    """Return the bracket that closes the refused one."""
    depth = 0
    for word in place.words[place.at :]:
        if word.kind == "sign" and word.text in OPENS:
            depth += 1
        elif word.kind == "sign" and word.text in OPENS.values():
            depth -= 1
            if not depth:
                return word
    return None


def how_often(place: Refusal) -> Found | None:
    """`require a >= 2`, `require a 2 times`, `forbid a > 3`."""
    word, after = place.word, place.behind
    if word is None or place.keyword not in ("require", "forbid"):
        return None
    if word.kind == "number" and not place.bracket and "MIN" in place.accepts:
        return place.found("unexpected", hint=f"for at least so many calls write `min {word.text}`")
    if word.text not in COMPARISONS or "WEIGHT" not in place.accepts or after is None:
        return None
    if after.kind != "number" or place.at != 2:
        return None
    tool = shown(place.before.text)
    hint = f"`count {tool} {word.text} {after.text}` says how often a tool is called"
    return place.found("unexpected", hint=hint)


def range_of_count(place: Refusal) -> Found | None:
    """`count a <> 2`, `count 1 <= a`, `count a >= 1 <= 3`, `count a = 1 or 2`, `count a 1..3`."""
    word, after = place.word, place.behind
    if word is None or place.keyword != "count":
        return None
    if word.text == ">" and place.before.text == "<" and place.before.end == word.start:
        start = place.before.start
        fix = Fix("Write !=", start, word.end, "!=")
        hint = "`count` says `!=` for another number"
        found = place.found("wrong_operator", fix, sign="<>", mended="!=", hint=hint)
        return found._replace(start=start)
    if place.at == 1 and (word.kind == "number" or word.text in COMPARISONS):
        tools = [other.text for other in place.words if other.kind in TOOLS][1:]
        hint = f"the tool comes first: `count {shown(tools[0]) if tools else 'search'} = 1`"
        return place.found("unexpected", hint=hint)
    tool = shown(next((other.text for other in place.words[1:] if other.kind in TOOLS), "search"))
    two = f"count: {tool} >= 1, {tool} <= 3"
    if "WEIGHT" in place.accepts and word.text in (*COMPARISONS, "and", "or"):
        return place.found("unexpected", hint=f"give each bound an entry of its own: `{two}`")
    between = word.text == "between" or ".." in word.text
    dashed = after is not None and word.kind == after.kind == "number" and after.text[0] == "-"
    if "EQUAL" in place.accepts and (between or dashed):
        return place.found("comparison_expected", last=quoted(tool), mended=two)
    return None


ALL: tuple[Callable[[Refusal], Found | None], ...] = (
    superfluous, equals, arrow, brackets, how_often, range_of_count,
)  # fmt: skip
"""In the order they are asked."""

"""Refusals of other languages' signs: their arrows, comparisons, colons and brackets."""

from __future__ import annotations

import re
from collections.abc import Callable

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.recover.amounts import COMPARISONS
from toolspec.dsl.recover.kind_mistakes import mistakes_in
from toolspec.dsl.recover.rewriting import is_rule
from toolspec.dsl.recover.round_brackets import pairs
from toolspec.dsl.recover.spelled import LINE_MAX, alternatives
from toolspec.dsl.recover.stop import OPENS, OWN_WORDS, Stop, quoted
from toolspec.dsl.text.lexer import COMPARING, TOOLS, Token
from toolspec.dsl.text.suggest import nearest
from toolspec.engine.rules import traits


def superfluous(place: Stop) -> LineDiagnostic | None:
    """`min: 2`, `weight = 2`, `args search: <x: 1>`, `traces = "a"`, `forbid rm:`."""
    word, after = place.word, place.behind
    if word is None or place.bracket:
        return None
    if word.text in OWN_WORDS and after is not None and after.text == ":":
        return superfluous_sign(place, word.text, after)
    if word.text not in (":", "=", "=="):
        return None
    before = place.before.text
    asks = place.accepts <= {"NUMBER", "REGEX", "STRING"} or "TRUE" in place.accepts
    if before in OWN_WORDS and asks:
        return superfluous_sign(place, before, word)
    if after is not None and after.text == "<" and "LESS" in place.accepts:
        return superfluous_sign(place, before, word)
    takes_arguments = "LESS" in place.accepts and place.keyword not in COMPARING
    if after is not None and after.text == "{" and takes_arguments:
        return place.found("unexpected", hint="arguments are written in `<...>` after the tool")
    one_phrase = traits(place.keyword).syntax.is_one_phrase
    if place.at == 1 and (one_phrase or place.keyword in ("traces", "case", "tool")):
        return superfluous_sign(place, place.keyword, word)
    if word.text == ":" and place.at == 2 and one_phrase:
        return None if before in ("strict", "subset") else superfluous_sign(place, before, word)
    return None


_FOLLOWED = {
    "traces": "the paths follow `traces` itself, in quotes",
    "tool": "an `@name` follows `tool` itself",
    "case": "the name follows `case` itself, in quotes",
}


def superfluous_sign(place: Stop, name: str, sign: Token) -> LineDiagnostic:
    """Report a sign between a word and what belongs to it."""
    what = "colon" if sign.text == ":" else quoted(sign.text)
    why_not = mistakes_in(name).no_colon or _FOLLOWED.get(
        name, f"what belongs to {quoted(name)} follows it without a sign"
    )
    text = place.line.text
    gaps = (text[sign.start - 1] == " ") + (text[sign.end : sign.end + 1] in (" ", ""))
    # What the sign separated stays separated, by one space.
    fix = Fix(f"Remove {sign.text}", sign.start - (gaps == 2), sign.end, "" if gaps else " ")
    problem = place.found(
        "superfluous_colon", fix, word=shown(name), sign=what, why_not=why_not,
        hint=f"remove {'the colon' if what == 'colon' else what}",
    )  # fmt: skip
    return problem._replace(start=sign.start, end=sign.end)


def equals(place: Stop) -> LineDiagnostic | None:
    """`count search: 3`, `output search: "x"`, `output search "x"`, `tool @x view`."""
    word, keyword = place.word, place.keyword
    if word is None or place.bracket or "EQUAL" not in place.accepts:
        return None
    after = place.behind
    traits_of = traits(keyword)
    single_takes_equal = traits_of.counts_calls or traits_of.syntax.compares_values
    compared = any(other.text in COMPARISONS for other in place.words[place.at + 1 :])
    single = place.at == 2 and place.before.text not in ("strict", "subset") and not compared
    if word.text == ":" and single_takes_equal and after is not None and single:
        fix = Fix("Write =", word.start, word.end, _spaced(place, word, "="))
        hint = f"`{keyword}` of one tool takes `=` here"
        return place.found("wrong_operator", fix, sign=":", mended="=", hint=hint)
    if keyword == "tool" and word.kind in TOOLS:
        return missing_equal(place, word)
    return None


def missing_equal(place: Stop, word: Token) -> LineDiagnostic:
    """Report a value that `=` is missing before."""
    fix = Fix("Write =", word.start, word.start, "= ")
    return place.found("unexpected", fix, hint=f"write `=` before {quoted(word.text)}")


def arrow(place: Stop) -> LineDiagnostic | None:
    """`order: a, b`, `order: a > b`, `tool @x = a, b`, `order: [a, b]`."""
    word, keyword = place.word, place.keyword
    if word is None or place.bracket:
        return None
    if (
        "ARROW" in place.accepts
        and traits(keyword).syntax.is_chain
        and word.text in (",", ">", "=", "then", "before", "followed", "precedes")
    ):
        after = place.behind
        if word.text == "followed" and (after is None or after.text != "by"):
            return None
        if word.kind == "name" and (after is None or after.kind not in TOOLS):
            return None
        end = after.end if after is not None and after.text in (">", "then", "by") else word.end
        fix = _arrows(place, word) or Fix("Write ->", word.start, end, _spaced(place, word, "->"))
        hint = f"the entries of `{keyword}` are separated by `->`"
        return place.found("wrong_operator", fix, sign=word.text, mended="->", hint=hint)
    if "ARROW" in place.accepts and place.before.text == "then" and word.kind in TOOLS:
        before = place.words[place.at - 2]
        if before.kind != "arrow":
            return None
        fix = Fix("Remove then", place.before.start, word.start, "")
        problem = place.found("unexpected", fix, found="`then`", hint="remove it: `->` says that")
        return problem._replace(start=place.before.start, end=place.before.end)
    if "PIPE" in place.accepts and keyword == "tool" and word.text == ",":
        fix = Fix("Write |", word.start, word.end, _spaced(place, word, "|"))
        hint = "alternatives are separated by `|`"
        return place.found("wrong_operator", fix, sign=",", mended="|", hint=hint)
    if word.text in ("[", "{") and "NAME" in place.accepts:
        syntax = traits(keyword).syntax
        form = f"{keyword}: a -> b" if syntax.is_chain else f"{keyword} a | b"
        form = "tool @x = a | b" if keyword == "tool" else form
        hint = f"tools are written without brackets: `{form}`"
        if not syntax.may_list:
            return place.found("unexpected", hint=hint)
    return None


def _arrows(place: Stop, word: Token) -> Fix | None:
    """Write an arrow for each sign like this one, where that makes a rule of the line."""
    text = place.line.text
    depth, last = 0, word.end
    between: list[str] = []
    for other in place.words[place.at + 1 :]:
        if not depth and other.text == word.text:
            between.append(text[last : other.start].strip())
            last = other.end
        elif other.text in OPENS:
            depth += 1
        elif depth and other.text in OPENS.values():
            depth -= 1
    before = "" if text[word.start - 1] == " " else " "
    behind = "" if text[last : last + 1] == " " else " "
    mended = f"{before}{' -> '.join(['', *between, '']).strip()}{behind}"
    if not between or not is_rule(text[: word.start] + mended + text[last:]):
        return None
    return Fix("Write -> between all entries", word.start, last, mended)


def passing(place: Stop) -> LineDiagnostic | None:
    """`order: a -> b >= 0.75`: the score from which a rule passes."""
    word, after = place.word, place.behind
    if word is None or after is None or place.bracket or traits(place.keyword).counts_calls:
        return None
    if word.text != ">=" or not re.fullmatch(r"0\.[0-9]+|1(?:\.0+)?", after.text):
        return None
    if "PASS" not in place.offered or place.words[place.at + 2 :]:
        return None
    mended = f"pass {after.text}"
    fix = Fix(f"Write {mended}", word.start, after.end, mended)
    return place.found("unexpected", fix, hint=f"write `{mended}`")


def _spaced(place: Stop, word: Token, sign: str) -> str:
    text = place.line.text
    return ("" if text[word.start - 1] == " " else " ") + sign


def brackets(place: Stop) -> LineDiagnostic | None:
    """`require a {x: 1}`, `args a x: 1`: arguments in other brackets, or in none."""
    word, after = place.word, place.behind
    if word is None or place.bracket or "LESS" not in place.accepts:
        return None
    syntax = traits(place.keyword).syntax
    modes = syntax.mode_words
    if place.keyword in COMPARING or word.text in modes:
        return None
    if mistakes_in(place.keyword).seldom_argued and word.text not in ("{", "["):
        return None
    if nearest(place.before.text, modes) and nearest(word.text, modes):
        return None
    if word.text == "{" or (word.text == "[" and not syntax.compares_values):
        close = _closing(place)
        if close is None:
            return None
        problem = _touching(place, word, close)
        if problem is not None:
            return problem
        inner = place.line.text[word.end : close.start]
        fix = Fix("Write <...>", word.start, close.end, f"<{inner}>")
        written = shown(inner) if inner.isprintable() else "..."
        hint = f"arguments are written in `<...>`: write `<{written}>`"
        return place.found("unexpected", fix, hint=hint)
    if word.text in OWN_WORDS:
        return None
    if word.kind in ("name", "string") and after is not None and after.text in (":", "=", "=="):
        return _bare_arguments(place, word)
    return None


def _touching(place: Stop, word: Token, close: Token) -> LineDiagnostic | None:
    """`delete_{user,order}`, `delete_[a-z]`: alternatives inside a name."""
    text, start, end = place.line.text, word.start, close.end
    if place.before.end != start or place.before.kind != "name":
        return None
    inner = text[word.end : close.start]
    named = alternatives(place.line, start, end, ",") if word.text == "{" else None
    if named is not None:
        mended, start, end = named
        hint = f"each name is written out: `{shown(mended)}`"
    elif word.text == "[" and re.fullmatch(r"[\w-]+", inner) and place.at == 2:
        tail = re.match(r"[\w-]*", text[end:])
        assert tail is not None
        start, end = place.before.start, end + tail.end()
        if not re.fullmatch(r"[A-Za-z_][\w-]*\[[\w-]+\][\w-]*", text[start:end]):
            return None
        mended = f"/^{text[start:end]}$/"
        hint = f"for one of these characters write a regex: `{shown(mended)}`"
    else:
        return None
    fix = Fix(f"Write {shown(mended)}", start, end, mended)
    problem = place.found("unexpected", fix, hint=hint, found=quoted(word.text))
    return problem._replace(start=word.start, end=close.end)


def _bare_arguments(place: Stop, word: Token) -> LineDiagnostic:
    """`forbid read path: "x"`, `args send to = "x", n: 1`: the arguments, repeated in brackets."""
    text = place.line.text
    if len(text) > LINE_MAX:
        return place.found("unexpected", hint="arguments are written in `<...>` after the tool")
    written = text[word.start :]
    clause = _CLAUSES.search(_blank(written))
    end = word.start + (clause.start() if clause else len(written))
    mended = f"<{pairs(text[word.start : end].rstrip())}>"
    line = text[: word.start] + mended + text[end:]
    if not is_rule(line):
        return place.found("unexpected", hint="arguments are written in `<...>` after the tool")
    fix = Fix(f"Write {shown(mended)}", word.start, end, mended)
    hint = f"arguments are written in `<...>`: write `{shown(mended)}`"
    return place.found("unexpected", fix, hint=hint)


_CLAUSES = re.compile(r"[ ](?:weight|pass|as|result|min|final|at|before)[ ].*|[ ]final$")


def _blank(text: str) -> str:
    """Replace what is in quotes by as many other characters."""
    return re.sub(r'"[^"]*"', lambda match: "_" * len(match[0]), text)


def _closing(place: Stop) -> Token | None:
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


ALL: tuple[Callable[[Stop], LineDiagnostic | None], ...] = (
    superfluous, equals, passing, arrow, brackets,
)  # fmt: skip
"""In the order they are asked."""

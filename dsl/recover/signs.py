"""Refusals of other languages' signs: their arrows, comparisons, colons and brackets."""

from __future__ import annotations

import re

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.recover.amounts import COMPARISONS
from toolspec.dsl.recover.kind_mistakes import mistakes_in
from toolspec.dsl.recover.rewriting import is_rule
from toolspec.dsl.recover.round_brackets import arguments_with_colons
from toolspec.dsl.recover.row import Row, Teller
from toolspec.dsl.recover.spelled import LINE_MAX, alternatives
from toolspec.dsl.recover.stop import OPENS, OWN_WORDS, Stop, quoted_word
from toolspec.dsl.text.lexer import COMPARING, TOOLS, Token
from toolspec.dsl.text.suggest import suggestion
from toolspec.engine.rules import traits


def superfluous(place: Stop) -> LineDiagnostic | None:
    """`min: 2`, `weight = 2`, `args search: <x: 1>`, `traces = "a"`, `forbid rm:`."""
    word, after = place.word, place.following
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
    what = "colon" if sign.text == ":" else quoted_word(sign.text)
    why_not = mistakes_in(name).no_colon or _FOLLOWED.get(
        name, f"what belongs to {quoted_word(name)} follows it without a sign"
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


def _defines_tools(place: Stop) -> bool:
    return place.keyword == "tool"


def _compares_one(place: Stop) -> bool:
    """Tell whether a rule of one tool, which takes `=`, has its first sign here."""
    kind, later = traits(place.keyword), place.words[place.at + 1 :]
    return (
        (kind.counts_calls or kind.syntax.compares_values)
        and place.at == 2
        and place.before.text not in ("strict", "subset")
        and all(other.text not in COMPARISONS for other in later)
    )


def arrows(place: Stop) -> LineDiagnostic | None:
    """`order: a, b, c`: another sign than `->` between all entries."""
    word, after = place.word, place.following
    if word is None or place.bracket or "ARROW" not in place.accepts:
        return None
    if not traits(place.keyword).syntax.is_chain or word.text not in _NO_ARROWS:
        return None
    if word.text == "followed" and (after is None or after.text != "by"):
        return None
    if word.kind == "name" and (after is None or after.kind not in TOOLS):
        return None
    fix = _arrows(place, word)
    if fix is None:
        return None
    hint = f"the entries of `{place.keyword}` are separated by `->`"
    return place.found("wrong_operator", fix, sign=word.text, corrected="->", hint=hint)


_NO_ARROWS = (",", ">", "=", "then", "before", "followed", "precedes")


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
    following = "" if text[last : last + 1] == " " else " "
    corrected = f"{before}{' -> '.join(['', *between, '']).strip()}{following}"
    if not between or not is_rule(text[: word.start] + corrected + text[last:]):
        return None
    return Fix("Write -> between all entries", word.start, last, corrected)


def _names_tool(place: Stop) -> bool:
    return place.word is not None and place.word.kind in TOOLS


def _defines_named(place: Stop) -> bool:
    return _defines_tools(place) and _names_tool(place)


def _could_pass(place: Stop) -> bool:
    """Tell whether `>= 0.75` ends a rule that could have a `pass`."""
    share = place.following is not None and re.fullmatch(
        r"0\.[0-9]+|1(?:\.0+)?", place.following.text
    )
    return bool(share) and "PASS" in place.offered and not traits(place.keyword).counts_calls


def _lists_nothing(place: Stop) -> bool:
    return not traits(place.keyword).syntax.may_list


_ENTRIES = "the entries of `{keyword}` are separated by `->`"
_BARE = "tools are written without brackets: "

_ROWS = (
    Row("«^ :» ANY", "wrong_operator", "count a: 3", "count a = 3", fix="=", accepts="EQUAL",
        hint="`{keyword}` of one tool takes `=` here", where=_compares_one),
    Row("«^ ANY»", "unexpected", "tool @x a", "tool @x = a", fix="= {text}", title="Write =",
        hint="write `=` before `{text}`", accepts="EQUAL", where=_defines_named),
    Row("«^ >=» n=NUMBER› END", "unexpected", "order: a -> b >= 0.75", "order: a -> b pass 0.75",
        fix="pass {n}", where=_could_pass),
    Row("«^ ,/>/=» >/then/by?›", "wrong_operator", "order: a, b", "order: a -> b", fix="->",
        of="is_chain", accepts="ARROW", hint=_ENTRIES),
    Row("«^ then/before/precedes» then/by?› TOOL", "wrong_operator", "order: a then b",
        "order: a -> b", fix="->", of="is_chain", accepts="ARROW", hint=_ENTRIES),
    Row("«^ followed» by›", "wrong_operator", "order: a followed by b", "order: a -> b", fix="->",
        of="is_chain", accepts="ARROW", hint=_ENTRIES),
    Row("-> «then» ^ TOOL", "unexpected", "order: a -> then b", "order: a -> b", fix="",
        accepts="ARROW", hint="remove it: `->` says that"),
    Row("«^ ,»", "wrong_operator", "tool @x = a, b", "tool @x = a | b", fix="|", accepts="PIPE",
        hint="alternatives are separated by `|`", where=_defines_tools),
    Row("^ [/{", "unexpected", "order: [a, b]", "order: a -> b", of="is_chain", accepts="NAME",
        hint=_BARE + "`{keyword}: a -> b`", where=_lists_nothing),
    Row("^ [/{", "unexpected", "tool @x = [a, b]", "tool @x = a | b", accepts="NAME",
        hint=_BARE + "`tool @x = a | b`", where=_defines_tools),
    Row("^ [/{", "unexpected", "forbid [a, b]", "forbid a | b", accepts="NAME",
        hint=_BARE + "`{keyword} a | b`", where=_lists_nothing),
)  # fmt: skip


def brackets(place: Stop) -> LineDiagnostic | None:
    """`require a {x: 1}`, `args a x: 1`: arguments in other brackets, or in none."""
    word, after = place.word, place.following
    if word is None or place.bracket or "LESS" not in place.accepts:
        return None
    syntax = traits(place.keyword).syntax
    modes = syntax.mode_words
    if place.keyword in COMPARING or word.text in modes:
        return None
    if mistakes_in(place.keyword).seldom_argued and word.text not in ("{", "["):
        return None
    if suggestion(place.before.text, modes) and suggestion(word.text, modes):
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
        corrected, start, end = named
        hint = f"each name is written out: `{shown(corrected)}`"
    elif word.text == "[" and re.fullmatch(r"[\w-]+", inner) and place.at == 2:
        tail = re.match(r"[\w-]*", text[end:])
        assert tail is not None
        start, end = place.before.start, end + tail.end()
        if not re.fullmatch(r"[A-Za-z_][\w-]*\[[\w-]+\][\w-]*", text[start:end]):
            return None
        corrected = f"/^{text[start:end]}$/"
        hint = f"for one of these characters write a regex: `{shown(corrected)}`"
    else:
        return None
    fix = Fix(f"Write {shown(corrected)}", start, end, corrected)
    problem = place.found("unexpected", fix, hint=hint, found=quoted_word(word.text))
    return problem._replace(start=word.start, end=close.end)


def _bare_arguments(place: Stop, word: Token) -> LineDiagnostic:
    """`forbid read path: "x"`, `args send to = "x", n: 1`: the arguments, repeated in brackets."""
    text = place.line.text
    if len(text) > LINE_MAX:
        return place.found("unexpected", hint="arguments are written in `<...>` after the tool")
    written = text[word.start :]
    clause = _CLAUSES.search(_blank(written))
    end = word.start + (clause.start() if clause else len(written))
    corrected = f"<{arguments_with_colons(text[word.start : end].rstrip())}>"
    line = text[: word.start] + corrected + text[end:]
    if not is_rule(line):
        return place.found("unexpected", hint="arguments are written in `<...>` after the tool")
    fix = Fix(f"Write {shown(corrected)}", word.start, end, corrected)
    hint = f"arguments are written in `<...>`: write `{shown(corrected)}`"
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


ALL: tuple[Row | Teller, ...] = (superfluous, arrows, *_ROWS, brackets)
"""In the order they are asked."""

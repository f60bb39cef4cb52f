"""Refusals outside values: colons, modes, arrows, commas, keywords."""

from __future__ import annotations

import re

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.recover.expected import either, words_of
from toolspec.dsl.recover.kind_mistakes import mistakes_in
from toolspec.dsl.recover.row import Row, Teller
from toolspec.dsl.recover.stop import FITS_BEFORE, FORMS, Stop, quoted_word
from toolspec.dsl.text.lexer import TOOLS, Token
from toolspec.dsl.text.suggest import suggestion
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.rules import traits

CLAUSES = (
    "weight", "pass", "as", "soft", "after", "until", "per", "among", "ignoring", "if",
)  # fmt: skip


def nothing_after(place: Stop) -> LineDiagnostic | None:
    """`order:` and `forbid` with nothing after them."""
    if place.word is not None or not place.keyword:
        return None
    if place.before.text not in (place.keyword, ":", "strict", "subset") or place.at > 4:
        return None
    listing = '":"' in traits(place.keyword).syntax.grammar
    if place.before.text == ":" and not listing:
        return None
    if place.before.text in ("strict", "subset") and "COLON" not in place.accepts:
        return None
    form = FORMS.get(place.keyword) or _sample(traits(place.keyword))
    if place.before.text in ("strict", "subset"):
        head, listed = re.split("[: ]+", form, maxsplit=1)
        form = f"{head} {place.before.text}: {listed}"
    problem = place.found("nothing_listed", form=form)
    return problem._replace(start=0, end=place.before.end)


def _sample(kind: type[Kind]) -> str:
    return kind.syntax.sample or kind.examples[0].spec


def comment(place: Stop) -> LineDiagnostic | None:
    """`// never`: an empty regex where neither a tool nor a value is expected."""
    word = place.word
    if (
        word is None
        or word.kind not in ("regex", "open_regex")
        or word.text[:2] not in ("//", "/*")
    ):
        return None
    fixes: tuple[Fix, ...] = ()
    if word.text[:2] == "//":
        fixes = (Fix("Write #", word.start, word.start + 2, "#"),)
    problem = place.found("comment_sign", sign=word.text[:2])
    return problem._replace(end=problem.start + 2, fixes=fixes)


def mode(place: Stop) -> LineDiagnostic | None:
    """`count exact: a = 1`, `order subset: a`, `forbid: rm`."""
    word, keyword = place.word, place.keyword
    if word is None:
        return None
    colon = next((i for i, other in enumerate(place.words) if other.text == ":"), 0)
    if not 1 < colon <= 3 or place.at > colon or place.bracket:
        return None
    if keyword in ("tool", "traces", "case"):
        return None
    between = place.words[1:colon]
    if any(other.kind != "name" for other in between):
        return None
    syntax = traits(keyword).syntax
    modes = syntax.mode_words
    start, end = between[0].start, between[-1].end
    texts = [other.text for other in between]
    bad = next((other for other in between if other.text not in modes), None)
    if bad is not None:
        start, end = bad.start, bad.end
    text = place.line.text[start:end]
    why_not = (
        f"its modes are {either([f'`{mode}`' for mode in modes])}" if modes else "it has no modes"
    )
    ordered = " ".join(reversed(texts))
    if len(texts) > 1 and ordered in syntax.modes:
        fix = Fix(f"Write {ordered}", start, end, ordered)
        fields = {"word": text, "hint": f"write `{ordered}`"}
        fields["why_not"] = f"`{texts[-1]}` comes first"
        return place.found("unknown_mode", fix, **fields)._replace(start=start, end=end)
    near = suggestion(text, modes)
    if near:
        hint = f"did you mean `{near}`?"
        fix = Fix(f"Write {near}", start, end, near, guess=True)
    elif modes:
        forms = [f"`{keyword}: ...`", *(f"`{keyword} {mode}: ...`" for mode in modes)]
        hint, fix = f"write {either(forms)}", None
    else:
        hint, fix = _without_mode(place, colon)
    problem = place.found("unknown_mode", fix, word=shown(text), why_not=why_not, hint=hint)
    return problem._replace(start=start, end=end)


def _without_mode(place: Stop, colon: int) -> tuple[str, Fix | None]:
    """`require strict: a`, `sequence strict: a`: the colon goes too where the kind has none."""
    line, start = place.line.text, place.words[1].start
    is_chain = traits(place.keyword).syntax.is_chain
    end = place.words[colon - 1 if is_chain else colon].end
    written = line[start:end]
    if not {"strict", "subset"}.issuperset(written.removesuffix(":").split()):
        return f"`{place.keyword}` takes one pattern, without a colon", None
    gap = " " if not is_chain and line[end : end + 1] not in (" ", "") else ""
    fix = Fix(f"Remove {written}", len(place.keyword), end, gap)
    return f"remove {quoted_word(written)}", fix


def colon(place: Stop) -> LineDiagnostic | None:
    """`order a -> b`, and `count a = 1, b = 2`."""
    word, keyword = place.word, place.keyword
    if word is None:
        return None
    syntax = traits(keyword).syntax
    if "COLON" in place.accepts and syntax.is_chain and not place.bracket:
        at = place.before.end
        follows = place.words[place.at]
        if follows.text in syntax.mode_words and place.at == 1:
            at = follows.end
        corrected = place.line.text[:at] + ": ..."
        end = word.end if word.text in ("=", "==", "->") else at
        fix = Fix("Write the colon", at, end, ":")
        problem = place.found("missing_colon", fix, corrected=shown(corrected))
        return problem._replace(start=0, end=len(keyword))
    if word.text == "," and syntax.may_list and not place.bracket:
        if ":" in (other.text for other in place.words[1:4]) and "COLON" in (
            t for t, _ in place.taken[:4]
        ):
            return None
        fix = Fix("Write the colon", len(keyword), len(keyword), ":")
        return place.found("several_need_colon", fix)
    return None


def head(place: Stop) -> LineDiagnostic | None:
    """`case "x":`, `case "x"` and `case "x", "y" {`."""
    if place.keyword != "case" or not place.only("OPEN"):
        return None
    name, word = place.before, place.word
    later = place.words[place.at + 1 :]
    fix = None
    if word is not None and word.text in (":", "=") and later and later[0].text == "{":
        fix = Fix(f"Remove {word.text}", word.start, word.end, "")
    problem = place.found("unopened_case", fix, name=shown(name.text))
    return problem._replace(start=name.start, end=name.end)


def _ends_case(place: Stop) -> bool:
    return place.keyword in ("case", "")


_TRAILING = (
    Row("{/} «^ ANY»", "trailing_text", 'case "a" {} b', 'case "a" {}', where=_ends_case,
        more={"bracket": "{before}"}),
)  # fmt: skip


def keyword(place: Stop) -> LineDiagnostic | None:
    """Report a word after a tool: repeated, too late, of another kind, misspelt."""
    word = place.word
    if word is None or word.kind != "name" or place.bracket or "NAME" in place.accepts:
        return None
    own = mistakes_in(place.keyword).own_words
    taken = [text for name, text in place.taken[1:] if name == text.upper()]
    if word.text in taken and word.text in own + CLAUSES:
        return place.found("doubled_clause", clause=word.text)
    if word.text in own and "weight" in words_of(place.accepts):
        return _too_late(place, word)
    if word.text in own or word.text == "subset":
        return place.found("unexpected")
    known = words_of(place.accepts)
    if not known or "EQUAL" in place.accepts:
        return None
    near = _meant(place, word, known)
    if not near and _separated(place):
        following = place.following
        if following is None or following.kind != "number":
            return None  # a tool, most likely, with its arrow or comma missing
    return _unknown(place, word, near)


def _meant(place: Stop, word: Token, known: list[str]) -> str:
    """Return the keyword that a word most likely is, "" for none.

    A `pass` where it has no use is misspelt all the same: it is no `as`.
    """
    following = place.following
    on = following is not None and following.text in ("->", ",", "|")
    if on and _separated(place):
        return ""
    folded = word.text.casefold()
    fitting = () if following is None else FITS_BEFORE.get(following.kind, ())
    longer = (
        name for name in known if name in fitting and folded.startswith(name) and name != "as"
    )
    near = _ALIASES.get(folded, "") or place.meant(known) or next(longer, "")
    return near if near in known and near != word.text else ""


def _unknown(place: Stop, word: Token, near: str) -> LineDiagnostic:
    """Report an unknown word with what was meant, or what can be done with it."""
    fixes: tuple[Fix, ...] = ()
    if near and near not in words_of(place.offered):
        spent = near in {text for _, text in place.taken}
        again = f"`{near}` is written already" if spent else f"`{place.keyword}` takes no `{near}`"
        hint = f"remove it: {again}"
    elif near:
        hint = f"did you mean `{near}`?"
        alias = word.text.casefold() in _ALIASES
        fixes = (Fix(f"Write {near}", word.start, word.end, near, guess=not alias),)
    elif "PIPE" in place.accepts and not _separated(place):
        hint = f"`{place.keyword}` has no such word; a second tool needs `|` before it"
    else:
        hint = f"`{place.keyword}` has no such word"
    return place.found("unknown_word", word=shown(word.text), hint=hint)._replace(fixes=fixes)


def _too_late(place: Stop, word: Token) -> LineDiagnostic:
    """`require a weight 2 min 3`: a word of the rule itself, after its clauses."""
    words = place.words
    clause = next(
        (
            other for other, (name, text) in zip(words, place.taken, strict=False)
            if text in CLAUSES and name == text.upper()
        ),
        None,
    )  # fmt: skip
    if clause is None:
        return place.found("unexpected")
    at = place.at
    while at < len(words) and words[at].text in _FOLLOWING:
        at += 1 + _FOLLOWING[words[at].text]
    last = words[min(at, len(words)) - 1]
    line = place.line.text
    moved, kept = line[word.start : last.end], line[clause.start : word.start].rstrip()
    fix = Fix(f"Move it before {clause.text}", clause.start, last.end, f"{moved} {kept}")
    comments = [other for other in place.line.words if other.kind == "comment"]
    inside = any(clause.start < other.start < last.end for other in comments)
    fields = {"word": word.text, "clause": clause.text}
    return place.found("wrong_order", None if inside else fix, **fields)


_FOLLOWING = {"result": 1, "min": 1, "final": 0}
"""How many words follow each word of a rule itself."""


_ALIASES = {
    "minimum": "min", "least": "min", "returns": "result", "output": "result",
    "last": "final", "named": "as", "name": "as", "called": "as", "titled": "as",
    "threshold": "pass", "score": "pass", "priority": "weight",
}  # fmt: skip
"""Other words for the keywords."""


def _separated(place: Stop) -> bool:
    """Tell whether a tool here would need an arrow or a comma before it."""
    return bool({"ARROW", "COMMA"} & place.accepts)


def _is_tool(place: Stop) -> bool:
    return place.word is not None and place.word.kind in TOOLS


def _is_alternative(place: Stop) -> bool:
    return place.keyword == "tool" and _is_tool(place)


def _is_last_lost_bar(place: Stop) -> bool:
    """Tell whether the rest of a `tool` line is right: `tool @x = a b | c`."""
    rest = place.words[place.at + 1 :]
    bars = all(word.text == "|" for word in rest[::2])
    return _is_alternative(place) and bars and len(rest) % 2 == 0


_BETWEEN = (
    Row("«^ ANY»", "missing_arrow", "order: a b", "order: a -> b", fix="-> {text}",
        title="Write the arrow", accepts="ARROW", refuses="NAME", where=_is_tool),
    Row("«^ ANY»", "unexpected", "tool @x = a b", "tool @x = a | b", fix="| {text}",
        accepts="PIPE", refuses="NAME", hint="write `|` before `{text}`", where=_is_last_lost_bar),
    Row("«^ ANY»", "unexpected", "tool @x = a b c", "tool @x = a | b | c", accepts="PIPE",
        refuses="NAME", hint="write `|` before `{text}`", where=_is_alternative),
    Row("«^ ANY»", "missing_comma", "count: a = 1 b = 2", "count: a = 1, b = 2", fix=", {text}",
        title="Write the comma", of="may_list", accepts="COMMA", refuses="NAME", where=_is_tool,
        more={"what": "the entries of `{keyword}`"}),
)  # fmt: skip


def own_comparison(place: Stop) -> LineDiagnostic | None:
    """Ask the kind what is wrong where a comparison is expected."""
    own = mistakes_in(place.keyword).compared
    return None if own is None else own(place)


def _takes_equal(place: Stop) -> bool:
    keyword = place.keyword
    return mistakes_in(keyword).compared is None and (
        keyword == "tool" or traits(keyword).syntax.compares_values
    )


_COMPARISONS = (
    Row("«^ ==/:»", "wrong_operator", "output a == 1", "output a = 1", fix="=", accepts="EQUAL",
        hint="`{keyword}` takes `=`", where=_takes_equal),
)  # fmt: skip


ALL: tuple[Row | Teller, ...] = (
    nothing_after, mode, colon, head, *_TRAILING, own_comparison, *_COMPARISONS, keyword, *_BETWEEN,
)  # fmt: skip
"""In the order they are asked."""

"""Refusals outside values: colons, modes, arrows, commas, keywords."""

from __future__ import annotations

from collections.abc import Callable

from toolspec.dsl.expected import either, words_of
from toolspec.dsl.problem import Fix, Found, shown
from toolspec.dsl.refusals import ARROWED, COLONED, FORMS, MODES, Refusal, quoted
from toolspec.dsl.scan import TOOLS, Word
from toolspec.dsl.suggest import nearest
from toolspec.engine.rules import kind

CLAUSES = ("weight", "pass", "as")
OWN = {
    "require": ("result", "min", "final", "at", "before"),
    "forbid": ("result",),
    "args": ("subset",),
}
"""The words that may follow a tool, in the order of the kind's form."""


def nothing(place: Refusal) -> Found | None:
    """`order:` and `forbid` with nothing behind them."""
    if place.word is not None or not place.keyword:
        return None
    if place.before.text not in (place.keyword, ":", "strict", "subset") or place.at > 4:
        return None
    if place.before.text == ":" and place.keyword not in ARROWED + COLONED:
        return None
    if place.before.text in ("strict", "subset") and "COLON" not in place.accepts:
        return None
    form = FORMS.get(place.keyword) or kind(place.keyword).examples[0].spec
    if place.before.text in ("strict", "subset"):
        form = form.replace(place.keyword, f"{place.keyword} {place.before.text}", 1)
    found = place.found("nothing_listed", form=form)
    return found._replace(start=0, end=place.before.end)


def comment(place: Refusal) -> Found | None:
    """`// never`: an empty regex where no tool or value can stand."""
    word = place.word
    if (
        word is None
        or word.kind not in ("regex", "open_regex")
        or word.text[:2] not in ("//", "/*")
    ):
        return None
    found = place.found("comment_sign", sign=word.text[:2])
    return found._replace(end=found.start + 2)


def mode(place: Refusal) -> Found | None:
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
    modes = MODES.get(keyword, ())
    start, end = between[0].start, between[-1].end
    texts = [other.text for other in between]
    bad = next((other for other in between if other.text not in modes), None)
    if bad is not None:
        start, end = bad.start, bad.end
    text = place.line.text[start:end]
    why_not = (
        f"its modes are {either([f'`{one}`' for one in modes])}" if modes else "it has no modes"
    )
    if texts == ["subset", "strict"] and keyword == "args":
        fix = Fix("Write strict subset", start, end, "strict subset")
        fields = {"word": text, "why_not": "`strict` comes first", "hint": "write `strict subset`"}
        return place.found("unknown_mode", fix, **fields)._replace(start=start, end=end)
    near = nearest(text, modes)
    if near:
        hint = f"did you mean `{near}`?"
        fix = Fix(f"Write {near}", start, end, near, guess=True)
    elif modes:
        hint, fix = f"write `{keyword}: ...`, or `{keyword} {modes[0]}: ...`", None
    else:
        hint, fix = _without_mode(place, colon)
    found = place.found("unknown_mode", fix, word=shown(text), why_not=why_not, hint=hint)
    return found._replace(start=start, end=end)


def _without_mode(place: Refusal, colon: int) -> tuple[str, Fix | None]:
    """`require strict: a`, `sequence strict: a`: the colon goes too where the kind has none."""
    line, start = place.line.text, place.words[1].start
    end = place.words[colon - 1 if place.keyword in ARROWED else colon].end
    written = line[start:end]
    if not _MODES.issuperset(written.removesuffix(":").split()):
        return f"`{place.keyword}` names one pattern, without a colon", None
    parted = " " if place.keyword not in ARROWED and line[end : end + 1] not in (" ", "") else ""
    fix = Fix(f"Take {written} out", len(place.keyword), end, parted)
    return f"take {quoted(written)} out", fix


_MODES = frozenset(mode for modes in MODES.values() for mode in modes)


def colon(place: Refusal) -> Found | None:
    """`order a -> b`, and `count a = 1, b = 2`."""
    word, keyword = place.word, place.keyword
    if word is None:
        return None
    if "COLON" in place.accepts and keyword in ARROWED and not place.bracket:
        at = place.before.end
        follows = place.words[place.at]
        if follows.text in MODES.get(keyword, ()) and place.at == 1:
            at = follows.end
        mended = place.line.text[:at] + ": ..."
        end = word.end if word.text in ("=", "==", "->") else at
        fix = Fix("Write the colon", at, end, ":")
        found = place.found("missing_colon", fix, mended=shown(mended))
        return found._replace(start=0, end=len(keyword))
    if word.text == "," and keyword in COLONED and not place.bracket:
        if ":" in (other.text for other in place.words[1:4]) and "COLON" in (
            t for t, _ in place.taken[:4]
        ):
            return None
        fix = Fix("Write the colon", len(keyword), len(keyword), ":")
        return place.found("several_need_colon", fix)
    return None


def head(place: Refusal) -> Found | None:
    """`case "x":`, `case "x"` and `case "x", "y" {`."""
    if place.keyword != "case" or not place.only("OPEN"):
        return None
    name, word = place.before, place.word
    behind = place.words[place.at + 1 :]
    fix = None
    if word is not None and word.text in (":", "=") and behind and behind[0].text == "{":
        fix = Fix(f"Take {word.text} out", word.start, word.end, "")
    found = place.found("unopened_case", fix, name=shown(name.text))
    return found._replace(start=name.start, end=name.end)


def trailing(place: Refusal) -> Found | None:
    """Anything behind the brace of a case."""
    if place.word is None or place.before.text not in ("{", "}") or place.bracket:
        return None
    if place.keyword not in ("case", ""):
        return None
    return place.found("trailing_text", bracket=place.before.text)


def keyword(place: Refusal) -> Found | None:
    """Tell a word behind a tool: doubled, too late, of another kind, misspelt."""
    word = place.word
    if word is None or word.kind != "name" or place.bracket or "NAME" in place.accepts:
        return None
    own = OWN.get(place.keyword, ())
    taken = [text for name, text in place.taken[1:] if name == text.upper()]
    if word.text in taken and word.text in own + CLAUSES:
        return place.found("doubled_clause", clause=word.text)
    if (word.text in own and "weight" not in words_of(place.accepts)) or word.text == "subset":
        return place.found("unexpected")
    if word.text in own:
        return place.found("wrong_order", word=word.text, form=_form(place.keyword))
    known = words_of(place.accepts)
    if not known or "EQUAL" in place.accepts:
        return None
    # A `pass` where it has no use is misspelt all the same: it is no `as`.
    alias = _ALIASES.get(word.text.casefold(), "")
    near = alias or place.meant(known)
    useless = near in known and near not in words_of(place.offered)
    behind = place.behind
    on = behind is not None and behind.text in ("->", ",", "|")
    if near not in known or near == word.text or (on and _parted(place)):
        near = ""
    if not near and _parted(place):
        return None
    hint = (
        f"take it out: `{place.keyword}` takes no `{near}` here" if useless
        else f"did you mean `{near}`?" if near
        else "take it out; a second tool stands behind `|`" if "PIPE" in place.accepts
        else "take it out"
    )  # fmt: skip
    found = place.found("unknown_word", word=shown(word.text), hint=hint)
    fixes: tuple[Fix, ...] = ()
    if near and not useless:
        fixes = (Fix(f"Write {near}", word.start, word.end, near, guess=not alias),)
    elif "PIPE" in place.accepts and not near:
        fixes = _second_tool(place.before.end, word)
    return found._replace(fixes=fixes)


def _second_tool(start: int, word: Word) -> tuple[Fix, Fix]:
    """Make it an alternative, or take it out.

    As they begin at the word before it, they are offered only where they leave no error.
    """
    text = word.text
    return (
        Fix(f"Write | {shown(text)}", start, word.end, f" | {text}"),
        Fix(f"Take {shown(text)} out", start, word.end, ""),
    )


_ALIASES = {
    "minimum": "min", "least": "min", "times": "min", "returns": "result", "last": "final",
    "named": "as", "name": "as", "threshold": "pass", "output": "result",
    "turn": "step", "turns": "step", "steps": "step",
}  # fmt: skip


def _form(keyword: str) -> str:
    return {
        "require": "P <...> result M min N final at step N before step N, then weight, pass, as",
        "forbid": "P <...> result M, then weight, as",
        "args": "args P subset <...>",
    }.get(keyword, keyword)


def _parted(place: Refusal) -> bool:
    """Tell whether a tool here would have to be parted from the one before it."""
    return bool({"ARROW", "COMMA"} & place.accepts)


def between(place: Refusal) -> Found | None:
    """Two tools without `->`, two entries without `,`."""
    word = place.word
    if word is None or word.kind not in TOOLS or place.bracket or "NAME" in place.accepts:
        return None
    if "ARROW" in place.accepts:
        fix = Fix("Write the arrow", word.start, word.start, "-> ")
        return place.found("missing_arrow", fix)
    if "PIPE" in place.accepts and place.keyword == "tool":
        found = place.found("unexpected")
        return found._replace(fixes=_second_tool(place.before.end, word))
    if "COMMA" in place.accepts and place.keyword in COLONED:
        return place.found("missing_comma", _comma(place), what=f"the entries of `{place.keyword}`")
    return None


def _comma(place: Refusal) -> Fix:
    at = place.before.end
    return Fix("Write the comma", at, at, ",")


def comparison(place: Refusal) -> Found | None:
    """`count a 1`, `count a`, `output a == 1`."""
    word, keyword = place.word, place.keyword
    if place.bracket:
        return None
    if keyword == "count" and "EQUAL" in place.accepts and (word is None or word.text != "<"):
        number = word.text if word is not None and word.kind == "number" else "1"
        mended = f"{place.before.text} = {number}"
        at = place.before.end
        fixes: tuple[Fix, ...] = (
            Fix("Write = 1", at, at, " = 1"),
            Fix("Write >= 1", at, at, " >= 1"),
        )
        if word is not None and word.kind == "number":
            fixes = (Fix("Write =", at, at, " ="),)
        found = place.found("comparison_expected", last=quoted(place.before.text), mended=mended)
        start, end = place.before.start, place.before.end
        return found._replace(start=start, end=end, fixes=fixes)
    if keyword not in ("output", "tool") or word is None or "EQUAL" not in place.accepts:
        return None
    if word.text in ("==", ":"):
        gap = "" if place.line.text[word.start - 1] == " " else " "
        fix = Fix("Write =", word.start, word.end, f"{gap}=")
        hint = f"`{keyword}` takes `=`"
        return place.found("wrong_operator", fix, sign=word.text, mended="=", hint=hint)
    return None


ALL: tuple[Callable[[Refusal], Found | None], ...] = (
    nothing, mode, colon, head, trailing, comparison, keyword, between,
)  # fmt: skip
"""In the order they are asked."""

"""Mistakes in `count`: its comparisons, ranges, and where the tool and the number come."""

from __future__ import annotations

from collections.abc import Sequence

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.recover.amounts import COMPARISONS, NUMBERS
from toolspec.dsl.recover.kind_mistakes import KindMistakes
from toolspec.dsl.recover.mistakes import negations
from toolspec.dsl.recover.row import Row
from toolspec.dsl.recover.stop import Stop, quoted_word
from toolspec.dsl.text.lexer import ASKING, Token, depths

_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "==": "=", "!=": "!="}
"""A comparison with its sides exchanged."""

_BOTH = "give each comparison its own entry: `count: {phrase}, {t} {sign} {n}`"


def _in_words(place: Stop) -> bool:
    """Tell whether the number of calls is said in words, and no rule says it so."""
    word = place.word
    return word is not None and word.text not in COMPARISONS and word.kind != "number"


_ROWS = (
    Row("«distinct/unique/different/total» ^ t=PATTERN sign=COMPARES n=INT", "comparison_expected",
        "count distinct a <= 2", "count a <= 2", more={"last": "`{text}`"},
        hint="every call counts: write `count {t} {sign} {n}`; that none comes again with equal "
        "arguments is said by `limit: repeats = 0`"),
    Row("«^ AMOUNT»", "wrong_operator", "count a at most 3", "count a <= 3",
        fix="{sign} {number}", accepts="EQUAL", where=_in_words,
        more={"sign": "{text}"}, hint="`count` compares with `=`, `!=`, `<`, `<=`, `>` or `>=`"),
    Row("«< >» ^ INT", "wrong_operator", "count a <> 2", "count a != 2", fix="!=",
        hint="`!=` is any other number", more={"sign": "<>"}),
    *(Row(f"count :? «^ n=INT» {sign} t=PATTERN upper=COMPARES m=INT", "unexpected",
          f"count 1 {sign} a <= 3", f"count: a {turned} 1, a <= 3",
          hint="give each comparison its own entry: "
          f"`count: {{t}} {turned} {{n}}, {{t}} {{upper}} {{m}}`")
      for sign, turned in _TURNED.items()),
    *(Row(f"count :? «^ n=INT» {sign} t=PATTERN", "unexpected", f"count 1 {sign} a",
          f"count a {turned} 1", hint=f"the tool comes first: `count {{t}} {turned} {{n}}`")
      for sign, turned in _TURNED.items()),
    Row("count :? «^ sign=COMPARES» n=INT t=PATTERN", "unexpected", "count <= 3 a", "count a <= 3",
        hint="the tool comes first: `count {t} {sign} {n}`"),
    Row("count :? «^ NUMBER»", "unexpected", "count 3", "count search = 1",
        hint="the tool comes first: `count search = 1`"),
    Row("count :? «^ COMPARES»", "unexpected", "count = 3", "count search = 1",
        hint="the tool comes first: `count search = 1`"),
    Row("= low=INT «^ or» high=INT", "unexpected", "count a = 1 or 2", "count a = 1..2",
        hint="one of successive numbers is a range, `1..2`; of others, write a rule for each in a "
        "block `any {`", accepts="WEIGHT"),
    Row("«^ and? sign=COMPARES» n=INT", "unexpected", "count a >= 1 and <= 3",
        "count: a >= 1, a <= 3", accepts="WEIGHT",
        hint="give each comparison its own entry: `count: {phrase}, {tool} {sign} {n}`"),
    Row("«^ and» t=PATTERN sign=COMPARES n=INT", "unexpected", "count a = 1 and b = 2",
        "count: a = 1, b = 2", accepts="WEIGHT", hint=_BOTH),
    Row("«^ or»", "unexpected", "count a = 1 or b = 2", "count a = 1", accepts="WEIGHT",
        hint="that one of two is enough is said by a block: a line `any {`, a "
        "rule on each line, and `}`"),
    Row("«^ and/=/==/!=/</<=/>/>=»", "unexpected", "count a = 1 and", "count a = 1",
        accepts="WEIGHT",
        hint="give each comparison its own entry, with a comma between them: "
        "`count: a >= 1, a <= 3`"),
    Row("= low=INT «^ NEGATIVE»", "unexpected", "count a = 1-3", "count a = 1..3", accepts="WEIGHT",
        hint="a range is written with dots: `count {tool} = {low}..{high}`"),
    Row("low=INT «^ high=NUMBER»", "unexpected", "count a = 1 3", "count a = 1..3",
        accepts="WEIGHT", hint="a range of numbers is one word: `= 1..3`"),
    Row("^ RANGE›", "comparison_expected", "count a between 1 and 3", "count a = 1..3",
        fix="= {low}..{high}", accepts="EQUAL", more={"last": "`{tool}`"}),
    Row("«^ between/from/in»", "comparison_expected", "count a between", "count a = 1..3",
        accepts="EQUAL", hint="a range of numbers is written `= 1..3`",
        more={"last": "`{tool}`"}),
)  # fmt: skip


def without_operator(place: Stop) -> LineDiagnostic | None:
    """`count a 1`, `count a`, `count a not 3`."""
    word = place.word
    if place.bracket or "EQUAL" not in place.accepts or (word is not None and word.text == "<"):
        return None
    at = place.before.end
    fixes: tuple[Fix, ...] = (
        Fix("Write = 1", at, at, " = 1"),
        Fix("Write >= 1", at, at, " >= 1"),
    )
    pattern = place.pattern
    exactly, more = f"`{pattern} = 1`", f"`{pattern} >= 1`"
    hint = f"write {exactly} for exactly one call, or {more} for at least one"
    comparison = _compared(place)
    if comparison is not None and word is not None:
        sign, number, end = comparison
        gap = "" if place.line.text[word.start - 1] == " " else " "
        fixes = (Fix(f"Write {sign} {number}", word.start, end, f"{gap}{sign} {number}"),)
        hint = f"write `{pattern} {sign} {number}`"
    elif word is not None and word.kind == "number":
        fixes = (Fix("Write =", at, at, " ="),)
        hint = f"write `{pattern} = {shown(word.text)}` for exactly that many calls"
    problem = place.found("comparison_expected", last=quoted_word(place.before.text), hint=hint)
    start, end = place.before.start, place.before.end
    return problem._replace(start=start, end=end, fixes=fixes)


_BOUNDS = {"max": "<=", "maximum": "<=", "limit": "<=", "min": ">=", "minimum": ">="}


def _compared(place: Stop) -> tuple[str, str, int] | None:
    """`count a not 3`, `count a max=3`, `count a three`: the sign, the number, where that ends."""
    words = place.words[place.at : place.at + 3]
    texts = [word.text for word in words]
    if words and texts[0] in NUMBERS:
        return "=", str(NUMBERS[texts[0]]), words[0].end
    if len(words) > 1 and texts[1].isdigit() and texts[0] in ("not", ":"):
        return "!=" if texts[0] == "not" else "=", texts[1], words[1].end
    if len(words) > 2 and texts[0] in _BOUNDS and texts[1] in ("=", ":") and texts[2].isdigit():
        return _BOUNDS[texts[0]], texts[2], words[2].end
    return None


_AFTER_ARGUMENTS = frozenset({"<", "<=", ">", ">=", "=", "==", "!="})

_BEFORE_VALUES = ASKING | {",", "<"}
"""The words after which `>=` in arguments begins a value."""


def touching(words: Sequence[Token]) -> LineDiagnostic | None:
    """Report a comparison that touches the `>` of arguments."""
    deep = depths(words, words[0].text)
    for at, (word, depth) in enumerate(zip(words, deep, strict=True)):
        before = words[at - 1]
        ends = before.kind == "sign" and before.text == ">" and deep[at - 1] == 0
        touches = ends and word.start == before.end and word.text in _AFTER_ARGUMENTS
        swallowed = word.text == ">=" and depth == 1 and before.text not in _BEFORE_VALUES
        if touches or swallowed:
            sign = "=" if swallowed else word.text
            start = word.start - touches
            fix = Fix(f"Write > {sign}", start, word.end, f"> {sign}")
            return LineDiagnostic("space_after_arguments", start, word.end, {"sign": sign}, (fix,))
    return None


MISTAKES = KindMistakes(
    (*negations.OF_COUNT, *_ROWS),
    before=touching,
    compared=without_operator,
    other_names=("calls",),
    seldom_argued=True,
)

"""Mistakes about numbers of calls: `at most 3`, `twice`, `2 times`, `between 1 and 3`."""

from __future__ import annotations

import re

from toolspec.dsl.problem import LineDiagnostic, shown
from toolspec.dsl.recover.amounts import COMPARISONS, TIMES
from toolspec.dsl.recover.row import Row, first_told
from toolspec.dsl.recover.stop import Stop

TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "==": "=", "!=": "!="}
"""A comparison with its sides exchanged."""

_COUNTED = "`count {phrase} {sign} {number}` {asks}"
_AGAINST = "`count {phrase} {opposite} {number}` {refuses}"
_BOTH = "give each comparison its own entry: `count: {phrase}, {t} {sign} {n}`"


def _in_words(place: Stop) -> bool:
    """Tell whether the number of calls is said in words, and no rule says it so."""
    word = place.word
    return word is not None and word.text not in COMPARISONS and word.kind != "number"


def _other(place: Stop) -> bool:
    """Tell whether it is another word than `min`, which has its place."""
    return place.word is not None and place.word.text not in ("min", "minimum")


def _is_one_word(place: Stop) -> bool:
    """Tell whether the number is `once`, `twice` or the like."""
    return place.word is not None and place.word.text in TIMES


def _has_no_min(place: Stop) -> bool:
    return "MIN" in place.offered and _other(place)


def _is_open(place: Stop) -> bool:
    """Tell whether `<` opens something that nothing closes."""
    return ">" not in (other.text for other in place.words[place.at :])


_COUNT = (
    Row("«^ AMOUNT»", "wrong_operator", "count a at most 3", "count a <= 3",
        fix="{sign} {number}", kinds="count", accepts="EQUAL", where=_in_words,
        more={"sign": "{text}"}, hint="`count` compares with `=`, `!=`, `<`, `<=`, `>` or `>=`"),
    Row("«< >» ^ INT", "wrong_operator", "count a <> 2", "count a != 2", fix="!=", kinds="count",
        hint="`!=` is any other number", more={"sign": "<>"}),
    *(Row(f"count :? «^ n=INT» {sign} t=PATTERN upper=COMPARES m=INT", "unexpected",
          f"count 1 {sign} a <= 3", f"count: a {turned} 1, a <= 3", kinds="count",
          hint="give each comparison its own entry: "
          f"`count: {{t}} {turned} {{n}}, {{t}} {{upper}} {{m}}`")
      for sign, turned in TURNED.items()),
    *(Row(f"count :? «^ n=INT» {sign} t=PATTERN", "unexpected", f"count 1 {sign} a",
          f"count a {turned} 1", kinds="count",
          hint=f"the tool comes first: `count {{t}} {turned} {{n}}`")
      for sign, turned in TURNED.items()),
    Row("count :? «^ sign=COMPARES» n=INT t=PATTERN", "unexpected", "count <= 3 a", "count a <= 3",
        hint="the tool comes first: `count {t} {sign} {n}`", kinds="count"),
    Row("count :? «^ NUMBER»", "unexpected", "count 3", "count search = 1", kinds="count",
        hint="the tool comes first: `count search = 1`"),
    Row("count :? «^ COMPARES»", "unexpected", "count = 3", "count search = 1", kinds="count",
        hint="the tool comes first: `count search = 1`"),
    Row("= low=INT «^ or» high=INT", "unexpected", "count a = 1 or 2", "count a = 1..2",
        hint="one of successive numbers is a range, `1..2`; of others, write a rule for each in a "
        "block `any {`", kinds="count", accepts="WEIGHT"),
    Row("«^ and? sign=COMPARES» n=INT", "unexpected", "count a >= 1 and <= 3",
        "count: a >= 1, a <= 3", kinds="count", accepts="WEIGHT",
        hint="give each comparison its own entry: `count: {phrase}, {tool} {sign} {n}`"),
    Row("«^ and» t=PATTERN sign=COMPARES n=INT", "unexpected", "count a = 1 and b = 2",
        "count: a = 1, b = 2", kinds="count", accepts="WEIGHT", hint=_BOTH),
    Row("«^ or»", "unexpected", "count a = 1 or b = 2", "count a = 1", kinds="count",
        accepts="WEIGHT", hint="that one of two is enough is said by a block: a line `any {`, a "
        "rule on each line, and `}`"),
    Row("«^ and/=/==/!=/</<=/>/>=»", "unexpected", "count a = 1 and", "count a = 1", kinds="count",
        accepts="WEIGHT",
        hint="give each comparison its own entry, with a comma between them: "
        "`count: a >= 1, a <= 3`"),
    Row("= low=INT «^ NEGATIVE»", "unexpected", "count a = 1-3", "count a = 1..3", kinds="count",
        accepts="WEIGHT", hint="a range is written with dots: `count {tool} = {low}..{high}`"),
    Row("low=INT «^ high=NUMBER»", "unexpected", "count a = 1 3", "count a = 1..3", kinds="count",
        accepts="WEIGHT", hint="a range of numbers is one word: `= 1..3`"),
    Row("^ RANGE›", "comparison_expected", "count a between 1 and 3", "count a = 1..3",
        fix="= {low}..{high}", kinds="count", accepts="EQUAL", more={"last": "`{tool}`"}),
    Row("«^ between/from/in»", "comparison_expected", "count a between", "count a = 1..3",
        kinds="count", accepts="EQUAL", hint="a range of numbers is written `= 1..3`",
        more={"last": "`{tool}`"}),
)  # fmt: skip

_REQUIRE = (
    Row("^ RANGE›", "unexpected", "require a between 1 and 3", "count a = 1..3",
        line="count {phrase} = {low}..{high}", kinds="require", accepts="WEIGHT"),
    Row("«^ LEAST»", "unexpected", "require a at least 2", "require a min 2", fix="min {least}",
        kinds="require", accepts="MIN", where=_has_no_min),
    Row("«^ LEAST»", "unexpected", "require a min 1 >= 2", "require a min 2",
        hint="write `min {least}`", kinds="require", accepts="WEIGHT", where=_other),
    Row("«^ n=INT times/calls/time/call?»", "unexpected", "require a 2 times", "require a min 2",
        hint="write `min {n}` for at least {n}; `count {phrase} = {n}` {asks}",
        kinds="require", accepts="WEIGHT"),
    Row("«^ AMOUNT»", "unknown_word", "require a once", "count a = 1", hint=_COUNTED,
        kinds="require", accepts="WEIGHT", where=_is_one_word),
    Row("«^ AMOUNT»", "unexpected", "require a at most 3", "count a <= 3", hint=_COUNTED,
        kinds="require", accepts="WEIGHT", where=_other),
    Row("«<» ^ n=INT", "unexpected", "require a < 3", "count a < 3", kinds="require",
        bracket="<", hint="`count {phrase} < {n}` asks for fewer than {n} calls", where=_is_open),
)  # fmt: skip

_FORBID = (
    Row("^ RANGE›", "unexpected", "forbid a between 1 and 3", "count a != 1..3",
        line="count {phrase} != {low}..{high}", kinds="forbid", accepts="WEIGHT"),
    Row("«^ MOST»", "unexpected", "forbid a at most 3", "count a <= 3", hint=_COUNTED,
        kinds="forbid", accepts="WEIGHT"),  # more often than not, that is what is allowed
    Row("«^ AMOUNT»", "unknown_word", "forbid a twice", "count a != 2", hint=_AGAINST,
        kinds="forbid", accepts="WEIGHT", where=_is_one_word),
    Row("«^ AMOUNT»", "unexpected", "forbid a more than 3", "count a <= 3", hint=_AGAINST,
        kinds="forbid", accepts="WEIGHT"),
    Row("«<» ^ n=INT", "unexpected", "forbid a < 3", "count a >= 3", kinds="forbid",
        bracket="<", hint="`count {phrase} >= {n}` asks for at least {n} calls", where=_is_open),
)  # fmt: skip

_DOTTED = re.compile(r"([A-Za-z_]\w*)\.([A-Za-z_]\w*)")


def told(place: Stop) -> LineDiagnostic | None:
    """Return what a row says; what is compared may be an argument: `require refund.amount = 3`."""
    found = first_told(TOLD, place)
    named, words = _DOTTED.fullmatch(place.pattern), place.words[2:4]
    if found is None or named is None or len(words) < 2 or words[0].text not in COMPARISONS:
        return found
    number, sign = shown(words[1].text), words[0].text
    signs = {"=": "", "==": "", "!=": "not "}
    value = signs.get(sign, f"{sign} ") + number
    said = f"write `{place.keyword} {named[1]} <{named[2]}: {value}>`"
    hint = f"if `{named[2]}` is an argument, {said}; if `{place.pattern}` is a tool, "
    return found._replace(fields={**found.fields, "hint": hint + found.fields["hint"]}, fixes=())


TOLD = (*_REQUIRE, *_FORBID)

ALL = (*_COUNT, told)
"""In the order they are asked."""

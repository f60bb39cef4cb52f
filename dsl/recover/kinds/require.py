"""Mistakes in `require`: numbers of calls, orders, several tools, and what must not be."""

from __future__ import annotations

from toolspec.dsl.problem import LineDiagnostic, shown
from toolspec.dsl.recover.conditions import is_after_tool, is_narrowed, is_one_word
from toolspec.dsl.recover.counted import COUNTED, EITHER, Numbered
from toolspec.dsl.recover.kind_mistakes import KindMistakes
from toolspec.dsl.recover.mistakes import messages, negations
from toolspec.dsl.recover.mistakes.clauses import UNLESS_OF_REQUIRE
from toolspec.dsl.recover.phrases import LISTED_MAX, another_phrase, every_tool, rephrased
from toolspec.dsl.recover.row import Row
from toolspec.dsl.recover.stop import Stop

_WORD = "unknown_word"


def _other(place: Stop) -> bool:
    """Tell whether it is another word than `min`, which has its place."""
    return place.word is not None and place.word.text not in ("min", "minimum")


def _has_no_min(place: Stop) -> bool:
    return "MIN" in place.offered and _other(place)


_EVERY = (
    Row("require at «^ least one/1/a t=PATTERN» END", "unknown_word", "require at least one a",
        "require a", line="require {t}"),
    *(Row(f"require all/every/each ^ calls/call? of/to? t=PATTERN {words}", "unexpected",
          f"require all a {example}", f"each a: {repaired}", line=f"each {{t}}: {demands}",)
      for words, demands, example, repaired in (
          ("args=BRACKETS END", "{args}", "<x: 1>", "<x: 1>"),
          ("result v=VALUE END", "result {v}", "result 1", "result 1"),
          ("args=BRACKETS result v=VALUE END", "{args}, result {v}", "<x: 1> result 1",
           "<x: 1>, result 1"),
          ("status=ok/failed END", "{status}", "ok", "ok"),
          ("took sign=COMPARES time=TIME END", "took {sign} {time}", "took < 5s", "took < 5s"),
          ("way=after/before other=CALL END", "{way} {other}", "after b", "after b"),
      )),
)  # fmt: skip

_EARLY = (
    Row("«require ^ :» CALL ->", "unexpected", "require: a -> b", "sequence: a -> b",
        fix="sequence:", hint="calls in this order are asked for by `sequence: ...`"),
    Row("require «^ n=INT» t=TOOL END", "unexpected", "require 2 a", "require a min 2",
        hint="write `require {t} min {n}` for at least {n}; for exactly that many calls write "
        "`count {t} = {n}`"),
    Row("one/any «^ of :? TOOLS» END", "unexpected", "require one of: a, b", "require a | b",
        line="require {tools}"),
    Row("exactly/just/only «^ one other=TOOL» END", _WORD, "require exactly one a", "count a = 1",
        line="count {other} = 1"),
    Row("require only «^ other=TOOL» END", _WORD, "require only a", "only: a",
        line="only: {other}"),
    Row("«^ or» ANY", "unexpected", "require a <x: 1> or b <y: 2>", "require a <x: 1>",
        hint="that one of several calls is enough is said by a block: a line `any {`, a rule on "
        "each line, and `}`", accepts="WEIGHT", where=is_narrowed),
    Row("«eventually/sometimes ^» TOOL", _WORD, "require eventually b", "require b", fix=""),
    Row("«as ^ the? last/final call?» END", "unexpected", "require a as last call",
        "require a final", fix="final"),
    Row("«as ^ the? first call?» END", "unexpected", "require a as first call",
        "require a among first *", fix="among first *",
        hint="write `among first *`: of all calls, only the first is looked at"),
    *messages.AT_END,
    Row("«at ^ the? end/last»", "unexpected", "require a at the end", "require a final",
        fix="final", only="STEP TURN"),
)  # fmt: skip

_NUMBERS = (
    Row("^ RANGE›", "unexpected", "require a between 1 and 3", "count a = 1..3",
        line="count {phrase} = {low}..{high}", accepts="WEIGHT"),
    Row("«^ LEAST»", "unexpected", "require a at least 2", "require a min 2", fix="min {least}",
        accepts="MIN", where=_has_no_min),
    Row("«^ LEAST»", "unexpected", "require a min 1 >= 2", "require a min 2",
        hint="write `min {least}`", accepts="WEIGHT", where=_other),
    Row("«^ n=INT times/calls/time/call?»", "unexpected", "require a 2 times", "require a min 2",
        hint="write `min {n}` for at least {n}; `count {phrase} = {n}` {asks}",
        accepts="WEIGHT"),
    Row("«^ AMOUNT»", "unknown_word", "require a once", "count a = 1", hint=COUNTED,
        accepts="WEIGHT", where=is_one_word),
    Row("«^ AMOUNT»", "unexpected", "require a at most 3", "count a <= 3", hint=COUNTED,
        accepts="WEIGHT", where=_other),
)  # fmt: skip

_ORDERS = (
    Row("not/no/never «^ other=TOOL»", _WORD, "require never a", "forbid a", line="forbid {other}",
        hint="write `forbid {other}`", where=is_after_tool),
    Row("«^ ->» other=QUOTED", "unexpected", 'require a -> "ok"', "require a result /ok/",
        hint="for text in the result write `require {phrase} result /{escaped}/`; for calls in "
        "this order write `sequence: {phrase} -> {other}`", accepts="WEIGHT"),
    Row("«^ ->» other=CALL", "unexpected", "require a -> b", "sequence: a -> b",
        hint="for calls in this order write `sequence: {phrase} -> {other}`", accepts="WEIGHT"),
    Row("«^ then/followed by?» other=CALL", "unexpected", "require a followed by b",
        "sequence: a -> b", accepts="WEIGHT",
        hint="for calls in this order write `sequence: {phrase} -> {other}`"),
    Row("«^ and» then other=CALL", "unexpected", "require a and then b", "sequence: a -> b",
        hint="for calls in this order write `sequence: {phrase} -> {other}`", accepts="WEIGHT"),
    Row("«^ precedes/preceding» other=CALL", _WORD, "require a precedes b", "sequence: a -> b",
        hint="for calls in this order write `sequence: {phrase} -> {other}`; that every call of "
        "`{tool}` has one after it, `each {phrase}: before {other}`", accepts="WEIGHT"),
    Row("«^ follows/following» other=CALL", _WORD, "require a follows b", "sequence: b -> a",
        hint="for calls in this order write `sequence: {other} -> {phrase}`; that every call of "
        "`{tool}` has one before it, `each {phrase}: after {other}`", accepts="WEIGHT"),
)  # fmt: skip

_SEVERAL = (
    Row("«^ ,/and» other=TOOL", "unexpected", "require a, b", "require a | b", hint=EITHER,
        accepts="WEIGHT"),
    Row("«^ other=STRING»", "unexpected", 'require a "b" <x: 1>', 'require a | "b" <x: 1>',
        hint=EITHER, accepts="WEIGHT"),
    Row("«^ other=REGEX»", "unexpected", "require a /b/", "require a | /b/", hint=EITHER,
        accepts="WEIGHT"),
)  # fmt: skip


def every(place: Stop) -> LineDiagnostic | None:
    """`require all of a, b` is several rules."""
    whole = every_tool(place)
    if whole is None:
        return None
    tools, rest = whole
    if len(tools) > 1:
        rules = " and ".join(f"`require {shown(tool)}`" for tool in tools[:LISTED_MAX])
        more = ", and so on" if len(tools) > LISTED_MAX else ""
        return place.found("unexpected", hint=f"write a rule for each: {rules}{more}")
    if rest:
        return None
    return another_phrase(place, f"require {tools[0]}", ", which asks for at least one call")


MISTAKES = KindMistakes(
    (*negations.OF_REQUIRE, *UNLESS_OF_REQUIRE, *_EVERY, every, rephrased, *_EARLY),
    (Numbered(_NUMBERS), *_ORDERS, *_SEVERAL),
    other_names=("must", "expect", "assert", "ensure", "should", "need", "needs"),
    own_words=("result", "min", "final"),
    opposite="forbid ",
    no_colon="`require` takes one pattern, and has no modes",
)

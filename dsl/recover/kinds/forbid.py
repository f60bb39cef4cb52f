"""Mistakes in `forbid`: numbers of calls, orders, several tools, and what alone is allowed."""

from __future__ import annotations

from toolspec.dsl.problem import LineDiagnostic
from toolspec.dsl.recover.conditions import ends_call, is_after_tool, is_one_word
from toolspec.dsl.recover.counted import COUNTED, EITHER, Numbered
from toolspec.dsl.recover.kind_mistakes import KindMistakes
from toolspec.dsl.recover.mistakes import messages, negations
from toolspec.dsl.recover.mistakes.clauses import UNLESS_OF_FORBID
from toolspec.dsl.recover.phrases import another_phrase, every_tool, rephrased
from toolspec.dsl.recover.rewriting import is_rule
from toolspec.dsl.recover.row import Row
from toolspec.dsl.recover.signs import superfluous_sign
from toolspec.dsl.recover.stop import OWN_WORDS, Stop

_WORD = "unknown_word"
_AGAINST = "`count {phrase} {opposite} {number}` {refuses}"

_ANY = Row("forbid «any/every/all/each ^ tool/tools/call/calls» END", "unexpected",
           "forbid any tool", "forbid *", line="forbid *")  # fmt: skip

_EXCEPT = (
    Row("forbid «sequence/order ^ :» CALL ->", "unexpected", "forbid sequence: a -> b",
        "forbid: a -> b", fix=":"),
    Row("not/no/never «^ other=PATTERN»", _WORD, "forbid never a", "only: a", line="only: {other}",
        where=is_after_tool),
    Row("everything/anything «^ except/but» others=TOOLS", _WORD, "forbid everything except a, b",
        "only: a, b", line="only: {listed}"),
    Row("everything/anything «^ except/but» other=TOOL", _WORD, "forbid everything except a",
        "only: a", line="only: {other}"),
    Row("except/but/besides/excluding «^ others=TOOLS»", _WORD, "forbid except a, b", "only: a, b",
        line="only: {listed}", where=is_after_tool),
    Row("except/but/besides/excluding «^ other=TOOL»", _WORD, "forbid except a", "only: a",
        line="only: {other}", where=is_after_tool),
    *messages.AT_END,
    Row("«at ^ the? end/last»", "unexpected", "forbid a at end", "forbid a among last *",
        fix="among last *", only="STEP TURN",
        hint="write `among last *`: of all calls, only the last is looked at"),
)  # fmt: skip

_NUMBERS = (
    Row("^ RANGE›", "unexpected", "forbid a between 1 and 3", "count a != 1..3",
        line="count {phrase} != {low}..{high}", accepts="WEIGHT"),
    Row("«^ MOST»", "unexpected", "forbid a at most 3", "count a <= 3", hint=COUNTED,
        accepts="WEIGHT"),
    Row("«^ AMOUNT»", "unknown_word", "forbid a twice", "count a != 2", hint=_AGAINST,
        accepts="WEIGHT", where=is_one_word),
    Row("«^ AMOUNT»", "unexpected", "forbid a more than 3", "count a <= 3", hint=_AGAINST,
        accepts="WEIGHT"),
)  # fmt: skip

_ORDERS = (
    Row("«^ final/last» END", _WORD, "forbid a last", "forbid a among last *",
        fix="among last *", hint="write `among last *`: of all calls, only the last is looked at",
        where=ends_call),
    Row("after first=CALL «^ ->» other=CALL", "unexpected", "forbid a after b -> c",
        "forbid: b -> c -> a", accepts="WEIGHT",
        hint="calls in this order are forbidden by a colon and arrows: "
        "`forbid: {first} -> {other}`; a clause takes one call"),
    Row("«^ ->» other=CALL", "unexpected", "forbid a -> b", "forbid: a -> b",
        line="forbid: {phrase} -> {other}",
        accepts="WEIGHT"),
    Row("«^ then/,» CALL", "wrong_operator", "forbid: a then b", "forbid: a -> b", fix="->",
        accepts="ARROW", refuses="WEIGHT", hint="the entries of `forbid` are separated by `->`"),
    Row("after/until/if/among/ignoring PATTERN «^ and/,» other=TOOL", "unexpected",
        "forbid a until b and c", "forbid a until b", accepts="WEIGHT",
        hint="a clause takes one call: write a rule for each"),
    Row("«^ during/inside/outside» other=CALL", _WORD, "forbid a during b",
        "forbid a after b until c", accepts="WEIGHT",
        hint="a part of a trace has a begin and an end: `after b until c`"),
    Row("«^ from» first=CALL to/until second=CALL›", _WORD, "forbid a from b to c",
        "forbid a after b until c", fix="after {first} until {second}", accepts="WEIGHT"),
    Row("«^ repeated/repeatedly/again/duplicated» END", _WORD, "forbid a again", "count a <= 1",
        accepts="WEIGHT", hint="`count {phrase} <= 1` allows one call; `limit: repeats = 0 among "
        "{tool}` allows none with the arguments of another"),
    Row("repeated/duplicate/repeat/repeating «^ calls» END", _WORD, "forbid repeated calls",
        "limit: repeats = 0", line="limit: repeats = 0"),
    Row("repeated/duplicate/repeat/repeating «^ other=TOOL» END", _WORD, "forbid duplicate a",
        "count a <= 1", hint="`limit: repeats = 0 among {other}` allows no call with the arguments "
        "of another"),
    Row("«^ and? then» other=CALL", "unexpected", "forbid a then b", "forbid: a -> b",
        line="forbid: {phrase} -> {other}", accepts="WEIGHT"),
    Row("«^ followed by» other=CALL", "unexpected", "forbid a followed by b", "forbid: a -> b",
        line="forbid: {phrase} -> {other}", accepts="WEIGHT"),
    Row("«^ precedes/preceding» other=CALL", _WORD, "forbid a precedes b", "forbid: a -> b",
        line="forbid: {phrase} -> {other}", accepts="WEIGHT"),
)  # fmt: skip

_SEVERAL = (
    Row("«^ ,/and» other=TOOL", "unexpected", "forbid a and b", "forbid a | b", fix="|",
        hint=EITHER, accepts="WEIGHT"),
    Row("«^ other=STRING»", "unexpected", 'forbid a "b" <x: 1>', 'forbid a | "b" <x: 1>',
        fix="| {other}", title="Write |", hint=EITHER, accepts="WEIGHT"),
    Row("«^ other=REGEX»", "unexpected", "forbid a /b/", "forbid a | /b/", fix="| {other}",
        title="Write |", hint=EITHER, accepts="WEIGHT"),
)  # fmt: skip
"""To forbid each is to forbid either; to require each is another thing."""


def every(place: Stop) -> LineDiagnostic | None:
    """`forbid each of a, b` is one rule."""
    whole = every_tool(place)
    if whole is None:
        return None
    tools, rest = whole
    meant = f"forbid {' | '.join(tools)}{rest}"
    return another_phrase(place, meant) if is_rule(meant) else None


def lone_entry(place: Stop) -> LineDiagnostic | None:
    """`forbid: rm`: the colon is for several calls."""
    words, named = place.words, [name for name, _ in place.taken]
    if named[1:2] != ["COLON"] or "ARROW" in named or "ARROW" not in place.accepts:
        return None
    if place.bracket or (place.word is not None and place.word.text not in OWN_WORDS):
        return None
    return superfluous_sign(place, place.keyword, words[1])


MISTAKES = KindMistakes(
    (*negations.OF_FORBID, *UNLESS_OF_FORBID, every, _ANY, rephrased, *_EXCEPT),
    (Numbered(_NUMBERS), *_ORDERS, lone_entry, *_SEVERAL),
    other_names=("never", "deny", "ban", "disallow", "prohibit", "reject", "block"),
    own_words=("result",),
    opposite="only: ",
    both="to forbid both tools write `|`",
    no_colon="`forbid` takes one call without a colon, and several with `->` after it",
)

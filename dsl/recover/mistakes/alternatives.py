"""`|`, `or`, `and` and commas between relations and windows: `after b | after c`."""

from __future__ import annotations

from toolspec.dsl.recover.mistakes.sentences import ANY
from toolspec.dsl.recover.row import Row
from toolspec.dsl.recover.stop import Stop

_WORD = "unknown_word"
_DEMANDS = "not/after/before/right/ok/failed/took/by/result/valid/exactly/<"


def _is_demand(place: Stop) -> bool:
    return "WEIGHT" not in place.accepts


_NEITHER = (
    "where neither may come write `not {way} {first}, not {way} {other}`; where one of them may, "
    "`not {way} {first} or not {way} {other}`"
)

OF_RULES = (
    Row("«^ or/||» require/forbid/order/sequence/count/each/only/limit/answer", "unexpected",
        "sequence: a -> b or sequence: c -> d", "sequence: a -> b", hint=ANY),
)  # fmt: skip
"""Between two rules of any kind."""

OF_EACH = (
    Row("not way=after/before first=CALL «| after/before» ^ other=CALL", _WORD,
        "each a: not after b | after c", "each a: not after b, not after c",
        hint=_NEITHER),
    Row("not way=after/before first=CALL or «^ other=CALL»", _WORD, "each a: not after b or c",
        "each a: not after b, not after c", where=_is_demand, hint=_NEITHER),
    Row("not way=after/before first=CALL , «^ other=CALL»", _WORD, "each a: not after b, c",
        "each a: not after b, not after c", fix="not {way} {other}",
        where=_is_demand),
    Row("«|» after/before ^ ANY", "wrong_operator", "each a: after b | after c",
        "each a: after b or after c", fix="or", more={"sign": "|"},
        hint="one of several demands is enough where `or` is between them"),
    Row(f"«^ |» {_DEMANDS}", "wrong_operator", "each a: ok | failed", "each a: ok or failed",
        fix="or", accepts="COMMA", more={"sign": "|"},
        hint="one of several demands is enough where `or` is between them"),
    Row("way=after/before CALL or «^ other=CALL»", _WORD, "each a: after b or c",
        "each a: after b or after c", fix="{way} {other}", where=_is_demand),
    Row("way=after/before first=CALL , «^ other=CALL»", _WORD, "each a: after b, c",
        "each a: after b, after c", where=_is_demand,
        hint="where both must come write `{way} {first}, {way} {other}`, where one is enough "
        "`{way} {first} or {way} {other}`"),
    Row("way=after/before CALL «^ and» after/before/right/ok/failed/took/by/result/valid/not",
        "wrong_operator", "each a: after b and ok", "each a: after b, ok", fix=",",
        more={"sign": "and"}, hint="demands that must all hold are separated by commas"),
    Row("way=after/before CALL «^ and» other=CALL", "wrong_operator", "each a: after b and c",
        "each a: after b, after c", fix=", {way}", more={"sign": "and"},
        hint="where both must come write `, {way} {other}`"),
)  # fmt: skip
"""Those of rules that begin with `each`."""

ALL = (
    *OF_RULES,
    Row("after PATTERN «| after» ^ TOOL", "wrong_operator", "forbid a after b | after c",
        "forbid a after b | c", fix="|", more={"sign": "| after"},
        hint="alternatives of one clause are separated by `|`"),
    Row("until PATTERN «| until» ^ TOOL", "wrong_operator", "forbid a until b | until c",
        "forbid a until b | c", fix="|", more={"sign": "| until"},
        hint="alternatives of one clause are separated by `|`"),
    Row("after PATTERN «^ or after» TOOL", "wrong_operator", "forbid a after b or after c",
        "forbid a after b | c", fix="|", more={"sign": "or after"},
        hint="alternatives of one clause are separated by `|`"),
    Row("until PATTERN «^ or until» TOOL", "wrong_operator", "forbid a until b or until c",
        "forbid a until b | c", fix="|", more={"sign": "or until"},
        hint="alternatives of one clause are separated by `|`"),
    Row("after first=PATTERN «^ ,/and» after other=PATTERN", "one_phrase",
        "forbid a after b, after c", "forbid a after b | c",
        hint="after the first of either: `after {first} | {other}`; after both: a block, "
        "`after {first} {`, with the rule and `after {other}` in it", more={"clause": "after"}),
    Row("until first=PATTERN «^ ,/and» until other=PATTERN", "one_phrase",
        "forbid a until b, until c", "forbid a until b | c",
        hint="until the first of either: `until {first} | {other}`; until both, in two rules: "
        "`{head}` and the same with `until {other}`", more={"clause": "until"}),
    Row("among/ignoring/after/until/if PATTERN «^ or» TOOL", "wrong_operator",
        "forbid a after b or c", "forbid a after b | c", fix="|", more={"sign": "or"},
        hint="alternatives of one clause are separated by `|`"),
)  # fmt: skip
"""In the order they are asked, in lines of all kinds."""

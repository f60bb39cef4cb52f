"""`not` where no rule takes it: before a tool, between a tool and what is said of its calls."""

from __future__ import annotations

from toolspec.dsl.recover.row import Row
from toolspec.dsl.recover.stop import Stop

_WORD = "unknown_word"
_NO_WORD = "there is no word for all other tools: name those that are meant"


def _ends_call(place: Stop) -> bool:
    return "NAME" not in place.accepts


OF_EACH = (
    Row("each «not» ^ other=PATTERN", _WORD, "each not a: ok", "each *: ok ignoring a",
        hint="for all calls but those write `each *{rest} ignoring {other}`"),
    Row("«^ not» after/before/ok/failed/took/by/result/valid/exactly/<", _WORD,
        "each a: NOT after b", "each a: not after b", fix="not", accepts="AFTER",
        refuses="WEIGHT"),
    Row("«^ and/or not» other=CALL", _WORD, "each a: ok and not b", "each a: ok, not after b",
        accepts="COMMA", hint="a demand says where the other call is: "
        "`not after {other}`, or `not before {other}`"),
    Row("«after/before not» ^ other=CALL", _WORD, "each a: after not b", "each a: not after b",
        hint="`not` comes before the demand: `not after {other}` is met where no "
        "such call comes before, `not before {other}` where none comes after"),
)  # fmt: skip
"""Those of rules that begin with `each`."""

OF_ONLY = (
    Row(": not «^ OTHERS» END", "unexpected", "only: not a, not b", "forbid a | b",
        line="forbid {refused}"),
    Row(", «not ^ other=PATTERN»", "unexpected", "only: a, not b", "forbid b",
        hint="that a tool is never called is a rule of its own: `forbid {other}`"),
)  # fmt: skip
"""Those of rules that begin with `only`."""

OF_COUNT = (
    Row("«not» ^ other=PATTERN sign=COMPARES n=INT", "comparison_expected", "count not a <= 2",
        "count * <= 2 ignoring a", more={"last": "`not`"},
        hint="for all calls but those write `count * {sign} {n} ignoring {other}`"),
)  # fmt: skip
"""Those of rules that begin with `count`."""

OF_REQUIRE = (
    Row("not «^ who=user/agent» says", _WORD, 'require not user says "x"', 'forbid user says "x"',
        line="forbid {who} says"),
    Row("require not «^ OTHERS» END", _WORD, "require not a, not b", "forbid a | b",
        line="forbid {refused}"),
    Row("first=PATTERN «^ ->» not other=PATTERN", "unexpected", "require a -> not b",
        "forbid b after a",
        hint="that no such call comes later is a rule of its own: `forbid {other} after {first}`"),
    Row("«^ ,/and/but» not other=PATTERN", "unexpected", "require a and not b", "forbid b",
        hint="write a rule for each: `require {phrase}` and `forbid {other}`",
        accepts="WEIGHT"),
    Row("«^ not» after other=CALL", _WORD, "require a not after b", "require a until b",
        hint="`require {phrase} until {other}` asks for a call before the first `{other}`; "
        "`each {phrase}: not after {other}` allows none after it",
        where=_ends_call),
    Row("«^ not» before other=CALL", _WORD, "require a not before b", "require a after b",
        hint="`require {phrase} after {other}` asks for a call after the first `{other}`; "
        "`each {phrase}: not before {other}` allows none before it",
        where=_ends_call),
    Row("«^ not» <", _WORD, "require a not <x: 1>", "require a <x: not 1>",
        hint="`not` comes before a value: `<key: not ...>`", where=_ends_call),
)  # fmt: skip
"""Those of rules that begin with `require`."""

OF_FORBID = (
    Row("not «^ who=user/agent» says", _WORD, 'forbid not user says "x"', 'require user says "x"',
        line="require {who} says"),
    Row("forbid not «^ OTHERS» END", _WORD, "forbid not a, not b", "only: a, b",
        line="only: {allowed}"),
    Row(": first=PATTERN -> not «^ other=PATTERN» -> last=PATTERN", "unexpected",
        "forbid: a -> not b -> c", "forbid c after a until b",
        hint="`forbid {last} after {first} until {other}`: none comes after the one before the "
        "other"),
    Row(": first=PATTERN -> not «^ other=PATTERN»", "unexpected", "forbid: a -> not b",
        "each a: before b",
        hint="that `{other}` must come later is said by `each {first}: before {other}`; that only "
        "`{other}` may, by `only: {other} after {first}`"),
    Row("not «^ other=PATTERN» -> last=PATTERN", "unexpected", "forbid: not b -> c",
        "forbid c until b",
        hint="that `{other}` comes first is said by `forbid {last} until {other}`"),
    Row("first=PATTERN «^ ->» not other=PATTERN", "unexpected", "forbid a -> not b",
        "only: b after a",
        hint="that `{other}` must come later is said by `each {first}: before {other}`; that only "
        "`{other}` may, by `only: {other} after {first}`"),
    Row("«^ but/and not» PATTERN", _WORD, "forbid a* but not ab", "forbid a* ignoring ab",
        fix="ignoring", where=_ends_call),
    Row("«^ ,» not other=PATTERN", "unexpected", "forbid a, not b", "forbid a ignoring b",
        hint="of the calls of `{tool}`, `ignoring {other}` leaves some out; that there is another "
        "call is said by `require {other}`", accepts="WEIGHT"),
    Row("«^ not» way=after/before other=CALL", _WORD, "forbid a not after b", "each a: after b",
        line="each {phrase}: {way} {other}", where=_ends_call),
    Row("«^ not» args=BRACKETS", _WORD, "forbid a not <x: 1>", "each a: <x: 1>",
        line="each {phrase}: {args}", where=_ends_call),
    Row("«^ not» by who=TOOL", _WORD, "forbid a not by x", "each a: by x",
        line="each {phrase}: by {who}", where=_ends_call),
    Row("«by not ^ who=TOOL»", _WORD, "forbid a by not x", "each a: by x",
        line="each {phrase}: by {who}"),
    Row("«by anyone/anybody/others/other/everyone ^ but/except/than who=TOOL»", _WORD,
        "forbid a by anyone but x", "each a: by x", line="each {phrase}: by {who}"),
    Row("«^ except/unless/without args=BRACKETS»", _WORD, "forbid a except <x: 1>",
        "each a: <x: 1>", line="each {phrase}: {args}"),
)  # fmt: skip
"""Those of rules that begin with `forbid`."""

ALL = (
    Row("«among not» ^ CALL", _WORD, "count a = 1 among not b", "count a = 1 ignoring b",
        fix="ignoring"),
    Row("«ignoring not» ^ CALL", _WORD, "count a = 1 ignoring not b", "count a = 1 among b",
        fix="among"),
    Row("if «not» ^ TOOL", _WORD, "forbid a if NOT b", "forbid a if not b", fix="not"),
    Row("tool NAME = «not» ^ PATTERN", "unexpected", "tool @x = not a", "tool @x = b",
        hint=_NO_WORD),
    Row("after/until «not» ^ PATTERN", _WORD, "forbid a after not b", "forbid a after c",
        hint=_NO_WORD),
    Row("by «not» ^ TOOL", _WORD, "require a by not x", "require a by y",
        hint="there is no word for all other agents: name those that are meant"),
    Row("«^ not ok»", _WORD, "forbid a not ok", "forbid a failed", fix="failed",
        of="is_one_phrase", where=_ends_call),
    Row("«^ not failed»", _WORD, "require a not failed", "require a ok", fix="ok",
        of="is_one_phrase", where=_ends_call),
)  # fmt: skip
"""In the order they are asked, in lines of all kinds."""

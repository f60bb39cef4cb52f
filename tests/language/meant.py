"""What people write who know other languages, and what they mean by it, as predicates of calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile

from tests.language.meaning import sequences
from toolspec.engine.trace import Call

Meant = Callable[[Sequence[Call]], bool]

ALL = list(sequences(("a", "b", "c"), 4))
ONE = list(sequences(("a", "c"), 7))
"""Traces with many calls of one tool."""


def times(calls: Sequence[Call], *tools: str) -> int:
    return sum(1 for call in calls if call.name in tools)


def names(calls: Sequence[Call]) -> list[str]:
    return [call.name for call in calls]


def in_order(calls: Sequence[Call], *tools: str) -> bool:
    names = iter(call.name for call in calls)
    return all(tool in names for tool in tools)


def until(calls: Sequence[Call], tool: str) -> list[Call]:
    """Return the calls before the first of a tool."""
    return list(takewhile(lambda call: call.name != tool, calls))


def after(calls: Sequence[Call], tool: str) -> list[Call]:
    """Return the calls after the first of a tool."""
    return list(calls)[len(until(calls, tool)) + 1 :]


def last_after(calls: Sequence[Call], tool: str) -> list[Call]:
    """Return the calls after the last of a tool, all where there is none."""
    return list(reversed(until(list(reversed(calls)), tool)))


def each_before(calls: Sequence[Call], tool: str, other: str) -> bool:
    """Tell whether one of the other tool comes after every call of a tool."""
    return all(times(calls[at + 1 :], other) for at, call in enumerate(calls) if call.name == tool)


def each_after(calls: Sequence[Call], tool: str, other: str) -> bool:
    """Tell whether one of the other tool comes before every call of a tool."""
    return all(times(calls[:at], other) for at, call in enumerate(calls) if call.name == tool)


MEANT: list[tuple[str, Meant | None]] = [
    # sentences and logic
    ("G(a -> F b)", lambda t: each_before(t, "a", "b")),
    ("[](a -> <> b)", lambda t: each_before(t, "a", "b")),
    ("G(!a)", lambda t: not times(t, "a")),
    ("F a", lambda t: times(t, "a") > 0),
    ("!a W b", lambda t: not times(until(t, "b"), "a")),
    ("a must be called", lambda t: times(t, "a") > 0),
    ("a is forbidden", lambda t: not times(t, "a")),
    ("a must be preceded by b", lambda t: each_after(t, "a", "b")),
    ("a must be followed by b", lambda t: each_before(t, "a", "b")),
    ("every a: after b", lambda t: each_after(t, "a", "b")),
    ("max a 2", lambda t: times(t, "a") <= 2),
    ("at most 2 calls", lambda t: len(t) <= 2),
    ("calls <= 2", lambda t: len(t) <= 2),
    ("limit: max calls 2", lambda t: len(t) <= 2),
    ("require exactly one a", lambda t: times(t, "a") == 1),
    ("require only a", lambda t: times(t, "a") == len(t)),
    ("require one of: a, b", lambda t: times(t, "a", "b") > 0),
    ("forbid everything except a, b", lambda t: times(t, "a", "b") == len(t)),
    ("forbid: a then b", lambda t: not in_order(t, "a", "b")),
    ("sequence: a -> b or c", lambda t: in_order(t, "a", "b") or in_order(t, "a", "c")),
    ("when a: forbid b", lambda t: not (times(t, "a") and times(t, "b"))),
    ("each a: then b", lambda t: each_before(t, "a", "b")),
    ("each a -> b", lambda t: each_before(t, "a", "b")),
    (
        "each a: before b, or before c",
        lambda t: all(
            times(t[at + 1 :], "b", "c") for at, call in enumerate(t) if call.name == "a"
        ),
    ),
    ("each a: or before b", lambda t: each_before(t, "a", "b")),
    ("require: a -> b", lambda t: in_order(t, "a", "b")),
    ("only: a b", lambda t: times(t, "a", "b") == len(t)),
    ("only strict: a", lambda t: times(t, "a") == len(t)),
    ("limit: calls < 3 calls > 0", lambda t: 0 < len(t) < 3),
    ("limit strict: calls <= 2", lambda t: len(t) <= 2),
    ("each a must be after b", lambda t: each_after(t, "a", "b")),
    ("count distinct a <= 2", None),
    ("forbid a until b and c", None),
    ("a precedes b", None),
    ("if a then b", None),
    ("unique a", None),
    ("sequence: a -> b within 5s", None),
    # how often
    ("require a at least 2", lambda t: times(t, "a") >= 2),
    ("require a >= 2", lambda t: times(t, "a") >= 2),
    ("require a > 2", lambda t: times(t, "a") > 2),
    ("require a more than 2", lambda t: times(t, "a") > 2),
    ("require a at most 2", lambda t: times(t, "a") <= 2),
    ("require a | b at most 2", lambda t: times(t, "a", "b") <= 2),
    ("require a max 2", lambda t: times(t, "a") <= 2),
    ("require a up to 2 times", lambda t: times(t, "a") <= 2),
    ("require a <= 2", lambda t: times(t, "a") <= 2),
    ("require a < 2", lambda t: times(t, "a") < 2),
    ("require a == 2", lambda t: times(t, "a") == 2),
    ("require a = 2", lambda t: times(t, "a") == 2),
    ("require a exactly 2", lambda t: times(t, "a") == 2),
    ("require a once", lambda t: times(t, "a") == 1),
    ("require a only once", lambda t: times(t, "a") == 1),
    ("require a twice", lambda t: times(t, "a") == 2),
    ("forbid a > 2", lambda t: not times(t, "a") > 2),
    ("forbid a more than 2", lambda t: not times(t, "a") > 2),
    ("forbid a more than 2 times", lambda t: not times(t, "a") > 2),
    ("forbid a over 2", lambda t: not times(t, "a") > 2),
    ("forbid a >= 2", lambda t: not times(t, "a") >= 2),
    ("forbid a at least 2", lambda t: not times(t, "a") >= 2),
    ("forbid a < 2", lambda t: not times(t, "a") < 2),
    ("forbid a = 2", lambda t: times(t, "a") != 2),
    ("forbid a == 2", lambda t: times(t, "a") != 2),
    ("forbid a != 2", lambda t: times(t, "a") == 2),
    ("forbid a twice", lambda t: times(t, "a") != 2),
    ("forbid a exactly 2", lambda t: times(t, "a") != 2),
    ("forbid a | b > 2", lambda t: not times(t, "a", "b") > 2),
    ("require a <x: 1> at most 2", None),
    ("require a <x: 1> once", None),
    ("require a result /x/ < 3", None),
    ("forbid a <x: 1> > 2", None),
    ("forbid a result /x/ twice", None),
    ("count a at most 2", lambda t: times(t, "a") <= 2),
    ("count a max 2", lambda t: times(t, "a") <= 2),
    ("count a more than 2", lambda t: times(t, "a") > 2),
    ("count a exactly 2", lambda t: times(t, "a") == 2),
    ("count a once", lambda t: times(t, "a") == 1),
    ("count a never", lambda t: times(t, "a") == 0),
    ("count a twice", lambda t: times(t, "a") == 2),
    ("count a 2", lambda t: times(t, "a") == 2),
    ("count a | b 2", lambda t: times(t, "a", "b") == 2),
    ("count a <> 2", lambda t: times(t, "a") != 2),
    ("count a =< 2", lambda t: times(t, "a") <= 2),
    ("count a between 2 and 3", lambda t: 2 <= times(t, "a") <= 3),
    ("count a 2-3", lambda t: 2 <= times(t, "a") <= 3),
    ("count a 2..3", lambda t: 2 <= times(t, "a") <= 3),
    ("count a >= 2 <= 3", lambda t: 2 <= times(t, "a") <= 3),
    ("count a > 1 and a < 4", lambda t: 1 < times(t, "a") < 4),
    ("count a | b >= 2 and <= 3", lambda t: 2 <= times(t, "a", "b") <= 3),
    ("count 2 <= a", lambda t: times(t, "a") >= 2),
    ("count 2 > a", lambda t: times(t, "a") < 2),
    ("count 2 = a", lambda t: times(t, "a") == 2),
    ("count >= 2 a", lambda t: times(t, "a") >= 2),
    ("count 2 <= a <= 3", lambda t: 2 <= times(t, "a") <= 3),
    ("count a = 1 or 3", None),
    ("count a = 2-3", lambda t: 2 <= times(t, "a") <= 3),
    ("count a in 2..3", lambda t: 2 <= times(t, "a") <= 3),
    ("require a between 2 and 3", lambda t: 2 <= times(t, "a") <= 3),
    ("require a 2..3", lambda t: 2 <= times(t, "a") <= 3),
    ("require a | b 2-3 times", lambda t: 2 <= times(t, "a", "b") <= 3),
    ("forbid a between 2 and 3", lambda t: times(t, "a") not in (2, 3)),
    ("forbid a 2..3", lambda t: times(t, "a") not in (2, 3)),
    ("a = 2", lambda t: times(t, "a") == 2),
    ("at most 2 a", lambda t: times(t, "a") <= 2),
    ("max 2 calls to a", lambda t: times(t, "a") <= 2),
    ("limit a to 2 calls", lambda t: times(t, "a") <= 2),
    ("at least 2 a | b", lambda t: times(t, "a", "b") >= 2),
    ("exactly 2 a", lambda t: times(t, "a") == 2),
    ("require min 2 a", lambda t: times(t, "a") >= 2),
    ("require a at least once", lambda t: times(t, "a") >= 1),
    ("count a not 2", lambda t: times(t, "a") != 2),
    ("count a max=2", lambda t: times(t, "a") <= 2),
    ("count a = two", lambda t: times(t, "a") == 2),
    ("count: 2 <= a", lambda t: times(t, "a") >= 2),
    ("count a = 1 and b = 2", lambda t: times(t, "a") == 1 and times(t, "b") == 2),
    # words too many, words in another order
    ("final a", lambda t: bool(t) and t[-1].name == "a"),
    ("require final a | b", lambda t: bool(t) and t[-1].name in ("a", "b")),
    ("require a is final", lambda t: bool(t) and t[-1].name == "a"),
    ("require all a", lambda t: times(t, "a") > 0),
    ("require any of a, b or c", lambda t: times(t, "a", "b", "c") > 0),
    ("forbid any of a, b", lambda t: times(t, "a", "b") == 0),
    ("forbid any tool", lambda t: not t),
    ("forbid sequence: a -> b", lambda t: not in_order(t, "a", "b")),
    ("only: a or b", lambda t: times(t, "a", "b") == len(t)),
    ("only: a and b", lambda t: times(t, "a", "b") == len(t)),
    ("require at least one a", lambda t: times(t, "a") > 0),
    ("require a if no b", lambda t: times(t, "b") > 0 or times(t, "a") > 0),
    ("forbid a after the b", lambda t: not times(after(t, "b"), "a")),
    ("limit: at most 2 calls", lambda t: len(t) <= 2),
    ("limit: <= 2 calls", lambda t: len(t) <= 2),
    ("limit: total calls <= 2", lambda t: len(t) <= 2),
    ("each a must follow b", lambda t: each_after(t, "a", "b")),
    ("each a must precede b", lambda t: each_before(t, "a", "b")),
    ("forbid any call to a", lambda t: times(t, "a") == 0),
    ("must not a", lambda t: times(t, "a") == 0),
    ("never use a", lambda t: times(t, "a") == 0),
    ("weight 2 forbid a", lambda t: times(t, "a") == 0),
    # several tools
    ("require a or b", lambda t: times(t, "a", "b") > 0),
    ("require a || b", lambda t: times(t, "a", "b") > 0),
    ("require (a | b)", lambda t: times(t, "a", "b") > 0),
    ("forbid a or b", lambda t: times(t, "a", "b") == 0),
    ("forbid a and b", lambda t: times(t, "a", "b") == 0),
    ("forbid a, b", lambda t: times(t, "a", "b") == 0),
    ("forbid a | b, c", lambda t: times(t, "a", "b", "c") == 0),
    ("require a <x: 1> or b <x: 2>", None),
    # something that must not be
    ("require not a", lambda t: times(t, "a") == 0),
    ("require never a", lambda t: times(t, "a") == 0),
    ("require !a", lambda t: times(t, "a") == 0),
    ("forbid not a", lambda t: times(t, "a") == len(t)),
    ("forbid !a", lambda t: times(t, "a") == len(t)),
    ("forbid except a", lambda t: times(t, "a") == len(t)),
    ("forbid * except a", lambda t: times(t, "a") == len(t)),
    ("forbid * but a", lambda t: times(t, "a") == len(t)),
    ("forbid * except a, b", lambda t: times(t, "a", "b") == len(t)),
    ("allow a", lambda t: times(t, "a") == len(t)),
    ("only a, b", lambda t: times(t, "a", "b") == len(t)),
    ("only tools: a, b", lambda t: times(t, "a", "b") == len(t)),
    ("only not a", lambda t: not times(t, "a")),
    ("any: a, b", lambda t: times(t, "a", "b") > 0),
    ("only: !a", lambda t: not times(t, "a")),
    ("only: not a", lambda t: not times(t, "a")),
    ("only: NOT a", lambda t: not times(t, "a")),
    ("only: !a, !b", lambda t: not times(t, "a", "b")),
    ("only: not a and not b", lambda t: not times(t, "a", "b")),
    ("only: a, !b", None),
    ("forbid !a, !b", lambda t: times(t, "a", "b") == len(t)),
    ("require !a, !b", lambda t: not times(t, "a", "b")),
    ("forbid a if !b", lambda t: times(t, "b") > 0 or not times(t, "a")),
    ("forbid a if ! b", lambda t: times(t, "b") > 0 or not times(t, "a")),
    ("forbid a if NOT b", lambda t: times(t, "b") > 0 or not times(t, "a")),
    ("forbid a not after b", lambda t: not times(until(t, "b"), "a")),
    ("count !a = 1", None),
    ("forbid: a -> !b", None),
    ("forbid: a -> !b -> c", None),
    ("order: a -> not b", None),
    ("sequence: a -> !b -> c", None),
    # one call and another
    ("require a -> b", lambda t: in_order(t, "a", "b")),
    ("require a | b -> c", lambda t: in_order(t, "a", "c") or in_order(t, "b", "c")),
    ("require a then b", lambda t: in_order(t, "a", "b")),
    ("require a followed by b", lambda t: in_order(t, "a", "b")),
    ("require a and then b", lambda t: in_order(t, "a", "b")),
    ("sequence: a, then b", lambda t: in_order(t, "a", "b")),
    ("order: a -> ... -> b", lambda t: in_order(t, "a", "b")),
    ("sequence: a -> ... -> b", lambda t: in_order(t, "a", "b")),
    ("order: a before b", lambda t: in_order(t, "a", "b")),
    ("sequence: a before b", lambda t: in_order(t, "a", "b")),
    ("order: a then b", lambda t: in_order(t, "a", "b")),
    ("order: a, b", lambda t: in_order(t, "a", "b")),
    ("order: a > b", lambda t: in_order(t, "a", "b")),
    ("forbid a -> b", lambda t: not in_order(t, "a", "b")),
    ("forbid a then b", lambda t: not in_order(t, "a", "b")),
    ("forbid a followed by b", lambda t: not in_order(t, "a", "b")),
    ("forbid a precedes b", lambda t: not in_order(t, "a", "b")),
    ("sequence: a -> b unless c", None),
    ("order: a -> [b, c]", None),
    # what each call must have
    ("each a after b", lambda t: "a" not in names(t) or "a" not in names(until(t, "b"))),
    ("each a: eventually b", lambda t: "a" not in names(last_after(t, "b"))),
    ("each a: !after b", lambda t: "a" not in names(after(t, "b"))),
    ("each a: ! after b", lambda t: "a" not in names(after(t, "b"))),
    ("each a: NOT after b", lambda t: "a" not in names(after(t, "b"))),
    ("each a: after !b", None),
    ("each !a: after b", None),
    ("each a: precedes b", lambda t: "a" not in names(last_after(t, "b"))),
    ("each a: follows b", lambda t: "a" not in names(until(t, "b"))),
    ("each a: followed by b", lambda t: "a" not in names(last_after(t, "b"))),
    (
        "each a: between b and c",
        lambda t: "a" not in names(until(t, "b")) and "a" not in names(last_after(t, "c")),
    ),
    (
        "each a: after b and before c",
        lambda t: "a" not in names(until(t, "b")) and "a" not in names(last_after(t, "c")),
    ),
    (
        "each a: after b before c",
        lambda t: "a" not in names(until(t, "b")) and "a" not in names(last_after(t, "c")),
    ),
    (
        "each a: within 1 call before b",
        lambda t: all(n != "a" or names(t)[i + 1 : i + 2] == ["b"] for i, n in enumerate(names(t))),
    ),
    ("require a <x: 1> before b", lambda t: False),
    ("forbid a <x: 1> unless b", None),
    ("require a before b", lambda t: times(until(t, "b"), "a") > 0),
    ("require a once b", lambda t: not times(t, "b") or times(after(t, "b"), "a") > 0),
    ("require a unless b", lambda t: times(t, "a", "b") > 0),
    ("require a when b", lambda t: not times(t, "b") or times(t, "a") > 0),
    ("require a without b", None),
    ("forbid a before b", lambda t: not times(until(t, "b"), "a")),
    ("forbid a unless b", None),
    ("forbid a without b", None),
    ('forbid a unless user says "y"', None),
    ("forbid a unless user confirmed", None),
    ("forbid a unless after b", lambda t: not times(until(t, "b"), "a")),
    ("forbid a unless not b", lambda t: times(t, "b") == 0 or not times(t, "a")),
    ("count a <= 1 unless b", None),
    ("forbid a once b", lambda t: not times(after(t, "b"), "a")),
    # steps and turns
    ("forbid a in step 3", lambda t: True),
    ("forbid a step 3", lambda t: True),
    ("forbid a before 3", lambda t: not times(t, "a")),
    ("forbid a first", lambda t: names(t)[:1] != ["a"]),
    ("require a at start", lambda t: names(t)[:1] == ["a"]),
    ("forbid a final", lambda t: names(t)[-1:] != ["a"]),
    ("forbid a at the end", lambda t: names(t)[-1:] != ["a"]),
    ("forbid a last", lambda t: names(t)[-1:] != ["a"]),
    ("require a within step 3", lambda t: times(t, "a") > 0),
    ("require a first", lambda t: names(t)[:1] == ["a"]),
    ("require a in turn 3", lambda t: False),
    # results and times
    ("require a within 5 seconds", None),
    ("require a in 5s", None),
    ("require a timeout 5", None),
    # values
]
"""What people write, and what they mean by it, where a rule can say that today; else None."""

VALUES: list[tuple[str, Callable[[object], bool]]] = [
    ("forbid a <x: !1>", lambda x: x is not ... and (x != 1 or x is True)),
    ("forbid a <x: != 1>", lambda x: x is not ... and (x != 1 or x is True)),
    ("forbid a <x < 3>", lambda x: isinstance(x, int | float) and x is not True and x < 3),
    ("forbid a <x: 9..1>", lambda x: isinstance(x, int | float) and x is not True and 1 <= x <= 9),
    ("forbid a <x: 3..>", lambda x: isinstance(x, int | float) and x is not True and x >= 3),
    ("forbid a <x: str>", lambda x: isinstance(x, str)),
    ("forbid a <x: bool>", lambda x: isinstance(x, bool)),
    ("forbid a <x: undefined>", lambda x: x is ...),
    ('forbid a <x: "b" or "ab">', lambda x: x in ("b", "ab")),
    ('forbid a <x: contains "a.b">', lambda x: isinstance(x, str) and "a.b" in x),
    ('forbid a <x: starts with "b">', lambda x: isinstance(x, str) and x.startswith("b")),
    ('forbid a <x: ends with "b">', lambda x: isinstance(x, str) and x.endswith("b")),
    ('forbid a <x: one of "b">', lambda x: x == "b"),
    ("forbid a <x: *b>", lambda x: isinstance(x, str) and x.endswith("b")),
    ("forbid a <x: b*>", lambda x: isinstance(x, str) and x.startswith("b")),
    ("forbid a <x: *b*>", lambda x: isinstance(x, str) and "b" in x),
    ("forbid a <x: *>", lambda x: x is not ...),
    ('forbid a <x: matches "b">', lambda x: isinstance(x, str) and "b" in x),
    ('forbid a <x: regex("b")>', lambda x: isinstance(x, str) and "b" in x),
    ('forbid a <x: like "%b">', lambda x: isinstance(x, str) and x.endswith("b")),
    ('forbid a <x: in ["b", "ab"]>', lambda x: x in ("b", "ab")),
    ('forbid a <x in ["b", "ab"]>', lambda x: x in ("b", "ab")),
    ("forbid a <x: a.b>", lambda x: x == "a.b"),
    ('forbid a(x="b")', lambda x: x == "b"),
    ('forbid a x: "b"', lambda x: x == "b"),
    ("forbid a <x: any>", lambda x: x is not ...),
    ("forbid a <x: b>", lambda x: x == "b"),
    ("forbid a <x: 'b'>", lambda x: x == "b"),
    ("forbid a <x = 1>", lambda x: x == 1 and x is not True),
    ("forbid a <x == 1>", lambda x: x == 1 and x is not True),
    ("forbid a <x: True>", lambda x: x is True),
    ("forbid a <x: None>", lambda x: x is None),
    ("forbid a <x: 1_000>", lambda x: x == 1000),
    ("forbid a <x: .5>", lambda x: x == 0.5),
    ("forbid a (x: 1)", lambda x: x == 1 and x is not True),
    ("forbid a {x: 1}", lambda x: x == 1 and x is not True),
    ("forbid a <x: (1, 2)>", lambda x: x == [1, 2]),
]
"""What people write of an argument, and which values of it they mean; `...` stands for no key."""

GIVEN = (
    "b",
    "ab",
    "abc",
    "ba",
    "a.b",
    "axb",
    "",
    1,
    1.0,
    1000,
    0.5,
    True,
    None,
    [1, 2],
    ["b"],
    ...,
)

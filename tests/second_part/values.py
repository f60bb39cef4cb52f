# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false, reportUnknownParameterType=false
"""Value patterns of a model: as written, and what they mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple, cast

Env = Mapping[str, Any]
"""What the `$names` stand for."""


class V(NamedTuple):
    """A value pattern: `means(value, env, negated)`; `texts` where it is compared with texts."""

    written: str
    means: Callable[[Any, Env, bool], bool]
    texts: bool = False
    absent: bool = False
    is_regex: bool = False
    made_of: tuple[str, tuple[V, ...]] = ("", ())
    """Of several patterns, how they are joined and which they are."""


def number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def same(one: Any, other: Any) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, list) and isinstance(other, list):
        mine, its = cast("list[Any]", one), cast("list[Any]", other)
        return len(mine) == len(its) and all(map(same, mine, its))
    if isinstance(one, dict) and isinstance(other, dict):
        left, right = cast("dict[str, Any]", one), cast("dict[str, Any]", other)
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    return type(one) is type(other) and one == other if not number(one) else _equal(one, other)


def _equal(one: Any, other: Any) -> bool:
    return number(other) and one == other


def plain(written: str, means: Callable[[Any], bool], texts: bool = False) -> V:
    return V(written, lambda value, env, negated: means(value), texts)


def regex(written: str, pattern: str) -> V:
    return plain(written, found(pattern), texts=True)._replace(is_regex=True)


def literal(value: Any, written: str) -> V:
    return plain(written, lambda found: same(value, found), isinstance(value, str))


def inside(value: Any) -> Iterator[Any]:
    yield value
    items: list[Any] = []
    if isinstance(value, list):
        items = cast("list[Any]", value)
    elif isinstance(value, dict):
        items = list(cast("dict[str, Any]", value).values())
    for item in items:
        yield from inside(item)


def digits(wanted: float, text: str) -> bool:
    """Say whether a number occurs in a text as a maximal run of digits."""
    for found in re.finditer(r"[0-9]+(\.[0-9]+)?", text):
        minus = text[max(0, found.start() - 1) : found.start()] == "-"
        if float(found[0]) == abs(wanted) and (wanted >= 0 or minus):
            return True
    return False


def word(wanted: str, text: str) -> bool:
    """Say whether a text occurs where nothing touches it, directly or through one `.` or `-`."""
    for found in re.finditer(f"(?={re.escape(wanted)})", text):
        before, after = text[: found.start()], text[found.start() + len(wanted) :]
        if not re.search(r"\w[.-]?$", before) and not re.match(r"[.-]?\w", after):
            return True
    return False


def occurs(wanted: Any, text: str, as_word: bool = False) -> bool:
    if isinstance(wanted, str):
        return word(wanted, text) if as_word else wanted in text
    return number(wanted) and digits(wanted, text)


def has(wanted: Any, value: Any, as_word: bool = False) -> bool:
    return any(
        same(wanted, one) or (isinstance(one, str) and occurs(wanted, one, as_word))
        for one in inside(value)
    )


def either(one: V, other: V) -> V:
    return V(
        f"{one.written} | {other.written}",
        lambda value, env, negated: (
            one.means(value, env, negated) or other.means(value, env, negated)
        ),
        one.texts or other.texts,
        one.absent or other.absent,
        made_of=("or", (one, other)),
    )


def both(one: V, other: V) -> V:
    """Return a pattern for results: each of the two fits one of their forms."""
    return V(f"{one.written} & {other.written}", one.means, made_of=("and", (one, other)))


def negated(one: V) -> V:
    """Return a pattern for results: this one fits none of their forms."""
    return V(f"not {one.written}", one.means, made_of=("not", (one,)))


def size(value: Any) -> int:
    return len(value) if isinstance(value, str | list | dict) else -1  # type: ignore[arg-type]


def found(pattern: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and re.search(pattern, value) is not None


def items(value: Any) -> list[Any] | None:
    return cast("list[Any]", value) if isinstance(value, list) else None


def keys(value: Any) -> dict[str, Any] | None:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


LITERALS = (
    literal(1, "1"), literal(1, "1.0"), literal(2, "2"), literal("A-1", '"A-1"'),
    literal("A-2", '"A-2"'), literal(True, "true"), literal(None, "null"), literal(2.5, "2.5"),
    literal([1, 2], "[1, 2]"), literal({"x": 1}, "{x: 1}"), literal("x", "@ex"),
)  # fmt: skip
PATTERNS = (
    plain("> 1", lambda value: number(value) and value > 1),
    plain(">= 2", lambda value: number(value) and value >= 2),
    plain("< 2.5", lambda value: number(value) and value < 2.5),
    plain("1..2", lambda value: number(value) and 1 <= value <= 2),
    plain("not 1", lambda value: not same(1, value)),
    plain("not (text | 1)", lambda value: not isinstance(value, str) and not same(1, value)),
    plain("number & not 2", lambda value: number(value) and value != 2),
    plain("text & not /^A/", lambda value: isinstance(value, str) and not value.startswith("A")),
    plain("text", lambda value: isinstance(value, str)),
    plain("number", number),
    plain("integer", lambda value: number(value) and value == int(value)),
    plain("boolean", lambda value: isinstance(value, bool)),
    plain("list", lambda value: isinstance(value, list)),
    plain("object", lambda value: isinstance(value, dict)),
    plain("list of number", lambda v: isinstance(v, list) and all(map(number, cast("Any", v)))),
    plain("length 3", lambda value: size(value) == 3),
    plain("length < 2", lambda value: 0 <= size(value) < 2),
    plain("length 2..3", lambda value: 2 <= size(value) <= 3),
    plain("has 1", lambda value: has(1, value)),
    plain('has "A"', lambda value: has("A", value)),
    plain('has ("x" | 2)', lambda value: has("x", value) or has(2, value)),
    plain("has /^x/", lambda value: any(map(found("^x"), inside(value)))),
    regex("/^A/", "^A"),
    regex("/x/", "x"),
    plain("@small", lambda value: number(value) and value < 3),
    plain("[1, ...]", lambda value: bool(items(value)) and same(1, items(value)[0])),  # type: ignore[index]
    plain("[..., 2]", lambda value: bool(items(value)) and same(2, items(value)[-1])),  # type: ignore[index]
    plain("{x: 1, ...}", lambda value: keys(value) is not None and same(1, value.get("x", 0))),
    plain("{...}", lambda value: keys(value) is not None),
    plain("{x: 1, y: absent}", lambda value: same({"x": 1}, value)),
)
NOT_THERE = V("absent", lambda value, env, negated: False, absent=True)
ANY = plain("...", lambda value: True)

VALUES: tuple[Any, ...] = (
    1, 1, 2, 2, 3, 2.5, "A-1", "A-1", "A-2", "x", "x A-1 y", "A-1-2", "12", True, None,
    [1, 2], [], [1], {"x": 1}, {"x": 1, "y": [2]},
)  # fmt: skip
RESULTS: tuple[Any, ...] = (
    "ok A-1", "no", 1, 2, {"x": 1}, {"x": 2, "id": "A-1"}, {"content": "A-1"}, {"id": 1}, "x", None,
    {"content": {"x": 1}}, [1, 2], {"id": "A-2"}, "A-1.", "B-A-1",
)  # fmt: skip


def value(rng: Random, depth: int = 0) -> V:
    """Return a pattern for an argument."""
    made = rng.choice(LITERALS if rng.random() < 0.5 else PATTERNS)
    if depth == 0 and rng.random() < 0.15:
        made = either(made, value(rng, 1))
    if depth == 0 and rng.random() < 0.12:
        made = rng.choice((NOT_THERE, either(made, NOT_THERE), ANY))
    return made


def of_result(pattern: V, result: Any, env: Env, negated: bool) -> bool:
    """Say whether a result fits: texts are compared with its texts, all else with its values."""
    joined, ones = pattern.made_of
    if joined:
        fits = [of_result(one, result, env, negated) for one in ones]
        return not fits[0] if joined == "not" else any(fits) if joined == "or" else all(fits)
    values = [result]
    if isinstance(result, dict) and list(cast("dict[str, Any]", result)) == ["content"]:
        values.append(cast("dict[str, Any]", result)["content"])
    if pattern.texts:
        from json import dumps

        texts = [
            one if isinstance(one, str) else dumps(one, separators=(",", ":")) for one in values
        ]
        return any(pattern.means(text, env, negated) for text in texts)
    return any(pattern.means(one, env, negated) for one in values)


OF_RESULT = (
    literal("no", '"no"'),
    literal(1, "1"),
    regex("/A/", "A"),
    plain("{x: 1, ...}", lambda value: keys(value) is not None and same(1, value.get("x", 0))),
    plain("{x: > 0}", lambda value: keys(value) is not None and list(value) == ["x"]),
    plain('has "A-1"', lambda value: has("A-1", value)),
    plain("has 1", lambda value: has(1, value)),
    plain("number", number),
    plain("object", lambda value: isinstance(value, dict)),
    either(literal("no", '"no"'), literal(1, "1")),
    both(regex("/A/", "A"), plain("object", lambda value: isinstance(value, dict))),
    both(plain("has 1", lambda value: has(1, value)), regex("/x/", "x")),
    negated(regex("/A/", "A")),
    negated(literal("A-1", '"A-1"')),
    negated(plain("object", lambda value: isinstance(value, dict))),
)


def of_output(pattern: V, result: Any) -> bool:
    """Say whether an entry of `output` fits a result: a regex is for values that are texts."""
    joined, ones = pattern.made_of
    if joined:
        fits = [of_output(one, result) for one in ones]
        return not fits[0] if joined == "not" else any(fits) if joined == "or" else all(fits)
    alone = pattern._replace(texts=pattern.texts and not pattern.is_regex)
    values_too = pattern._replace(texts=False)
    return of_result(alone, result, {}, False) or of_result(values_too, result, {}, False)


def named(rng: Random, name: str) -> V:
    """Return a pattern with a `$name` in it."""
    return rng.choice(
        (
            V(f"${name}", lambda value, env, negated: same(env[name], value)),
            V(f"${name}", lambda value, env, negated: same(env[name], value)),
            V(f"not ${name}", lambda value, env, negated: not same(env[name], value)),
            V(
                f"> ${name}",
                lambda value, env, _: number(value) and number(env[name]) and value > env[name],
            ),
            V(
                f"<= ${name}",
                lambda value, env, _: number(value) and number(env[name]) and value <= env[name],
            ),
            V(f"has ${name}", lambda value, env, negated: has(env[name], value, not negated)),
        )
    )

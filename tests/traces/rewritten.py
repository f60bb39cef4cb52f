"""Kinds of attacks that write the records with the call in another way, or put them elsewhere."""

# pyright: basic
from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, TypeAlias, cast

from google.protobuf.json_format import ParseError

from tests.traces.attack_plans import Attack, Plan, a_plan
from tests.traces.span_runs import SPANS
from tests.traces.verdicts import FORBIDDEN

Way: TypeAlias = "tuple[str | int, ...]"


# 15. Values on the way to the tool's name that are written as text, or wrapped.


def written_as_text(plan: Plan) -> Attack | None:
    """Write a value that holds the name as text, or as the text of a text."""
    random, records = plan.random, plan.forbidden()
    way = random.choice([*_ways(records)])
    value = _at(records, way)
    text = json.dumps(value)
    how, written = random.choice(
        (
            ("as text", text),
            ("as text twice", json.dumps(text)),
            ("as text thrice", json.dumps(json.dumps(text))),
            ("after a byte order mark", f"\ufeff{text}"),
            ("in a list", [value]),
            ("in lists", [[value]]),
            ("as text in a list", [text]),
            ("after nothing in a list", [None, value]),
            ("in a fence", f"```json\n{text}\n```"),
            ("after words", f"Result: {text}"),
            ("on two lines", f"{text}\n{text}"),
            ("as Python", repr(value)),
            ("in `stringValue`", {"stringValue": text}),
            ("in `value`", {"value": value}),
        )
    )
    if way[-1] == "gen_ai.output" and isinstance(written, str) and written[:1] not in "[\ufeff{":
        return None  # this is what a model says, and it may say so in prose
    return _changed(plan, records, way, written, f"{way} {how}")


# 16. Keys on the way to the name that are spelt otherwise.


def spelt_otherwise(plan: Plan) -> Attack | None:
    """Spell a key on the way to the name otherwise."""
    random, records = plan.random, plan.forbidden()
    way = random.choice([*_ways(records)])
    key = way[-1]
    if not isinstance(key, str):
        return None
    wide = "".join(chr(ord(one) + 0xFEE0) if "!" <= one <= "~" else one for one in key)
    spelt = (key.upper(), key.title(), f"{key}s", f" {key}", f"{key}_", f"_{key}", wide)
    written = random.choice([one for one in spelt if one != key])
    held = _at(records, way[:-1])
    pairs = [(written if part == key else part, value) for part, value in held.items()]
    held.clear()
    held.update(pairs)
    return _carried(plan, records, f"{way} as {written!r}")


# 17. Names with something around them.


def quoted_name(plan: Plan) -> Attack:
    """Put quotes or a text around the tool's name."""
    written = plan.random.choice(
        (
            '"{}"',
            "`{}`",
            "'{}'",
            " {} ",
            "\n{}",
            "<{}>",
            "{}\u200b",
            "functions.{}",
            '{{"name": "{}"}}',
        )
    )
    name = written.format(FORBIDDEN)
    return plan.of_runs(f"the name {name!r}", plan.with_call(name=name))


# 18. Spans in links and events of others.


def in_link_or_event(plan: Plan) -> Attack:
    """Move a span with the call, or its attributes, to the links or the events of another one."""
    random = plan.random
    while plan.name not in SPANS or not plan.carrier.startswith("SDK"):
        plan = a_plan(random, random.choice([*SPANS]))
    own, records = plan.forbidden(), plan.records(plan.run)
    telling = [one for one in own if FORBIDDEN in json.dumps([one["attributes"], one["events"]])]
    moved = random.choice(telling)
    inside = moved["attributes"] if FORBIDDEN in json.dumps(moved["attributes"]) else moved
    key = random.choice(("links", "events"))
    shapes = [moved, {"context": moved["context"], "attributes": inside}, {"more": inside}]
    shapes += [inside, json.dumps(moved), [moved]] if key == "links" else [[moved]]
    shape = random.choice(shapes)
    random.choice(records).setdefault(key, []).append(shape)
    return plan.of_records(f"in `{key}`: {json.dumps(shape)[:200]}", records)


def _changed(plan: Plan, records: list[Any], way: Way, value: Any, about: str) -> Attack | None:
    _at(records, way[:-1])[way[-1]] = value
    return _carried(plan, records, about)


def _carried(plan: Plan, records: list[Any], about: str) -> Attack | None:
    try:
        hidden = plan.carried(records)
    except (AssertionError, AttributeError, KeyError, ParseError, TypeError, ValueError):
        return None  # the carrier needs what was changed
    if FORBIDDEN.encode() not in hidden and not plan.carrier.startswith(_PACKED):
        return None
    return plan.of_bytes(about, hidden)


_PACKED: Final = ("OTLP, ", "protobuf", "zip")


def _ways(held: Any, way: Way = ()) -> Iterator[Way]:
    """Yield the ways to values that hold the forbidden tool's name, from the records inwards."""
    if way:
        yield way
    inner = cast("Any", held)
    pairs: Any = inner.items() if isinstance(held, dict) else ()
    for key, value in enumerate(inner) if isinstance(held, list) else pairs:
        if FORBIDDEN in json.dumps(value):
            yield from _ways(value, (*way, key))


def _at(held: Any, way: Way) -> Any:
    for key in way:
        held = held[key]
    return held


REWRITTEN: Final = (written_as_text, spelt_otherwise, quoted_name, in_link_or_event)

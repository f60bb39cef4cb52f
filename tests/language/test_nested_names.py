"""Names made of names: what they stand for is bounded by its size, however they are nested."""

from __future__ import annotations

import copy
import json
import pickle
import time

import pytest

from toolspec.dsl.document import names as names_module
from toolspec.dsl.format import format_text
from toolspec.dsl.read import read
from toolspec.dsl.specs import parse
from toolspec.engine.match.regex import Regex
from toolspec.engine.match.tool_pattern import AnyOf, Glob, Name, Named, NameRegex
from toolspec.engine.spec_json import spec_from_json, to_json
from toolspec.engine.trace import Trace, called

SECONDS_MAX = 10.0
"""A ceiling for a busy machine; a quiet one needs a hundredth."""

LEVELS = 45

DOUBLING = "tool @n0 = rm\n" + "".join(
    f"tool @n{at} = @n{at - 1} | @n{at - 1}\n" for at in range(1, LEVELS)
)
TWO_BELOW = "tool @n0 = rm\ntool @n1 = /^del_/\n" + "".join(
    f"tool @n{at} = @n{at - 1} | @n{at - 2} | x{at}_*\n" for at in range(2, LEVELS)
)
ALL_BELOW = "tool @n0 = rm\n" + "".join(
    f"tool @n{at} = {' | '.join(f'@n{below}' for below in range(at))}\n" for at in range(1, LEVELS)
)
LAST = f"@n{LEVELS - 1}"
SHAPES = {
    "each twice": DOUBLING,
    "the two below": TWO_BELOW,
    "all below": ALL_BELOW,
    "written upside down": "".join(reversed(DOUBLING.splitlines(keepends=True))),
}


@pytest.mark.parametrize("name", SHAPES)
def test_names_that_double_on_every_line_cost_what_they_are_made_of(name: str) -> None:
    text = SHAPES[name] + f"forbid {LAST}\ncount {LAST} = 0\nrequire {LAST} min 2\n"
    began = time.process_time()
    reading = read(text)
    assert not reading.errors
    spec = reading.spec
    again = read(text + "\n").spec
    assert again.rules == spec.rules
    assert hash(again.rules[0].kind) == hash(spec.rules[0].kind)
    assert pickle.loads(pickle.dumps(spec)) == spec
    assert copy.deepcopy(spec) == spec
    assert spec_from_json(json.loads(json.dumps(to_json(spec)))) == spec
    assert len(repr(spec)) < 500_000
    assert str(spec.rules[0].kind.patterns()[0]) == LAST
    assert format_text(format_text(text)) == format_text(text)
    report = spec.check(Trace([called("other"), called("rm")]))
    assert [one.status for one in report.results] == ["fail", "fail", "fail"]
    assert time.process_time() - began < SECONDS_MAX


def test_what_a_name_stands_for_has_each_pattern_once() -> None:
    spec = parse("tool @a = x | y | x\ntool @b = @a | y | z* | /q/\nforbid @b | @a\n")
    pattern = spec.names["@b"]
    assert pattern.leaves == (Name("x"), Name("y"), Glob("z*"), NameRegex(Regex("q")))
    assert str(pattern) == "@a | y | z* | /q/"


def test_two_uses_of_a_name_are_equal_where_they_stand_for_the_same() -> None:
    one, other = Name("a"), Name("b")
    nested = Named("n", AnyOf((Named("m", one), other)))
    assert nested == Named("n", AnyOf((one, other)))
    assert hash(nested) == hash(Named("n", AnyOf((one, other))))
    assert nested != Named("n", one)
    assert nested != Named("o", AnyOf((one, other)))


WIDE = " | ".join(f"t{at}" for at in range(1000))


def test_names_that_repeat_too_much_of_others_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names_module, "PATTERNS_MAX", 5_000)
    text = f"tool @all = {WIDE}\n" + "".join(f"tool @x{at} = @all | y{at}\n" for at in range(6))
    (found,) = read(text + "forbid @x5\nforbid @x4\n").errors
    assert (found.code, found.line, found.column, found.end_column) == ("TS224", 7, 6, 9)
    assert "more than 5,000 patterns" in found.message
    assert "/regex/" in found.help


def test_a_name_used_in_many_rules_is_gone_through_once() -> None:
    text = f"tool @all = {WIDE}\ntool @more = @all | other\n" + "".join(
        f'forbid @more | x{at}\ncount @all = 0 as "{at}"\nrequire @more <n: {at}>\n'
        for at in range(1000)
    )
    began = time.process_time()
    reading = read(text)
    assert not reading.errors
    reading.spec.check(Trace([called(f"u{at}") for at in range(50)]))
    assert time.process_time() - began < SECONDS_MAX


def test_rules_that_forbid_a_wide_name_still_meet_rules_that_ask_for_it() -> None:
    found = read(f"tool @all = {WIDE}\nforbid @all\nrequire t7\n").warnings
    assert [(item.code, item.line) for item in found] == [("TS305", 3)]


def test_a_long_circle_is_told_in_few_words() -> None:
    long = "x" * 50_000
    text = "".join(f"tool @{long}{at} = @{long}{(at + 1) % 20}\n" for at in range(20))
    found = read(text).errors
    assert {item.code for item in found} == {"TS202"}
    assert max(len(item.message) + len(item.why) for item in found) < 5_000


def test_undefined_names_are_each_told_once_however_many_stand_on_a_line() -> None:
    began = time.process_time()
    found = read("forbid " + " | ".join(f"@u{at}" for at in range(900))).errors
    assert [item.code for item in found] == ["TS201"] * 900
    assert time.process_time() - began < SECONDS_MAX


def test_names_that_are_equal_look_alike_whatever_was_read_before() -> None:
    twice, once = (
        read(f"tool @who = {pieces}\nforbid c by @who\n").spec.rules[0].kind
        for pieces in ("a | b | a", "a | b")
    )
    assert twice == once
    assert repr(twice) == repr(once)

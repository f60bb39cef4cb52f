"""A timeline says of every call what the rule made of it, and is the same in every drawing."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

import toolspec
from toolspec.engine import rules
from toolspec.engine.dialogue import Dialogue, Message
from toolspec.engine.telling.timeline.drawn import drawn_timeline
from toolspec.engine.telling.timeline.picture import CallRow, Timeline
from toolspec.engine.telling.timeline.timeline import CALLS_MAX, timeline
from toolspec.engine.trace import Call, Trace, called
from toolspec.engine.verdict import Shown

MS = 1_000_000


def pictured(line: str, *calls: Call | str) -> Timeline:
    """Return the timeline of a rule on calls, which may be given by their tool alone."""
    made = [called(one) if isinstance(one, str) else one for one in calls]
    (rule,) = toolspec.parse(line).rules
    return timeline(Trace(made), rule)


def call_rows(picture: Timeline) -> list[CallRow]:
    return [row for row in picture["rows"] if row["row"] == "call"]


def parts(picture: Timeline) -> list[str]:
    return [row["part"] for row in call_rows(picture)]


def outline(picture: Timeline) -> list[str]:
    """Return the rows in short: a tool with its sign, an entry without a call as `-name`."""
    signs = {"": "", "taken": "✓", "missing": "✗", "forbidden": "!", "extra": "+", "open": "?"}
    shown: list[str] = []
    for row in picture["rows"]:
        if row["row"] == "call":
            shown.append(signs[row["part"]] + row["tool"])
        elif row["row"] == "missing":
            shown.append("-" + row["text"])
    return shown


def lines(picture: Timeline, width: int = 100) -> list[str]:
    return [line.text for line in drawn_timeline(picture, width)]


# What a rule makes of calls.


@pytest.mark.parametrize(
    ("line", "calls", "expected"),
    [
        ("order: a -> b -> c", "axc", "✓a x -b ✓c"),
        ("order: a -> b -> c", "ab", "✓a ✓b -c"),
        ("order: a -> b", "", "-a -b"),
        ("order strict: a -> b -> c", "axbc", "✓a -b -c +x b c"),
        ("order strict: a -> b", "abx", "✓a ✓b +x"),
        ("order strict: a+ -> b?", "aaa", "✓a ✓a ✓a"),
        ("order strict: a -> (b, c) -> d", "acbd", "✓a ✓c ✓b ✓d"),
        ("order strict: a+ -> a -> b", "aaab", "✓a ✓a ✓a ✓b"),
        ("sequence: a -> b", "bab", "b ✓a ✓b"),
        ("sequence: a -> (b, c) -> d", "axcbd", "✓a x ✓c ✓b ✓d"),
        ("sequence: a -> (b, c) -> d", "ac", "✓a ✓c -(b, c) -d"),
        ("forbid: a -> b", "axb", "!a x !b"),
        ("forbid: a -> b", "ax", "✓a x"),
        ("forbid a", "bab", "b !a b"),
        ("only: a, b", "abc", "a b !c"),
        ("count a = 1", "aba", "✓a b +a"),
        ("count a >= 3", "aba", "✓a b ✓a -a >= 3"),
        ("count: a <= 1, b = 0", "ab", "✓a +b"),
        ("require a", "bab", "b ✓a b"),
        ("require a", "b", "b -a"),
        ("limit: calls <= 2", "abc", "a b +c"),
        ("any {\n  forbid a\n  forbid b\n}", "ab", "!a b"),
    ],
)
def test_every_call_has_the_part_that_the_rule_gave_it(
    line: str, calls: str, expected: str
) -> None:
    assert " ".join(outline(pictured(line, *calls))) == expected


def test_a_call_that_comes_nearest_says_what_it_lacks() -> None:
    picture = pictured("args pay <amount: 10>", called("pay", {"amount": 12}))
    (row,) = call_rows(picture)
    assert (row["part"], row["why"]) == ("missing", "`amount` is 12, not 10")


def test_a_call_of_which_too_little_is_recorded_is_open() -> None:
    assert parts(pictured("forbid view <path: 1>", "view")) == ["open"]
    assert parts(pictured("require bash result /ok/", "bash")) == ["open"]


def test_all_calls_are_marked_where_a_report_lists_a_few() -> None:
    assert parts(pictured("forbid a", *"a" * 70)) == ["forbidden"] * 70
    assert parts(pictured("require a", *"a" * 70)) == ["taken"] * 70
    assert parts(pictured("order: " + " -> ".join("a" * 70), *"a" * 70)) == ["taken"] * 70


def test_a_picture_leaves_reports_as_they_are() -> None:
    trace = Trace([called("a")] * 70)
    spec = toolspec.parse("forbid a\nrequire a")
    before = spec.check(trace).to_dict()
    for rule in spec.rules:
        timeline(trace, rule)
    assert spec.check(trace).to_dict() == before


def test_calls_that_could_not_all_be_marked_are_counted() -> None:
    picture = pictured("only: b", *"a" * 70)
    assert picture["rule"] is not None
    assert picture["rule"]["calls_unmarked"] == 20
    assert "  20 more calls not marked" in lines(picture)


def test_links_join_entries_with_the_calls_that_they_took() -> None:
    rule = pictured("order: a -> b -> c", *"axbc")["rule"]
    assert rule is not None
    assert (rule["lanes"], rule["expected"]) == (True, ["a", "b", "c"])
    assert rule["parts"][0]["links"] == [(0, 0), (2, 1), (3, 2)]
    counted = pictured("count a = 2", *"aba")["rule"]
    assert counted is not None
    assert (counted["lanes"], counted["parts"][0]["links"]) == (False, [(0, 0), (2, 0)])


@pytest.mark.parametrize("keyword", rules.KEYWORDS)
def test_every_example_of_every_kind_is_drawn(keyword: str) -> None:
    for example in rules.kind(keyword).examples:
        trace = example.trace
        (rule,) = toolspec.parse(example.spec).rules
        picture = timeline(trace, rule)
        assert json.loads(json.dumps(picture))["calls"] == len(trace.calls)
        assert picture["rule"] is not None
        assert picture["rule"]["status"] == example.status
        assert all(len(line) <= 100 for line in lines(picture) if line.isascii())


# Parts of a trace.


def test_each_part_is_a_band_with_its_own_links() -> None:
    calls = [called(name, step=at // 2) for at, name in enumerate("abba")]
    picture = pictured("order: a -> b per step", *calls)
    assert picture["rule"] is not None
    first, second = picture["rule"]["parts"]
    assert (first["label"], first["status"], first["links"]) == ("step 0", "pass", [(0, 0), (1, 1)])
    assert (second["label"], second["status"], second["lacking"]) == ("step 1", "fail", [1])
    assert [row["within"] for row in call_rows(picture)] == [[0], [0], [1], [1]]


def test_parts_that_overlap_are_on_different_tracks() -> None:
    calls = [called("a")._replace(start_ns=at * 1_000_000_000) for at in range(4)]
    picture = pictured("count a <= 2 per 2s", *calls)
    assert picture["rule"] is not None
    bands = [(one["first"], one["last"], one["track"]) for one in picture["rule"]["parts"]]
    assert bands == [(0, 2, 0), (1, 3, 1), (2, 3, 2), (3, 3, 0)]


def test_a_call_keeps_the_worst_of_what_several_parts_make_of_it() -> None:
    calls = [called("a")._replace(start_ns=at * 1_000_000_000) for at in (0, 1, 9)]
    assert parts(pictured("count a <= 1 per 2s", *calls)) == ["taken", "extra", "taken"]


# Times, messages, texts.


def test_times_count_from_the_beginning_so_that_overlap_shows() -> None:
    calls = [
        called("a")._replace(start_ns=5_000 * MS, end_ns=7_000 * MS),
        called("b")._replace(start_ns=6_000 * MS, end_ns=9_000 * MS),
    ]
    trace = Trace(calls, start_ns=5_000 * MS, end_ns=9_000 * MS)
    picture = timeline(trace)
    assert (picture["duration"], picture["took"]) == (4000, "4.0 s")
    spans = [(row["start"], row["end"], row["took"]) for row in call_rows(picture)]
    assert spans == [(0, 2000, "2.0 s"), (1000, 4000, "3.0 s")]
    assert [line[-20:-8] for line in lines(picture)[-2:]] == ["██████░░░░░░", "░░░█████████"]


def test_messages_come_between_the_calls() -> None:
    said = (
        Message("user", "hello\nthere", 0),
        Message("agent", None, 1, step=1),
        Message("agent", "done", 1, step=1),
    )
    trace = Trace([called("a")], said=Dialogue(said, (0,)))
    assert [(row["row"], row.get("text")) for row in timeline(trace)["rows"]] == [
        ("message", "hello there"),
        ("call", None),
        ("message", "done"),
    ]


def test_text_of_a_trace_is_on_one_line_and_hides_nothing() -> None:
    evil = "a\x1b[31m\u202e\nb" + "x" * 5000
    trace = Trace([called(evil, {evil: evil}, evil)], name=evil)
    (rule,) = toolspec.parse("forbid *").rules
    picture = timeline(trace, rule)
    text = json.dumps(picture, ensure_ascii=False) + "".join(lines(picture))
    assert not {"\x1b", "\u202e", "\n"} & set(text)
    assert len(text) < 4000


def test_without_values_no_argument_result_or_message_is_shown() -> None:
    secret = "swordfish"
    said = Dialogue((Message("user", secret, 0),), (0,))
    trace = Trace([called("pay", {"to": secret}, secret)], said=said)
    rule, other = toolspec.parse('args pay <to: "x">\nforbid pay').rules
    for one in (None, rule, other):
        picture = timeline(trace, one, shown=Shown(values=False))
        assert secret not in json.dumps(picture)
        assert call_rows(picture)[0]["arguments"] == "to"


def test_of_too_many_calls_the_marked_ones_are_drawn() -> None:
    tools = ["a"] * (CALLS_MAX + 10) + ["b"] + ["a"] * 5
    picture = pictured("forbid b", *tools)
    rows = picture["rows"]
    assert [row for row in rows if row["row"] == "left_out"] == [
        {"row": "left_out", "calls": 10},
        {"row": "left_out", "calls": 5},
    ]
    assert parts(picture).count("forbidden") == 1


# Drawn as text.


def test_an_order_is_drawn_as_two_lanes() -> None:
    assert lines(pictured("order: search -> filter -> display", "search", "display"), 80) == [
        "order: search -> filter -> display",
        "✗ 0.67  2 of 3 expected calls came in order; filter did not",
        "2 calls · no times recorded",
        "",
        "1 s0  ✓  search  ── search",
        "      ✗  filter     no call",
        "2 s0  ✓  display ── display",
    ]


def test_a_call_has_its_step_and_its_result_where_they_are_recorded() -> None:
    calls = [
        called("search", {"query": "shoes"}, "3 results", step=9),
        called("pay", step=10, completed=False),
        called("pay")._replace(step=None),
    ]
    assert lines(timeline(Trace(calls)))[2:] == [
        '1  s9     search  query: "shoes"  → 3 results',
        "2 s10     pay     ← never completed",
        "3         pay",
    ]


def test_bands_are_drawn_beside_the_calls() -> None:
    calls = [called(name, step=at // 2) for at, name in enumerate("abac")]
    assert lines(pictured("order: a -> b per step", *calls))[4:] == [
        "  ✓ 1.00  step 0  calls 1 to 2",
        "  ✗ 0.50  step 1  calls 3 to 4  1 of 2 expected calls came in order; b did not",
        "",
        "1 s0 ┌ ✓  a ── a",
        "2 s0 └ ✓  b ── b",
        "3 s1 ┌ ✓  a ── a",
        "4 s1 └         c",
        "       ✗  b    no call",
    ]


@pytest.mark.parametrize("width", [1, 40, 60, 200])
def test_no_line_is_wider_than_asked(width: int) -> None:
    calls = [called("東京" * 30, {"東" * 40: "x" * 300}), called("b" * 90)]
    picture = pictured('order: "東京" -> b -> c', *calls)
    for line in lines(picture, width):
        assert _columns(line) <= max(width, 40)


def _columns(text: str) -> int:
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(one) else 2 if east_asian_width(one) in "WF" else 1 for one in text)


def test_a_hover_has_room_for_the_first_lines() -> None:
    picture = pictured("forbid b", *"a" * 50)
    cut = [line.text for line in drawn_timeline(picture, 80, most=10)]
    assert (len(cut), cut[-1]) == (10, "... and 45 more lines")


def test_each_line_says_which_call_it_shows() -> None:
    marked: Sequence[tuple[int | None, str]] = [
        (line.call, line.part) for line in drawn_timeline(pictured("forbid b", *"ab"))
    ]
    assert marked[-2:] == [(0, ""), (1, "forbidden")]

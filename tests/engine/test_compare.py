"""Two traces side by side: which calls are the same, and which made the difference."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolspec import parse
from toolspec.engine.telling.timeline.compare import SideBySide, compared
from toolspec.engine.telling.timeline.compare_drawn import NARROWEST, drawn_side_by_side
from toolspec.engine.telling.timeline.drawn import wide
from toolspec.engine.telling.timeline.timeline import timeline
from toolspec.engine.trace import Call, Trace, called

GOOD = (called("search"), called("confirm"), called("pay", {"n": 1}, "ok"))
BAD = (called("search"), called("pay", {"n": 2}, "no"), called("log"))


def both(left: tuple[Call, ...], right: tuple[Call, ...], rule: str = "") -> SideBySide:
    found = parse(rule).rules[0] if rule else None
    one, other = (Trace(list(calls), name=name) for calls, name in ((left, "good"), (right, "bad")))
    return compared(timeline(one, found), timeline(other, found))


def told(comparison: SideBySide) -> list[tuple[str, str, list[str], bool]]:
    """Return the pairs with the tools instead of the places; "" where there is none."""

    def name(side: str, at: int | None) -> str:
        rows = comparison["left"]["rows"] if side == "left" else comparison["right"]["rows"]
        row = rows[at] if at is not None else None
        return "" if row is None else row["tool"] if row["row"] == "call" else row["row"]

    return [
        (name("left", one["left"]), name("right", one["right"]), [*one["differs"]], one["decides"])
        for one in comparison["pairs"]
    ]


def test_equal_calls_stand_beside_each_other_and_others_alone() -> None:
    assert told(both(GOOD, BAD)) == [
        ("search", "search", [], False),
        ("confirm", "", [], False),
        ("pay", "pay", ["arguments", "result"], False),
        ("", "log", [], False),
    ]


def test_the_calls_of_which_the_rule_made_something_else_decide() -> None:
    found = both(GOOD, BAD, "each pay: after confirm\n")
    assert ("pay", "pay", ["arguments", "result"], True) in told(found)
    assert ("search", "search", [], False) in told(found)
    assert found["summary"].endswith("a difference for the rule")
    same = both(GOOD, GOOD, "each pay: after confirm\n")
    assert same["summary"] == "3 calls the same, 0 not; nothing made a difference for the rule"


def test_the_drawing_says_what_differs_and_marks_what_decides() -> None:
    lines = [line.text for line in drawn_side_by_side(both(GOOD, BAD, "require confirm\n"), 80)]
    assert lines == [
        "require confirm",
        "  left   ✓ 1.00  good  call 2, confirm matches",
        "  right  ✗ 0.00  bad   confirm was never called",
        "",
        "    1   search                             1   search",
        "▶   2 ✓ confirm                        <",
        "    3   pay  n: 1 -> ok                ~   2   pay  n: 2 -> no",
        "                                       >   3   log",
        "▶                                      >     ✗ no call of confirm",
        "",
        "~ other arguments or result   < only on the left   > only on the right",
        "▶ the rule made something else of it",
        "1 call the same, 3 not; 2 made a difference for the rule",
    ]


CALLS = st.lists(
    st.builds(called, st.sampled_from("abc"), st.fixed_dictionaries({"n": st.integers(0, 1)})),
    max_size=8,
).map(tuple)


@given(CALLS, CALLS)
def test_each_call_is_in_one_pair_in_its_order(
    left: tuple[Call, ...], right: tuple[Call, ...]
) -> None:
    pairs = both(left, right)["pairs"]
    assert [one["left"] for one in pairs if one["left"] is not None] == [*range(len(left))]
    assert [one["right"] for one in pairs if one["right"] is not None] == [*range(len(right))]
    for one in pairs:
        if one["left"] is not None and one["right"] is not None:
            assert left[one["left"]].name == right[one["right"]].name
    assert all(one["left"] is not None or one["right"] is not None for one in pairs)


@pytest.mark.parametrize("width", [1, 60, 99, 200])
def test_no_line_is_wider_than_asked(width: int) -> None:
    calls = (called("東京" * 20, {"k": "v" * 300}), *GOOD)
    lines = drawn_side_by_side(both(calls, BAD, "order: confirm -> pay\n"), width)
    assert all(wide(line.text) <= max(width, NARROWEST) for line in lines)

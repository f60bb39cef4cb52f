"""Scores at the ends of lines: how they read, where they are, and what they outlive."""

from __future__ import annotations

import pytest

from tests.lsp.cursor import URI, snapshot
from toolspec.engine.trace import UNRECORDED, Call
from toolspec.engine.verdict import Explanation
from toolspec.lsp.features.inlay_hints import WORDS_MAX, hints, label
from toolspec.lsp.judge.messages import RuleScore
from toolspec.lsp.state.settings import Settings
from toolspec.lsp.state.snapshot import Snapshot

CALLS = [Call("search", {}), Call("fetch", {}), Call("answer", {})]
EVERYTHING = (0, 10**9)


def shown(found: Snapshot) -> dict[int, str]:
    """Return the labels by row."""
    source = found.document.source
    return {source.place(one.offset)[0]: one.label for one in hints(found, EVERYTHING)}


@pytest.mark.parametrize(
    ("status", "score", "expected"),
    [
        ("pass", 1.0, "✓ 1.00"),
        ("pass", 0.8, "✓ 0.80"),
        ("fail", 0.0, "✗ 0.00"),
        ("fail", 2 / 3, "✗ 0.67"),
        ("fail", 0.9999, "✗ 0.99"),
        ("fail", 0.29, "✗ 0.29"),
        ("unknown", 0.0, "? ----"),
        ("error", 0.0, "! ----"),
    ],
)
def test_a_label_is_always_as_wide(status: str, score: float, expected: str) -> None:
    assert label(RuleScore(status, score)) == expected
    assert len(expected) == 6


def test_words_follow_only_where_a_rule_did_not_pass_and_are_few() -> None:
    reason = Explanation("long " * 100, {}, ())
    assert label(RuleScore("pass", 1.0, reason), reason=True) == "✓ 1.00"
    assert label(RuleScore("fail", 0.5, reason)) == "✗ 0.50", "the finding says it already"
    told = label(RuleScore("fail", 0.5, reason), reason=True)
    assert told.startswith("✗ 0.50  long")
    assert len(told) <= 8 + WORDS_MAX + 1


def test_each_rule_has_its_score_at_the_end_of_its_last_line() -> None:
    text = "order: search ->\n  fetch   # why\n\n# note\ncount answer = 2\ntool @a = search\n"
    found = snapshot(text, CALLS)
    assert {row: words[:6] for row, words in shown(found).items()} == {2: "✓ 1.00", 5: "✗ 0.00"}
    assert hints(found, EVERYTHING)[0].offset == text.index("\n\n")


def test_a_rule_on_an_unrecorded_trace_says_so() -> None:
    found = snapshot("args subset: search <q: 1>\n", [Call("search", UNRECORDED)])
    assert shown(found)[1] == "? ----"
    wordy = found._replace(settings=Settings(hint_reasons=True))
    assert shown(wordy)[1].startswith("? ----  ")


def test_lines_that_cannot_be_read_and_specs_without_traces_show_none() -> None:
    assert shown(snapshot("kount x\ncount search = 1\n", CALLS)).keys() == {2}
    assert shown(snapshot("count search = 1\n")) == {}


def test_only_the_lines_asked_for_are_answered() -> None:
    text = "count search = 1\n" * 10
    found = snapshot(text, CALLS)
    start = text.index("\n") + 1
    assert len(hints(found, (start, start + 20))) <= 3
    assert len(hints(found, EVERYTHING)) == 10


def test_they_can_be_turned_off_and_are_left_out_beyond_the_limit() -> None:
    found = snapshot("count search = 1\n", CALLS)
    assert hints(found._replace(settings=Settings(inlay_hints=False)), EVERYTHING) == []
    assert hints(found._replace(settings=Settings(lines_max=1)), EVERYTHING) == []


def test_scores_of_unchanged_lines_stay_while_another_is_typed() -> None:
    text = "order: search -> fetch\ncount answer = 1\n"
    found = snapshot(text, CALLS)
    before = shown(found)
    for typed in ("order: search -> fetc", "order: search -> ", "order:", "", "#", "kase"):
        found.document.change(typed + "\ncount answer = 1\n", None)
        assert shown(found).get(2) == before[2], typed
        assert 1 not in shown(found), typed
    found.document.change("\n\n" + text, None)
    assert shown(found) == {row + 2: words for row, words in before.items()}
    assert found.document.uri == URI


PAYMENTS = [
    Call(tool, {"order_id": order, "city": "Rome"})
    for order, tools in enumerate((["pay"], ["pay", "pay"], ["pay"], ["pay", "pay"]))
    for tool in tools
]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("count pay <= 1 per <order_id>", "✗ 0.50  2 of 4 orders"),
        ("count pay <= 2 per <order_id>", "✓ 1.00"),
        ("count pay <= 1 per <city>", "✗ 0.00  0 of 1 city"),
        ("require refund per <none>", "- skip"),
        ("count pay <= 2 after pay <order_id: 1> until pay <order_id: 2>", "✓ 1.00"),
        ("count pay <= 1 after pay until pay", "✓ 1.00"),
        ("require pay at turn 1 per <order_id>", "? ----  0 of 4 orders"),
    ],
)
def test_a_rule_judged_in_parts_says_how_many_of_them_pass(rule: str, expected: str) -> None:
    assert shown(snapshot(f"{rule}\n", PAYMENTS))[1] == expected


def test_parts_of_a_block_around_a_rule_are_counted_too() -> None:
    found = snapshot("per <order_id> {\n  limit: repeats = 0\n}\n", PAYMENTS)
    assert shown(found) == {2: "✗ 0.50  2 of 4 orders"}
    nested = "per <city> {\n  per <order_id> {\n    limit: repeats = 0\n  }\n}\n"
    assert shown(snapshot(nested, PAYMENTS)) == {3: "✗ 0.50  2 of 4 parts"}
